/**
 * The wizard's steps as data, in the order of domain §4.1. The browser shows the first step that is not ready; the
 * server refuses to submit before all are.
 */
import { mailboxOf, normaliseMobile } from '../../lib/people/contact.ts'
import { hasHiddenCharacters } from '../../lib/text/invisible-characters.ts'
import { z } from 'zod/mini'
import { canonicalJson, type Json } from '../../lib/text/canonical-json.ts'
import type { FieldErrors } from '../../lib/errors.ts'
import {
  checkSchema,
  healthSchema,
  tripSchema,
  type Answers,
  type ConsentState,
  type OrderStatus,
  type PageRead,
  type ReadPage,
} from './contract.ts'
import { familyOf, insuredDraft, peopleDraftSchema, type PersonDraft } from './rules/people-draft.ts'
import { STEP_IDS, type StepId } from './rules/step-ids.ts'

/** The data that the steps are decided by. */
export interface Draft {
  status: OrderStatus
  answers: Answers
  /** Page confirmations that are still valid. */
  reads: readonly Pick<PageRead, 'page'>[]
  /** Health questions asked of this person; none for a plan that asks none. */
  questions: readonly string[]
  /** Ids of all declarations that must be ticked. */
  declarations: readonly string[]
  consentNeeded: boolean
  consent: Pick<ConsentState, 'status'> | null
  /** Errors of the people page, including those of the trip; empty when complete. */
  peopleErrors: FieldErrors
  priced: boolean
}

export interface Step {
  readonly id: StepId
  /** The answers that the step saves; pages that are only read save nothing. */
  readonly schema: z.ZodMiniObject
  /** The page that is confirmed as read in this step. */
  readonly reads?: ReadPage
  /** Does this order have the step? */
  readonly asked: (draft: Draft) => boolean
  /** Is the step complete? */
  readonly ready: (draft: Draft) => boolean
}

const always = (): boolean => true
const nothing = z.object({})
const hasRead = (draft: Draft, page: ReadPage): boolean => draft.reads.some((read) => read.page === page)

const reading = (id: StepId & ReadPage): Step => ({
  id,
  schema: nothing,
  reads: id,
  asked: always,
  ready: (draft) => hasRead(draft, id),
})

const STEP: Record<StepId, Step> = {
  enter: reading('enter'),
  'before-you-buy': reading('before-you-buy'),
  terms: reading('terms'),
  'not-covered': reading('not-covered'),
  people: {
    id: 'people',
    schema: z.object({ trip: tripSchema, people: peopleDraftSchema }),
    asked: always,
    ready: (draft) => draft.priced && Object.keys(draft.peopleErrors).length === 0,
  },
  health: {
    id: 'health',
    schema: z.object({ health: healthSchema }),
    reads: 'health',
    asked: (draft) => draft.questions.length > 0,
    ready: (draft) => hasRead(draft, 'health') && Object.keys(healthErrors(draft)).length === 0,
  },
  consent: {
    id: 'consent',
    schema: nothing,
    asked: (draft) => draft.consentNeeded,
    ready: (draft) => draft.consent?.status === 'agreed',
  },
  check: {
    id: 'check',
    schema: z.object({ check: checkSchema }),
    asked: always,
    ready: (draft) => !['created', 'discarded', 'under_review', 'declined'].includes(draft.status),
  },
  pay: {
    id: 'pay',
    schema: nothing,
    asked: always,
    ready: (draft) => ['paid', 'issuing', 'issued', 'issue_failed', 'refunded'].includes(draft.status),
  },
}

export const stepById = (id: StepId): Step => STEP[id]

/**
 * Errors of the health page: every question must be answered, and every yes explained. Keys: `answers.q1`,
 * `details.q1`.
 */
export function healthErrors({ answers: { health }, questions }: Pick<Draft, 'answers' | 'questions'>): FieldErrors {
  const errors: FieldErrors = {}
  for (const id of questions) {
    if (!health.answers[id]) errors[`answers.${id}`] = 'answer_required'
    else if (health.answers[id] === 'yes' && !health.details[id]?.trim()) errors[`details.${id}`] = 'detail_required'
    else if (hasHiddenCharacters(health.details[id] ?? '')) errors[`details.${id}`] = 'invisible_characters'
  }
  return errors
}

/** The steps of this order, in their order. */
export const stepsOf = (draft: Draft): StepId[] => STEP_IDS.filter((id) => STEP[id].asked(draft))

/** Steps with nothing left to do. */
export const doneSteps = (draft: Draft): StepId[] => stepsOf(draft).filter((id) => STEP[id].ready(draft))

/** The first step that is not complete; `pay` once all are. */
export const openStep = (draft: Draft): StepId => stepsOf(draft).find((id) => !STEP[id].ready(draft)) ?? 'pay'

/** May the buyer go to this step now? Every step before it must be complete. */
export const reachable = (draft: Draft, id: StepId): boolean => {
  const steps = stepsOf(draft)
  return steps.includes(id) && steps.indexOf(id) <= steps.indexOf(openStep(draft))
}

/**
 * Which steps a change opens again:
 *
 * - the plan: the pages that state its figures and terms, the health questions and the consent;
 * - the tier: the consent. Of the pages only those whose text differs, because each is confirmed with its checksum;
 * - the insured person: health (answers are about a person: another one's are deleted, `replaced-persons.ts`) and consent
 *   (the person's own);
 * - days, policyholder (who it is, not how they are reached) or relationship: consent, because its text names them.
 *   Health answers stay: they are valid for the day they were given, whatever the days of cover are;
 * - a family member who is added, removed or becomes another person: health; consents of these persons only
 *   (`changedMembers`);
 * - health answers: their own confirmation;
 * - any of these: the declarations of the check page, which cover all of it.
 */
export function reopened(before: Answers, after: Answers): StepId[] {
  const open = new Set<StepId>()
  const add = (...ids: StepId[]) => ids.forEach((id) => open.add(id))
  const { trip: a, people: p, health: h } = before
  const { trip: b, people: q, health: i } = after
  if (a.plan !== b.plan) add('enter', 'before-you-buy', 'terms', 'not-covered', 'health')
  if (a.plan !== b.plan || a.tier !== b.tier) add('consent')
  if (!same(identity(p), identity(q))) add('health', 'consent')
  if (!same(agreement(p), agreement(q)) || sharingChanged(p, q)) add('consent')
  if (a.start !== b.start || a.end !== b.end) add('consent')
  if (!same(h, i) || changedMembers(p, q).length > 0) add('health')
  if (open.size > 0 || !same(p, q) || !same(a, b)) add('check')
  return STEP_IDS.filter((id) => open.has(id))
}

/** Keys of family members who were added, removed or became another person: their consents and answers are void. */
export function changedMembers(before: Answers['people'], after: Answers['people']): string[] {
  const of = (people: Answers['people']) =>
    new Map(
      familyOf(people).map((it) => [it.key, [it.relationship, it.deathBenefitElsewhere, ...identityOf(it.person)]]),
    )
  const [was, is] = [of(before), of(after)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((key) => !same(was.get(key) ?? null, is.get(key) ?? null))
}

/** What identifies the insured; contact and school may change without asking anything again. */
const identity = (people: Answers['people']): string[] => identityOf(insuredDraft(people))
const identityOf = (person: PersonDraft): string[] => [
  person.idType,
  person.idNumber,
  person.idName,
  person.birthDate,
  person.gender,
]

/**
 * What was agreed to of the buyer: who buys. How the buyer is reached is no part of it, unless it is as the insured is
 * (`sharing`), nor the name and the number in the passport: its text goes by the ID.
 */
const agreement = (people: Answers['people']): Json => [
  people.relationship,
  identityOf(people.policyholder),
  people.policyholder.nationality,
  // The Chinese text names a buyer with a passport by it.
  people.policyholder.chineseName,
  people.deathBenefitElsewhere,
]

/**
 * Of everybody whose own answer may be needed, whether they are reached as the buyer is: then the buyer could have
 * answered for them. Each by themselves, because a student who insures herself too is always reached as she is.
 */
const sharing = (people: Answers['people']): Map<string, boolean> =>
  new Map(
    [
      ...(people.relationship === 'self' ? [] : [['', insuredDraft(people)] as const]),
      ...familyOf(people).map(({ key, person }) => [key, person] as const),
    ].map(([key, person]) => [key, sharesContact(people.policyholder, person)]),
  )

/** Who comes or goes changes nothing for those who stay. */
function sharingChanged(before: Answers['people'], after: Answers['people']): boolean {
  const is = sharing(after)
  return [...sharing(before)].some(([key, was]) => (is.get(key) ?? was) !== was)
}

const sharesContact = (buyer: PersonDraft, insured: PersonDraft): boolean =>
  (insured.email !== '' && mailboxOf(buyer.email) === mailboxOf(insured.email)) ||
  (insured.mobile !== '' && normaliseMobile(buyer.mobile) === normaliseMobile(insured.mobile))

const same = (a: Json, b: Json): boolean => canonicalJson(a) === canonicalJson(b)
