/**
 * Nine photos of a real draft over a connection that is cut at 20 random moments (design §6.1–6.3): nine receipts, no
 * duplicates, no losses.
 */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { processOf } from '../browser/site.ts'
import { unreliableConnection } from '../browser/unreliable-connection.ts'
import { openContext, overflowingParts, networkAtRest } from '../browser/visit.ts'
import {
  act,
  choose,
  draftHouse,
  seededRandom,
  killTab,
  onStep,
  photos,
  openAnotherTab,
  recovering,
  slot,
  stored,
} from './claims-browser-fixtures.ts'
import { pagePath } from '../../src/features/claims/steps.ts'
import { isLong } from '../tools/long-form.ts'

const it = draftHouse({ killable: true })
const CUTS = isLong ? 20 : 7
/** The moments at which the server is killed; at the others the connection or the phone fails. */
const DEATHS = isLong ? [7, 15] : [4]

test(`nine photos while the connection is cut at ${CUTS} random moments`, async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
  process.stdout.write(`cuts of uploads: SEED=${seed}\n`)
  const random = seededRandom(seed)
  const patient = await it.patient('documents')
  const files = await photos(9)
  const size = Math.min(...files.map(({ buffer }) => buffer.length))
  let cut = 0
  const restarted = async (): Promise<void> => {
    const site = processOf(it.site)
    await site.kill()
    await site.restart()
  }
  const line = await unreliableConnection(it.site.url, '/file/claim/upload', () => {
    if (cut === CUTS) return undefined
    cut += 1
    const die = DEATHS.includes(cut)
    const part = random()
    if (part < 0.25 && !die) return { at: 'answer' }
    return {
      at: 'body',
      bytes: Math.floor(random() * size),
      before: die ? restarted : part > 0.75 ? blink : undefined,
    }
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
    await expect.poll(() => rows.count()).toBe(9)
    // From here on, whenever the page changes, the next step is either blocked or all nine files have their receipt.
    await page.evaluate(() => {
      const look = (): void => {
        const group = [...document.querySelectorAll('.upload-group')].find((one) =>
          one.querySelector('#upload-invoice'),
        )
        const open = [...document.querySelectorAll('main .btn-accent')].some(
          (one) => one.getAttribute('aria-disabled') !== 'true',
        )
        const there = group?.querySelectorAll('.upload-row .text-micro').length ?? 0
        if (open && there < 9) document.body.dataset['slipped'] = String(there)
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    await act({ page }).tap({ force: true })
    await expect.poll(() => cut).toBe(CUTS)
    await expect.poll(() => slot({ page }, 'invoice').locator('.upload-row .text-ok').count()).toBe(9)
    await page.locator('main .btn-accent:not([aria-disabled])').filter({ visible: true }).waitFor()
    expect(await page.evaluate(() => document.body.dataset['slipped'])).toBeUndefined()
    expect(new URL(page.url()).pathname).toBe('/claim/application/upload')

    const { documents } = await stored(it.server(), patient.id)
    const invoices = documents.filter(({ kind }) => kind === 'invoice')
    expect(invoices).toHaveLength(9)
    expect(new Set(invoices.map(({ sha256 }) => sha256)).size).toBe(9)
    const said = await rows.locator('.text-micro').allTextContents()
    for (const { sha256 } of invoices)
      expect(said.join()).toContain(`${sha256.slice(0, 4)}-${sha256.slice(4, 8)}`.toUpperCase())
    for (const { file_id: id } of invoices)
      expect((await it.server().deps.files.bytes(id))?.bytes.length).toBeGreaterThan(1000)

    // The phone has nothing left to send: what a reload shows comes from the server.
    const again: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/claim/upload')) again.push(request.url())
    })
    await page.reload()
    await onStep({ page, lang: 'en' }, 'documents')
    await expect.poll(() => rows.count()).toBe(9)
    // When the connection is back, the queue sends what is on the phone, and the page asks the server for changes.
    const looked = page.waitForResponse((response) => response.url().includes('/claim/watch'))
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await looked
    expect(again).toEqual([])
    expect((await stored(it.server(), patient.id)).documents).toHaveLength(documents.length)
  } finally {
    await context.close()
    await line.close()
  }
})

test.runIf(isLong)(
  'photos without a connection: named as waiting on every page of the draft, shown in full, and pointed out when chosen twice',
  async () => {
    const patient = await it.patient('documents')
    let phone = await it.open(patient, 'documents')
    const { say } = phone
    const rows = () => slot(phone, 'invoice').locator('.upload-row')
    it.allow(/claim\/(upload|watch|draft)|ERR_INTERNET_DISCONNECTED/)
    await networkAtRest(phone.page)
    await phone.context.setOffline(true)
    const [photo] = await photos(1)
    if (!photo) throw new Error('no photo')
    await choose(phone, 'invoice', [photo, { ...photo, name: 'again.jpg' }])
    await rows().nth(1).getByText(say('claims:sameFile.here')).waitFor()
    expect(await rows().nth(0).getByText(say('claims:sameFile.here')).count()).toBe(0)
    // The bar does not say that they are being sent.
    await expect.poll(() => act(phone).innerText()).toBe(say('claims:photos.stopped', { count: 2 }))
    await phone.page.getByRole('button', { name: say('claims:photos.now') }).waitFor()

    // In full size, from this phone, also by keyboard; and back to the same place.
    const name = say('uploads:view', {
      name: say('uploads:page', { title: say('claims:document.invoice.name'), page: 1 }),
    })
    const thumb = phone.page.getByRole('button', { name })
    await thumb.tap()
    await phone.page.locator('dialog[open] img').waitFor()
    expect(await overflowingParts(phone.page)).toEqual([])
    await phone.page.keyboard.press('Escape')
    await phone.page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(await thumb.evaluate((button) => button === document.activeElement)).toBe(true)

    await phone.page
      .locator('main')
      .getByRole('button', { name: say('claimform:back') })
      .filter({ visible: true })
      .tap()
    await onStep(phone, 'account')
    await phone.page.getByText(say('claims:photos.kept.mobile', { count: 2 })).waitFor()
    await phone.page.getByRole('button', { name: say('claims:photos.go') }).tap()
    await onStep(phone, 'documents')

    await killTab(phone.page)
    await phone.context.setOffline(false)
    phone = await openAnotherTab(phone)
    await phone.go(pagePath('policy', undefined))
    await phone.page.getByText(say('claims:photos.kept.mobile', { count: 2 })).waitFor()
    await phone.page.getByRole('link', { name: say('claims:photos.go') }).tap()
    await onStep(phone, 'documents')
    await expect.poll(() => rows().locator('.text-ok').count()).toBe(2)
  },
)

test('the button leads to what waits for a decision or is missing', async () => {
  const patient = await it.patient('documents')
  const phone = await it.open(patient, 'documents')
  const { page, say } = phone
  const small = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
  await choose(phone, 'proof_of_account', [{ name: 'small.jpg', mimeType: 'image/jpeg', buffer: small }])
  await expect.poll(() => act(phone).innerText()).toBe(say('claimform:documents.decide', { count: 1 }))
  // The button says why, and leads there.
  expect(await act(phone).getAttribute('aria-disabled')).toBeNull()
  await act(phone).click()
  /** Whether the focus is in the group of a document, inside the screen. */
  const isAt = (kind: string) =>
    slot(phone, kind).evaluate((group) => {
      const at = document.activeElement
      const { top = -1, bottom = 0 } = at?.getBoundingClientRect() ?? {}
      return group.contains(at) && at !== group && top >= 0 && bottom <= innerHeight
    })
  await expect.poll(() => isAt('proof_of_account')).toBe(true)
  // A file that cannot be used is to be replaced, which is no decision.
  await choose(phone, 'proof_of_account', [{ name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }])
  await expect
    .poll(() => act(phone).innerText())
    .toBe(say('claimform:documents.replaceDecide', { count: 1, decide: 1 }))
  await slot(phone, 'proof_of_account').locator('.upload-row[data-state="failed"] .btn-square').click()
  await slot(phone, 'proof_of_account')
    .getByRole('button', { name: say('uploads:anyway') })
    .click()
  await expect.poll(() => act(phone).innerText()).toBe(say('claimform:documents.go'))
  await act(phone).click()
  await onStep(phone, 'check')
  await page.getByRole('button', { name: say('claims:document.invoice.name'), exact: true }).click()
  await onStep(phone, 'documents')
  await expect.poll(() => isAt('invoice')).toBe(true)
})
