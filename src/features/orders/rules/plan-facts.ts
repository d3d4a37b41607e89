/**
 * The figures of a plan that the rules of ordering need. Typed structurally, so that browser and server can each pass
 * their own form of a plan.
 */
import { type Day, ageOn, isDay } from '../../../lib/days/dates.ts'
import type { Gender } from '../../../lib/people/id-number.ts'
import { familyOf, insuredDraft, type PeopleDraft } from './people-draft.ts'
import type { PlanFacts } from './death-benefit-consequences.ts'

/** The part of a plan that ordering looks at. Amounts are minor units of CNY: only plans sold here are ordered here. */
export interface PlanFigures {
  ages: { from: number; to: number }
  /** Shares of the student's price for spouse and child; `null` where the plan insures one person. */
  family: { spouse: number; child: number } | null
  /** Numbers of the questions asked (domain §4.3). */
  health: readonly number[]
  /** Some waiting periods count only where cover is bought after arrival. */
  waiting: { afterArrival: boolean } | null
  tiers: readonly { id: string; benefits: { accident: { state: string; amount?: { amount: number } } } }[]
}

/** Age limits of the plan and the tier's death benefit in whole CNY; of the first tier while none is chosen. */
export function planFacts(plan: PlanFigures, tierId: string): PlanFacts {
  const tier = plan.tiers.find(({ id }) => id === tierId) ?? plan.tiers[0]
  const accident = tier?.benefits.accident
  const sum = accident?.state === 'amount' && accident.amount ? Math.floor(accident.amount.amount / 100) : null
  return { ages: plan.ages, deathBenefit: sum, family: plan.family !== null }
}

const PREGNANCY = 10
/** Outside of these ages the pregnancy question is not asked (domain §4.3 "shown only where it matters"). */
const CHILDBEARING = { from: 14, to: 50 }

export interface Asked {
  gender: Gender | ''
  birthDate: Day
}

/** Does the pregnancy question belong on the page? */
export function asksPregnancy({ gender, birthDate }: Asked, today: Day): boolean {
  if (gender !== 'female' || !isDay(birthDate) || birthDate > today) return false
  const age = ageOn(birthDate, today)
  return age >= CHILDBEARING.from && age <= CHILDBEARING.to
}

/** Ids of the questions for this plan and person, in the order of domain §4.3: `q1` … */
export const questionsFor = (plan: PlanFigures, insured: Asked, today: Day): string[] =>
  plan.health.filter((number) => number !== PREGNANCY || asksPregnancy(insured, today)).map((number) => `q${number}`)

/**
 * Key of a question for a person: the question's own id for the student, the person's key before it for a family
 * member.
 */
export const questionOf = (key: string, id: string): string => `${key}-${id}`
export function askedOf(question: string): { key: string | null; id: string } {
  const [key, id] = question.split('-')
  return id === undefined ? { key: null, id: question } : { key: key ?? null, id }
}

/** The questions of everybody in the order, person by person. */
export const questionsOf = (plan: PlanFigures, people: PeopleDraft, today: Day): string[] => [
  ...questionsFor(plan, insuredDraft(people), today),
  ...familyOf(people).flatMap(({ key, person }) => questionsFor(plan, person, today).map((id) => questionOf(key, id))),
]
