/**
 * Credential verification: a code opens the policy whose contact got it until the policyholder ends that, and an ID
 * that matches nothing waits for a person's decision.
 */
import { expect, test } from 'vitest'
import { jpeg } from '../../api/hostile-files.ts'
import { formatDay } from '../../../src/lib/days/dates.ts'
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
  'the code that went to the policy’s own contact opens it, and the policyholder ends the access: $device $lang',
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
    await sees(visitor, say('credentials:code.title'))
    const code = await askUntilAnswered(
      async () =>
        (await messagesTo(it.site, own.buyer.email)).find((letter) => letter.text.includes(own.number) && letter.code)
          ?.code,
      'The code',
    )
    const wrong = code === '000000' ? '000001' : '000000'
    await page.locator('#code').fill(wrong)
    await page.getByRole('button', { name: say('credentials:code.go'), exact: true }).click()
    await page.locator('#code[aria-invalid=true]').waitFor()
    expect(await page.locator('#code').inputValue()).toBe(wrong)
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'credential-wrong-code')
    await page.locator('#code').fill(code)
    await page.getByRole('button', { name: say('credentials:code.go'), exact: true }).dblclick()
    await sees(visitor, say('credentials:approved.title'))
    await picture(visitor, 'credential-approved')
    await page.getByRole('link', { name: say('credentials:approved.go') }).click()
    await at(visitor, '/insurance-policy/list')
    await sees(visitor, own.number)

    const told = await askUntilAnswered(
      async () => (await messagesTo(it.site, own.buyer.email)).find(({ text }) => text.includes('/credential/undo')),
      'The message to the policyholder',
    )
    const link = new URL(/https?:\/\/\S+/.exec(told.text)?.[0] ?? '')
    const elsewhere = await it.visitor({ ...view })
    await elsewhere.page.goto(it.site.url + link.pathname + link.search)
    await sees(elsewhere, own.number)
    expect(await axe(elsewhere.page)).toEqual([])
    await picture(elsewhere, 'credential-undo')
    await elsewhere.page.getByRole('button', { name: say('credentials:undo.go') }).click()
    await sees(elsewhere, say('credentials:undo.done.title'))
    await picture(elsewhere, 'credential-undone')
    await elsewhere.page.goto(it.site.url + link.pathname + link.search)
    await sees(elsewhere, say('credentials:undo.undone.title'))
    await visitor.go('/personal/credential')
    await sees(visitor, say('credentials:revoked.title'))
    await sees(visitor, say('credentials:reason.policyholder_objects'))
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
      async () => /^(\w{26})  sent/m.exec(await desk('registrations', 'list'))?.[1],
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
