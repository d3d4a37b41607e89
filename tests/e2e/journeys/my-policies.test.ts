/** "My policies": the tabs, a search across all of them, and everything that a policy's page shows and offers. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/app/storage/storage.ts'
import { listPolicies, getPolicy, POLICY_TABS, type PolicyView } from '../../../src/features/policies/contract.ts'
import { formatDay } from '../../../src/lib/days/dates.ts'
import { formatMoney } from '../../../src/lib/money/money.ts'
import type { Lang } from '../../../src/lib/locale.ts'
import { ok } from '../../api/orders-fixtures.ts'
import type { Stored } from '../../browser/sandbox.ts'
import { axe, clientOf, signIn } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { isFirst, isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()
const VIEWS = [
  { device: 'web', lang: 'en' },
  { device: 'mobile', lang: 'cn', theme: 'dark' },
] as const

function callsOf(stored: Stored, lang: Lang) {
  const store = memoryStore()
  for (const [name, value] of Object.entries(stored)) store.setItem(name, value)
  return clientOf(it.site, lang, store)
}

const tabs = ({ page }: Visitor) => page.locator('main').getByRole('tab')

test.each(rowsOf(VIEWS, isFirst))(
  'tabs with their counts, a search over all of them, and none found: $device $lang',
  async (view) => {
    const stored = await signIn(it.site)
    const client = callsOf(stored, view.lang)
    const { counts } = ok(await client.request(listPolicies, {}))
    const ended = ok(await client.request(listPolicies, { tab: 'expired' })).policies[0]
    if (!ended) throw new Error('the demo account has no policy that has ended')
    const visitor = await it.visitor({ ...view, stored })
    const { page, say } = visitor
    await visitor.go('/insurance-policy/list')
    // The tabs stand before the list of policies tells their counts.
    await expect
      .poll(() => tabs(visitor).allInnerTexts())
      .toEqual(
        POLICY_TABS.map((tab) => expect.stringMatching(new RegExp(`${say(`policies:tab.${tab}`)}\\s*${counts[tab]}$`))),
      )
    await tabs(visitor).nth(1).click()
    await at(visitor, '/insurance-policy/list', { tab: 'pending_activation' })
    // The policy found is in another tab, which is then shown.
    await page.locator('#policy-search').fill(ended.number)
    await page.getByRole('button', { name: say('policies:search.go'), exact: true }).click()
    await sees(visitor, ended.number)
    await at(visitor, '/insurance-policy/list', { tab: 'expired', q: ended.number })
    await picture(visitor, 'policies-found')
    // A reload, or the link opened elsewhere, shows the result again.
    await page.reload()
    await sees(visitor, ended.number)
    await page.locator('#policy-search').fill('YF99-0000')
    await page.locator('#policy-search').press('Enter')
    await sees(visitor, say('policies:search.none', { search: 'YF99-0000' }))
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'policies-none-found')
    await page.getByRole('button', { name: say('policies:search.all'), exact: true }).click()
    await expect.poll(() => page.locator('#policy-search').inputValue()).toBe('')
  },
)

async function download({ page }: Visitor, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return (await readFile(await file.path())).subarray(0, 5).toString()
}

/** A policy in force whose buyer is insured, with a form of a school. */
async function withForm(client: ReturnType<typeof callsOf>): Promise<PolicyView> {
  for (const tab of ['valid', 'pending_activation'] as const) {
    for (const { id } of ok(await client.request(listPolicies, { tab })).policies) {
      const policy = ok(await client.request(getPolicy, { id }))
      if (policy.role === 'buyer' && policy.schoolForms.length > 0) return policy
    }
  }
  throw new Error('the demo account has no policy with a form of a school')
}

test.each(rowsOf(VIEWS, isSecond))('what the policy says, and each of its documents: $device $lang', async (view) => {
  const stored = await signIn(it.site)
  const policy = await withForm(callsOf(stored, view.lang))
  const visitor = await it.visitor({ ...view, stored })
  const { page, say, lang } = visitor
  await visitor.go(`/insurance-policy/details?id=${policy.id}`)
  await page.locator('#surrender').waitFor()
  // On phones limits and people are collapsible rows.
  for (const row of await page.locator('main details > summary').all()) await row.click()
  const text = (await page.locator('main').innerText()).replace(/\s+/g, ' ').replaceAll('\u2060', '')
  const stated = [
    policy.planName,
    policy.number,
    policy.insurerFull,
    policy.people.insured.name,
    policy.people.policyholder.name,
    say(
      policy.people.policyholder.name === policy.people.insured.name
        ? 'policies:people.both'
        : 'policies:people.policyholder',
    ),
    formatMoney(policy.premium, lang),
    policy.territory,
    formatDay(policy.period.start, lang),
    formatDay(policy.period.end, lang),
    say('policies:dayCount', { count: policy.period.days }),
    say('policies:beneficiary'),
    say(`policies:status.${policy.status}`),
    say('policies:year.term'),
    say('policies:used.shown'),
    ...policy.benefits.map(({ label }) => label),
    ...policy.bears.map(({ label }) => label),
  ]
  for (const it of stated) expect(text).toContain(it.replace(/\s+/g, ' ').replaceAll('\u2060', ''))
  // ID numbers are masked.
  expect(policy.people.insured.idNumber).toContain('•')
  expect(text).toContain(policy.people.insured.idNumber)

  const documents = page.locator('#documents li')
  for (const kind of ['policy', 'certificate', 'visa_letter', 'waiver_letter', 'card', 'terms']) {
    const row = documents.filter({ hasText: say(`policies:documents.${kind}`) }).first()
    expect(await download(visitor, () => row.getByRole('button').first().click()), kind).toBe('%PDF-')
  }
  const form = documents.filter({ hasText: policy.schoolForms[0]?.name ?? '' }).first()
  expect(await download(visitor, () => form.getByRole('button').click())).toBe('%PDF-')
  expect(await download(visitor, () => page.getByRole('button', { name: say('policies:record.get') }).click())).toBe(
    '%PDF-',
  )
  const json = page
    .getByRole('button', { name: say('policies:record.data') })
    .or(page.getByText(say('policies:record.data'), { exact: true }))
    .first()
  expect(await download(visitor, () => json.click())).toMatch(/^[[{]/)
  // Claim, hospitals nearby, the next term: each is one press away.
  for (const path of ['/claim/application', '/claims/hospital', '/insurance-policy/extend'])
    expect(await page.locator(`main a[href*="${path}"]`).count(), path).toBeGreaterThan(0)
  await picture(visitor, 'policy-details')
  await page
    .locator('#documents')
    .getByRole('link', { name: say('policies:documents.invoice') })
    .click()
  await at(visitor, '/personal/order', { invoice: `plan.${policy.orderId}` })
  await page.locator('#invoice').getByText(policy.number).or(page.locator('#invoice button')).first().waitFor()
})

test('inside WeChat, which saves no file, a document says how to keep it', async () => {
  const stored = await signIn(it.site)
  const client = callsOf(stored, 'cn')
  const { policies } = ok(await client.request(listPolicies, {}))
  const visitor = await it.visitor({ device: 'mobile', lang: 'cn', stored })
  const { page, say } = visitor
  await page.addInitScript(() => {
    const agent = `${navigator.userAgent} MicroMessenger/8.0.50`
    Object.defineProperty(navigator, 'userAgent', { get: () => agent })
  })
  const saved: string[] = []
  page.on('download', (file) => saved.push(file.suggestedFilename()))
  await visitor.go(`/insurance-policy/details?id=${policies[0]?.id ?? ''}`)
  await sees(visitor, say('policies:documents.mailed'))
  await page.locator('#documents button').first().click()
  await sees(visitor, say('app:inWechat'))
  expect(await axe(page)).toEqual([])
  expect(saved).toEqual([])
})
