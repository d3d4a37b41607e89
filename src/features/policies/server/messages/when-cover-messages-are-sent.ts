/** Days on which something happens to a policy automatically: it begins, it will end soon, it has ended. Pure. */
import { addDays, type Day } from '../../../../lib/days/dates.ts'

/** Reminders are sent this many days before the last day. */
const REMINDER_DAYS = [30, 7, 1] as const

export type PolicyNotice =
  | { kind: 'started'; on: Day }
  | { kind: 'ending'; on: Day; daysLeft: number }
  | { kind: 'ended'; on: Day }

/**
 * All of them in order. A reminder is left out when the term is too short for it: nobody is told on the first day that
 * cover ends in a month.
 */
export function noticesOf(starts: Day, ends: Day): PolicyNotice[] {
  const reminders = REMINDER_DAYS.map((daysLeft) => ({
    kind: 'ending' as const,
    on: addDays(ends, -daysLeft),
    daysLeft,
  })).filter(({ on }) => on > starts)
  return [{ kind: 'started', on: starts }, ...reminders, { kind: 'ended', on: addDays(ends, 1) }]
}

/** Those that fell due from `since` to `today`, and the day of the next one. */
export function dueNotices(
  term: { starts: Day; ends: Day },
  since: Day,
  today: Day,
): { due: PolicyNotice[]; next: Day | null } {
  const all = noticesOf(term.starts, term.ends)
  return { due: all.filter(({ on }) => on >= since && on <= today), next: all.find(({ on }) => on > today)?.on ?? null }
}
