/**
 * For every table of the database: what of it goes into the copy of their data that a person may request, or why
 * nothing does (decision 0063). A missing table does not compile; `tests/api/personal-data.test.ts` compares with the
 * database itself.
 */
import type { Database } from '../../server/database-tables.ts'

/**
 * A file of the copy, `data/<name>.json`, and which rows go into it: those with one of these ids of `Person` in a
 * column.
 */
export interface ExportedTable {
  file: ExportFile
  column: string
  among: PersonKey
}
export const EXPORT_FILES = [
  'account',
  'policies',
  'orders',
  'claims',
  'changes',
  'verifications',
  'payments',
  'invoices',
  'record',
] as const
export type ExportFile = (typeof EXPORT_FILES)[number]
/** Ids by which rows belong to a person. `payables`: what they paid for; `records`: everything that has events. */
export type PersonKey =
  | 'users'
  | 'policies'
  | 'orders'
  | 'claims'
  | 'decisions'
  | 'changes'
  | 'payables'
  | 'invoices'
  | 'records'

/** `not`: why it is not in the copy. */
interface Handling {
  export: ExportedTable | { not: string }
}

const within = (file: ExportFile, column: string, among: PersonKey): { export: ExportedTable } => ({
  export: { file, column, among },
})
const not = (why: string): { export: { not: string } } => ({ export: { not: why } })
const TECHNICAL = 'keyed hashes that limit codes, calls and letters; they go within days and name nobody'
const NOBODY = 'nothing about a person'

export const PERSONAL_TABLES = {
  users: within('account', 'id', 'users'),
  contacts: within('account', 'user_id', 'users'),
  contact_changes: within('account', 'user_id', 'users'),
  contact_undo_links: not('hashes of links by which a change of contact is undone'),
  account_questions: not('that a login waits for an answer, for ten minutes'),
  message_ways: within('account', 'user_id', 'users'),
  unsubscribed_mailboxes: not('mailboxes that belong to no account'),
  undeliverable_mailboxes: not('that a mailbox takes no mail, as the page of contacts shows it'),
  message_deliveries: not(
    'which message went out when, for 30 days; messages that still have their words are in the copy',
  ),
  sms_days: not(NOBODY),
  health_probe: not(NOBODY),
  operator_proposals: not('who of our own staff is to have which role'),
  sessions: within('account', 'user_id', 'users'),
  data_exports: within('account', 'user_id', 'users'),
  account_closures: within('account', 'user_id', 'users'),
  person_keys: not('the key of what a person wrote; what lies under it is in the copy'),
  login_codes: not(TECHNICAL),
  login_sends: not(TECHNICAL),
  login_guesses: not(TECHNICAL),
  login_failures: not(TECHNICAL),
  login_devices: not('keyed hashes of device and address together, for 180 days'),
  exchange_codes: not('hashes of codes that are used or over'),

  policies: within('policies', 'id', 'policies'),
  policy_versions: within('policies', 'policy_id', 'policies'),
  policy_documents: within('policies', 'policy_id', 'policies'),
  policy_extensions: within('policies', 'user_id', 'users'),
  policies_kept: within('policies', 'user_id', 'users'),
  policies_proven: within('policies', 'user_id', 'users'),
  visa_refusal_letters: within('policies', 'user_id', 'users'),
  policy_terms: not(NOBODY),
  plan_files: not(NOBODY),
  exchange_rates: not(NOBODY),

  orders: within('orders', 'id', 'orders'),
  consents: within('orders', 'order_id', 'orders'),
  group_payments: not('a school’s payment for many students; its contact is the school’s'),
  group_payment_orders: not('which applications a school paid for together, as each application in the copy says'),
  sales_log: within('record', 'order_id', 'orders'),
  sales_heads: not('signatures over the sales record, which is in the copy'),
  overseas_applications: within('orders', 'user_id', 'users'),
  education_orders: within('orders', 'user_id', 'users'),
  device_secrets: not('hashes of secrets of devices, which name no person'),
  draft_origins: not(TECHNICAL),
  counted_messages: not(TECHNICAL),

  claims: within('claims', 'id', 'claims'),
  claim_signatures: within('claims', 'claim_id', 'claims'),
  claim_documents: within('claims', 'claim_id', 'claims'),
  claim_requests: within('claims', 'claim_id', 'claims'),
  claim_request_items: within('claims', 'claim_id', 'claims'),
  claim_decisions: within('claims', 'claim_id', 'claims'),
  claim_payments: within('claims', 'claim_id', 'claims'),
  claim_payees: within('claims', 'claim_id', 'claims'),
  claim_match_keys: { export: { not: 'hashes of what the claim itself contains' } },
  claim_appeals: within('claims', 'claim_id', 'claims'),
  claim_forms: within('claims', 'claim_id', 'claims'),
  claim_letters: within('claims', 'decision_id', 'decisions'),

  policy_changes: within('changes', 'id', 'changes'),
  policy_change_files: within('changes', 'change_id', 'changes'),
  registrations: within('verifications', 'user_id', 'users'),
  proven_identities: within('verifications', 'user_id', 'users'),
  registration_codes: not(TECHNICAL),
  registration_undo_links: not('hashes of links in messages to policyholders'),

  payments: within('payments', 'payable_id', 'payables'),
  refunds: within('payments', 'payable_id', 'payables'),
  refund_accounts: within('payments', 'payable_id', 'payables'),
  bank_batches: not('sums of files for the bank; what each of them paid is in the copy'),
  bank_batch_lines: not(
    'lines of files for the bank; the payments, refunds and accounts that they name are in the copy',
  ),
  payment_keys: not('numbers by which a browser’s request for a payment is known'),
  payment_links: not('links by which somebody else pays; what was paid is in the copy'),
  payment_codes: not('hashes of payment links'),
  payment_notifications: not('the provider’s own words about payments, which are in the copy'),
  payment_nonces: not(NOBODY),
  invoices: within('invoices', 'id', 'invoices'),
  invoice_documents: within('invoices', 'invoice_id', 'invoices'),
  invoice_notices: not(NOBODY),
  prepaid_links: not('links by which a payer asks for an invoice; the invoice is in the copy'),
  sandbox_invoices: not('books of the sandbox; empty in production'),
  gateway_trades: not('books of the sandbox; empty in production'),
  gateway_refunds: not('books of the sandbox; empty in production'),
  gateway_deliveries: not('books of the sandbox; empty in production'),
  gateway_faults: not(NOBODY),

  partners: not(NOBODY),
  partner_institutions: not(NOBODY),
  partner_keys: not(NOBODY),
  partner_messages: not('what a partner was told of an order: numbers, days and sums, which are in the copy'),
  partner_message_tries: not(NOBODY),
  sandbox_partner_inbox: not('books of the sandbox; empty in production'),
  partner_visits: not('links of partners that were used; what they said is in the application, which is in the copy'),

  campaigns: not(NOBODY),
  campaign_invitations: not(
    'a list that a school gave, for 30 days after its campaign; what its student applied with is in the application, which is in the copy',
  ),

  events: within('record', 'entity_id', 'records'),
  files: not('keys; the list of files and the files themselves are in the copy'),
  incoming: not('files that wait to be looked at; their receipts are in the copy'),
  incoming_senders: not('whose file is looked at next'),
  jobs: not('work that waits; messages that still have their words are in the copy'),
  job_endpoints: not('which servers of partners do not answer'),
  messages: not('the sandbox’s inbox; empty in production'),
  operators: not('people who work here'),
  secret_canaries: not(NOBODY),
  reading_feedback: not('cannot be told whose it is'),
} as const satisfies Record<keyof Database, Handling>

export type TableName = keyof typeof PERSONAL_TABLES
export const handlingOf = (table: TableName): Handling => PERSONAL_TABLES[table]

/** Tables that keep rows of a person whose account was closed, and why (decision 0072). All others keep nothing of them. */
export const KEPT_AFTER_CLOSING: Partial<Record<TableName, string>> = {
  users: 'an empty row, while what is kept refers to it',
  account_closures: 'that it was closed, and when',
  sessions: 'when somebody was signed in: Cybersecurity Law art. 21, six months',
  policies: 'Insurance Law art. 87',
  policy_versions: 'with the policy',
  policy_documents: 'with the policy',
  policy_extensions: 'with the policy',
  policy_changes: 'with the policy',
  education_orders: 'E-Commerce Law art. 31: three years',
  orders: 'with the policy',
  consents: 'with the policy',
  sales_log: 'with the policy',
  claims: 'with the policy',
  claim_signatures: 'with the claim',
  claim_documents: 'with the claim',
  claim_requests: 'with the claim',
  claim_request_items: 'with the claim',
  claim_decisions: 'with the claim',
  claim_payments: 'with the claim',
  claim_payees: 'with the claim',
  claim_match_keys: 'with the claim',
  claim_appeals: 'with the claim',
  claim_forms: 'with the claim',
  claim_letters: 'with the claim',
  invoices: 'rules on tax collection art. 29',
  invoice_documents: 'with the invoice',
  message_deliveries: 'that the closing was told, for 30 days',
  events: 'what happened to all these, by an id that leads nowhere',
  files: 'with the policy, claim or invoice',
}
