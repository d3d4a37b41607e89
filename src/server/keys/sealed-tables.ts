/**
 * Every column of the store that holds sealed values or keyed hashes, with what `keys reseal` needs to renew them. A
 * column that is missing here would be unreadable once the old secret is gone: `tests/api/keys.test.ts` searches the
 * whole store for such columns.
 */
import { z } from 'zod'
import { isEmail, isMobile, normaliseEmail, normaliseMobile } from '../../lib/contact.ts'
import { normaliseIdNumber } from '../../lib/id-number.ts'
import type { Seal } from '../seal.ts'

/** A row with its columns as they are stored. */
export type Row = Readonly<Record<string, unknown>>
/** A text whose hash may be in a row. */
interface HashedText {
  purpose: string
  text: string
}

export interface SealedTable {
  table: string
  /** Primary key, in its order. */
  key: readonly string[]
  /** Columns with the context they are sealed under. */
  sealed: Readonly<Record<string, string | ((row: Row) => string)>>
  /** A sealed text inside a JSON column. */
  json?: { column: string; field: string; context: string }
  /** Keyed hashes, and the texts of the row that they may be made from. */
  hashes?: { columns: readonly string[]; texts: (seal: Seal, row: Row) => HashedText[] }
  /** The store refuses changes of this table: its triggers are disabled while a row is resealed. */
  appendOnly?: true
}

const fileKey = (row: Row): string => `files.key:${String(row['id'])}`

const person = z
  .object({
    mobile: z.string().optional(),
    email: z.string().optional(),
    idType: z.string().optional(),
    idNumber: z.string().optional(),
  })
  .catch({})
/** Contents of an application to an overseas insurer and of a tuition payment. */
const factsWithContact = z.object({ contact: z.string() })
const listedStudent = z.object({ email: z.string() })
const orderAnswers = z.object({ people: z.object({ policyholder: person, insured: person.optional() }) })
const policyPeople = z.object({ policyholder: person, insured: person })

function contactTexts(text: string | undefined): HashedText[] {
  if (!text) return []
  const [mobile, email] = [normaliseMobile(text), normaliseEmail(text)]
  return [text, ...(isMobile(mobile) ? [mobile] : []), ...(isEmail(email) ? [email] : [])].map((it) => ({
    purpose: 'login.destination',
    text: it,
  }))
}

function personTexts({ mobile, email, idType, idNumber }: z.output<typeof person>): HashedText[] {
  const numbers = idType && idNumber ? [idNumber, normaliseIdNumber(idNumber)] : []
  return [
    ...contactTexts(mobile),
    ...contactTexts(email),
    ...numbers.map((it) => ({ purpose: 'person.id', text: `${idType}:${it}` })),
  ]
}

const textIn = (seal: Seal, context: string, value: unknown): string =>
  typeof value === 'string' ? seal.open(context, z.string(), value) : ''

export const SEALED_TABLES: readonly SealedTable[] = [
  { table: 'files', key: ['id'], sealed: { wrapped_key: fileKey } },
  { table: 'incoming', key: ['id'], sealed: { wrapped_key: fileKey } },
  { table: 'person_keys', key: ['user_id'], sealed: { wrapped_key: (row) => `person.key:${String(row['user_id'])}` } },
  { table: 'jobs', key: ['id'], sealed: {}, json: { column: 'payload', field: 'sealed', context: 'jobs.message' } },
  ...(['message_deliveries', 'undeliverable_mailboxes', 'unsubscribed_mailboxes'] as const).map(
    (table): SealedTable => ({
      table,
      key: table === 'unsubscribed_mailboxes' ? ['mac', 'kind'] : ['id'],
      sealed: { destination: `${table}.destination` },
      hashes: {
        columns: [table === 'message_deliveries' ? 'to_mac' : 'mac'],
        texts: (seal, row) => contactTexts(textIn(seal, `${table}.destination`, row['destination'])),
      },
    }),
  ),
  {
    table: 'events',
    key: ['id'],
    sealed: {},
    json: { column: 'data', field: 'said', context: 'claims.unavailable' },
    appendOnly: true,
  },
  {
    table: 'users',
    key: ['id'],
    sealed: { name: 'users.name', mobile: 'users.contact', email: 'users.contact' },
    hashes: {
      columns: ['mobile_mac', 'email_mac'],
      texts: (seal, row) =>
        [row['mobile'], row['email']].flatMap((it) => contactTexts(textIn(seal, 'users.contact', it))),
    },
  },
  {
    table: 'contacts',
    key: ['id'],
    sealed: { destination: 'users.contact' },
    hashes: { columns: ['mac'], texts: (seal, row) => contactTexts(textIn(seal, 'users.contact', row['destination'])) },
  },
  { table: 'sessions', key: ['id'], sealed: { agent: 'sessions.agent' } },
  { table: 'partner_keys', key: ['id'], sealed: { secret: 'partner_keys.secret' } },
  { table: 'partner_visits', key: ['id'], sealed: { prefill: 'partner_visits.prefill' } },
  {
    table: 'campaign_invitations',
    key: ['id'],
    sealed: { facts: 'campaign_invitations.facts', token: 'campaign_invitations.token' },
    hashes: {
      columns: ['email_mac'],
      texts: (seal, row) =>
        contactTexts(
          listedStudent.parse(seal.open('campaign_invitations.facts', z.unknown(), String(row['facts']))).email,
        ),
    },
  },
  { table: 'group_payments', key: ['id'], sealed: { contact: 'group_payments.contact' } },
  ...(['overseas_applications', 'education_orders'] as const).map((table): SealedTable => ({
    table,
    key: ['id'],
    sealed: { facts: `${table}.facts` },
    hashes: {
      columns: ['contact_mac'],
      texts: (seal, row) =>
        contactTexts(factsWithContact.parse(seal.open(`${table}.facts`, z.unknown(), String(row['facts']))).contact),
    },
  })),
  { table: 'refund_accounts', key: ['id'], sealed: { account: 'refund_accounts.account' } },
  { table: 'bank_batch_lines', key: ['id'], sealed: { account: 'bank_batch_lines.account' } },
  { table: 'payment_links', key: ['id'], sealed: { token: 'payment_links.token' } },
  {
    table: 'orders',
    key: ['id'],
    sealed: {
      answers: 'orders.answers',
      insured_name: 'orders.insured',
      prefill: 'orders.prefill',
      campaign: 'orders.campaign',
    },
    hashes: {
      columns: ['buyer_mobile_mac', 'buyer_email_mac', 'insured_id_mac', 'link_mac'],
      texts: (seal, row) => {
        const found = orderAnswers.safeParse(seal.open('orders.answers', z.unknown(), String(row['answers']))).data
          ?.people
        return found ? [found.policyholder, found.insured ?? {}].flatMap(personTexts) : []
      },
    },
  },
  ...(['registrations', 'proven_identities'] as const).map((table): SealedTable => ({
    table,
    key: table === 'registrations' ? ['id'] : ['user_id', 'id_mac'],
    sealed: { facts: 'registrations.facts' },
    hashes: {
      columns: ['id_mac'],
      texts: (seal, row) =>
        typeof row['facts'] === 'string' ? personTexts(seal.open('registrations.facts', person, row['facts'])) : [],
    },
  })),
  { table: 'policy_changes', key: ['id'], sealed: { facts: 'changes.facts' } },
  {
    table: 'consents',
    key: ['id'],
    sealed: { destination: 'consents.destination' },
    hashes: {
      columns: ['destination_mac'],
      texts: (seal, row) => contactTexts(textIn(seal, 'consents.destination', row['destination'])),
    },
  },
  { table: 'sales_log', key: ['order_id', 'seq'], sealed: { data: 'sales_log.data' }, appendOnly: true },
  {
    table: 'sales_heads',
    key: ['order_id'],
    sealed: {},
    hashes: {
      columns: ['mac'],
      texts: (_, row) => [
        { purpose: 'sales.head', text: `${String(row['order_id'])}:${String(row['seq'])}:${String(row['hash'])}` },
      ],
    },
  },
  {
    table: 'policies',
    key: ['id'],
    sealed: { people: 'policies.people' },
    hashes: {
      columns: ['buyer_mobile_mac', 'buyer_email_mac', 'insured_mobile_mac', 'insured_email_mac', 'insured_id_mac'],
      texts: (seal, row) => {
        const { policyholder, insured } = policyPeople.parse(
          seal.open('policies.people', z.unknown(), String(row['people'])),
        )
        return [policyholder, insured].flatMap(personTexts)
      },
    },
  },
  { table: 'policy_extensions', key: ['id'], sealed: { declaration: 'policy_extensions.declaration' } },
  { table: 'policy_versions', key: ['policy_id', 'number'], sealed: { people: 'policies.people' } },
  { table: 'prepaid_links', key: ['id'], sealed: { token: 'prepaid_links.token' } },
  { table: 'invoices', key: ['id'], sealed: { title: 'invoices.title' } },
  { table: 'invoice_documents', key: ['id'], sealed: { title: 'invoices.title' } },
  {
    table: 'claims',
    key: ['id'],
    sealed: { answers: 'claims.answers', brief: 'claims.brief', account: 'claims.account' },
  },
  { table: 'claim_signatures', key: ['id'], sealed: { name: 'claims.name', strokes: 'claims.strokes' } },
  { table: 'claim_documents', key: ['id'], sealed: { name: 'claims.file', reason: 'claims.written' } },
  {
    table: 'claim_request_items',
    key: ['id'],
    sealed: {
      title: 'claims.written',
      reason: 'claims.written',
      must: 'claims.written',
      unavailable: 'claims.unavailable',
    },
  },
  { table: 'claim_decisions', key: ['id'], sealed: { sheet: 'claims.written', reason: 'claims.written' } },
  { table: 'claim_payments', key: ['id'], sealed: { account: 'claims.account', note: 'claims.written' } },
  { table: 'claim_payees', key: ['id'], sealed: { account: 'claims.account', person: 'claims.heir' } },
  {
    table: 'claim_match_keys',
    key: ['id'],
    sealed: { text: 'claims.match' },
    hashes: {
      columns: ['mac'],
      texts: (seal, row) => [
        { purpose: `claims.match.${String(row['kind'])}`, text: textIn(seal, 'claims.match', row['text']) },
      ],
    },
  },
  { table: 'claim_appeals', key: ['id'], sealed: { text: 'claims.appeal' } },
  { table: 'reading_feedback', key: ['voice'], sealed: { text: 'reading_feedback.text' } },
  // The last one: while something else is sealed with the old secret, its canary must ask for that secret.
  { table: 'secret_canaries', key: ['id'], sealed: { sealed: 'secret_canaries.sealed' } },
]

/**
 * Contexts of sealed values that are stored nowhere: links in mails, which become invalid with the secret that sealed
 * them.
 */
export const SEALED_LINKS: readonly string[] = ['link.unsubscribe']
