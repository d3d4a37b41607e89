/** People, their sessions and the codes by which they sign in. Destinations are sealed; they are found by their HMAC. */
import { contactIn } from '../../server/keys/hashed-texts.ts'
import { bigint, defineTable, integer, text, type RowOf, type RowsOf } from '../../server/db/define-table.ts'
import {
  contactChanges,
  contactUndoLinks,
  accountQuestions,
  type ContactChangeTable,
} from './server/contacts/contact-tables.ts'

export type { ContactChangeTable }

/** A mobile number or email that signs someone in, from when it was proven until it was given up (decision 0051). */
const contacts = defineTable('contacts', {
  columns: {
    id: text().key(),
    user_id: text().of('users'),
    channel: text<'mobile' | 'email'>(),
    /** Sealed. */
    destination: text().sealed('users.contact'),
    mac: text(),
    proved_at: bigint(),
    /** What was bought with it up to then belongs to its earlier owner, or needs another proof; 0 includes everything. */
    counts_from: bigint().else(0),
    /** From then on it signs nobody in. In the future while a change can still be undone. */
    ended_at: bigint().orNull(),
    ended_why: text<'changed' | 'undone'>().orNull(),
    /** When whoever signed in with it first said that the account is theirs, or the first login made the account. */
    accepted_at: bigint().orNull(),
  },
  indexes: {
    contacts_live: { on: ['mac'], unique: true, where: 'ended_at is null' },
    contacts_of: ['mac', 'ended_at'],
    contacts_user: ['user_id'],
  },
  copy: { file: 'account', by: 'user_id', of: 'users' },
  afterClosing: 'gone',
  growth: { only: 'whoever has a login code' },
  hashes: { columns: ['mac'], texts: contactIn('users.contact', 'destination') },
})
export type ContactTable = RowOf<typeof contacts>

const users = defineTable('users', {
  columns: {
    id: text().key(),
    name: text().orNull().sealed('users.name'),
    mobile: text().orNull().sealed('users.contact'),
    mobile_mac: text().once().orNull(),
    email: text().orNull().sealed('users.contact'),
    email_mac: text().once().orNull(),
    created_at: bigint(),
    /** When the account was closed: only this row remains, until nothing that must be kept by law refers to it. */
    closed_at: bigint().orNull(),
  },
  indexes: {
    users_closed: { on: ['closed_at'], where: 'closed_at is not null' },
  },
  copy: { file: 'account', by: 'id', of: 'users' },
  afterClosing: { kept: 'an empty row, while what is kept refers to it' },
  growth: { only: 'whoever has a login code' },
  hashes: { columns: ['mobile_mac', 'email_mac'], texts: contactIn('users.contact', 'mobile', 'email') },
})
export type UserTable = RowOf<typeof users>

const sessions = defineTable('sessions', {
  columns: {
    id: text().key(),
    user_id: text().of('users'),
    /** SHA-256 hex; the token itself is not stored. */
    token_hash: text().once(),
    csrf_name: text(),
    csrf_hash: text(),
    co_id: text().orNull(),
    created_at: bigint(),
    last_seen_at: bigint(),
    ends_at: bigint(),
    revoked_at: bigint().orNull(),
    revoked_why: text<'logout' | 'elsewhere'>().orNull(),
    /** Sealed, for the list of devices: the browser and system that signed in, in short form; `null` for older logins. */
    agent: text().orNull().sealed('sessions.agent'),
    /** When the person last gave a code in this session, and the contact that it was sent to (decision 0061). */
    confirmed_at: bigint().orNull(),
    confirmed_contact: text().orNull(),
    /** What the session may access, `claim:<id>`; everything of the person when empty. */
    scope: text().orNull(),
  },
  indexes: {
    sessions_user: ['user_id'],
    sessions_ends: ['ends_at'],
  },
  copy: { file: 'account', by: 'user_id', of: 'users' },
  afterClosing: { kept: 'when somebody was signed in: Cybersecurity Law art. 21, six months' },
  growth: { only: 'whoever has a login code' },
})
export type SessionTable = RowOf<typeof sessions>

/** One live code per destination, device and purpose. */
const loginCodes = defineTable('login_codes', {
  columns: {
    id: text().key(),
    /** A `CodePurpose` of login-codes.ts. */
    purpose: text().else('login'),
    destination_mac: text(),
    /** Keyed hash of the destination and the requesting device. */
    device_mac: text(),
    /** Keyed hash of the destination and the requesting network address. */
    here_mac: text(),
    code_mac: text(),
    sent_at: bigint(),
    expires_at: bigint(),
    tries_left: integer(),
    /** Tries of other devices in that network. */
    neighbour_tries_left: integer(),
  },
  indexes: {
    login_codes_destination: ['destination_mac', 'expires_at'],
    login_codes_expires: ['expires_at'],
  },
  copy: { not: 'keyed hashes that limit codes, calls and letters; they go within days and name nobody' },
  afterClosing: 'gone',
  growth: { only: 'whoever has a login code' },
})
export type LoginCodeTable = RowOf<typeof loginCodes>

const loginSends = defineTable('login_sends', {
  columns: {
    id: text().key(),
    /** Destination and known device, or destination and network address. */
    pair_mac: text(),
    /** Empty for a known device: its sends are not counted with those of strangers. */
    destination_mac: text().orNull(),
    address_mac: text(),
    prefix_mac: text(),
    at: bigint(),
  },
  indexes: {
    login_sends_by_address: ['address_mac', 'at'],
    login_sends_by_destination: ['destination_mac', 'at'],
    login_sends_by_pair: ['pair_mac', 'at'],
    login_sends_by_prefix: ['prefix_mac', 'at'],
    login_sends_at: ['at'],
  },
  copy: { not: 'keyed hashes that limit codes, calls and letters; they go within days and name nobody' },
  afterClosing: 'gone',
  growth: { only: 'whoever has a login code' },
})

/** Consecutive wrong codes of a device, or of a network, at a destination. */
const loginFailures = defineTable('login_failures', {
  columns: {
    party_mac: text().key(),
    failures: integer(),
    until: bigint(),
    at: bigint(),
  },
  indexes: {
    login_failures_at: ['at'],
  },
  copy: { not: 'keyed hashes that limit codes, calls and letters; they go within days and name nobody' },
  afterClosing: 'gone',
  growth: { each: 'login_codes', most: 'one for each of its tries' },
})

/** Every wrong code of the last day. */
const loginGuesses = defineTable('login_guesses', {
  columns: {
    id: text().key(),
    destination_mac: text(),
    at: bigint(),
  },
  indexes: {
    login_guesses_at: ['at'],
    login_guesses_destination: ['destination_mac', 'at'],
  },
  copy: { not: 'keyed hashes that limit codes, calls and letters; they go within days and name nobody' },
  afterClosing: 'gone',
  growth: { each: 'login_codes', most: 'one for each of its tries' },
})

/** Devices that signed in for a destination: a keyed hash of both. */
const loginDevices = defineTable('login_devices', {
  columns: {
    device_mac: text().key(),
    last_at: bigint(),
  },
  indexes: {
    login_devices_last: ['last_at'],
  },
  copy: { not: 'keyed hashes of device and address together, for 180 days' },
  afterClosing: 'gone',
  growth: { only: 'whoever has a login code' },
})

const exchangeCodes = defineTable('exchange_codes', {
  columns: {
    code_hash: text().key(),
    user_id: text().of('users'),
    co_id: text().orNull(),
    expires_at: bigint(),
    used_at: bigint().orNull(),
    /** Copied to the session. */
    scope: text().orNull(),
    /** The session made with it. */
    session_id: text().orNull(),
    /** When that session first received what it is for. */
    opened_at: bigint().orNull(),
  },
  indexes: {
    exchange_codes_user: ['user_id', 'expires_at'],
    exchange_codes_expires: ['expires_at'],
  },
  copy: { not: 'hashes of codes that are used or over' },
  afterClosing: 'gone',
  growth: { limits: ['handOversDay'] },
})

export const sessionTables = {
  users,
  contacts,
  contact_changes: contactChanges,
  contact_undo_links: contactUndoLinks,
  account_questions: accountQuestions,
  sessions,
  login_codes: loginCodes,
  login_sends: loginSends,
  login_failures: loginFailures,
  login_guesses: loginGuesses,
  login_devices: loginDevices,
  exchange_codes: exchangeCodes,
}

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof sessionTables> {}
}
