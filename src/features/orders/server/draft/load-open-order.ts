/** One order unsealed: its answers, what follows from them today, and which step its buyer has reached. */
import { dayOf, type Day } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import type { Money } from '../../../../lib/money/money.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { preparedQuery } from '../../../../server/db/prepared-query.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { Price } from './catalogue.ts'
import {
  answersSchema,
  pageReads,
  prefillSchema,
  type Answers,
  type OrderView,
  type PageRead,
  type PageText,
  type Prefill,
  type TextPage,
} from '../../contract.ts'
import {
  assess,
  cachedConsequences,
  computeConsequences,
  type OrderConsequences,
  prefixed,
  ticksUnder,
} from './price-and-errors-of-order.ts'
import { pageTextOf } from './text-shown-to-buyer.ts'
import type { Consequences } from '../../rules/death-benefit-consequences.ts'
import { familyOf, pairOf, type FamilyMember } from '../../rules/check-person-fields.ts'
import { askedOf } from '../../rules/plan-facts.ts'
import { openStep, type Draft } from '../../steps.ts'
import type { StepId } from '../../rules/step-ids.ts'
import type { ConsentTable, OrderTable } from '../../tables.ts'
import { holdsSensitive } from '../../rules/sensitive-data.ts'

export const ANSWERS = 'orders.answers'
export const PREFILL = 'orders.prefill'

export interface Opened extends Draft {
  row: OrderTable
  answers: Answers
  /** The ticks of the check page that still stand: made under the declarations as they are now, in either language. */
  check: Answers['check']
  price: Price
  consequences: Consequences
  /** The insured spouse and children, each with their own consent. */
  family: OpenedMember[]
  reads: PageRead[]
  /**
   * The state of the consents: where there are several, of the one that is furthest from being given; `row` only where
   * there is one.
   */
  consent: ConsentTableState | null
  today: Day
  minor: boolean
  /** Pages that were read for another tier and now have a different text. */
  stale: OrderView['stale']
  sensitiveConsent: OrderView['sensitiveConsent']
  /** Fields of the people page that the documents cannot print, each with the characters concerned. */
  unprintable: Record<string, string>
}
interface OpenedMember {
  member: FamilyMember
  consequences: Consequences
  consent: ConsentTableState | null
}
export type ConsentTableState = { status: 'not_sent' | 'sent' | 'agreed' | 'refused'; row: ConsentTable | undefined }

export const answersOf = (deps: Pick<Deps, 'seal'>, row: Pick<OrderTable, 'answers'>): Answers =>
  deps.seal.open(ANSWERS, answersSchema, row.answers)

export const readsOf = (row: Pick<OrderTable, 'reads'>): PageRead[] => pageReads.parse(JSON.parse(row.reads))

/** The data that a partner gave for the order. */
export const prefillOf = (deps: Pick<Deps, 'seal'>, row: Pick<OrderTable, 'prefill'>): Prefill | null =>
  row.prefill === null ? null : deps.seal.openCached(PREFILL, prefillSchema, row.prefill)

/** Unseals a row. A page counts as read only while its text is still the one that was read. */
export async function openOrder(deps: Deps, db: Trx | Deps['db'], row: OrderTable): Promise<Opened> {
  return openWith(deps, row, await consentsOf(db, [row.id]))
}

/** The state of the separate consent to sensitive data. */
export const sensitiveConsentOf = (deps: Deps, row: OrderTable): OrderView['sensitiveConsent'] =>
  openWith(deps, row, []).sensitiveConsent

function openWith(
  deps: Deps,
  row: OrderTable,
  consents: readonly ConsentTable[],
  worked = computeConsequences(deps, answersOf(deps, row), dayOf(deps.clock())),
): Opened {
  const { answers, today, found, print, textHash } = worked
  const { given, ...draft } = draftOf(row, consents, worked)
  const stale = given
    .filter((read) => !draft.reads.includes(read) && read.tier !== undefined && read.tier !== answers.trip.tier)
    .map(({ page, tier = '' }) => ({ page, tier }))
  return {
    ...found,
    ...draft,
    unprintable: prefixed('people', print.characters),
    stale,
    row,
    check: ticksUnder(answers, textHash),
    today,
  }
}

/**
 * A sent application keeps the questions that it answered, whatever its plan asks by now: the student's first, then
 * those of each family member, by their numbers.
 */
function answeredQuestions({ people, health }: Answers): string[] {
  const asked = Object.keys(health.answers).map((question) => ({ question, ...askedOf(question) }))
  const number = (id: string): number => Number(id.slice(1))
  return [null, ...familyOf(people).map((it) => it.key)].flatMap((of) =>
    asked
      .filter(({ key }) => key === of)
      .sort((a, b) => number(a.id) - number(b.id))
      .map(({ question }) => question),
  )
}

/** What decides the steps of an order: which pages stand as read, what is missing, whose consent is awaited. */
function draftOf(
  row: Pick<OrderTable, 'id' | 'status' | 'reads'>,
  consents: readonly ConsentTable[],
  { answers, today, found, print, textHash }: OrderConsequences,
): Draft & Pick<Opened, 'reads' | 'sensitiveConsent' | 'family' | 'consent'> & { given: PageRead[] } {
  const given = readsOf(row)
  const reads = given.filter(
    (read) =>
      row.status !== 'created' ||
      textHash(read.page, read.lang) === read.sha256 ||
      textHash(read.page, read.lang, true) === read.sha256,
  )
  const consented = given.find(({ page }) => page === 'sensitive-data')
  const sensitiveConsent =
    consented && reads.includes(consented) ? 'given' : consented || holdsSensitive(answers, today) ? 'renew' : 'none'
  const asksConsent = row.status === 'created' && sensitiveConsent !== 'given'
  const peopleErrors = {
    ...prefixed('people', print.errors),
    ...found.peopleErrors,
    ...(asksConsent ? { 'people.sensitive': 'sensitive_consent_required' } : {}),
  }
  const consentOf = (person: string | null, { consentNeeded: needed }: Consequences): ConsentTableState | null => {
    const latest = consents.find((it) => it.order_id === row.id && it.person === person)
    return needed === null ? null : { status: consentStatus(latest), row: latest }
  }
  const family = found.members.map((it) => ({ ...it, consent: consentOf(it.member.key, it.consequences) }))
  const consent = furthestBehind([consentOf(null, found.consequences), ...family.map((it) => it.consent)])
  return {
    status: row.status,
    answers,
    given,
    reads,
    questions: row.status === 'created' ? found.questions : answeredQuestions(answers),
    declarations: [],
    sensitiveConsent,
    peopleErrors,
    family,
    consentNeeded: consent !== null,
    consent,
    priced: found.price.premium !== null,
  }
}

/** What a line of a list shows of a draft. `answers` must be the object that the seal caches. */
export function listedDraft(
  deps: Deps,
  row: Pick<OrderTable, 'id' | 'status' | 'reads'>,
  answers: Answers,
  consents: readonly ConsentTable[],
): { premium: Money | null; open: StepId } {
  const worked = cachedConsequences(deps, answers)
  return { premium: worked.found.price.premium, open: openStep(draftOf(row, consents, worked)) }
}

const BEHIND = ['refused', 'not_sent', 'sent', 'agreed'] as const

function furthestBehind(all: readonly (ConsentTableState | null)[]): ConsentTableState | null {
  const needed = all.filter((it) => it !== null)
  const [first] = needed
  if (!first || needed.length === 1) return first ?? null
  return { status: BEHIND.find((status) => needed.some((it) => it.status === status)) ?? first.status, row: undefined }
}

/** The text of a page as this order's buyer sees it. */
export const textFor = (deps: Deps, opened: Opened, page: TextPage, lang: Lang): PageText =>
  pageTextOf(deps.words, page, lang, {
    answers: opened.answers,
    today: opened.today,
    consequences: opened.consequences,
    premium: opened.price.premium,
    questions: opened.questions,
    minor: opened.minor,
  })

/** The page on which one of several insured persons gives their consent, as that person sees it. */
export function consentTextFor(deps: Deps, opened: Opened, person: string | null, lang: Lang): PageText {
  const of = opened.family.find(({ member }) => member.key === person)
  if (!of) return textFor(deps, opened, 'death-benefit-consent', lang)
  const people = pairOf(opened.answers.people, of.member)
  return textFor(
    deps,
    { ...opened, answers: { ...opened.answers, people }, consequences: of.consequences, minor: false },
    'death-benefit-consent',
    lang,
  )
}

/** The same for another tier. */
export function textForTier(deps: Deps, opened: Opened, page: TextPage, lang: Lang, tier: string): PageText {
  const answers: Answers = { ...opened.answers, trip: { ...opened.answers.trip, tier } }
  return textFor(deps, { ...opened, ...assess(answers, opened.today), answers }, page, lang)
}

/** The consents sent for these orders, latest first; a void one was followed by none, or by a later one. */
export const consentsOf = (db: Trx | Deps['db'], orders: readonly string[]): Promise<ConsentTable[]> =>
  sentConsents(db, { orders })
const sentConsents = preparedQuery<{ orders: readonly string[] }>()((db, value) =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('order_id', 'in', value('orders'))
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc'),
)

const consentStatus = (row: ConsentTable | undefined): ConsentTableState['status'] =>
  row?.status === 'sent' || row?.status === 'agreed' || row?.status === 'refused' ? row.status : 'not_sent'
