/**
 * Claims in a real browser with the real server; a second process over the same store prepares them and checks what is
 * left.
 */
import type { BrowserContext, Locator } from 'playwright-core'
import sharp from 'sharp'
import { DEVICE_SECRET, KEYS } from '../../src/app/storage/storage-keys.ts'
import type { AnswerPatch } from '../../src/features/claims/rules/claim-fields.ts'
import { answersOf } from '../../src/features/claims/server/answer-columns.ts'
import { claimablePolicies, saveClaim } from '../../src/features/claims/contract.ts'
import { CLAIM_STEPS, type ClaimStep } from '../../src/features/claims/list-contract.ts'
import { pagePath } from '../../src/features/claims/steps.ts'
import { createSession, findOrCreateUser } from '../../src/features/session/server/sessions.ts'
import { dayOf, endOfMonths } from '../../src/lib/days/dates.ts'
import { SESSION_MINUTES } from '../../src/lib/session-minutes.ts'
import type { Server } from '../../src/server/create-server.ts'
import { memoryStore } from '../../src/app/storage/storage.ts'
import { ANSWERS, Claimant, buyPolicy, tick } from '../api/claims-fixtures.ts'
import type { TestServer } from '../api/start-server.ts'
import { ok } from '../api/orders-fixtures.ts'
import type { Stored } from '../browser/sandbox.ts'
import type { SiteOptions } from '../browser/site.ts'
import type { Device } from '../browser/visit.ts'
import { clientOf, eventually } from '../e2e/browser-site.ts'
import { claimSite, type ClaimSite } from '../e2e/journeys/claim-fixtures.ts'
import type { Visitor } from '../e2e/journeys/journeys.ts'

export { killTab } from '../browser/kill-tab.ts'

export const today = (): string => dayOf(Date.now())

/** Somebody with a policy in force and a draft. */
export interface Patient {
  email: string
  id: string
  /** The same person on a device of the other kind, by calls. */
  there: Claimant
  /** Browser storage with a new login of theirs, a different one each time. */
  login: () => Promise<Stored>
}

export interface DraftHouse extends ClaimSite {
  /** A draft that has got to a step, with everything before it done. */
  patient: (upTo: ClaimStep) => Promise<Patient>
  /** Opens the patient's draft at a step, on a phone by default. */
  open: (patient: Patient, step: ClaimStep, view?: { device?: Device; lang?: 'en' | 'cn' }) => Promise<Visitor>
}

export function draftHouse(options: Pick<SiteOptions, 'killable'> = {}): DraftHouse {
  const it = claimSite(options)
  // Extended in place, not copied: the setup itself opens later.
  return Object.assign(Object.create(it) as ClaimSite, {
    patient: (upTo: ClaimStep) => patient(it, it.server(), upTo),
    open: async (
      who: Patient,
      step: ClaimStep,
      { device = 'mobile', lang = 'en' }: { device?: Device; lang?: 'en' | 'cn' } = {},
    ) => {
      const visitor = await it.visitor({ device, lang, stored: await who.login() })
      await visitor.go(pagePath(step, who.id))
      await onStep(visitor, step)
      return visitor
    },
  })
}

const comesBefore = (step: ClaimStep, upTo: ClaimStep): boolean => CLAIM_STEPS.indexOf(step) < CLAIM_STEPS.indexOf(upTo)
let patients = 0

async function patient(it: Pick<ClaimSite, 'site'>, { deps, advance }: Server, upTo: ClaimStep): Promise<Patient> {
  const email = `patient${(patients += 1)}.${Date.now().toString(36)}@example.com`
  const day = today()
  const server: TestServer = {
    url: it.site.url,
    deps,
    advance,
    logs: () => '',
    close: async () => undefined,
    drain: () => deps.outbox.drain(),
    check: () => deps.checking.drain(),
    client: () => ({ ...clientOf(it.site), seen: [] }),
  }
  await buyPolicy(server, {
    email,
    trip: {
      plan: 'global-study',
      tier: 'standard',
      start: day,
      end: endOfMonths(day, 12),
      destination: 'uk',
      arrived: false,
    },
  })
  const login = async (): Promise<Stored> => {
    const { token, csrf } = await deps.write(async (trx) =>
      createSession(deps, trx, (await findOrCreateUser(deps, trx, email)).id),
    )
    return {
      [KEYS.token]: JSON.stringify({ value: token, expiry: Date.now() + SESSION_MINUTES * 60_000 }),
      [KEYS.csrfName]: csrf.name,
      [KEYS.csrfToken]: csrf.token,
      [DEVICE_SECRET]: (patients + 1000).toString(16).padStart(64, '0'),
    }
  }
  const store = memoryStore()
  for (const [name, value] of Object.entries(await login())) store.setItem(name, value)
  const client = { ...clientOf(it.site, 'en', store), seen: [] }
  const there = new Claimant(server, client)
  await eventually(
    async () => (ok(await client.request(claimablePolicies, {})).policies.length > 0 ? true : undefined),
    'The policy',
  )
  if (upTo === 'policy') return { email, id: '', there, login }
  const { id } = await there.start(day)
  if (comesBefore('sign', upTo)) await there.sign()
  if (comesBefore('event', upTo)) await there.save(event(day))
  if (comesBefore('account', upTo)) await there.save(account)
  if (comesBefore('documents', upTo)) await there.uploadAll()
  there.view = ok(await client.request(saveClaim, { id, base: there.draft.version, patch: {}, step: upTo })).draft
  return { email, id, there, login }
}

const { accountOwn, accountCountry, accountName, accountNumber, bankName, bankFields, ...care } = ANSWERS.outpatient
const account: AnswerPatch = { accountOwn, accountCountry, accountName, accountNumber, bankName, bankFields }
const event = (day = today()): AnswerPatch => ({
  ...care,
  visits: care.visits.map((visit) => ({ ...visit, day })),
})
export { tick }

/** A claim's data in the store. */
export async function stored(books: Server, id: string) {
  const { db } = books.deps
  const row = await db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const documents = await db
    .selectFrom('claim_documents')
    .selectAll()
    .where('claim_id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
  return { row, answers: answersOf(books.deps, row), documents }
}

/** Ends all logins of a person, as if they had expired. */
export async function endLogins({ deps }: Server, email: string): Promise<void> {
  await deps.write(async (trx) => {
    const { id } = await findOrCreateUser(deps, trx, email)
    await trx
      .updateTable('sessions')
      .set({ revoked_at: deps.clock(), revoked_why: 'logout' })
      .where('user_id', '=', id)
      .execute()
  })
}

/** Waits until a step is shown: its address, and its heading. */
export async function onStep({ page, lang }: Pick<Visitor, 'page' | 'lang'>, step: ClaimStep): Promise<void> {
  const wanted = new URL(`http://site${lang === 'cn' ? '/cn' : ''}${pagePath(step, undefined)}`)
  await page.waitForURL(
    (url) => url.pathname === wanted.pathname && url.searchParams.get('part') === wanted.searchParams.get('part'),
  )
  await page.locator('main form, main #needed').first().waitFor()
}

export const field = ({ page }: Pick<Visitor, 'page'>, id: string): Locator => page.locator(`[id="${id}"]`)
/** The step's main button, in the phone's bar or in the page. */
export const act = ({ page }: Pick<Visitor, 'page'>): Locator =>
  page.locator('main .btn-accent').filter({ visible: true }).first()

/** Waits until the server has saved what was typed. */
export const saved = ({ page }: Pick<Visitor, 'page'>): Promise<unknown> =>
  page.waitForResponse((response) => response.url().includes('/claim/save') && response.ok())

/** Another tab of the same browser, with the browser's storage and without the tab's memory. */
export const openAnotherTab = (visitor: Visitor): Promise<Visitor> => visitor.tab()

/** Photos of grain, all different: sharp, light, and too large to be sent in one piece. */
export const photos = (count: number): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, i) => ({
      name: `${i + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp({
        create: {
          width: 900 + i,
          height: 1200,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 150, sigma: 40 },
        },
      })
        .jpeg({ quality: 70 })
        .toBuffer(),
    })),
  )

export const slot = ({ page }: Pick<Visitor, 'page'>, kind: string): Locator =>
  page.locator('.upload-group').filter({ has: page.locator(`[id="upload-${kind}"]`) })
/** Chooses files from the phone's album. */
export async function choose(
  visitor: Pick<Visitor, 'page'>,
  kind: string,
  files: Awaited<ReturnType<typeof photos>>,
): Promise<void> {
  await slot(visitor, kind).locator('input[type=file][multiple]').first().setInputFiles(files)
}

/** Numbers that look random and are the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A connection that returns soon after each loss, with the events that phones fire. */
export const recovering = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => void setInterval(() => navigator.onLine && dispatchEvent(new Event('online')), 300))
