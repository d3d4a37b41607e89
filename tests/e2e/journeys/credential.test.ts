/**
 * Credential verification: a student finds the policy that a parent bought, and an ID that matches nothing waits for a
 * person's decision.
 */
import { expect, test } from 'vitest'
import { jpeg } from '../../api/hostile-files.ts'
import { formatDay } from '../../../src/lib/dates.ts'
import { axe, messagesTo, signIn } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { askUntilAnswered, operatorDesk, ownPolicy } from './own-policy.ts'
import { birthDateAtAge, email, student } from './people.ts'
import { isFirst, isSecond, rowsOf } from '../../tools/long-form.ts'

// Without the demo account, so that the operator's lists contain only this journey's entries.
const it = journeys({ env: { DEMO: '0' } })
const desk = operatorDesk(it)
const VIEWS = [
  { device: 'web', lang: 'en' },
  { device: 'mobile', lang: 'cn', theme: 'dark' },
] as const

const send = ({ page, say }: Visitor) => page.getByRole('button', { name: say('credentials:send'), exact: true })

async function photo({ page, say }: Visitor): Promise<void> {
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'id.jpg', mimeType: 'image/jpeg', buffer: await jpeg(1240, 1600) })
  await page.getByText(say('credentials:photo.ready', { size: '' }).trim()).waitFor()
}

test.each(rowsOf(VIEWS, isFirst))(
  'an ID that is a policy’s own is verified at once, and its policy appears: $device $lang',
  async (view) => {
    const own = await ownPolicy(it.site, view.lang)
    // Not the address that the policy was bought with.
    const visitor = await it.visitor({ ...view, stored: await signIn(it.site, email('student')) })
    const { page, say } = visitor
    await visitor.go('/personal/credential')
    await send(visitor).click()
    await page.locator('.error-summary').waitFor()
    for (const code of ['id_type_required', 'id_number_required', 'name_required'])
      await page
        .locator('.error-summary')
        .getByText(say(`errors:field.${code}`), { exact: true })
        .waitFor()
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'credential-errors')
    await page.locator('#idType').selectOption('resident_id')
    await page.locator('#idNumber').fill(own.buyer.idNumber)
    await page.locator('#idName').fill(own.buyer.idName)
    // The ID number contains the date of birth and the gender.
    await sees(visitor, formatDay(own.buyer.birthDate, view.lang))
    await photo(visitor)
    await page.locator('#agreed').check()
    await picture(visitor, 'credential-form')
    await send(visitor).dblclick()
    await askUntilAnswered(async () => {
      await page.reload()
      await page.locator('main [role=status]').first().waitFor()
      return (await page.getByText(say('credentials:approved.title')).count()) > 0 || undefined
    }, 'The verification')
    await picture(visitor, 'credential-approved')
    await page.getByRole('link', { name: say('credentials:approved.go') }).click()
    await at(visitor, '/insurance-policy/list')
    await sees(visitor, own.number)
  },
)

test.each(rowsOf(VIEWS, isSecond))(
  'an ID that fits nothing is answered by a person, and the answer says nothing of policies: $device $lang',
  async (view) => {
    const me = email('nobody')
    const visitor = await it.visitor({ ...view, stored: await signIn(it.site, me) })
    const { page, say } = visitor
    const other = student({ birthDate: birthDateAtAge(24) })
    await visitor.go('/personal/credential')
    await page.locator('#idType').selectOption('resident_id')
    await page.locator('#idNumber').fill(other.idNumber)
    await page.locator('#idName').fill(other.idName)
    await photo(visitor)
    await page.locator('#agreed').check()
    await send(visitor).click()
    await sees(visitor, say('credentials:checking.title'))
    const id = await askUntilAnswered(
      async () => /^(\w{26})/m.exec(await desk('registrations', 'list'))?.[1],
      'The verification on the operator’s list',
    )
    await askUntilAnswered(async () => {
      await desk('registrations', 'reject', id, '--reason', 'photo_unclear')
      return true
    }, 'The refusal')
    await askUntilAnswered(
      async () => (await messagesTo(it.site, me)).find(({ text }) => text.includes('/personal/credential')),
      'The message with the result',
    )
    await page.reload()
    await sees(visitor, say('credentials:rejected.title'))
    await sees(visitor, say('credentials:reason.photo_unclear'))
    await picture(visitor, 'credential-rejected')
    await visitor.go('/personal')
    await sees(visitor, say('account:overview.task.registration.title'))
    expect(await axe(page)).toEqual([])
  },
)
