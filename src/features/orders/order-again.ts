/** What a new application takes over from a closed one: every answer that is still valid, and none of the buyer's confirmations. */
import { addDays, type Day } from '../../lib/dates.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { NO_TICKS, type Answers, type OrderStatus } from './contract.ts'
import type { PersonDraft } from './people-draft.ts'
import { earliestStart } from '../plans/contract.ts'

/** Orders that ended without a policy, and not because the insured was declined. */
const ENDED: readonly OrderStatus[] = ['discarded', 'cancelled', 'expired', 'issue_failed', 'refunded']

export const canOrderAgain = (status: OrderStatus): boolean => ENDED.includes(status)

export interface Again {
  today: Day
  /** When the health questions were last answered. */
  answered: Day
  /** Whether the caller typed the numbers of IDs and passports: somebody who proved an address later only ever saw them masked. */
  maker: boolean
}

export function answersAgain({ trip, people, health }: Answers, { today, answered, maker }: Again): Answers {
  const passed = trip.start !== '' && trip.start < earliestStart(today)
  const person = (draft: PersonDraft): PersonDraft => (maker ? draft : { ...draft, idNumber: '', passportNumber: '' })
  const family = people.family.map((member) => ({ ...member, person: person(member.person) }))
  return {
    trip: passed ? { ...trip, start: '', end: '', arrived: null } : trip,
    people: { ...people, policyholder: person(people.policyholder), insured: person(people.insured), family, ownWages: false, pricedBirthDate: '' },
    health: addDays(answered, LIMITS.healthAnswersDays) < today ? { answers: {}, details: {} } : health,
    check: NO_TICKS,
  }
}
