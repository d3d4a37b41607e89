/**
 * Following a claim: requested documents are sent from a phone, changes appear without reload, the result adds up, a
 * review is requested.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { loadCase } from '../../../src/features/claims/server/case/load-case.ts'
import { caseDoubts } from '../../../src/features/claims/server/settlement/case-doubts.ts'
import { decide } from '../../../src/features/claims/server/settlement/decide-claim.ts'
import { pay, paymentFailed } from '../../../src/features/claims/server/settlement/payment-results.ts'
import { takeIntoReview } from '../../../src/features/claims/server/case/handler-actions.ts'
import { requestDocuments } from '../../../src/features/claims/server/case/document-requests.ts'
import { visit } from '../../browser/visit.ts'
import { jpeg } from '../../api/hostile-files.ts'
import { ASSESSMENT, DECISION } from './partly-paid-decision.ts'
import { both, claimant, eachWithClaimant, good, open, sent, server } from './followed-claim.ts'
import { isLong } from '../../tools/long-form.ts'

const HOUR = 3_600_000

eachWithClaimant()

/** Adds a photo to the first document of the page, and waits for its receipt. */
async function addPhoto(page: Page): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'report.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await page
    .getByText(/Received \d|Use it anyway/)
    .first()
    .waitFor()
  const anyway = page.getByRole('button', { name: 'Use it anyway' })
  if ((await anyway.count()) > 0) await anyway.click()
  await page
    .getByText(/Received \d/)
    .first()
    .waitFor()
}

/** The people of this file claim one visit again and again: what their cases have in common is confirmed. */
async function decideSent(act: { by: string; id: string }): Promise<void> {
  const found = await loadCase(server.deps, act.id)
  const { doubts } = await caseDoubts(server.deps, server.deps.db, found, ASSESSMENT)
  await decide(server.deps, { ...act, ...DECISION, confirm: doubts.map(({ id }) => id) })
}

test('what is asked for is sent from a phone, and the decision appears by itself', async () => {
  const act = await sent()
  await requestDocuments(server.deps, {
    ...act,
    items: [
      {
        kind: 'test_report',
        reason: both('The record names a blood test; its report is missing.', '病历提到验血，缺少报告。'),
      },
      { kind: 'prescription', reason: both('There is a bill for medicine and no prescription.', '有药费，没有处方。') },
    ],
  })
  const page = await open({ device: 'mobile' })
  await visit(page, 'en', `/claim/query/progress?id=${act.id}`)
  await good(page)
  await page.getByRole('link', { name: 'Add documents' }).click()
  await page.getByRole('button', { name: 'Send documents' }).click()
  await page.getByRole('link', { name: /^Test report: add it/ }).waitFor()
  await good(page)
  await page.getByRole('link', { name: 'Add Test report' }).click()
  await addPhoto(page)
  // Received does not mean checked yet; this server checks when the test tells it to.
  await server.check()
  await page.getByRole('link', { name: 'Next document' }).click()
  await page.getByRole('button', { name: 'Send documents' }).click()
  const stillMissing = page.getByRole('link', { name: /^Prescription: add it/ })
  await stillMissing.waitFor()
  await page.getByRole('button', { name: 'I cannot get this document' }).click()
  await page.getByRole('button', { name: 'Save reason' }).click()
  await page.getByText('Choose why you cannot get it').waitFor()
  await page.getByRole('radio', { name: 'Another reason' }).check()
  await page.getByRole('button', { name: 'Save reason' }).click()
  await page.getByText('Write why you cannot get it').waitFor()
  await good(page)
  await page.getByLabel('What is the reason?').fill('The pharmacy has closed.')
  await page.getByRole('button', { name: 'Save reason' }).click()
  await page.getByText('You told us that you cannot get it.').waitFor()
  await stillMissing.waitFor({ state: 'detached' })
  await good(page)
  await page.getByRole('button', { name: 'Send documents' }).click()
  await page.getByText('Documents received.').waitFor()

  server.advance(HOUR)
  await takeIntoReview(server.deps, { ...act, handler: 'Wu Min' })
  await decideSent(act)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByRole('heading', { name: /CNY\s252\.10/ }).waitFor()
  expect(await page.locator('p[role=status]').allInnerTexts()).toContain('This claim has changed: Partly payable')
  await page.context().close()
})

test('a payment that came back, the account put right, the result line by line, and a review', async () => {
  const act = await sent()
  await decideSent(act)
  await pay(server.deps, act)
  await paymentFailed(server.deps, {
    ...act,
    reason: both('Account name and number do not belong together.', '户名与账号不符。'),
  })
  const page = await open({ lang: 'cn' })
  await visit(page, 'cn', `/claim/query/progress?id=${act.id}`)
  const account = page.getByRole('link', { name: '更正收款账户' })
  await account.waitFor()
  const { claim } = await loadCase(server.deps, act.id)
  const shown = await page.locator('main').innerText()
  for (const text of [claim.case_number ?? '?', '林晓']) expect(shown).toContain(text)
  await account.click()
  await page.getByLabel('账号').fill('62220212345678')
  await page.getByRole('button', { name: '核对账户' }).click()
  await page.locator('.error-summary').waitFor()
  await good(page)
  // A reload takes nothing that was typed, and the number is nowhere in the open.
  const stored = await page.evaluate(() => [localStorage, sessionStorage].map((it) => JSON.stringify(it)).join())
  expect(stored).not.toContain('62220212345678')
  await page.reload()
  await expect.poll(() => page.getByLabel('账号').inputValue()).toBe('62220212345678')
  await page.getByLabel('账号').fill('6222020000000000000')
  await page.getByRole('button', { name: '核对账户' }).click()
  await page.getByRole('dialog').getByText('尾号0000').waitFor()
  await page.getByRole('button', { name: '保存账户' }).click()
  await page.getByText('付款中').first().waitFor()
  await pay(server.deps, { ...act, reference: '2603 0500 1700 83' })
  await server.drain()

  for (const layout of ['detail_complete', 'detail_complete_pingan']) {
    await visit(page, 'cn', `/claim/query/${layout}?id=${act.id}`)
    expect(await page.locator('.equation .type-sum').allInnerTexts()).toEqual([
      '781.41',
      '201.30',
      '300.00',
      '28.01',
      '252.10',
    ])
    // The day of the application, among those of the case.
    expect(await page.locator('main').innerText()).toMatch(/提交\s+\d+年?/)
    await good(page)
  }
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载理赔决定通知书' }).click()
  expect((await download).suggestedFilename()).toMatch(/^理赔决定通知书YF-C-.*\.pdf$/)
  await page.getByRole('link', { name: '申请复核' }).click()
  await page.getByRole('button', { name: '提交复核申请' }).click()
  await page.locator('.error-summary').waitFor()
  await page.getByLabel('其中几项').check()
  await page.getByLabel(/维生素/).check()
  await page.getByLabel('有异议的理由').fill('医生开过处方，可以补交。')
  await good(page)
  await page.getByRole('button', { name: '提交复核申请' }).click()
  await page.getByText('您已申请复核').waitFor()
  await visit(page, 'cn', `/claim/query/image_list?id=${act.id}`)
  await page.getByRole('button', { name: /^查看/ }).first().click()
  await page.locator('dialog[open] img').waitFor()
  await page.keyboard.press('+')
  await good(page)
  await page.context().close()
})

test.runIf(isLong)(
  'a document that nobody asked for is added on a phone, and Back closes what lies over the page',
  async () => {
    const act = await sent()
    const page = await open({ device: 'mobile' })
    await visit(page, 'en', `/claim/query/progress?id=${act.id}`)
    await page.getByRole('link', { name: 'Add a document' }).click()
    await page.getByLabel('Which document is it?').selectOption('test_report')
    await good(page)
    await addPhoto(page)
    const { documents } = await loadCase(server.deps, act.id)
    expect(documents.filter(({ kind }) => kind === 'test_report')).toHaveLength(1)

    await visit(page, 'en', `/claim/query/image_list?id=${act.id}`)
    await page
      .getByText(/^Uploaded by you, /)
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^View/ }).first().click()
    await page.locator('dialog[open] img').waitFor()
    await page.goBack()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/claim/query/image_list')
    // Closed by its button, it leaves no step behind.
    await page.getByRole('button', { name: /^View/ }).first().click()
    await page.locator('dialog[open] img').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    // From the list one comes to where it was added, and removes it there after a question.
    await page.getByRole('link', { name: /^Remove/ }).click()
    await page.waitForURL(/supplement\/detail/)
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.locator('dialog[open]').waitFor()
    await good(page)
    await page.goBack()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect((await loadCase(server.deps, act.id)).documents.filter(({ kind }) => kind === 'test_report')).toEqual([])
    await good(page)
    await page.goBack()
    await page.goBack()
    await page.waitForURL(/supplement\/detail/)

    claimant.view = undefined
    const draft = await claimant.start()
    await visit(page, 'en', `/claim/application/read?id=${draft.id}`)
    await page.getByRole('button', { name: 'Sign sideways' }).click()
    await page.locator('dialog[open]').waitFor()
    await page.goBack()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/claim/application/read')
    expect(page.trouble).toEqual({ console: [], requests: [] })
    await page.context().close()
  },
)

test.runIf(isLong)(
  'withdrawn after a question that says what it means, and readable without a connection',
  async () => {
    const act = await sent()
    const page = await open({ device: 'mobile', theme: 'dark' })
    await visit(page, 'en', `/claim/query/progress?id=${act.id}`)
    await page.getByRole('button', { name: 'Withdraw this claim' }).click()
    await page.getByText('You can claim for the same event again until 1 March 2028.').waitFor()
    await good(page)
    await page.getByRole('button', { name: 'Withdraw claim' }).click()
    await page.getByText('You withdrew the claim').first().waitFor()
    await page.context().setOffline(true)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByText('No connection.').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Sore throat')
    await page.context().setOffline(false)

    // Addresses kept from before promise nothing more.
    await page.goto(`/claim/query/detail_complete?id=${act.id}`)
    await page.getByRole('heading', { level: 1, name: 'This claim was withdrawn' }).waitFor()
    for (const old of ['upload', 'success']) {
      await page.goto(`/claim/application/${old}?id=${act.id}`)
      await page.waitForURL(/\/claim\/query\/progress/)
      await page.getByText('You withdrew the claim').first().waitFor()
    }
    await page.context().close()
  },
)
