/**
 * Who buys for whom (domain §4.2): minors, relatives, adults who answer for themselves, health under review, cover
 * bought twice.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { formatDay } from '../../../src/lib/days/dates.ts'
import { formatAmount, formatMoney, fromMajor } from '../../../src/lib/money/money.ts'
import { eventually, messagesTo } from '../browser-site.ts'
import { EMPTY_PEOPLE } from '../../../src/features/orders/rules/check-person-fields.ts'
import { sandboxEnv } from '../../runner/env.ts'
import { prepareOrder } from './prepare-order.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { applyFromPeople, issued, payNow, toPayment } from './payment.ts'
import { birthDateAtAge, child, email, father, self, student } from './people.ts'
import { action, answerHealth, declare, onStep, typePeople } from './wizard.ts'
import { inNone, isFirst, isLong, rowsOf } from '../../tools/long-form.ts'

const it = journeys()
const operator = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['src/programs/operator/main.ts', ...args], {
    env: { ...sandboxEnv(), DATA_DIR: it.site.dataDir },
  })

/** A buyer on the page of people. */
async function atPeople(view: {
  device?: 'web' | 'mobile'
  lang?: 'en' | 'cn'
  theme?: 'light' | 'dark'
}): Promise<Visitor> {
  const made = await prepareOrder(it.site, { upTo: 'read', lang: view.lang ?? 'en' })
  const visitor = await it.visitor({ ...view, stored: made.stored })
  await visitor.go(`/confirm?id=${made.id}`)
  await onStep(visitor, 'people')
  return visitor
}

test.runIf(isLong)('a parent buys for a child of 15: the limit of the law is named, the policy is issued', async () => {
  const visitor = await atPeople({ lang: 'cn', theme: 'dark' })
  const { page } = visitor
  await typePeople(visitor, {
    ...EMPTY_PEOPLE,
    relationship: 'child',
    policyholder: father(),
    insured: child(15),
    deathBenefitElsewhere: 0,
  })
  await sees(visitor, visitor.say('confirm:consequence.proof'))
  await sees(visitor, formatAmount(fromMajor(500_000, 'CNY'), 'cn'))
  await page.evaluate(() => scrollTo(0, 0))
  await picture(visitor, 'minor')
  await applyFromPeople(visitor)
  await payNow(visitor)
  await issued(visitor)
})

test.runIf(isLong)('an aunt buys for a child of 15: no death benefit, and the page says so', async () => {
  const visitor = await atPeople({ device: 'mobile', lang: 'en' })
  await typePeople(visitor, {
    ...EMPTY_PEOPLE,
    relationship: 'dependant',
    policyholder: father({ idName: '林秀英' }),
    insured: child(15),
  })
  await sees(visitor, visitor.say('confirm:consequence.minor_not_parent'))
  expect(await visitor.page.locator('[id="deathBenefitElsewhere"]').count()).toBe(0)
  expect(
    await visitor.page.getByText(visitor.say('confirm:people.beneficiaryText')).count(),
    'a death benefit that there is none of is paid to nobody',
  ).toBe(0)
  await picture(visitor, 'aunt')
  await applyFromPeople(visitor)
  await payNow(visitor)
  await issued(visitor)
})

test.each(
  rowsOf(
    [
      { buyer: 'web', phone: 'cn', lang: 'en' },
      { buyer: 'mobile', phone: 'en', lang: 'cn' },
    ] as const,
    isFirst,
  ),
)('an adult child agrees on their own phone before the parent pays (buyer $buyer $lang)', async (view) => {
  const visitor = await atPeople({ device: view.buyer, lang: view.lang })
  const me = student()
  await typePeople(visitor, { ...EMPTY_PEOPLE, relationship: 'child', policyholder: father(), insured: me })
  await sees(visitor, visitor.say('confirm:consequence.consent'))
  await action(visitor).click()
  await answerHealth(visitor)
  await action(visitor).click()
  await onStep(visitor, 'consent')
  await action(visitor).click()
  const link = await eventually(
    async () =>
      (await messagesTo(it.site, me.email)).flatMap(({ text }) => /\S+consent=[0-9a-z]{26}/.exec(text)?.[0] ?? [])[0],
    'The page to agree',
  )
  const phone = await it.visitor({ device: 'mobile', lang: view.phone })
  const { pathname, search } = new URL(link)
  await phone.page.goto(pathname + search)
  const own = { ...phone, lang: pathname.startsWith('/cn/') ? 'cn' : 'en' } as const
  await phone.page.locator('#sensitive').check()
  await phone.page.locator('#mine').check()
  await phone.page.locator('#amount').fill('20万')
  await picture(own, 'consent')
  await action(own).click()
  await phone.page.locator('#mine').waitFor({ state: 'hidden' })
  // The buyer's page updates by itself.
  await visitor.page
    .getByRole('button', { name: visitor.say('confirm:continue') })
    .filter({ visible: true })
    .waitFor()
  await picture(visitor, 'consent-given')
  await action(visitor).click()
  await declare(visitor)
  await action(visitor).click()
  await toPayment(visitor)
})

test('a yes on health is read by a person, passed, and the buyer pays', async () => {
  const me = student()
  const made = await prepareOrder(it.site, { upTo: 'people', people: self(me) })
  const visitor = await it.visitor({ stored: made.stored })
  await visitor.go(`/confirm?id=${made.id}`)
  await answerHealth(visitor, {
    [made.order.questions[0] ?? '']: 'Asthma since 2019, inhaler when needed, no attack for two years',
  })
  await sees(visitor, visitor.say('confirm:health.review'))
  await action(visitor).click()
  await sees(visitor, visitor.say('confirm:check.thenReview'))
  await declare(visitor)
  await action(visitor).click()
  await sees(visitor, visitor.say('confirm:closed.review.title'))
  await expect.poll(() => visitor.page.evaluate(() => scrollY), { message: 'the page shows its head' }).toBe(0)
  await picture(visitor, 'review')
  // What was sent cannot be changed, so no control offers it.
  expect(await visitor.page.getByRole('button', { name: visitor.say('ui:change') }).count()).toBe(0)
  const listed = await operator('orders', 'review', 'list')
  expect(listed.stdout).toContain(made.id)
  await operator('orders', 'review', 'pass', made.id, '--by', 'li.min', '--why', 'Stable for two years')
  const told = await eventually(
    async () => (await messagesTo(it.site, me.email)).find(({ text }) => text.includes('Stable for two years')),
    'Word of the review',
  )
  const link = /https?:\S+\/confirm\?id=\S+/.exec(told.text)?.[0] ?? ''
  const { pathname, search } = new URL(link)
  await visitor.page.goto(pathname + search)
  await declare(visitor)
  await action(visitor).click()
  await toPayment(visitor)
  await payNow(visitor)
  await issued(visitor)
})

test('cover bought a second time for the same days is pointed out and wants an own act', async () => {
  const me = student({ email: email('twice') })
  const { stored } = await prepareOrder(it.site, { people: self(me) })
  const made = await prepareOrder(it.site, { people: self(me), upTo: 'health', stored })
  const visitor = await it.visitor({ device: 'mobile', lang: 'cn', stored })
  await visitor.go(`/confirm?id=${made.id}`)
  await onStep(visitor, 'check')
  await sees(visitor, visitor.say('confirm:check.duplicate'))
  await picture(visitor, 'duplicate')
  const boxes = visitor.page.locator('main input[type=checkbox]')
  await boxes.first().waitFor()
  for (const box of await boxes.all()) if ((await box.getAttribute('id')) !== 'check.second') await box.check()
  await action(visitor).click()
  await sees(visitor, visitor.say('confirm:check.tick.second'))
  await visitor.page.locator('[id="check.second"]').check()
  await action(visitor).click()
  await toPayment(visitor)
  await at(visitor, '/pay')
})

test.each(
  rowsOf(
    [
      { device: 'web', lang: 'en', theme: 'dark' },
      { device: 'mobile', lang: 'cn', theme: 'light' },
    ] as const,
    inNone,
  ),
)(
  'an ID number with another date of birth than the price had says so, with the new price ($device $lang)',
  async (view) => {
    const { lang } = view
    const given = birthDateAtAge(27)
    const made = await prepareOrder(it.site, { upTo: 'read', lang, birthDate: given })
    const visitor = await it.visitor({ ...view, stored: made.stored })
    const { page, say } = visitor
    await visitor.go(`/confirm?id=${made.id}`)
    await onStep(visitor, 'people')
    const me = student()
    const old = student({ birthDate: birthDateAtAge(52) })
    await typePeople(visitor, self(me))
    const differs = (birthDate: string) =>
      say('confirm:person.birthReplaced', { now: formatDay(birthDate, lang), before: formatDay(given, lang) })
    await sees(visitor, differs(me.birthDate))
    // Six months of "Gold" at 18 to 24, and at 25 to 30.
    await sees(
      visitor,
      say('confirm:person.birthPrice', {
        sum: formatMoney(fromMajor(3360, 'CNY'), lang),
        before: formatMoney(fromMajor(4560, 'CNY'), lang),
      }),
    )
    // The summary's price changes with the next save: the notice and the bar never contradict each other for long.
    await page
      .getByText(formatMoney(fromMajor(3360, 'CNY'), lang), { exact: true })
      .filter({ visible: true })
      .waitFor()
    await page.getByText(differs(me.birthDate)).scrollIntoViewIfNeeded()
    await picture(visitor, 'birth-replaced')
    await page.reload()
    await sees(visitor, differs(me.birthDate))
    await page.locator('[id="policyholder.idNumber"]').fill(old.idNumber)
    await sees(visitor, differs(old.birthDate))
    await sees(visitor, say('errors:field.age_above_plan', { youngest: 6, oldest: 40 }))
    await picture(visitor, 'birth-too-old')
    await page.locator('[id="policyholder.idNumber"]').fill(student({ birthDate: given }).idNumber)
    await expect.poll(() => page.getByText(differs(old.birthDate)).count()).toBe(0)
    expect(await page.getByText(differs(given)).count(), 'nothing was replaced').toBe(0)
  },
)

test('nothing is said to follow from answers before there are any, though the price has told the date of birth', async () => {
  const made = await prepareOrder(it.site, { upTo: 'consent', birthDate: birthDateAtAge(15) })
  const visitor = await it.visitor({ stored: made.stored })
  const { page, say } = visitor
  await visitor.go(`/confirm?id=${made.id}&step=people`)
  await onStep(visitor, 'people')
  await page.locator('input[name=relationship][value=child]').check()
  await page.locator('[id="insured.idType"]').selectOption('passport')
  const follows = page.getByText(say('confirm:consequence.title'))
  await page
    .locator('[id="deathBenefitElsewhere"]')
    .or(page.getByText(say('confirm:people.elsewhere')))
    .first()
    .waitFor()
  expect(await follows.count()).toBe(0)
  await page.locator('[id="insured.idNumber"]').fill('EJ3123999')
  await follows.waitFor()
})
