/**
 * What a new application takes over from an earlier order, and none of the buyer's confirmations: of one that ended
 * without a policy, every answer that is still valid; of a paid one, the buyer and the trip, for the next person to
 * insure.
 */
import { addDays, type Day } from '../../../lib/days/dates.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { NO_TICKS, type Answers, type Trip } from './order-fields.ts'
import type { OrderStatus } from '../contract.ts'
import { EMPTY_PEOPLE, type PersonDraft, type Relationship } from './people-draft.ts'
import { earliestStart } from '../../plans/contract.ts'

/** Orders that ended without a policy, and not because the insured was declined. */
const ENDED: readonly OrderStatus[] = ['discarded', 'cancelled', 'expired', 'issue_failed', 'refunded']

export const canOrderAgain = (status: OrderStatus): boolean => ENDED.includes(status)

/** Ties that a buyer may have to several students. Any other is chosen anew. */
const SEVERAL: readonly Relationship[] = ['child', 'dependant', 'school']

export interface Again {
  today: Day
  /** When the health questions were last answered. */
  answered: Day
  /**
   * Whether the caller typed the answers: somebody who proved an address later saw numbers of IDs and passports masked,
   * and nothing about health.
   */
  maker: boolean
}

export function answersAgain({ trip, people, health }: Answers, { today, answered, maker }: Again): Answers {
  const person = ofCaller(maker)
  const family = people.family.map((member) => ({ ...member, person: person(member.person) }))
  return {
    trip: tripAgain(trip, today),
    people: {
      ...people,
      policyholder: person(people.policyholder),
      insured: person(people.insured),
      family,
      ownWages: false,
      pricedBirthDate: '',
    },
    health: maker && addDays(answered, LIMITS.healthAnswersDays) >= today ? health : { answers: {}, details: {} },
    check: NO_TICKS,
  }
}

/**
 * Another person on the same plan: only the buyer and the trip are the same. Nothing about the first insured person is
 * copied.
 */
export function answersForAnother(
  { trip, people }: Answers,
  { today, maker }: Pick<Again, 'today' | 'maker'>,
): Answers {
  const relationship = SEVERAL.find((tie) => tie === people.relationship) ?? ''
  return {
    trip: { ...tripAgain(trip, today), arrived: null },
    people: {
      ...EMPTY_PEOPLE,
      relationship,
      policyholder: { ...ofCaller(maker)(people.policyholder), institution: '' },
    },
    health: { answers: {}, details: {} },
    check: NO_TICKS,
  }
}

/** Days that have passed are chosen again; the last day stays as long as cover can still reach it. */
function tripAgain(trip: Trip, today: Day): Trip {
  const first = earliestStart(today)
  if (trip.start === '' || trip.start >= first) return trip
  return { ...trip, start: '', end: trip.end >= first ? trip.end : '', arrived: null }
}

const ofCaller =
  (maker: boolean) =>
  (draft: PersonDraft): PersonDraft =>
    maker ? draft : { ...draft, idNumber: '', passportNumber: '' }
