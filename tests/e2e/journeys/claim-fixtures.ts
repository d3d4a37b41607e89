/**
 * Fixtures for journeys of claims: people with a policy in force, a handler beside the site, and claims that were sent
 * already.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { DocumentKind } from '../../../src/features/claims/rules/document-kinds.ts'
import type { ClaimStatus } from '../../../src/features/claims/rules/status-values.ts'
import { markPaid } from '../../../src/features/orders/server/sold-order.ts'
import { orderRoutes } from '../../../src/features/orders/server/routes.ts'
import { loadFonts } from '../../../src/server/pdf/load-fonts.ts'
import { findOrCreateUser } from '../../../src/features/session/server/sessions.ts'
import { addDays, dayOf, endOfMonths, formatNear, type Day } from '../../../src/lib/days/dates.ts'
import { formatMoney } from '../../../src/lib/money/money.ts'
import { readConfig } from '../../../src/server/config.ts'
import { callAs } from '../../../src/programs/demo/call-as.ts'
import { submitApplication } from '../../../src/programs/demo/buy-policy.ts'
import { claimant, playClaimStory, type Answers } from '../../../src/programs/demo/make-claim.ts'
import { photo } from '../../../src/programs/demo/draw-sample-documents.ts'
import { issue } from '../../../src/programs/demo/pay-order.ts'
import { openServer } from '../../../src/programs/open-server.ts'
import type { Server } from '../../../src/server/create-server.ts'
import { signIn, type Stored } from '../../browser/sandbox.ts'
import type { SiteOptions } from '../../browser/site.ts'
import { FOR_CHILD, idOf, parent, person, SELF } from '../../api/orders-fixtures.ts'
import type { PeopleDraft } from '../../../src/features/orders/rules/check-person-fields.ts'
import { eventually } from '../browser-site.ts'
import { journeys, type Journeys, type Visitor } from './journeys.ts'
import { deskOver, type Desk } from './claim-desk.ts'

const DAY = 86_400_000
export const NAME = '林晓'
/** The name of `parent`, and of the child that they insured. */
export const PARENT = '林建国'
const CHILD = '林小雨'
/** Cover began this many days ago. */
const COVERED = 20

export const daysAgo = (days: number): Day => addDays(dayOf(Date.now()), -days)

/** Each journey runs on both devices and in both languages, in two combinations. */
export const FORMS = [
  { device: 'mobile', lang: 'cn' },
  { device: 'web', lang: 'en' },
] as const
export const PHONE_AND_DESKTOP = [
  { device: 'mobile', lang: 'en' },
  { device: 'web', lang: 'cn' },
] as const

/** Somebody with a policy in force. */
export interface Person {
  email: string
  userId: string
  policy: string
  /** The storage of their browser after logging in. */
  stored: Stored
}

export interface ClaimSite extends Journeys {
  /** A second process over the site's store: to prepare data, and to check what is left. */
  server: () => Server
  insured: (name: string, plan?: 'global-study' | 'us-campus') => Promise<Person>
  /** A parent who bought for a child under 18. */
  parent: (name: string) => Promise<Person>
  /** A handler's command on a case; returns its output. */
  desk: Desk
  /** A file for the handler's commands. */
  file: (text: string) => string
  /** A claim that is signed and complete, with all its documents, but not sent; its id. */
  unsent: (person: Person) => Promise<string>
  /** A claim that was sent before the journey begins, with all its documents. */
  sent: (person: Person, answers?: Answers) => Promise<Sent>
  /** Waits until the case has this status. */
  becomes: (id: string, status: ClaimStatus) => Promise<void>
}

export interface Sent {
  id: string
  number: string
}

/** A site, a browser, and the operator commands over the same store. */
export function claimSite(options: Pick<SiteOptions, 'killable'> = {}): ClaimSite {
  const journey = journeys({ ...options, env: { DEMO: '0' } })
  const folder = mkdtempSync(join(tmpdir(), 'youfang-claims-'))
  const held: { books?: Server } = {}
  let insuredPeople = 0
  let files = 0
  beforeAll(async () => {
    held.books = await openServer({
      config: readConfig({ DATA_DIR: journey.site.dataDir, LOG_LEVEL: 'silent' }),
    })
  })
  afterAll(async () => {
    await held.books?.close()
    rmSync(folder, { recursive: true })
  })
  const server = (): Server => {
    if (!held.books) throw new Error('The desk opens with the journey')
    return held.books
  }
  const books = (): Server['deps'] => server().deps

  const bought = async (
    name: string,
    plan: 'global-study' | 'us-campus',
    peopleOf: (email: string, number: number) => PeopleDraft,
  ): Promise<Person> => {
    const deps = books()
    const email = `${name}@example.com`
    const { id: userId } = await deps.write((trx) => findOrCreateUser(deps, trx, email))
    const at = Date.now() - (COVERED + 5) * DAY
    const start = daysAgo(COVERED)
    const trip = {
      'global-study': { tier: 'standard', destination: 'uk' },
      'us-campus': { tier: 'gold', destination: 'us' },
    }[plan]
    const buyer = callAs(deps, orderRoutes, { userId, lang: 'cn', at })
    const people = peopleOf(email, 10 + ++insuredPeople)
    const buy = async (time: number): Promise<string | undefined> => {
      const order = await submitApplication(buyer, {
        key: `order-of-${name}-${time}`,
        trip: { plan, ...trip, start, end: endOfMonths(start, 12) },
        people,
        second: true,
      })
      await deps.write((trx) => markPaid(trx, { orderId: order.id, paymentId: `paid-by-${name}-${time}`, at }))
      await issue(buyer, order.id)
      const policy = await deps.db
        .selectFrom('policies')
        .select('id')
        .where('order_id', '=', order.id)
        .executeTakeFirst()
      if (policy) return policy.id
      const { status } = await deps.db
        .selectFrom('orders')
        .select('status')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow()
      if (status !== 'expired') throw new Error(`The order of ${name} is ${status} and has no policy`)
      return undefined
    }
    // Submitted in the past, an order is over its time to pay at once: the site's worker may expire it before it is
    // paid here. Then it is bought again.
    const policy = (await buy(1)) ?? (await buy(2)) ?? (await buy(3))
    if (policy === undefined) throw new Error(`Every order of ${name} expired before it was paid`)
    return { email, userId, policy, stored: await signIn(journey.site, email) }
  }

  return {
    // The journey itself opens later: its parts are looked up when they are used.
    get site() {
      return journey.site
    },
    get browser() {
      return journey.browser
    },
    visitor: journey.visitor,
    allow: journey.allow,
    server,
    insured: (name, plan = 'global-study') =>
      bought(name, plan, (email, number) => ({
        ...SELF,
        policyholder: { ...SELF.policyholder, email, idNumber: idOf('2004-08-20', 'female', number) },
      })),
    parent: (name) =>
      bought(name, 'global-study', (email, number) => ({
        ...FOR_CHILD(
          person('2010-01-01', { idName: CHILD, idNumber: idOf('2010-01-01', 'female', number), email: '' }),
          { deathBenefitElsewhere: 0 },
        ),
        policyholder: { ...parent, email, idNumber: idOf('1975-05-05', 'male', number) },
      })),
    desk: deskOver(books),
    file: (text) => {
      const path = join(folder, `${++files}.yaml`)
      writeFileSync(path, text)
      return path
    },
    unsent: async (from) => (await tellClaim(books(), from, `told-before-${++files}`, VISIT)).id,
    sent: async (from, answers = VISIT) => {
      const { id, number } = await tellClaim(books(), from, `told-before-${++files}`, answers, 'send')
      return { id, number: number ?? '' }
    },
    becomes: (id, status) =>
      eventually(async () => {
        const row = await books().db.selectFrom('claims').select('status').where('id', '=', id).executeTakeFirst()
        return row?.status === status ? true : undefined
      }, `Claim ${id} ${status}`).then(() => undefined),
  }
}

/** A claim with all its documents, told an hour ago: sent, or signed and complete only. */
async function tellClaim(
  deps: Server['deps'],
  { userId, policy }: Person,
  key: string,
  answers: Answers,
  send?: 'send',
): Promise<{ id: string; number: string | null }> {
  const now = claimant(deps, userId, Date.now() - 3_600_000)
  const drawn = (kinds: readonly DocumentKind[]) => kinds.map((kind) => ({ kind, draw: () => page(kind) }))
  // An ID card has two sides.
  const both = (kinds: readonly DocumentKind[]) => [...drawn(kinds), ...drawn(kinds.filter((it) => it === 'id_copy'))]
  await playClaimStory(deps, userId, {
    key,
    policy,
    day: daysAgo(4),
    began: now,
    ...(send ? { sent: now } : {}),
    answers,
    documents: both,
  })
  return deps.db
    .selectFrom('claims')
    .select(['id', 'case_number as number'])
    .where('start_key', '=', `${userId}:${key}`)
    .executeTakeFirstOrThrow()
}

let fonts: ReturnType<typeof loadFonts> | undefined
/** A document as a phone takes it: sharp and light enough, so that no warning appears. */
export const page = (kind: DocumentKind, more = '') =>
  photo((fonts ??= loadFonts()), `${kind}${more}.jpg`, {
    from: 'Sample Street Practice',
    address: 'London',
    title: kind.replaceAll('_', ' ').toUpperCase(),
    facts: [
      ['Patient', NAME],
      ['Date', daysAgo(4)],
      ['Number', `INV-20877${more}`],
    ],
    lines: [
      ['Consultation', 'GBP 60.00'],
      ['Blood test', 'GBP 25.40'],
    ],
    total: ['Total, paid', 'GBP 85.40'],
    signed: true,
  })

export const ACCOUNT = { number: '6222021234567890128', bank: '中国工商银行', branch: '北京中关村支行' }

/** A visit to a GP, complete. */
const VISIT: Answers = {
  type: 'outpatient',
  contactPerson: NAME,
  contactPhone: '+44 7911 123456',
  description: 'Sore throat and fever since the night before. I saw a GP.',
  hospital: { slug: '', name: 'Sample Street Practice', city: 'London', country: 'GB' },
  visits: [{ id: 'v001', day: daysAgo(4), amount: 8_540, currency: 'GBP', invoice: 'INV-20877', elsewhere: null }],
  medicine: false,
  otherInsurance: false,
  accountOwn: true,
  accountCountry: 'CN',
  accountName: NAME,
  accountNumber: ACCOUNT.number,
  bankName: ACCOUNT.bank,
  bankFields: { branch: ACCOUNT.branch },
}

/** The person returns to the page, which then polls immediately; by itself it polls every 15 seconds. */
export const focusPage = ({ page: it }: Visitor): Promise<boolean> =>
  it.evaluate(() => window.dispatchEvent(new Event('focus')))

/** The claim's badge shows exactly this. */
export const seesClaimStatus = ({ page: it, say }: Visitor, status: ClaimStatus): Promise<void> =>
  it
    .locator('main')
    .getByText(say(`claims:status.${status}`), { exact: true })
    .filter({ visible: true })
    .first()
    .waitFor()

/** The page's words for a sum that was paid today; minor units of CNY. */
export function paidToday({ lang, say }: Visitor, amount: number): string {
  const today = dayOf(Date.now())
  return say('claimprogress:result.paid', {
    sum: formatMoney({ amount, currency: 'CNY' }, lang),
    day: formatNear(today, lang, today),
  })
}

/** Whether the page has not been reloaded since `mark`. */
export const mark = ({ page: it }: Visitor): Promise<void> =>
  it.evaluate(() => void (document.documentElement.dataset['seen'] = 'yes'))
export const marked = ({ page: it }: Visitor): Promise<boolean> =>
  it.evaluate(() => document.documentElement.dataset['seen'] === 'yes')
