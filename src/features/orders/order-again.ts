/** What a new application takes over from one that is closed: every answer that still holds, and no act of the buyer's. */
import { addDays, type Day } from '../../lib/dates.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import type { Answers, OrderStatus } from './contract.ts'
import type { PersonDraft } from './people-draft.ts'
import { earliestStart } from '../plans/contract.ts'

/** Orders that ended without a policy, and not because the insured was declined. */
const ENDED: readonly OrderStatus[] = ['discarded', 'cancelled', 'expired', 'issue_failed', 'refunded']

export const canOrderAgain = (status: OrderStatus): boolean => ENDED.includes(status)

export interface Again {
  today: Day
  /** When the health questions were last answered. */
  answered: Day
  /** Whether the caller typed the numbers of IDs and passports: to somebody who proved an address later they were only ever shown masked. */
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
    check: { declarations: [], second: false, prefilled: false },
  }
}
