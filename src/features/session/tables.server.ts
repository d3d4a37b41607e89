/** People, their sessions and the codes by which they sign in. Destinations are sealed; they are found by their HMAC. */
import type { AccountQuestionTable, ContactChangeTable, ContactUndoLinkTable } from './contact-tables.server.ts'

export type { ContactChangeTable }

export interface SessionTables {
  users: UserTable
  contacts: ContactTable
  contact_changes: ContactChangeTable
  contact_undo_links: ContactUndoLinkTable
  account_questions: AccountQuestionTable
  sessions: SessionTable
  login_codes: LoginCodeTable
  login_sends: LoginSendTable
  login_failures: LoginFailureTable
  login_guesses: LoginGuessTable
  login_devices: LoginDeviceTable
  exchange_codes: ExchangeCodeTable
}

/** A mobile number or email that signs someone in, from when it was proven until it was given up (decision 0051). */
export interface ContactTable {
  id: string
  user_id: string
  channel: 'mobile' | 'email'
  /** Sealed. */
  destination: string
  mac: string
  proved_at: number
  /** What was bought with it up to then belongs to its earlier owner, or needs another proof; 0 includes everything. */
  counts_from: number
  /** From then on it signs nobody in. In the future while a change can still be undone. */
  ended_at: number | null
  ended_why: 'changed' | 'undone' | null
  /** When whoever signed in with it first said that the account is theirs, or the first login made the account. */
  accepted_at: number | null
}

export interface UserTable {
  id: string
  name: string | null
  mobile: string | null
  mobile_mac: string | null
  email: string | null
  email_mac: string | null
  created_at: number
  /** When the account was closed: only this row remains, until nothing that must be kept by law refers to it. */
  closed_at: number | null
}

export interface SessionTable {
  id: string
  user_id: string
  /** SHA-256 hex; the token itself is not stored. */
  token_hash: string
  csrf_name: string
  csrf_hash: string
  co_id: string | null
  created_at: number
  last_seen_at: number
  ends_at: number
  revoked_at: number | null
  revoked_why: 'logout' | 'elsewhere' | null
  /** Sealed, for the list of devices: the browser and system that signed in, in short form; `null` for older logins. */
  agent: string | null
  /** When the person last gave a code in this session, and the contact that it was sent to (decision 0061). */
  confirmed_at: number | null
  confirmed_contact: string | null
  /** What the session may access, `claim:<id>`; everything of the person when empty. */
  scope: string | null
}

/** One live code per destination, device and purpose. */
export interface LoginCodeTable {
  id: string
  /** A `CodePurpose` of login-codes.server.ts. */
  purpose: string
  destination_mac: string
  /** Keyed hash of the destination and the requesting device. */
  device_mac: string
  /** Keyed hash of the destination and the requesting network address. */
  here_mac: string
  code_mac: string
  sent_at: number
  expires_at: number
  tries_left: number
  /** Tries of other devices in that network. */
  neighbour_tries_left: number
}

interface LoginSendTable {
  id: string
  /** Destination and known device, or destination and network address. */
  pair_mac: string
  /** Empty for a known device: its sends are not counted with those of strangers. */
  destination_mac: string | null
  address_mac: string
  prefix_mac: string
  at: number
}

/** Consecutive wrong codes of a device, or of a network, at a destination. */
interface LoginFailureTable {
  party_mac: string
  failures: number
  until: number
  at: number
}

/** Every wrong code of the last day. */
interface LoginGuessTable {
  id: string
  destination_mac: string
  at: number
}

/** Devices that signed in for a destination: a keyed hash of both. */
interface LoginDeviceTable {
  device_mac: string
  last_at: number
}

interface ExchangeCodeTable {
  code_hash: string
  user_id: string
  co_id: string | null
  expires_at: number
  used_at: number | null
  /** Copied to the session. */
  scope: string | null
  /** The session made with it. */
  session_id: string | null
  /** When that session first received what it is for. */
  opened_at: number | null
}
