/**
 * How a store came from the schema of 22 November 2026 (`BASELINE`) to the one that the tables declare: in order, each
 * step once, and never changed after it was published. A new store is created from the declarations and skips them all;
 * `tests/api/schema.test.ts` holds both ways to the same result, on both databases.
 */

/** A step of the schema: what it is recorded as, and its statements, the same for both databases. */
export interface SchemaStep {
  name: string
  sql: readonly string[]
  /**
   * Why servers of the version before cannot go on beside it. Without one a step only adds, so that servers of a
   * release are restarted one after another (docs/deploying.md).
   */
  allServersStop?: string
}

/** How many migrations had run in a store of the baseline, under the names that they had then. */
export const BASELINE = { commit: '4e2c153d', migrations: 92 } as const

export const SCHEMA_HISTORY: readonly SchemaStep[] = [
  {
    name: '0_foundation_005_lanes',
    sql: [
      'alter table jobs add column endpoint text',
      'create table job_endpoints (endpoint text primary key, failures integer not null, paused_until bigint not null)',
      'create index jobs_open_kind on jobs (kind, run_at) where done_at is null and failed_at is null',
      `create index jobs_open_endpoint on jobs (endpoint)
        where endpoint is not null and done_at is null and failed_at is null`,
      'create index jobs_stumbled on jobs (kind) where last_error is not null',
    ],
  },
  {
    name: '0_foundation_011_secret_canaries',
    sql: ['create table secret_canaries (id text primary key, sealed text not null, created_at bigint not null)'],
  },
  {
    name: '0_health_001_probe',
    sql: ['create table health_probe (id integer primary key, at bigint not null, bytes text not null)'],
  },
  {
    name: '0_operator_002_proposals',
    sql: [
      'alter table operators add column key_temporary integer default 0 not null',
      `create table operator_proposals (id text primary key, kind text not null, name text not null,
        roles text not null, "by" text not null, at bigint not null)`,
    ],
  },
  {
    name: '1_session_009_accepted_contacts',
    sql: [
      'alter table contacts add column accepted_at bigint',
      // Contacts that an account began with need no answer; of those added later nobody recorded who signed in.
      `update contacts set accepted_at = proved_at
        where id not in (select new_contact_id from contact_changes where new_contact_id is not null)`,
      `create table account_questions (contact_id text primary key references contacts (id),
        user_id text not null references users (id), question_hash text not null unique, asked_at bigint not null,
        yes_over integer not null)`,
      'create index account_questions_user on account_questions (user_id)',
    ],
  },
  {
    name: 'claims_023_match_keys',
    sql: [
      `create table claim_match_keys (id text primary key, claim_id text not null references claims (id),
        kind text not null, part text not null, mac text not null, text text not null)`,
      'create index claim_match_keys_claim on claim_match_keys (claim_id)',
      'create index claim_match_keys_mac on claim_match_keys (mac)',
      'create index claim_documents_sha256 on claim_documents (sha256)',
    ],
  },
  {
    name: 'credentials_002_codes',
    sql: [
      'alter table registrations add column wrong_codes integer default 0 not null',
      `create table registration_codes (registration_id text not null references registrations (id),
        policy_id text not null, code_mac text not null, expires_at bigint not null,
        constraint registration_codes_pk primary key (registration_id, policy_id))`,
      `create table registration_undo_links (code_hash text primary key,
        registration_id text not null references registrations (id), policy_id text not null,
        at bigint not null, expires_at bigint not null)`,
      'create index registration_undo_links_registration on registration_undo_links (registration_id)',
    ],
  },
  {
    name: 'messages_002_counted',
    sql: [
      `create table counted_messages (id text primary key, mailbox_mac text not null, causer_mac text,
        at bigint not null)`,
      'create index counted_messages_mailbox_mac on counted_messages (mailbox_mac, at)',
      'create index counted_messages_causer_mac on counted_messages (causer_mac, at)',
    ],
  },
  {
    name: 'messages_002_customer_codes',
    sql: ['alter table sms_days add column customer_codes integer default 0 not null'],
  },
  {
    name: 'orders_087_draft_origins',
    sql: ['by_account', 'file_bytes'].map(
      (it) => `alter table draft_origins add column ${it} integer default 0 not null`,
    ),
  },
  // Messages to all addresses are counted in `counted_messages` now.
  { name: 'orders_088_counted_messages', sql: ['drop table stranger_letters'] },
  {
    name: 'plans_001_plan_files',
    sql: [
      `create table plan_files (path text primary key, text text not null, sha256 text not null,
        read_at bigint not null)`,
    ],
  },
  { name: 'policies_080_destination', sql: ['alter table policies add column destination text'] },
  // From here on steps run in the order of this list, and hold no lock of their own.
  { name: 'one_history', sql: ['drop table migrations_lock'] },
  {
    name: 'next_term_of_policy',
    sql: [
      'alter table policies add column previous_policy_id text',
      `create unique index policies_next_term on policies (previous_policy_id) where status = 'issued'`,
      'create index policies_previous on policies (previous_policy_id)',
    ],
  },
  {
    name: 'incoming_transfers',
    sql: [
      `create table incoming_transfers (id text primary key, status text not null,
        version integer default 1 not null, updated_at bigint not null, entry text not null unique, day text not null,
        amount_minor bigint not null, currency text not null, note text not null, account text not null,
        account_tail text not null, payment_id text, problem text, return_minor bigint default 0 not null,
        proposal text, proposed_by text, confirmed_by text, return_reference text, created_at bigint not null,
        constraint incoming_transfers_two_people check (confirmed_by is null or confirmed_by <> proposed_by), constraint incoming_transfers_return_within check (return_minor >= 0 and return_minor <= amount_minor))`,
      'create index incoming_transfers_payment on incoming_transfers (payment_id)',
      `create index incoming_transfers_open on incoming_transfers (created_at) where status in ('waiting', 'proposed', 'to_return')`,
    ],
  },
  {
    // Made anew, because SQLite changes neither a check nor what a column may hold.
    name: 'incoming_transfers_of_two',
    sql: [
      'create table incoming_transfers_before as select * from incoming_transfers',
      'drop table incoming_transfers',
      `create table incoming_transfers (id text primary key, status text not null,
        version integer default 1 not null, updated_at bigint not null, entry text not null unique, day text not null,
        amount_minor bigint not null, currency text not null, note text, account text,
        account_tail text not null, payment_id text, problem text, return_minor bigint default 0 not null,
        proposal text, proposed_by text, confirmed_by text, return_reference text, created_at bigint not null,
        constraint incoming_transfers_two_people check (confirmed_by is null or confirmed_by <> proposed_by), constraint incoming_transfers_confirmed check (status in ('waiting', 'proposed') or (proposed_by is not null and confirmed_by is not null)), constraint incoming_transfers_return_within check (return_minor >= 0 and return_minor <= amount_minor))`,
      // A statement booked by itself until now: nobody else had seen it.
      `insert into incoming_transfers (id, status, version, updated_at, entry, day, amount_minor, currency, note,
        account, account_tail, payment_id, problem, return_minor, proposal, proposed_by, confirmed_by,
        return_reference, created_at)
        select id, status, version, updated_at, entry, day, amount_minor, currency, note,
        account, account_tail, payment_id, problem, return_minor,
        case when status = 'booked' then 'book' else proposal end,
        case when status = 'booked' then coalesce(proposed_by, 'statement') else proposed_by end,
        case when status = 'booked' then coalesce(confirmed_by, 'system') else confirmed_by end,
        return_reference, created_at from incoming_transfers_before`,
      'drop table incoming_transfers_before',
      'create index incoming_transfers_payment on incoming_transfers (payment_id)',
      `create index incoming_transfers_open on incoming_transfers (created_at) where status in ('waiting', 'proposed', 'to_return')`,
    ],
  },
  {
    // What a job looks for it finds by an index, however many rows there are.
    name: 'indexes_of_sweeps',
    sql: [
      'create index jobs_done on jobs (done_at) where done_at is not null',
      'create index jobs_failed on jobs (failed_at) where failed_at is not null',
      `create index jobs_letters on jobs (kind, id) where payload <> '{}'`,
      'create index message_deliveries_created on message_deliveries (created_at)',
      'create index counted_messages_at on counted_messages (at)',
      'create index login_failures_at on login_failures (at)',
      'create index login_devices_last on login_devices (last_at)',
      'create index login_sends_at on login_sends (at)',
      'create index login_codes_expires on login_codes (expires_at)',
      'create index sessions_ends on sessions (ends_at)',
      'create index exchange_codes_user on exchange_codes (user_id, expires_at)',
      'create index exchange_codes_expires on exchange_codes (expires_at)',
      'create index users_closed on users (closed_at) where closed_at is not null',
      'create index payment_nonces_at on payment_nonces (at)',
      'create index payment_codes_created on payment_codes (created_at)',
      'create index invoice_notices_at on invoice_notices (at)',
      'create index invoices_updated on invoices (updated_at)',
      `create index prepaid_links_ended on prepaid_links (updated_at) where status = 'ended'`,
      'create index partner_visits_guests on partner_visits (ends_at) where guest_id is not null',
      'create index partner_visits_prefill on partner_visits (ends_at) where prefill is not null',
      'create index partner_messages_created on partner_messages (created_at)',
      'create index refund_accounts_given on refund_accounts (id) where account is not null',
      'create index policy_changes_policy on policy_changes (policy_id)',
      `create index policy_changes_values on policy_changes (decided_at) where facts is not null and status <> 'approved'`,
      'create index policy_change_files_received on policy_change_files (received_at)',
      'create index bank_batch_lines_accounts on bank_batch_lines (batch_id) where account is not null',
      'create index incoming_transfers_accounts on incoming_transfers (updated_at) where account is not null',
      'create index incoming_sender on incoming (sender)',
      'create index incoming_senders_turn on incoming_senders (turn_at)',
      'create index overseas_applications_closed on overseas_applications (closed_at) where closed_at is not null',
      'create index overseas_applications_updated on overseas_applications (updated_at)',
      'create index education_orders_files on education_orders (updated_at) where invoice_file is not null',
      'create index education_orders_unpaid on education_orders (updated_at) where paid_at is null',
      'create index education_orders_updated on education_orders (updated_at)',
      'create index policy_extensions_user on policy_extensions (user_id)',
      'create index policies_cancelled on policies (cancelled_at) where cancelled_at is not null',
      'create index policies_ends on policies (ends)',
      `create index claims_drafts on claims (lapses_at) where status = 'draft'`,
      `create index claims_rejected on claims (id) where status = 'rejected' and closed_at is null`,
      'create index orders_unerased on orders (status, updated_at) where erased_at is null',
      'create index data_exports_expires on data_exports (expires_at)',
      `create index data_exports_failed on data_exports (updated_at) where status = 'failed'`,
      'create index draft_origins_at on draft_origins (at)',
      'create index registrations_photos on registrations (decided_at) where photo_id is not null',
      'create index policies_kept_policy on policies_kept (policy_id)',
      'create index policies_proven_policy on policies_proven (policy_id)',
      `create index claim_requests_open on claim_requests (due_on) where status = 'open'`,
      'create index visa_refusal_letters_user on visa_refusal_letters (user_id)',
      'create index proven_identities_mac on proven_identities (id_mac)',
      'create index claim_documents_file on claim_documents (file_id)',
      `create index payments_error on payments (id) where status = 'error'`,
      'create index events_record on events (entity_id)',
      ...['payments', 'refunds', 'payment_codes', 'payment_links'].flatMap((it) => [
        `drop index ${it}_payable`,
        `create index ${it}_payable on ${it} (payable_id, payable_kind)`,
      ]),
    ],
  },
]
