/** One order opened: its answers, what follows from them today, and how far its buyer has come. */
import { ageOn, dayOf, isDay, type Day } from '../../lib/dates.ts'
import type { FieldErrors } from '../../lib/errors.ts'
import { LIMITS } from '../../lib/limits.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/deps.ts'
import { covers, priceField, priceOf, planSet, type Price } from './catalogue.server.ts'
import { answersSchema, pageReads, type Answers, type OrderStatus, type PageRead, type PageText, type TextPage } from './contract.ts'
import { planFacts, questionsFor } from './facts.ts'
import { pageTextOf } from './page-text.server.ts'
import { checkPeople, type Consequences } from './people-rules.ts'
import { insuredDraft } from './people.ts'
import type { Draft } from './steps.ts'
import type { ConsentTable, OrderTable } from './tables.server.ts'
import { checkTrip } from './trip-rules.ts'

export const ANSWERS = 'orders.answers'

export interface Opened extends Draft {
  row: OrderTable
  answers: Answers
  price: Price
  consequences: Consequences
  reads: PageRead[]
  consent: ConsentTableState | null
  today: Day
  minor: boolean
}
type ConsentTableState = { status: 'not_sent' | 'sent' | 'agreed' | 'refused'; row: ConsentTable | undefined }

/** What follows from answers alone, on a day. */
export function assess(answers: Answers, today: Day) {
  const plan = planSet().plan(answers.trip.plan)
  const insured = insuredDraft(answers.people)
  const price = priceOf(answers.trip, insured.birthDate, today)
  const { errors, consequences } = checkPeople({
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
    price, consequences, peopleErrors: { ...prefixed('trip', trip), ...prefixed('people', errors) },
    questions: questionsFor(plan, insured, today),
    minor: isDay(insured.birthDate) && insured.birthDate <= today && ageOn(insured.birthDate, today) < LIMITS.adultAge,
  }
}

const prefixed = (group: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, code]) => [`${group}.${field}`, code]))

export const answersOf = (deps: Deps, row: OrderTable): Answers => deps.seal.open(ANSWERS, answersSchema, row.answers)

/** Opens a row. Pages that were read count only while their text is still the one that was read. */
export async function openOrder(deps: Deps, db: Trx | Deps['db'], row: OrderTable): Promise<Opened> {
  const answers = answersOf(deps, row)
  const today = dayOf(deps.clock())
  const found = assess(answers, today)
  const facts = { answers, consequences: found.consequences, premium: found.price.premium, questions: found.questions, minor: found.minor }
  const given = pageReads.parse(JSON.parse(row.reads))
  const reads = given.filter((read) => row.status !== 'created' || pageTextOf(deps.words, read.page, read.lang, facts).sha256 === read.sha256)
  const consentNeeded = found.consequences.consentNeeded !== null
  const consent = consentNeeded ? await latestConsent(db, row.id) : null
  return {
    ...found, row, answers, today, reads, consentNeeded, consent,
    status: row.status as OrderStatus, declarations: [], priced: found.price.premium !== null,
  }
}

/** The text of a page as this order's buyer sees it. */
export const textFor = (deps: Deps, opened: Opened, page: TextPage, lang: Lang): PageText => pageTextOf(deps.words, page, lang, {
  answers: opened.answers, consequences: opened.consequences, premium: opened.price.premium, questions: opened.questions, minor: opened.minor,
})

async function latestConsent(db: Trx | Deps['db'], orderId: string): Promise<ConsentTableState> {
  const row = await db.selectFrom('consents').selectAll().where('order_id', '=', orderId).where('status', '!=', 'void')
    .orderBy('sent_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const status = row?.status === 'sent' || row?.status === 'agreed' || row?.status === 'refused' ? row.status : 'not_sent'
  return { status, row }
}
