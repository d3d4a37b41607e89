/** Following a claim from two devices, and over a connection that loses replies. */
import { expect, test } from 'vitest'
import { loadCase } from '../../../src/features/claims/server/case/load-case.ts'
import { requestDocuments } from '../../../src/features/claims/server/case/document-requests.ts'
import { visit } from '../../browser/visit.ts'
import { both, claimant, eachWithClaimant, open, sent, server } from './followed-claim.ts'

eachWithClaimant()

/** A claim that waits for a test report, and the item that asks for it. */
async function asked(): Promise<{ by: string; id: string; item: string }> {
  const act = await sent()
  await requestDocuments(server.deps, {
    ...act,
    items: [{ kind: 'test_report', reason: both('The report is missing.', '缺少报告。') }],
  })
  const { items } = await loadCase(server.deps, act.id)
  return { ...act, item: items.at(-1)?.id ?? '' }
}

test('a document that another device adds while the page is being read appears at the first look', async () => {
  const { id, item } = await asked()
  const page = await open({})
  await visit(page, 'en', `/claim/query/image_list?id=${id}`)
  await page.getByRole('button', { name: /^View/ }).first().waitFor()
  await claimant.upload('test_report', { item })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByRole('button', { name: 'View Test report' }).waitFor()
  expect(page.trouble).toEqual({ console: [], requests: [] })
  await page.context().close()
})

test('an answer to a request that arrived without a reply is found at the second press', async () => {
  const { id, item } = await asked()
  await claimant.upload('test_report', { item })
  const page = await open({ device: 'mobile' })
  await visit(page, 'en', `/claim/application/supplement?id=${id}`)
  let lost = 0
  await page.route('**/claim/sendSupplement*', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    return route.abort()
  })
  const send = page.getByRole('button', { name: 'Send documents' })
  await send.click()
  await page.locator('.toast').waitFor()
  await send.click()
  await page.waitForURL(/progress.*sent=1/)
  await page.getByText('Documents received.').waitFor()
  await page.context().close()
})
