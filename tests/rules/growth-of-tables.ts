/**
 * What keeps a stranger or a free account from filling each table. A new table is missing here until somebody has
 * thought about it: the type fails.
 */
import type { Database } from '../../src/server/database-tables.ts'
import type { LIMITS } from '../../src/lib/limits-and-periods.ts'
import type { STORAGE_LIMITS } from '../../src/lib/storage-limits.ts'

export type Table = keyof Database
type StorageLimit = keyof typeof STORAGE_LIMITS

export type Bound =
  /** One of these limits counts its rows or bytes. */
  | { limits: readonly (StorageLimit | keyof typeof LIMITS)[] }
  /** So many rows at most for each row of another table. */
  | { each: Table; most: string }
  /** Nobody outside adds to it. */
  | { only: string }

const limits = (...names: (StorageLimit | keyof typeof LIMITS)[]): Bound => ({ limits: names })
const each = (table: Table, most: string): Bound => ({ each: table, most })
const only = (who: string): Bound => ({ only: who })

const OPERATORS = 'operators'
const PRODUCT = 'the product itself'
const SANDBOX = 'the sandbox; empty in production'
const SIGNED = 'a partner or provider who signs'
const CODES = 'whoever has a login code: 20 an hour and 60 a day from one address (session/when-a-code-may-be-sent)'

export const GROWTH: Readonly<Record<Table, Bound>> = {
  orders: limits('accountDraftsDay', 'accountUnfinished'),
  sales_log: limits('salesRecordEntries'),
  sales_heads: each('orders', 'one'),
  consents: each('orders', 'ten (orders/student-consent-limits)'),
  draft_origins: each('orders', 'one, for a day'),
  device_secrets: each('orders', 'one'),
  education_orders: limits('tuitionDay', 'anonymousFileBytesDay', 'accountFileBytesDay'),
  overseas_applications: limits('overseasDay'),

  payments: limits('paymentsDay'),
  payment_keys: limits('paymentRequestsDay'),
  payment_codes: limits('paymentCodesDay'),
  payment_links: limits('paymentLinksDay'),
  payment_notifications: only(SIGNED),
  payment_nonces: only(SIGNED),
  refunds: each('payments', 'parts of its money'),
  refund_accounts: each('refunds', 'one'),
  invoices: each('payments', 'one'),
  invoice_documents: each('invoices', 'two for each of three titles'),
  invoice_notices: only(SIGNED),
  prepaid_links: only(OPERATORS),

  policies: each('payments', 'one for each person who was paid for'),
  policy_versions: each('policies', 'one for each change that was approved or paid for'),
  policy_documents: each('policy_versions', 'ten'),
  policy_terms: only(PRODUCT),
  plan_files: only(PRODUCT),
  policies_kept: each('contact_changes', 'the policies of the contact'),
  policies_proven: each('registrations', 'fifty (policies/policies-by-identity)'),
  policy_extensions: limits('extensionsDay'),
  policy_changes: limits('changesDay'),
  policy_change_files: limits('maxPhotos'),
  visa_refusal_letters: limits('maxPhotos'),
  exchange_rates: only(OPERATORS),

  claims: limits('claimDrafts', 'claimDraftsDay'),
  claim_match_keys: each('claims', 'three for each visit, one for each account'),
  claim_documents: limits('maxDocuments', 'claimDocumentsSent', 'claimFileBytes'),
  claim_signatures: each('claims', 'one; an earlier one is deleted'),
  claim_forms: each('claims', 'one in each language'),
  claim_requests: only(OPERATORS),
  claim_request_items: only(OPERATORS),
  claim_decisions: only(OPERATORS),
  claim_letters: each('claim_decisions', 'one in each language'),
  claim_payments: only(OPERATORS),
  claim_payees: only(OPERATORS),
  claim_appeals: each('claim_decisions', 'one'),

  users: only(CODES),
  contacts: only(CODES),
  contact_changes: limits('contactChangesDay'),
  contact_undo_links: each('contact_changes', 'one for each contact that is told'),
  sessions: only(CODES),
  login_codes: only(CODES),
  login_sends: only(CODES),
  login_devices: only(CODES),
  login_failures: each('login_codes', 'one for each of its tries'),
  login_guesses: each('login_codes', 'one for each of its tries'),
  exchange_codes: limits('handOversDay'),
  account_questions: each('contacts', 'one'),
  account_closures: only(CODES),
  data_exports: limits('exportsDay'),
  message_ways: each('users', 'one for each kind of message'),
  unsubscribed_mailboxes: each('messages', 'one: its link is in a mail of ours'),
  undeliverable_mailboxes: each('message_deliveries', 'one'),
  person_keys: each('users', 'one'),
  registrations: limits('registrationsDay', 'registrationsMonth', 'registrationsNetworkDay'),
  proven_identities: only(OPERATORS),
  registration_codes: each('registrations', 'three'),
  registration_undo_links: each('registrations', 'one for each policy that it opens'),
  reading_feedback: only('30 in a quarter of an hour from one address (info/feedback.server.ts), for a year'),

  campaigns: only(OPERATORS),
  campaign_invitations: only(OPERATORS),
  group_payments: only(OPERATORS),
  group_payment_orders: limits('campaignPlaces'),
  partners: only(OPERATORS),
  partner_institutions: only(OPERATORS),
  partner_keys: only(OPERATORS),
  partner_visits: only(SIGNED),
  partner_messages: each('policies', 'one for each event that a partner is told'),
  partner_message_tries: each('partner_messages', 'as many as it is tried (partners/webhook-states)'),
  operators: only(OPERATORS),
  operator_proposals: only(OPERATORS),
  bank_batches: only(OPERATORS),
  bank_batch_lines: only(OPERATORS),

  incoming: limits('uncheckedFiles', 'uncheckedAll'),
  incoming_senders: each('incoming', 'one'),
  files: each('incoming', 'two: itself and its thumbnail'),
  jobs: each('events', 'a few, done within days'),
  events: limits('claimSignings', 'handOversDay', 'salesRecordEntries'),
  messages: only(SANDBOX),
  message_deliveries: each('jobs', 'one'),
  counted_messages: each('jobs', 'one, for a day'),
  job_endpoints: each('partners', 'one for each address that fails'),
  health_probe: only(PRODUCT),
  secret_canaries: only(PRODUCT),
  sms_days: only(PRODUCT),

  gateway_trades: only(SANDBOX),
  gateway_refunds: only(SANDBOX),
  gateway_deliveries: only(SANDBOX),
  gateway_faults: only(SANDBOX),
  sandbox_invoices: only(SANDBOX),
  sandbox_partner_inbox: only(SANDBOX),
}
