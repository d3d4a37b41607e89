/** Buying from the home page to the policy in hand. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Day } from '../../../src/lib/days/dates.ts'
import { salesLog } from '../../../src/features/orders/contract.ts'
import { eventually, messagesTo } from '../browser-site.ts'
import { at, journeys, picture, type Visitor } from './journeys.ts'
import { issued, methodButton, payNow, toPayment } from './payment.ts'
import { self, student, term } from './people.ts'
import { action, consent, fillAll, readAll, toPart } from './wizard.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

/** Home → finder → list → plan page → wizard, as someone goes who knows no address. */
async function findPlan(visitor: Visitor, birth: Day): Promise<void> {
  const { page, say } = visitor
  const { start, end } = term()
  await visitor.go('/home')
  const finder = page.locator('form.finder')
  await finder.locator('[name=to]').selectOption('us')
  await finder.locator('[name=start]').fill(start)
  await finder.locator('[name=end]').fill(end)
  await finder.locator('[name=birth]').fill(birth)
  await finder.locator('button[type=submit]').click()
  await at(visitor, '/plan/list', { to: 'us', start, end })
  await page.locator(`a[href*="/plan/details/us-campus"][href*="tier=gold"][href*="end=${end}"]`).click()
  await at(visitor, '/plan/details/us-campus', { tier: 'gold', start, end, birth })
  await page.locator('#price dd.type-sum').waitFor()
  await picture(visitor, 'plan')
  await page
    .getByRole('link', { name: say('plans:price.buy') })
    .filter({ visible: true })
    .last()
    .click()
  await at(visitor, '/confirm')
}

/** Bytes that a button downloads. */
async function downloaded(visitor: Visitor, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const coming = visitor.page.waitForEvent('download')
  await press()
  const file = await coming
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

test.each(
  rowsOf(
    [
      { device: 'web', lang: 'en', theme: 'light' },
      { device: 'mobile', lang: 'cn', theme: 'dark' },
    ] as const,
    isFirst,
  ),
)('a visitor buys and has the policy: $device $lang', async (view) => {
  const visitor = await it.visitor(view)
  const { page, say } = visitor
  const buyer = student()
  await findPlan(visitor, buyer.birthDate)
  await fillAll(visitor, self(buyer))
  const premium = await page.locator('.type-sum').first().textContent()
  await action(visitor).click()
  const order = await toPayment(visitor)
  await methodButton(visitor).waitFor()
  expect(await page.locator('main').innerText()).toContain(premium ?? 'a premium')
  // The names of wallets and cards begin at one line, whatever stands before them.
  const begin = await page.locator('[data-method]').evaluateAll((all) =>
    all.map((one) => {
      const words = [...one.querySelectorAll('*')].find(
        (it) => !it.closest('[aria-hidden]') && it.childElementCount === 0 && it.textContent !== '',
      )
      return words?.getBoundingClientRect().left
    }),
  )
  expect(new Set(begin).size, begin.join(' ')).toBe(1)
  await picture(visitor, 'pay')
  await payNow(visitor)
  const number = await issued(visitor)
  await picture(visitor, 'succeed')

  const saves = page
    .getByRole('heading', { name: say('cashier:documents.title') })
    .locator('xpath=following-sibling::ul')
    .getByRole('button')
  const names = new Set<string>()
  expect(await saves.count()).toBeGreaterThanOrEqual(4)
  // Only in the visitor's language: after ten files from one page Chromium asks for permission, and nobody answers it
  // here.
  const own = (await saves.all()).filter((_, i) => i % 2 === (view.lang === 'en' ? 0 : 1))
  for (const save of own) {
    const { name, bytes } = await downloaded(visitor, () => save.click())
    // The terms are the plan's, and carry their version.
    expect(name.includes(number) || /^(Policy terms |保险条款)/.test(name), name).toBe(true)
    names.add(name)
    expect(bytes.subarray(0, 5).toString(), name).toBe('%PDF-')
    expect(bytes.subarray(-8).toString(), name).toContain('%%EOF')
  }
  expect(names.size).toBe(own.length)
  const paper = await downloaded(visitor, () =>
    page.getByRole('button', { name: say('cashier:record.button') }).click(),
  )
  expect(paper.name).toBe(`${order}.pdf`)
  expect(paper.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const record = await downloaded(visitor, () => page.getByRole('button', { name: say('cashier:record.data') }).click())
  const log = salesLog.output.parse(JSON.parse(record.bytes.toString('utf8')))
  expect(log).toMatchObject({ order, intact: true })
  expect(log.entries.map(({ kind }) => kind)).toContain('submitted')

  const mail = await eventually(
    async () => (await messagesTo(it.site, buyer.email)).find(({ text }) => text.includes(number)),
    'The policy by mail',
  )
  const attached = mail['attachments'] as { id: string; name: string }[]
  expect(attached.length).toBeGreaterThanOrEqual(2)
  for (const { id, name } of attached) {
    const file = await fetch(`${it.site.url}/sandbox/files/${id}`)
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      name,
    ).toBe('%PDF-')
  }

  // For somebody in another country the buyer, who has no login, finds their name again, and nothing that another
  // person at this computer should not see.
  const { start, end } = term()
  await visitor.go(
    `/confirm?${new URLSearchParams({ plan: 'eu-schengen', tier: 'study', to: 'de', start, end, birth: '2009-05-06' })}`,
  )
  await readAll(visitor)
  await page.locator('input[name=relationship][value=child]').check()
  await toPart(visitor, 'buyer')
  await consent(visitor)
  await expect.poll(() => page.locator('[id="policyholder.idName"]').inputValue()).toBe(buyer.idName)
  for (const field of ['idNumber', 'email'])
    expect(await page.locator(`[id="policyholder.${field}"]`).inputValue(), field).toBe('')
  await picture(visitor, 'another-country')
})
