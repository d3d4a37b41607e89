/** How operator commands print what happened to a record. */
import { formatInstant } from '../../lib/days/dates.ts'
import type { EventTable } from '../db/core-tables.ts'
import type { Deps } from '../dependencies.ts'

type Event = Pick<EventTable, 'at' | 'from_status' | 'to_status' | 'by' | 'why'>

/** When, from which state to which, by whom and why. `subject` names the record where several are printed together. */
export const eventLine = ({ at, from_status: from, to_status: to, by, why }: Event, subject = ''): string =>
  `${formatInstant(at, 'en', { seconds: true })}  ${subject && `${subject} `}${from ?? '·'} → ${to}  ${by}${why ? `  ${why}` : ''}`

/** What happened to these records of these kinds, in the order in which it was written. */
export const eventsOf = (db: Deps['db'], kinds: readonly string[], ids: readonly string[]) =>
  db.selectFrom('events').selectAll().where('entity', 'in', kinds).where('entity_id', 'in', ids).orderBy('id').execute()
