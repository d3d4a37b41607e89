/**
 * A change of the insured person's data: previewed before it is sent, proven, withdrawn or approved, paid for, and
 * issued as a new version.
 */
import { expect, test } from 'vitest'
import { formatDay } from '../../../src/lib/days/dates.ts'
import { LIMITS } from '../../../src/lib/limits-and-periods.ts'
import { jpeg } from '../../api/hostile-files.ts'
import { axe, messagesTo } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { askUntilAnswered, operatorDesk, ownPolicy } from './own-policy.ts'
import { decide, payPath, succeedPath, toGateway } from './payment.ts'
import { birthDateAtAge, student } from './people.ts'
import { action } from './wizard.ts'
import { inNone, isFirst, rowsOf } from '../../tools/long-form.ts'

// Without the demo account, so that the operator's lists contain only this journey's entries.
const it = journeys({ env: { DEMO: '0' } })
const desk = operatorDesk(it)
const VIEWS = [
  { device: 'web', lang: 'en' },
  { device: 'mobile', lang: 'cn', theme: 'dark' },
] as const

const button = ({ page, say }: Visitor, key: string) => page.getByRole('button', { name: say(key), exact: true })

async function attach({ page, say }: Visitor): Promise<void> {
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: await jpeg(1240, 1600) })
  await page
    .getByText(say('changes:proof.ready', { size: '' }).trim())
    .first()
    .waitFor()
}

test.each(rowsOf(VIEWS, isFirst))('a date of birth that makes the premium higher: $device $lang', async (view) => {
  // A passport number contains no date of birth, so the entered one can be wrong.
  const own = await ownPolicy(
    it.site,
    view.lang,
    student({
      idType: 'passport',
      idName: 'LIN XIAO',
      idNumber: `EJ4${view.device === 'web' ? '1' : '2'}00001`,
      chineseName: '林晓',
    }),
  )
  const visitor = await it.visitor({ ...view, stored: own.stored })
  const { page, say, lang } = visitor
  await visitor.go(`/personal/modify?policy=${own.policy}`)

  // Each missing value in the words of spec §5; a number that is none is no matter of email here.
  for (const [item, words] of Object.entries({
    email: 'email',
    mobile: 'mobile',
    id_number: 'passport_number',
    gender: 'gender',
    birth_date: 'birth_date',
  })) {
    await page.locator('#item').selectOption(item)
    await page.locator('#sensitive').check()
    await button(visitor, 'changes:send').click()
    await page
      .locator('.error-summary')
      .getByText(say(`changes:required.${words}`), { exact: true })
      .waitFor()
  }
  // The number is named by the document that the policy was bought with.
  await page.locator('#item').selectOption({ label: say('changes:numberOf.passport') })
  await page.getByLabel(say('changes:newNumber.passport')).waitFor()
  await sees(visitor, say('changes:consequence.other_number'))
  await page.locator('#item').selectOption('mobile')
  await page.locator('#value').fill('12345')
  await attach(visitor)
  await button(visitor, 'changes:send').click()
  await page.locator('.error-summary').getByText(say('errors:field.mobile_format')).waitFor()
  await page.reload()

  // Nothing is sent without the document, and each missing value is reported at its field.
  await page.locator('#item').selectOption('birth_date')
  await button(visitor, 'changes:send').click()
  await sees(visitor, say('changes:consent.missing'))
  expect(await page.locator('#value').count(), 'no ID data is typed before the consent').toBe(0)
  await page.locator('#sensitive').check()
  await button(visitor, 'changes:send').click()
  await page.locator('.error-summary').waitFor()
  expect(await page.locator('.error-summary li').count()).toBe(2)
  expect(await axe(page)).toEqual([])
  const older = birthDateAtAge(27)
  await page.locator('#value').fill(lang === 'cn' ? older : formatDay(older, 'en'))
  await page.locator('#value').blur()
  // Old and new values side by side, and the cost, before anything is sent.
  await sees(visitor, say('changes:effect.due'))
  await sees(visitor, formatDay(own.buyer.birthDate, lang))
  await attach(visitor)
  await picture(visitor, 'policy-change-form')
  await button(visitor, 'changes:send').dblclick()
  await sees(visitor, say('changes:sent.title'))
  await sees(visitor, say('changes:allOpen'))
  expect(await page.getByText(say('changes:status.submitted'), { exact: true }).count()).toBe(1)
  await picture(visitor, 'policy-change-sent')

  // Withdrawn, and sent again.
  await button(visitor, 'changes:withdraw.open').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('changes:withdraw.confirm'), exact: true })
    .click()
  await sees(visitor, say('changes:status.withdrawn'))
  await page.locator('#item').selectOption('birth_date')
  await page.locator('#sensitive').check()
  await page.locator('#value').fill(lang === 'cn' ? older : formatDay(older, 'en'))
  await page.locator('#value').blur()
  await sees(visitor, say('changes:effect.due'))
  await attach(visitor)
  await button(visitor, 'changes:send').click()
  await sees(visitor, say('changes:sent.title'))

  const id = await askUntilAnswered(
    async () => /^(\w{26})  birth_date/m.exec(await desk('changes', 'list'))?.[1],
    'The request on the operator’s list',
  )
  await askUntilAnswered(
    async () => (await desk('changes', 'show', id)).includes('file 1: kept') || undefined,
    'The document to be looked at',
  )
  expect(await desk('changes', 'approve', id)).toContain('waits for payment')
  await askUntilAnswered(
    async () => (await messagesTo(it.site, own.buyer.email)).find(({ text }) => text.includes('/personal/modify')),
    'The message with what is to be paid',
  )

  // The overview shows it, with a link.
  await visitor.go('/personal')
  await sees(visitor, say('account:overview.task.change.title', { number: own.number }))
  await picture(visitor, 'overview-change-to-pay')
  await page.getByRole('link', { name: say('account:overview.task.change.go') }).click()
  await at(visitor, '/personal/modify')
  await page.locator('a[href*="pay=endorsement."]').click()
  if (view.device === 'web') {
    await at(visitor, '/payment/confirm')
    await action(visitor).click()
  }
  await at(visitor, payPath(visitor))
  await toGateway(visitor)
  await decide(visitor, 'pay')
  await at(visitor, succeedPath(visitor))
  await sees(visitor, say('changes:pay.after.title', { item: say('messages:change_items.birth_date') }))

  await visitor.go('/personal/modify')
  await sees(visitor, say('changes:status.approved'))
  await picture(visitor, 'policy-change-approved')
  // A new version with its endorsement; the old one stays, marked as replaced.
  await visitor.go(`/insurance-policy/details?id=${own.policy}`)
  await sees(visitor, say('policies:versions.one', { number: 2, reason: say('policies:versions.reason.endorsement') }))
  await sees(visitor, say('policies:versions.replaced'))
  await askUntilAnswered(async () => {
    await page.reload()
    await page.locator('#documents').waitFor()
    return (
      (await page.locator('#documents').getByText(say('policies:documents.endorsement'), { exact: true }).count()) >
        0 || undefined
    )
  }, 'The endorsement')
  await picture(visitor, 'policy-change-versions')
  expect(await axe(page)).toEqual([])
})

test.each(rowsOf(VIEWS, inNone))(
  'the name in the passport of somebody who bought with an ID card: $device $lang',
  async (view) => {
    const own = await ownPolicy(
      it.site,
      view.lang,
      student({
        idName: '林晓',
        passportName: 'LIN XIAO',
        passportNumber: `EJ5${view.device === 'web' ? '1' : '2'}00001`,
      }),
    )
    const visitor = await it.visitor({ ...view, stored: own.stored })
    const { page, say } = visitor
    await visitor.go(`/personal/modify?policy=${own.policy}`)
    await page.locator('#item').selectOption('name')
    await page.locator('#sensitive').check()
    await button(visitor, 'changes:send').click()
    await page.locator('.error-summary').waitFor()
    expect(await page.locator('.error-summary li').count(), 'which name is asked for first').toBe(1)
    expect(await page.locator('#value').count()).toBe(0)
    await page.getByRole('radio', { name: say('changes:which.of.passport_name', { value: 'LIN XIAO' }) }).check()
    await page.locator('#value').fill('lin xiaoyu')
    await sees(visitor, say('changes:consequence.passport_name'))
    expect(await page.locator('form').innerText()).toContain(
      say('changes:proof.hint.passport', { photos: LIMITS.maxPhotos, mebibytes: LIMITS.maxFileMebibytes }),
    )
    expect(await axe(page)).toEqual([])
    await attach(visitor)
    await picture(visitor, 'policy-change-passport-name')
    await button(visitor, 'changes:send').click()
    await sees(visitor, say('changes:sent.title'))
    await sees(visitor, say('changes:items.passport_name'))
    const id = await askUntilAnswered(
      async () => /^(\w{26})  passport_name/m.exec(await desk('changes', 'list'))?.[1],
      'The request on the operator’s list',
    )
    const shown = await askUntilAnswered(async () => {
      const said = await desk('changes', 'show', id)
      return said.includes('file 1: kept') ? said : undefined
    }, 'The document to be looked at')
    expect(shown).toContain('old: LIN XIAO\nnew: LIN XIAOYU')
    expect(await desk('changes', 'approve', id)).toContain('approved')
    await visitor.go(`/insurance-policy/details?id=${own.policy}`)
    await page.getByText('LIN XIAOYU').first().waitFor()
    await picture(visitor, 'policy-change-passport-name-done')
  },
)
