/**
 * A student buys for the family: people added and removed, each asked and consenting for themselves, one payment, a
 * policy each.
 */
import { expect, test } from 'vitest'
import { formatMoney, money } from '../../../src/lib/money/money.ts'
import type { FamilyMember } from '../../../src/features/orders/rules/check-person-fields.ts'
import { idOf, person } from '../../api/orders-fixtures.ts'
import { eventually, messagesTo } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { issued, payNow, toPayment } from './payment.ts'
import { birthDateAtAge, child, email, self, student } from './people.ts'
import { prepareOrder } from './prepare-order.ts'
import { action, answerHealth, declare, onStep, typePeople } from './wizard.ts'
import { isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

const spouse = (): FamilyMember => {
  const birthDate = birthDateAtAge(24)
  return {
    key: 'p1',
    relationship: 'spouse',
    deathBenefitElsewhere: null,
    person: person(birthDate, {
      idName: '李娜',
      idNumber: idOf(birthDate, 'female', 61),
      email: email('li'),
      institution: '',
    }),
  }
}
const son = (key: string, idName = 'LI XIAO'): FamilyMember => ({
  key,
  relationship: 'child',
  deathBenefitElsewhere: 0,
  person: child(4, { idName, chineseName: '', institution: '', gender: 'male' }),
})

/** The spouse opens the page that was sent to her, enters the sum and consents. */
async function agrees(to: string): Promise<void> {
  const link = await eventually(
    async () =>
      (await messagesTo(it.site, to)).flatMap(({ text }) => /\S+consent=[0-9a-z]{26}/.exec(text)?.[0] ?? [])[0],
    'The page to agree',
  )
  const { pathname, search } = new URL(link)
  const phone = await it.visitor({ device: 'mobile', lang: 'cn' })
  await phone.page.goto(pathname + search)
  await phone.page.locator('#sensitive').check()
  await phone.page.locator('#mine').check()
  await phone.page.locator('#amount').fill('20万')
  await action(phone).click()
  await phone.page.locator('#mine').waitFor({ state: 'hidden' })
}

const total = ({ page }: Visitor) => page.locator('aside .type-sum').first()
const yuan = (whole: number, lang: 'en' | 'cn'): string => formatMoney(money(whole * 100, 'CNY'), lang)

test.each(
  rowsOf(
    [
      { device: 'web', lang: 'en', theme: 'light' },
      { device: 'mobile', lang: 'cn', theme: 'dark' },
    ] as const,
    isSecond,
  ),
)('spouse and child come along, a second child is taken out again ($device $lang)', async (view) => {
  const made = await prepareOrder(it.site, { upTo: 'read', lang: view.lang })
  const visitor = await it.visitor({ ...view, stored: made.stored })
  const { page, say } = visitor
  await visitor.go(`/confirm?id=${made.id}`)
  await onStep(visitor, 'people')
  const wife = spouse()
  await typePeople(visitor, {
    ...self(student({ gender: 'female', birthDate: birthDateAtAge(26) })),
    family: [wife, son('p2'), son('p3', 'LI MENG')],
  })
  await page
    .getByRole('button', {
      name: say('confirm:family.remove', {
        name: say('confirm:family.named', { tie: say('confirm:family.childOf', { number: 2 }), name: 'LI MENG' }),
      }),
    })
    .click()
  await page.getByRole('button', { name: say('confirm:family.removeYes'), exact: true }).click()
  await page.locator('[id="p3.idName"]').waitFor({ state: 'detached' })
  // The focus does not get lost with the part of the page that had it.
  if (view.device === 'web')
    await page
      .getByRole('button', { name: say('confirm:family.addChild') })
      .and(page.locator(':focus'))
      .waitFor()
  if (view.device === 'mobile') {
    await picture(visitor, 'family-buyer')
    await action(visitor).click()
    await page.locator('[id="p1.idName"]').waitFor()
    await sees(visitor, say('confirm:consequence.consent'))
    await picture(visitor, 'family-spouse')
    await action(visitor).click()
    await page.locator('[id="p2.idName"]').waitFor()
  } else {
    await expect.poll(() => total(visitor).innerText()).toBe(yuan(6 * 760 * 3.3, view.lang))
    await page.evaluate(() => scrollTo(0, 0))
    await picture(visitor, 'family-people')
  }
  await action(visitor).click()
  await answerHealth(visitor)
  expect(await page.locator('main input[type=radio][value=none]:checked').count()).toBe(3)
  await picture(visitor, 'family-health')
  await action(visitor).click()
  await onStep(visitor, 'consent')
  await action(visitor).click()
  await agrees(wife.person.email)
  await page
    .getByRole('button', { name: say('confirm:continue') })
    .filter({ visible: true })
    .click()
  await declare(visitor)
  await sees(visitor, 'LI XIAO')
  expect(await page.getByText('LI MENG').count()).toBe(0)
  // Three parts that add up to the price, including the student's own.
  for (const share of [1, 1.5, 0.8]) await sees(visitor, yuan(6 * 760 * share, view.lang))
  await picture(visitor, 'family-check')
  await action(visitor).click()
  await toPayment(visitor)
  await sees(visitor, yuan(6 * 760 * 1.5, view.lang))
  await picture(visitor, 'family-pay')
  await payNow(visitor)
  await issued(visitor, 3)
  for (const name of ['LI XIAO', '李娜']) await page.getByRole('heading', { name }).waitFor()
  await picture(visitor, 'family-issued')
})

test('what a family has to put right is said at the person’s field, and a page of its own on phones', async () => {
  const made = await prepareOrder(it.site, { upTo: 'read', lang: 'en' })
  const visitor = await it.visitor({ device: 'mobile', lang: 'en', stored: made.stored })
  const { say } = visitor
  await visitor.go(`/confirm?id=${made.id}`)
  await onStep(visitor, 'people')
  const grown = son('p1')
  await typePeople(visitor, {
    ...self(student({ birthDate: birthDateAtAge(26) })),
    family: [{ ...grown, deathBenefitElsewhere: null, person: { ...grown.person, birthDate: birthDateAtAge(19) } }],
  })
  await action(visitor).click()
  await sees(visitor, `${say('confirm:family.child')}: ${say('errors:field.child_age')}`)
  await at(visitor, '/confirm')
  await picture(visitor, 'family-wrong')
})
