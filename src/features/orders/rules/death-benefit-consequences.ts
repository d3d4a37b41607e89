/**
 * What follows from the people of an order for its death benefit: whether there is one, up to which sum, and who must
 * consent (domain §4.2).
 */
import { ageOn, isDay, type Day, mayHaveBegun } from '../../../lib/days/dates.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { insuredDraft, type PeopleDraft, type PersonDraft } from './people-draft.ts'

/** The figures of a plan and tier that the rules need; `planFacts` takes them from the plans' data. */
export interface PlanFacts {
  /** Age last birthday at the start of cover, both ends included. */
  ages: { from: number; to: number }
  /** Whole CNY paid on death; `null` where the tier has no such benefit. */
  deathBenefit: number | null
  /** May spouse and children join the student's order? */
  family: boolean
}

export interface PeopleInput {
  people: PeopleDraft
  plan: PlanFacts
  /** First day of cover; `null` until chosen. */
  start: Day | null
  /** Today in Shanghai. */
  today: Day
}

export interface Consequences {
  /** Why there is no death benefit: only parents may buy it for a minor · other insurers use up the minors' limit. */
  deathBenefitExcluded: null | 'minor_not_parent' | 'minor_limit_used'
  /**
   * Whole CNY payable on death under this order; 0 when excluded or not in the plan. Below the plan's sum for a minor
   * near the limit.
   */
  deathBenefit: number
  /** The limit that the law sets for a minor, all insurers together, whole CNY (保监发〔2015〕90号). */
  minorLimit: number | null
  /** An adult for whom someone else buys must consent on their own phone or by email. */
  consentNeeded: null | 'student'
  /** Tell the buyer to have the household register or birth record at hand: a claim for a minor needs it. */
  proofOfRelationship: boolean
  /** Ask what other policies pay on the child's death. */
  askElsewhere: boolean
}

/** Age last birthday; `null` while the birth date is missing or in the future. Who was born today is 0 everywhere. */
export const ageToday = (person: PersonDraft, today: Day): number | null =>
  isDay(person.birthDate) && mayHaveBegun(person.birthDate, today) ? Math.max(0, ageOn(person.birthDate, today)) : null

/**
 * Consequences for the death benefit. While ages are unknown it returns the plain case: forms show consequences once
 * the birth date is known.
 */
export function consequencesOf({ people, plan, today }: PeopleInput): Consequences {
  const insured = insuredDraft(people)
  const age = ageToday(insured, today)
  const minor = age !== null && age < LIMITS.adultAge
  const other = people.relationship !== '' && people.relationship !== 'self'
  const sum = plan.deathBenefit ?? 0
  const base: Consequences = {
    deathBenefitExcluded: null,
    deathBenefit: sum,
    minorLimit: null,
    consentNeeded: null,
    proofOfRelationship: minor && other,
    askElsewhere: false,
  }
  if (!minor) {
    // Without a family relationship the contract itself needs the insured's consent (art. 31), whatever the plan pays
    // on death.
    const consent = age !== null && other && (sum > 0 || people.relationship === 'school')
    return { ...base, consentNeeded: consent ? 'student' : null }
  }
  if (sum === 0) return base
  // Art. 33: only parents may buy it for a minor; those who insure themselves at 16 or 17 have no second person.
  if (other && people.relationship !== 'child')
    return { ...base, deathBenefitExcluded: 'minor_not_parent', deathBenefit: 0 }
  const minorLimit = age < 10 ? LIMITS.minorDeathUnder10 : LIMITS.minorDeath10To17
  const left = Math.max(0, minorLimit - (people.deathBenefitElsewhere ?? 0))
  const deathBenefit = Math.min(sum, left)
  return {
    ...base,
    minorLimit,
    askElsewhere: true,
    deathBenefit,
    deathBenefitExcluded: deathBenefit === 0 ? 'minor_limit_used' : null,
  }
}
