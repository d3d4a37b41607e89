/**
 * Pages that are open while the site is updated: what is pressed next works where the files of the page are kept, and
 * where they are gone it says so, and one tap heals it. Also: a build that fails leaves the site as it was.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { pagePath } from '../../src/features/claims/steps.ts'
import { release } from '../browser/next-release.ts'
import { isLong, isSecond, rowsOf } from '../tools/long-form.ts'
import { signIn, type Stored } from '../browser/sandbox.ts'
import { networkAtRest, type View } from '../browser/visit.ts'
import { claimSite, type Person } from './journeys/claim-fixtures.ts'
import { pressSend, sentPage } from './journeys/claim-steps.ts'
import { at, sees, TWO_VIEWS, type Visitor } from './journeys/journeys.ts'
import { decide, issued, methodButton, orderIn, payNow, payPath, toGateway, trades } from './journeys/payment.ts'
import { prepareOrder } from './journeys/prepare-order.ts'
import { action, onStep } from './journeys/wizard.ts'

const it = claimSite()

/** Console lines of a browser whose scripts are gone. */
const allowMissing = (): void => it.allow(/\/assets\/|preload|Failed to (?:load|fetch)|dynamically imported/)

interface Open {
  path: string | (() => Promise<{ path: string; stored: Stored }>)
  view?: View
  /** What is pressed on the open page, after the release. */
  press: (visitor: Visitor) => Promise<unknown>
  /** What is there then, and after the tap that heals. */
  works: (visitor: Visitor) => Promise<unknown>
  /** What must be there before the release. */
  ready?: (visitor: Visitor) => Promise<unknown>
  /**
   * Where the files are gone: it works all the same, the page says so and is loaded again, or leads to one that says
   * so.
   */
  withoutFiles: 'works' | 'heals' | 'leads'
}

const tick = async ({ page, say }: Visitor, count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await page.getByLabel(say('plans:list.compare')).nth(i).check()
}

/** From the choice of a method to the policy's number, on the gateway's page too: paid once. */
const paying = (view: Required<Pick<View, 'device' | 'lang'>>): Open => ({
  path: async () => {
    const { id, stored } = await prepareOrder(it.site, { lang: view.lang })
    return { path: `${payPath(view)}?order=${id}`, stored }
  },
  view,
  press: (visitor) => payNow(visitor),
  works: async (visitor) => {
    await issued(visitor)
    expect(await trades(it.site, orderIn(visitor))).toBe(1)
  },
  withoutFiles: 'works',
})

/** Released while the payer is with the gateway, which leads back to a page of the next release. */
const returning = (view: Required<Pick<View, 'device' | 'lang'>>): Open => ({
  ...paying(view),
  ready: (visitor) => toGateway(visitor),
  press: (visitor) => decide(visitor, 'pay'),
})

/** The open page follows a payment that is made elsewhere: a code on a desktop, and the payer's phone. */
const following = (path: string, ready: (visitor: Visitor) => Promise<unknown>): Open => {
  const payer: { stored?: Stored } = {}
  return {
    path: async () => {
      const { id, stored } = await prepareOrder(it.site)
      payer.stored = stored
      return { path: `${path}?order=${id}`, stored }
    },
    view: { device: 'web', lang: 'en' },
    ready,
    press: async (visitor) => {
      const phone = await it.visitor({ device: 'mobile', lang: 'cn', ...payer })
      await phone.go(`${payPath(phone)}?order=${orderIn(visitor)}`)
      await methodButton(phone).waitFor()
      await payNow(phone)
      await issued(phone)
    },
    works: (visitor) => issued(visitor),
    withoutFiles: 'works',
  }
}

const claims: { person?: Person } = {}
beforeAll(async () => {
  claims.person = await it.insured('released')
})

/** The last step of a claim that is signed and complete. */
async function claimToSend(): Promise<{ path: string; stored: Stored }> {
  if (!claims.person) throw new Error('Nobody is insured')
  return { path: pagePath('check', await it.unsent(claims.person)), stored: claims.person.stored }
}

const PAGES: Readonly<Record<string, Open>> = {
  'signing out': {
    // A login of its own: another test may not be signed out.
    path: async () => ({
      path: '/personal/mine',
      stored: await signIn(it.site, `release-${crypto.randomUUID()}@example.com`),
    }),
    press: ({ page, say }) =>
      page
        .getByRole('button', { name: say('app:personal.leave') })
        .first()
        .click(),
    works: async (visitor) => {
      await at(visitor, '/home')
      expect(await visitor.page.evaluate((key) => localStorage.getItem(key), KEYS.token)).toBeNull()
    },
    // Asked for by the session's watch, which comes after the page.
    ready: ({ page }) =>
      page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/confirm-unsent-photos.')),
      ),
    withoutFiles: 'works',
  },
  'ticking a tier of the list': {
    path: '/plan/list?to=us',
    press: (visitor) => tick(visitor, 1),
    works: ({ page, say }) => page.getByText(say('plans:list.oneMore')).waitFor(),
    withoutFiles: 'works',
  },
  'the comparison of two tiers': {
    path: '/plan/list?to=us',
    press: async (visitor) => {
      await tick(visitor, 2)
      await visitor.page.getByRole('button', { name: visitor.say('plans:list.compareNow', { count: 2 }) }).click()
    },
    works: ({ page, say }) =>
      page
        .getByRole('link', { name: new RegExp(`^${say('plans:price.see')}`) })
        .first()
        .waitFor(),
    withoutFiles: 'heals',
  },
  'the next step of an application': {
    path: async () => {
      const { id, stored } = await prepareOrder(it.site, { upTo: 'people' })
      return { path: `/confirm?id=${id}&step=people`, stored }
    },
    press: async (visitor) => {
      await onStep(visitor, 'people')
      await action(visitor).click()
    },
    works: (visitor) => onStep(visitor, 'health'),
    withoutFiles: 'heals',
  },
  'paying on a desktop': paying({ device: 'web', lang: 'en' }),
  'paying on a phone': paying({ device: 'mobile', lang: 'cn' }),
  'coming back from the gateway to a desktop': returning({ device: 'web', lang: 'en' }),
  'coming back from the gateway to a phone': returning({ device: 'mobile', lang: 'cn' }),
  'a code on the screen that a phone pays': following('/fyqr', ({ page, say }) =>
    page.getByRole('img', { name: say('cashier:qr.label') }).waitFor(),
  ),
  'the choice of a method, while a phone pays': following('/payment/pay', (visitor) =>
    methodButton(visitor, 'wechat').waitFor(),
  ),
  'sending a claim': {
    path: claimToSend,
    ready: ({ page }) => page.getByRole('checkbox').first().waitFor(),
    press: pressSend,
    works: async (visitor) => {
      const { id } = await sentPage(visitor)
      await it.becomes(id, 'submitted')
    },
    withoutFiles: 'works',
  },
  'the search': {
    path: '/insurance',
    press: ({ page }) => page.keyboard.press('/'),
    works: ({ page }) => page.locator('dialog[open] input').waitFor(),
    withoutFiles: 'leads',
  },
}

const CASES = Object.entries(PAGES).flatMap(([what, open]) => [true, false].map((kept) => ({ what, open, kept })))

/** The short form: a phone that pays, a claim that is sent, a page that heals, and one that leads to another. */
const IN_SHORT = ['paying on a phone', 'sending a claim', 'the next step of an application', 'the search']

test.each(rowsOf(CASES, ({ what, kept }) => !kept && IN_SHORT.includes(what)))(
  '$what, with the files of the open page kept: $kept',
  async ({ open, kept }) => {
    allowMissing()
    const { path, stored } = typeof open.path === 'string' ? { path: open.path, stored: {} } : await open.path()
    const visitor = await it.visitor({ ...open.view, stored })
    const { page, say } = visitor
    await visitor.go(path)
    await open.ready?.(visitor)
    await networkAtRest(page)
    await release(page, { kept })
    await open.press(visitor)
    if (!kept && open.withoutFiles === 'heals') {
      const said = page.getByRole('alert').filter({ visible: true }).first()
      await said.waitFor()
      await said.getByRole('button', { name: say('app:load.again') }).click()
    }
    if (!kept && open.withoutFiles === 'leads') {
      await at(visitor, '/claims/FAQ')
      await page.getByText(say('headerandfooter:searchFailed')).waitFor()
      await open.press(visitor)
    }
    await open.works(visitor)
  },
)

/** Until the page is loaded anew, this call is answered in a way that the page does not know. */
async function answerAnew(page: Page, call: string): Promise<void> {
  let pages = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) pages++
  })
  await page.route(new RegExp(`/index/${call}\\b`), async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    return route.fulfill({ response, body: pages > 1 ? text : text.replace('"data":', '"data":[],"unheardOf":') })
  })
}

test.each(rowsOf(TWO_VIEWS, isSecond))(
  'an answer that an open page cannot read: one tap loads the page anew ($lang $device)',
  async (view) => {
    const made = await prepareOrder(it.site, { lang: view.lang })
    for (const { path, call, again } of [
      { path: `/confirm?id=${made.id}&step=check`, call: 'order/get', again: 'app:load.again' },
      { path: `${payPath(view)}?order=${made.id}`, call: 'pay/methods', again: 'app:load.again' },
    ]) {
      const visitor = await it.visitor({ ...view, stored: made.stored })
      const { page, say } = visitor
      await answerAnew(page, call)
      await visitor.go(path)
      await sees(visitor, say('app:failed.updated'))
      const tap = page.getByRole('button', { name: say(again) }).filter({ visible: true })
      await tap.click()
      await tap.waitFor({ state: 'hidden' })
      await page.locator('main h1').filter({ visible: true }).first().waitFor()
    }
  },
)

test('a link whose code did not load is not called used, and is tried again by one tap', async () => {
  it.allow(/\/assets\/|Failed to (?:load|fetch)/)
  const visitor = await it.visitor()
  const { page, say } = visitor
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/session/exchange')) calls.push(request.url())
  })
  await page.route('**/assets/exchange.*', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await visitor.go('/home?token=invented&a=1')
  await sees(visitor, say('session:login.linkFailed'))
  expect([calls, await page.getByText(say('session:login.linkUsed')).isVisible()]).toEqual([[], false])
  expect(page.url()).not.toContain('token')
  await page.unroute('**/assets/exchange.*')
  await page.getByRole('link', { name: say('session:login.linkAgain') }).click()
  await page.getByText(say('headerandfooter:linkUsed')).waitFor()
  expect(calls).toHaveLength(1)
})

/** Names, sizes and contents of all files. */
function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    hash.update(name)
    if (statSync(join(folder, name)).isFile()) hash.update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex')
}

test.runIf(isLong)('a build that fails leaves the site, byte for byte, and no other folder', () => {
  const parent = mkdtempSync(join(tmpdir(), 'failing-'))
  try {
    const site = join(parent, 'dist')
    cpSync('dist', site, { recursive: true })
    const before = fingerprint(site)
    // Astro refuses it long after the folder of the build was made.
    const built = spawnSync(process.execPath, ['src/programs/build/main.ts', '--lenient-dates'], {
      encoding: 'utf8',
      env: { ...process.env, OUT_DIR: site, PUBLIC_API_BASE: 'no address' },
    })
    expect([built.status, built.stderr]).toEqual([1, expect.stringContaining(`${site} is as it was.`)])
    expect(fingerprint(site)).toBe(before)
    // Beside the lock, a file by which two builds of one site keep away from each other.
    expect(readdirSync(parent).sort()).toEqual(['dist', 'dist.lock'])
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
})
