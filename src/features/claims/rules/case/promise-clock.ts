/**
 * How the clock of a promise runs (domain §5.1, clause 8.3): calendar days in Shanghai, paused while documents are
 * awaited.
 */
import { addDays, dayOf, daysBetween, type Day } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { Clock } from '../promise-clock-schema.ts'

/** Instants, ms. `to` is `null` while the pause lasts. */
export interface Pause {
  from: number
  to: number | null
}

export interface Promised {
  kind: Clock['kind']
  startedAt: number
  /** In order, not overlapping. */
  pauses: readonly Pause[]
  /** When the promise was kept; `null` while the clock runs. */
  endedAt: number | null
  complex: boolean
}

const LENGTH = {
  decision: LIMITS.decisionDays,
  payment: LIMITS.paymentDays,
  review: LIMITS.appealReplyDays,
  on_account: LIMITS.onAccountDays,
} as const

/** Days allowed for a promise; only a decision may be complex. */
const lengthOf = (kind: Clock['kind'], complex: boolean): number =>
  kind === 'decision' && complex ? LIMITS.complexDays : LENGTH[kind]

/**
 * The clock of a promise at an instant. A day counts if the clock ran at any time of it, and counts once, however often
 * it was paused on it; the first day is day 1. A promise is late beyond its last day; while paused it never becomes
 * late.
 */
export function clockAt({ kind, startedAt, pauses, endedAt, complex }: Promised, now: number): Clock {
  const of = lengthOf(kind, complex)
  const until = endedAt ?? now
  const counted = new Counted(of)
  let from: number | null = startedAt
  let stoppedAt: number | null = null
  for (const pause of pauses) {
    if (pause.from > until || from === null) break
    counted.add(dayOf(from), dayOf(pause.from))
    from = pause.to !== null && pause.to <= until ? pause.to : null
    stoppedAt = from === null ? pause.from : null
  }
  if (from !== null && from <= until) counted.add(dayOf(from), dayOf(until))
  const stopped = stoppedAt !== null && endedAt === null
  return {
    kind,
    of,
    complex,
    day: counted.days,
    startedOn: dayOf(startedAt),
    state: endedAt !== null ? 'done' : stopped ? 'stopped' : counted.days > of ? 'late' : 'running',
    stoppedOn: stopped && stoppedAt !== null ? dayOf(stoppedAt) : null,
    dueOn: counted.reached ?? dueFrom(counted, dayOf(until), of),
  }
}

/**
 * The last day of the promise if the clock continued today: today is included, whether it has been counted already or
 * not.
 */
const dueFrom = ({ days, last }: Counted, today: Day, of: number): Day =>
  addDays(today, of - days - (last === today ? 0 : 1))

/** Days counted so far, each once, and the day that used up the promise. */
class Counted {
  days = 0
  last: Day | null = null
  reached: Day | null = null
  readonly #of: number
  constructor(of: number) {
    this.#of = of
  }
  add(first: Day, last: Day): void {
    const from = this.last !== null && first <= this.last ? addDays(this.last, 1) : first
    if (from > last) return
    const more = daysBetween(from, last) + 1
    if (this.reached === null && this.days + more >= this.#of) this.reached = addDays(from, this.#of - this.days - 1)
    this.days += more
    this.last = last
  }
}
