/**
 * A policy's next term: from the policy's page through the questions and the cashier to new documents; and abandoned
 * before payment.
 */
import { expect, test } from 'vitest'
import { formatDay } from '../../../src/lib/days/dates.ts'
import { listPolicies } from '../../../src/features/policies/contract.ts'
import { extensionOffer, type ExtensionOffer } from '../../../src/features/policies/extension-calls.ts'
import { memoryStore } from '../../../src/app/storage/storage.ts'
import { axe, clientOf, signIn } from '../browser-site.ts'
import type { Stored } from '../../browser/sandbox.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { decide, methodButton, payPath, succeedPath, toGateway } from './payment.ts'
import { action } from './wizard.ts'
import { isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()
const EXTEND = '/insurance-policy/extend'

/** A policy of the demo account that can be extended. */
async function extendable(stored: Stored): Promise<{ id: string; offer: ExtensionOffer }> {
  const store = memoryStore()
  for (const [key, value] of Object.entries(stored)) store.setItem(key, value)
  const client = clientOf(it.site, 'en', store)
  for (const tab of ['valid', 'pending_activation'] as const) {
    const reply = await client.request(listPolicies, { tab })
    for (const { id } of reply.ok ? reply.data.policies : []) {
      const page = await client.request(extensionOffer, { id })
      if (page.ok && page.data.offer && !page.data.pending) return { id, offer: page.data.offer }
    }
  }
  throw new Error('no policy of the demo account can be extended')
}

async function fillIn({ page, say }: Visitor, offer: ExtensionOffer): Promise<string> {
  const [ends = ''] = offer.suggested
  const days = page.getByRole('list', { name: say('extension:end.suggested') }).getByRole('button')
  // Each is named with its number of months.
  expect(await days.first().innerText()).toMatch(/^1\u00a0month,|^1个月，/)
  await days.first().click()
  await page.locator('#sensitive').check()
  // One answer for the whole list, where nothing applies.
  await page.locator('[id="answers.all"]').check()
  await page.locator('#agree').check()
  await page.locator('.type-figure').waitFor()
  return ends
}

test.each(
  rowsOf(
    [
      { device: 'web', lang: 'en', theme: 'light' },
      { device: 'mobile', lang: 'cn', theme: 'dark' },
    ] as const,
    isSecond,
  ),
)(
  'bought: priced, declared, paid, and a policy of its own covers until the new day ($device $lang)',
  async ({ device, lang, theme }) => {
    const stored = await signIn(it.site)
    const { id, offer } = await extendable(stored)
    const visitor = await it.visitor({ device, lang, theme, stored })
    const { page, say } = visitor
    await visitor.go(`/insurance-policy/details?id=${id}`)
    await page.locator('#extend a').click()
    await at(visitor, EXTEND)
    await page.locator('#ends').waitFor()
    await action(visitor).click()
    await page.locator('.error-summary').waitFor()
    expect(await page.locator('.error-summary li').count(), 'last day, consent, terms').toBe(3)
    await picture(visitor, 'next-term-consent')
    await page.locator('#sensitive').check()
    await action(visitor).click()
    await page.locator('.error-summary').waitFor()
    expect(await page.locator('.error-summary li').count(), 'last day, the list of questions, terms').toBe(3)
    expect(await axe(page)).toEqual([])
    const ends = await fillIn(visitor, offer)
    // What was filled in is still there after a reload.
    await page.reload()
    await page.locator('#agree').check()
    await page.locator('.type-figure').waitFor()
    await picture(visitor, 'next-term')
    await action(visitor).click()
    if (device === 'web') {
      await at(visitor, '/payment/confirm')
      await sees(visitor, say('cashier:confirm.otherLead'))
      await action(visitor).click()
    }
    await at(visitor, payPath(visitor))
    await toGateway(visitor)
    await decide(visitor, 'pay')
    await at(visitor, succeedPath(visitor))
    await sees(visitor, say('extension:paid.title', { day: formatDay(ends, lang) }))
    await picture(visitor, 'next-term-paid')
    await page.getByRole('link', { name: say('cashier:confirm.back') }).click()
    // The next term is a policy of its own, and each names the other.
    await at(visitor, '/insurance-policy/details')
    await sees(visitor, formatDay(ends, lang))
    await sees(visitor, say('policies:terms.previous'))
    await page.locator('a[href*="invoice=extension."]').first().waitFor({ state: 'attached' })
    await picture(visitor, 'next-term-policy')
    await page.locator(`a[href$="/insurance-policy/details?id=${id}"]`).click()
    await sees(visitor, say('policies:terms.next'))
    await page.locator('#surrender').waitFor()
    expect(await page.locator('#extend').count(), 'bought already').toBe(0)
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'next-term-bought')
    await visitor.go(`${EXTEND}?id=${id}`)
    await page.getByRole('link', { name: new RegExp(say('extension:toNext', { number: '' })) }).waitFor()
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'next-term-blocked')
  },
)

test('begun on a phone, in Chinese, and given up: nothing of the policy changed', async () => {
  const stored = await signIn(it.site)
  const { id, offer } = await extendable(stored)
  const visitor = await it.visitor({ device: 'mobile', lang: 'cn', stored })
  const { page, say } = visitor
  await visitor.go(`${EXTEND}?id=${id}`)
  await page.locator('#ends').waitFor()
  await page.locator('#sensitive').check()
  const [question] = offer.health.questions
  await page.locator('[id="answers.all.some"]').check()
  await page.locator(`[id="answers.${question?.id ?? ''}"]`).check()
  await page.getByText(say('extension:health.stop', { phone: '', email: '' }).slice(0, 10)).waitFor()
  await fillIn(visitor, offer)
  await action(visitor).click()
  await at(visitor, payPath(visitor))
  await methodButton(visitor).waitFor()
  await picture(visitor, 'next-term-pay')
  await visitor.go(`${EXTEND}?id=${id}`)
  await sees(visitor, say('extension:pending.title'))
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: say('extension:pending.drop') }).click()
  await sees(visitor, say('extension:title'))
  await page.locator('#ends').waitFor()
})
