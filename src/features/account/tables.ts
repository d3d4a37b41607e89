/** A person's settings for the account itself, and the copies of their data. */
import { contactIn } from '../../server/keys/hashed-texts.ts'
import { bigint, defineTable, stateful, text, type RowOf, type RowsOf } from '../../server/db/define-table.ts'
import type { Lang } from '../../lib/locale.ts'
import type { ChosenKind, MessageWay } from '../../lib/people/message-preferences.ts'
import type { ClosureStatus } from './closure-calls.ts'
import type { ExportStatus } from './contract.ts'

/** The request to close an account, which waits for some days (decision 0072). */
const accountClosures = defineTable('account_closures', {
  columns: {
    ...stateful<ClosureStatus>(),
    user_id: text().of('users'),
    /** Language of the messages about it. */
    lang: text<Lang>(),
    asked_at: bigint(),
    /** Nothing is deleted before then, ms. */
    closes_at: bigint(),
  },
  indexes: {
    account_closures_due: { on: ['closes_at'], where: "status = 'scheduled'" },
    account_closures_open: { on: ['user_id'], unique: true, where: "status = 'scheduled'" },
    account_closures_user: ['user_id'],
  },
  copy: { file: 'account', by: 'user_id', of: 'users' },
  afterClosing: { kept: 'that it was closed, and when' },
  growth: { only: 'whoever has a login code' },
})
export type AccountClosureTable = RowOf<typeof accountClosures>

/** How a kind of message is sent to a person; no row where it is sent as given with the order, policy or claim. */
const messageWays = defineTable('message_ways', {
  columns: {
    user_id: text().of('users'),
    kind: text<ChosenKind>(),
    way: text<MessageWay>(),
  },
  key: { name: 'message_ways_key', on: ['user_id', 'kind'] },
  copy: { file: 'account', by: 'user_id', of: 'users' },
  afterClosing: 'gone',
  growth: { each: 'users', most: 'one for each kind of message' },
})

/** A mailbox with which nobody signs in, and a kind of message that is not sent to it. */
const unsubscribedMailboxes = defineTable('unsubscribed_mailboxes', {
  columns: {
    mac: text(),
    kind: text<ChosenKind>(),
    /** Sealed. */
    destination: text().sealed('unsubscribed_mailboxes.destination'),
    at: bigint(),
  },
  key: { name: 'unsubscribed_mailboxes_key', on: ['mac', 'kind'] },
  copy: { not: 'mailboxes that belong to no account' },
  afterClosing: 'gone',
  growth: { each: 'messages', most: 'one: its link is in a mail of ours' },
  hashes: { columns: ['mac'], texts: contactIn('unsubscribed_mailboxes.destination', 'destination') },
})

/** A copy of all data about a person, in one encrypted archive, for some days. */
const dataExports = defineTable('data_exports', {
  columns: {
    ...stateful<ExportStatus>(),
    user_id: text().of('users'),
    /** Language of the message that it is ready. */
    lang: text<Lang>(),
    requested_at: bigint(),
    ready_at: bigint().orNull(),
    /** It is deleted after this. */
    expires_at: bigint().orNull(),
    file_id: text().orNull(),
    /** SHA-256 of the ticket for which a code was exchanged: the archive can be downloaded with it until `ticket_until`. */
    ticket_hash: text().orNull(),
    ticket_until: bigint().orNull(),
  },
  indexes: {
    data_exports_open: { on: ['user_id'], unique: true, where: "status = 'requested'" },
    data_exports_user: ['user_id', 'requested_at'],
    data_exports_expires: ['expires_at'],
    data_exports_failed: { on: ['updated_at'], where: "status = 'failed'" },
  },
  copy: { file: 'account', by: 'user_id', of: 'users' },
  afterClosing: 'gone',
  growth: { limits: ['exportsDay'] },
})
export type DataExportTable = RowOf<typeof dataExports>

export const accountTables = {
  message_ways: messageWays,
  unsubscribed_mailboxes: unsubscribedMailboxes,
  data_exports: dataExports,
  account_closures: accountClosures,
}

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof accountTables> {}
}
