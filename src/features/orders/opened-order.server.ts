/** One order opened: its answers, what follows from them today, and how far its buyer has come. */
import { ageOn, dayOf, isDay, type Day } from '../../lib/dates.ts'
import type { FieldErrors } from '../../lib/errors.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Trx } from '../../server/db/database.ts'
import { preparedQuery } from '../../server/db/prepared-query.ts'
import type { Deps } from '../../server/dependencies.ts'
import { textSchema } from '../../server/seal.ts'
import { covers, priceField, priceOf, planSet, type Price } from './catalogue.server.ts'
import { answersSchema, pageReads, prefillSchema, type Answers, type OrderStatus, type OrderView, type PageRead, type PageText, type Prefill, type TextPage } from './contract.ts'
import { planFacts, questionsOf } from './plan-facts.ts'
import { checkPrintable } from './printable-names.server.ts'
import { pageTextOf } from './page-text.server.ts'
import { checkPeople, type Consequences } from './people-rules.ts'
import { familyOf, insuredDraft, namesInList, pairOf, type FamilyMember } from './complete-person.ts'
import type { Draft } from './steps.ts'
import type { ConsentTable, OrderTable } from './tables.server.ts'
import { checkTrip } from './check-trip.ts'

export const ANSWERS = 'orders.answers'
export const PREFILL = 'orders.prefill'

export interface Opened extends Draft {
  row: OrderTable
  answers: Answers
  price: Price
  consequences: Consequences
  /** Spouse and children that are insured besides, each with their own consent. */
  family: OpenedMember[]
  reads: PageRead[]
  /** Of several consents the one that is furthest behind; `row` only where there is one. */
  consent: ConsentTableState | null
  today: Day
  minor: boolean
  /** What was read for another tier and says something else now. */
  stale: OrderView['stale']
  /** Fields of the people page that the documents cannot print, and the characters. */
  unprintable: Record<string, string>
}
export interface OpenedMember {
  member: FamilyMember
  consequences: Consequences
  consent: ConsentTableState | null
}
export type ConsentTableState = { status: 'not_sent' | 'sent' | 'agreed' | 'refused'; row: ConsentTable | undefined }

/** What follows from answers alone, on a day. */
export function assess(answers: Answers, today: Day) {
  const plan = planSet().plan(answers.trip.plan)
  const insured = insuredDraft(answers.people)
  const members = familyOf(answers.people)
  const price = priceOf(answers.trip, insured.birthDate, today, members)
  const { errors, consequences, family } = checkPeople({
    people: answers.people, plan: planFacts(plan, answers.trip.tier), start: isDay(answers.trip.start) ? answers.trip.start : null, today,
  })
  const trip: FieldErrors = {
    ...priceField(price),
    ...checkTrip({
      trip: answers.trip, tiers: plan.tiers.map(({ id }) => id), covers: (id) => covers(plan, id),
      asksArrival: plan.waiting?.afterArrival === true, today,
    }),
  }
  return {
    price, consequences, members: members.flatMap((member, i) => (family[i] ? [{ member, consequences: family[i].consequences }] : [])),
    peopleErrors: { ...prefixed('trip', trip), ...prefixed('people', errors) },
    questions: questionsOf(plan, answers.people, today),
    minor: isDay(insured.birthDate) && insured.birthDate <= today && ageOn(insured.birthDate, today) < LIMITS.adultAge,
  }
}

const prefixed = (group: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, code]) => [`${group}.${field}`, code]))

/** Sealed apart from the answers: lists name the insured and open nothing else. */
const INSURED = 'orders.insured'
export const sealInsured = ({ seal }: Pick<Deps, 'seal'>, { people }: Pick<Answers, 'people'>): string => seal.seal(INSURED, namesInList(people))
export const insuredName = ({ seal }: Pick<Deps, 'seal'>, row: Pick<OrderTable, 'insured_name'>): string =>
  (row.insured_name === null ? '' : seal.openCached(INSURED, textSchema, row.insured_name))

export const answersOf = (deps: Pick<Deps, 'seal'>, row: Pick<OrderTable, 'answers'>): Answers => deps.seal.open(ANSWERS, answersSchema, row.answers)

/** What a partner said of it. */
export const prefillOf = (deps: Pick<Deps, 'seal'>, row: Pick<OrderTable, 'prefill'>): Prefill | null =>
  (row.prefill === null ? null : deps.seal.openCached(PREFILL, prefillSchema, row.prefill))

/** Opens a row. Pages that were read count only while their text is still the one that was read. */
export async function openOrder(deps: Deps, db: Trx | Deps['db'], row: OrderTable): Promise<Opened> {
  return openWith(deps, row, await consentsOf(db, [row.id]))
}

/** The same for drafts of a list, by one query. Of answers that did not change since a moment ago nothing is worked out again. */
export async function openDrafts(deps: Deps, rows: readonly OrderTable[]): Promise<Opened[]> {
  const consents = rows.length === 0 ? [] : await consentsOf(deps.db, rows.map((row) => row.id))
  return rows.map((row) => openWith(deps, row, consents, cachedConsequences(deps, row)))
}

interface OrderConsequences {
  answers: Answers
  today: Day
  found: ReturnType<typeof assess>
  print: ReturnType<typeof checkPrintable>
  /** Checksum of a page's text as this buyer is shown it. */
  textHash: (page: TextPage, lang: Lang) => string
}

function computeConsequences(deps: Deps, answers: Answers, today: Day): OrderConsequences {
  const found = assess(answers, today)
  const facts = { answers, today, consequences: found.consequences, premium: found.price.premium, questions: found.questions, minor: found.minor }
  return { answers, today, found, print: checkPrintable(deps, answers.people), textHash: (page, lang) => pageTextOf(deps.words, page, lang, facts).sha256 }
}

/** By the answers themselves, which are another object after every change: nothing but the day is worked in besides. */
const consequencesCache = new WeakMap<Answers, OrderConsequences>()

function cachedConsequences(deps: Deps, row: OrderTable): OrderConsequences {
  const answers = deps.seal.openCached(ANSWERS, answersSchema, row.answers)
  const today = dayOf(deps.clock())
  const known = consequencesCache.get(answers)
  if (known?.today === today) return known
  const worked = computeConsequences(deps, answers, today)
  const hashes = new Map<string, string>()
  const textHash: OrderConsequences['textHash'] = (page, lang) => hashes.get(`${page}/${lang}`) ?? kept(hashes, `${page}/${lang}`, worked.textHash(page, lang))
  const fresh = { ...worked, textHash }
  consequencesCache.set(answers, fresh)
  return fresh
}

const kept = (hashes: Map<string, string>, key: string, hash: string): string => {
  hashes.set(key, hash)
  return hash
}

function openWith(deps: Deps, row: OrderTable, consents: readonly ConsentTable[], worked = computeConsequences(deps, answersOf(deps, row), dayOf(deps.clock()))): Opened {
  const { answers, today, found, print, textHash } = worked
  const given = pageReads.parse(JSON.parse(row.reads))
  const reads = given.filter((read) => row.status !== 'created' || textHash(read.page, read.lang) === read.sha256)
  const peopleErrors = { ...prefixed('people', print.errors), ...found.peopleErrors }
  const stale = given.filter((read) => !reads.includes(read) && read.tier !== undefined && read.tier !== answers.trip.tier).map(({ page, tier = '' }) => ({ page, tier }))
  const consentOf = (person: string | null, { consentNeeded: needed }: Consequences): ConsentTableState | null => {
    const latest = consents.find((it) => it.order_id === row.id && it.person === person)
    return needed === null ? null : { status: consentStatus(latest), row: latest }
  }
  const family = found.members.map((it) => ({ ...it, consent: consentOf(it.member.key, it.consequences) }))
  const consent = furthestBehind([consentOf(null, found.consequences), ...family.map((it) => it.consent)])
  return {
    ...found, peopleErrors, unprintable: prefixed('people', print.characters), stale, row, answers, today, reads, family, consentNeeded: consent !== null, consent,
    status: row.status as OrderStatus, declarations: [], priced: found.price.premium !== null,
  }
}

const BEHIND = ['refused', 'not_sent', 'sent', 'agreed'] as const

function furthestBehind(all: readonly (ConsentTableState | null)[]): ConsentTableState | null {
  const needed = all.filter((it) => it !== null)
  const [first] = needed
  if (!first || needed.length === 1) return first ?? null
  return { status: BEHIND.find((status) => needed.some((it) => it.status === status)) ?? first.status, row: undefined }
}

/** The text of a page as this order's buyer sees it. */
export const textFor = (deps: Deps, opened: Opened, page: TextPage, lang: Lang): PageText => pageTextOf(deps.words, page, lang, {
  answers: opened.answers, today: opened.today, consequences: opened.consequences, premium: opened.price.premium, questions: opened.questions, minor: opened.minor,
})

/** The page on which one of several insured persons agrees, as that person sees it. */
export function consentTextFor(deps: Deps, opened: Opened, person: string | null, lang: Lang): PageText {
  const of = opened.family.find(({ member }) => member.key === person)
  if (!of) return textFor(deps, opened, 'death-benefit-consent', lang)
  const people = pairOf(opened.answers.people, of.member)
  return textFor(deps, { ...opened, answers: { ...opened.answers, people }, consequences: of.consequences, minor: false }, 'death-benefit-consent', lang)
}

/** The same as it would be for another tier. */
export function textForTier(deps: Deps, opened: Opened, page: TextPage, lang: Lang, tier: string): PageText {
  const answers: Answers = { ...opened.answers, trip: { ...opened.answers.trip, tier } }
  return textFor(deps, { ...opened, ...assess(answers, opened.today), answers }, page, lang)
}

/** What was sent for these orders and still counts, the latest first. */
const consentsOf = (db: Trx | Deps['db'], orders: readonly string[]): Promise<ConsentTable[]> => sentConsents(db, { orders })
const sentConsents = preparedQuery<{ orders: readonly string[] }>()((db, value) => db.selectFrom('consents').selectAll()
  .where('order_id', 'in', value('orders')).where('status', '!=', 'void').orderBy('sent_at', 'desc').orderBy('id', 'desc'))

const consentStatus = (row: ConsentTable | undefined): ConsentTableState['status'] =>
  row?.status === 'sent' || row?.status === 'agreed' || row?.status === 'refused' ? row.status : 'not_sent'
