/** Files that were received and not checked yet, and who sends them. */
import { bigint, defineTable, integer, text, type RowOf, type RowsOf } from '../db/define-table.ts'
import type { Kind } from './detect-file-type.ts'

const incoming = defineTable('incoming', {
  columns: {
    /** The file's name on disk, `….incoming`. */
    id: text().key(),
    /** Its future owner: `claim:<id>` … */
    owner: text(),
    /** Who sent it: `user:<id>` … */
    sender: text(),
    /** The feature that receives the result (`IncomingKind.kind`). */
    purpose: text(),
    kind: text<Kind>(),
    size: bigint(),
    sha256: text(),
    /** Its own key, encrypted by the application's. */
    wrapped_key: text().sealed((row) => `files.key:${String(row['id'])}`),
    received_at: bigint(),
    /** Not checked before this; later than `received_at` after a failure of our own. */
    due_at: bigint(),
    /** A process is checking it until then. */
    lease_until: bigint().orNull(),
    attempts: integer().else(0),
    /** Processes that died while they were checking it, whatever they died of. */
    deaths: integer().else(0),
  },
  indexes: {
    incoming_owner: ['owner'],
    incoming_sender: ['sender'],
  },
  copy: { not: 'files that wait to be looked at; their receipts are in the copy' },
  afterClosing: 'gone',
  growth: { limits: ['uncheckedFiles', 'uncheckedAll'] },
})
export type IncomingTable = RowOf<typeof incoming>

const incomingSenders = defineTable('incoming_senders', {
  columns: {
    sender: text().key(),
    /** When a file of this sender was last claimed. */
    turn_at: bigint(),
    /** This sender's files wait until then. */
    paused_until: bigint(),
    /** How often the check of a file of this sender had to be stopped; one that is accepted lowers the count by one. */
    stops: integer(),
  },
  indexes: {
    incoming_senders_turn: ['turn_at'],
  },
  copy: { not: 'whose file is looked at next' },
  afterClosing: 'gone',
  growth: { each: 'incoming', most: 'one' },
})

export const intakeTables = { incoming, incoming_senders: incomingSenders }

declare module '../db/database-rows.ts' {
  interface Database extends RowsOf<typeof intakeTables> {}
}
