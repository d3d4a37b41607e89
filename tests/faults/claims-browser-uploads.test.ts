/** Nine photos of a real draft over a connection that is cut at 20 random moments (design §6.1–6.3): nine receipts, none twice, none lost. */
import { expect, test } from 'vitest'
import { badLine } from '../browser/bad-line.ts'
import { openContext } from '../browser/visit.ts'
import { act, choose, draftHouse, dice, onStep, photos, recovering, slot, stored } from './claims-browser-kit.ts'
import { pagePath } from '../../src/features/claims/steps.ts'

const it = draftHouse()
const CUTS = 20
/** Which moments the server dies at; the others are the line's or the phone's. */
const DEATHS = [7, 15]

test(`nine photos while the connection is cut at ${CUTS} random moments`, async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
  process.stdout.write(`cuts of uploads: SEED=${seed}\n`)
  const random = dice(seed)
  const patient = await it.patient('documents')
  const files = await photos(9)
  const size = Math.min(...files.map(({ buffer }) => buffer.length))
  let cut = 0
  const line = await badLine(it.site.url, '/file/claim/upload', () => {
    if (cut === CUTS) return undefined
    cut += 1
    const die = DEATHS.includes(cut)
    const part = random()
    if (part < 0.25 && !die) return { at: 'answer' }
    return { at: 'body', bytes: Math.floor(random() * size), then: die ? () => it.site.kill().then(() => it.site.restart()) : part > 0.75 ? blink : undefined }
  })
  const context = await openContext(it.browser, line, { device: 'mobile', stored: await patient.login() })
  await recovering(context)
  const page = await context.newPage()
  const blink = async (): Promise<void> => {
    await context.setOffline(true)
    await page.waitForFunction(() => !navigator.onLine)
    await context.setOffline(false)
  }
  try {
    await page.goto(pagePath('documents', patient.id))
    await onStep({ page, lang: 'en' }, 'documents')
    await choose({ page }, 'invoice', files)
    const rows = slot({ page }, 'invoice').locator('.upload-row')
    await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(9)
    // Whenever the page changes from here on, the way to the next step is either held or all nine have their receipt.
    await page.evaluate(() => {
      const look = (): void => {
        const group = [...document.querySelectorAll('.upload-group')].find((one) => one.querySelector('#upload-invoice'))
        const open = [...document.querySelectorAll('main .btn-accent')].some((one) => one.getAttribute('aria-disabled') !== 'true')
        const there = group?.querySelectorAll('.upload-row .text-ok').length ?? 0
        if (open && there < 9) document.body.dataset['slipped'] = String(there)
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    await act({ page }).tap({ force: true })
    await expect.poll(() => cut, { timeout: 60_000 }).toBe(CUTS)
    await expect.poll(() => slot({ page }, 'invoice').locator('.upload-row .text-ok').count(), { timeout: 60_000 }).toBe(9)
    await page.locator('main .btn-accent:not([aria-disabled])').filter({ visible: true }).waitFor()
    expect(await page.evaluate(() => document.body.dataset['slipped'])).toBeUndefined()
    expect(new URL(page.url()).pathname).toBe('/claim/application/upload')

    const { documents } = await stored(it.server(), patient.id)
    const invoices = documents.filter(({ kind }) => kind === 'invoice')
    expect(invoices).toHaveLength(9)
    expect(new Set(invoices.map(({ sha256 }) => sha256)).size).toBe(9)
    const said = await rows.locator('.text-micro').allTextContents()
    for (const { sha256 } of invoices) expect(said.join()).toContain(`${sha256.slice(0, 4)}-${sha256.slice(4, 8)}`.toUpperCase())
    for (const { file_id: id } of invoices) expect((await it.server().deps.files.bytes(id))?.bytes.length).toBeGreaterThan(1000)

    // Nothing is left on the phone to be sent again: what is seen after a reload comes from the server.
    const again = page.waitForRequest((request) => request.url().includes('/claim/upload'), { timeout: 1 }).then(() => true, () => false)
    await page.reload()
    await onStep({ page, lang: 'en' }, 'documents')
    await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(9)
    expect(await again).toBe(false)
    expect((await stored(it.server(), patient.id)).documents).toHaveLength(documents.length)
  } finally {
    await context.close()
    await line.close()
  }
}, 240_000)
