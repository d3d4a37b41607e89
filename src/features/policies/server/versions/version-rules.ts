/**
 * Rules for a policy's history, as pure functions. Each version states the whole policy from a day on; the premiums of
 * all changes add up to what the insurer keeps, and nothing follows a surrender.
 */
import type { VersionReason } from '../../contract.ts'
import { addDays, daysOfTerm, type Day } from '../../../../lib/days/dates.ts'

export interface VersionFacts {
  number: number
  reason: VersionReason
  /** First day on which it applies; of a surrender the first day without cover. */
  validFrom: Day
  /** First and last day of cover. */
  starts: Day
  ends: Day
  /** Minor units: what the insurer keeps in total, and by how much this version changed it. */
  premium: number
  premiumChange: number
}

export type PolicyChange =
  /** People or dates of birth change, and with them the premium may rise or fall. */
  | { reason: 'endorsement'; on: Day; premiumChange: number }
  /** Cover ends with the last day; `refund` of the premium is returned. */
  | { reason: 'surrender'; lastDay: Day; refund: number }

/** A change that the history does not allow; `code` is for the caller's refusal. */
export class ImpossibleChange extends Error {
  override name = 'ImpossibleChange'
  readonly code: 'surrendered' | 'premium' | 'ended'
  constructor(code: ImpossibleChange['code']) {
    super(code)
    this.code = code
  }
}

export function firstVersion({
  starts,
  ends,
  premium,
}: Pick<VersionFacts, 'starts' | 'ends' | 'premium'>): VersionFacts {
  return { number: 1, reason: 'issue', validFrom: starts, starts, ends, premium, premiumChange: premium }
}

/** The version that follows `current`; throws `ImpossibleChange`. */
export function nextVersion(current: VersionFacts, change: PolicyChange): VersionFacts {
  if (current.reason === 'surrender') throw new ImpossibleChange('surrendered')
  const { starts, ends, premium } = current
  const next = (rest: Pick<VersionFacts, 'validFrom' | 'ends' | 'premiumChange'>): VersionFacts => {
    if (premium + rest.premiumChange < 0) throw new ImpossibleChange('premium')
    return { number: current.number + 1, reason: change.reason, starts, premium: premium + rest.premiumChange, ...rest }
  }
  switch (change.reason) {
    case 'endorsement':
      return next({ validFrom: change.on > starts ? change.on : starts, ends, premiumChange: change.premiumChange })
    case 'surrender':
      if (change.lastDay >= ends) throw new ImpossibleChange('ended')
      if (change.refund < 0) throw new ImpossibleChange('premium')
      return next({ validFrom: firstDayWithoutCover(starts, change.lastDay), ends, premiumChange: -change.refund })
  }
}

/** Cancelled before the start, the policy has no day of cover: its first day without cover is the start. */
const firstDayWithoutCover = (starts: Day, lastDay: Day): Day => (lastDay < starts ? starts : addDays(lastDay, 1))

/** Days of cover in a history: the whole term, or those until the surrender. */
export function coveredDays(history: readonly VersionFacts[]): number {
  const last = history.at(-1)
  if (!last) return 0
  return daysOfTerm(last.starts, last.reason === 'surrender' ? addDays(last.validFrom, -1) : last.ends)
}
