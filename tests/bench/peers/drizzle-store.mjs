/** The reads by Drizzle: tables and relations declared once, rows with what belongs to them by its relational queries. */
import Database from 'better-sqlite3'
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  relations,
} from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const table = (name, texts, integers) =>
  sqliteTable(name, {
    ...Object.fromEntries(texts.split(' ').map((it) => [it, text(it)])),
    ...Object.fromEntries(
      integers
        .split(' ')
        .filter(Boolean)
        .map((it) => [it, integer(it)]),
    ),
  })
const sessions = table('sessions', 'id user_id token_hash csrf_name csrf_hash revoked_why', 'last_seen_at ends_at')
const users = table('users', 'id name mobile email', '')
const contacts = table('contacts', 'id user_id channel mac', 'counts_from ended_at')
const policies = table(
  'policies',
  'id status number plan tier insurer starts ends currency relationship people user_id buyer_mobile_mac buyer_email_mac insured_mobile_mac insured_email_mac order_id',
  'premium_minor death_benefit issued_at cancelled_at',
)
const kept = table('policies_kept', 'user_id policy_id', '')
const proven = table('policies_proven', 'user_id policy_id', '')
const orders = table(
  'orders',
  'id status user_id plan tier start end currency answers reads review policy_id insured_name',
  'premium_minor created_at updated_at expires_at',
)
const consents = table('consents', 'id order_id person status', 'sent_at')
const claims = table(
  'claims',
  'id status user_id policy_id case_number insurer type incident_day answers step outcome currency handler handler_name account brief on_account',
  'version created_at updated_at paid_minor complex submitted_at registered_at decided_at closed_at lapses_at',
)
const signatures = table('claim_signatures', 'id claim_id kind name text_version text_lang text_sha256', 'at void_at')
const documents = table(
  'claim_documents',
  'id status claim_id kind item_id name mime sha256 by reason fault thumb_id reused_from',
  'category pages size received_at removed_at',
)
const requests = table('claim_requests', 'id claim_id due_on status', 'at sent_at')
const items = table(
  'claim_request_items',
  'id request_id claim_id kind title reason must replaces status unavailable',
  '',
)
const decisions = table('claim_decisions', 'id claim_id outcome reason clauses sheet appeal_until', 'at paid_minor')
const payments = table(
  'claim_payments',
  'id status claim_id decision_id payee_id currency account reference reason note',
  'amount_minor started_at settled_at',
)
const payees = table('claim_payees', 'id claim_id account person', 'position parts')
const appeals = table('claim_appeals', 'id claim_id decision_id text lines status', 'at answered_at')
const events = table('events', 'id entity entity_id by from_status to_status data', 'at')

const ofClaim = (of, column = 'claim_id') =>
  relations(of, ({ one }) => ({ claim: one(claims, { fields: [of[column]], references: [claims.id] }) }))
const schema = {
  sessions,
  users,
  contacts,
  policies,
  orders,
  consents,
  claims,
  signatures,
  documents,
  requests,
  items,
  decisions,
  payments,
  payees,
  appeals,
  events,
  policyRelations: relations(policies, ({ one }) => ({
    order: one(orders, { fields: [policies.order_id], references: [orders.id] }),
  })),
  orderRelations: relations(orders, ({ many }) => ({ policies: many(policies), consents: many(consents) })),
  consentRelations: relations(consents, ({ one }) => ({
    order: one(orders, { fields: [consents.order_id], references: [orders.id] }),
  })),
  claimRelations: relations(claims, ({ one, many }) => ({
    policy: one(policies, { fields: [claims.policy_id], references: [policies.id] }),
    signatures: many(signatures),
    documents: many(documents),
    requests: many(requests),
    items: many(items),
    decisions: many(decisions),
    payments: many(payments),
    payees: many(payees),
    appeals: many(appeals),
    events: many(events),
  })),
  signatureRelations: ofClaim(signatures),
  documentRelations: ofClaim(documents),
  requestRelations: relations(requests, ({ one, many }) => ({
    claim: one(claims, { fields: [requests.claim_id], references: [claims.id] }),
    items: many(items),
  })),
  itemRelations: relations(items, ({ one }) => ({
    claim: one(claims, { fields: [items.claim_id], references: [claims.id] }),
    request: one(requests, { fields: [items.request_id], references: [requests.id] }),
  })),
  decisionRelations: ofClaim(decisions),
  paymentRelations: ofClaim(payments),
  payeeRelations: ofClaim(payees),
  appealRelations: ofClaim(appeals),
  eventRelations: ofClaim(events, 'entity_id'),
}

const TABS = {
  valid: (today) => and(eq(policies.status, 'issued'), lte(policies.starts, today), gte(policies.ends, today)),
  pending_activation: (today) => and(eq(policies.status, 'issued'), gt(policies.starts, today)),
  expired: (today) => or(eq(policies.status, 'cancelled'), lt(policies.ends, today)),
}
const ORDER = {
  valid: [asc(policies.ends), asc(policies.id)],
  pending_activation: [asc(policies.starts), asc(policies.id)],
  expired: [desc(policies.ends), desc(policies.id)],
}

const inTime = (of) => [asc(of.at), asc(of.id)]

/** @returns {import('../../tests/bench/peers/rows.ts').Store} */
export function drizzleStore(file) {
  const db = drizzle(new Database(file, { timeout: 10_000 }), { schema })
  return { ...ofPeople(db), ...ofPolicies(db), ...ofOrders(db), ...ofClaims(db), ...ofOneClaim(db) }
}

const ofPeople = (db) => ({
  session: (token) => db.query.sessions.findFirst({ where: eq(sessions.token_hash, token) }),
  touch: (id, now) => db.update(sessions).set({ last_seen_at: now }).where(eq(sessions.id, id)),
  user: (id) => db.query.users.findFirst({ where: eq(users.id, id) }),
  contacts: (user) => db.query.contacts.findMany({ where: and(eq(contacts.user_id, user), isNull(contacts.ended_at)) }),
})

function ofPolicies(db) {
  const reached = (mac, value, from) => and(eq(mac, value), gt(policies.issued_at, from))
  const seenBy = ({ user, mobile, mobileFrom, email, emailFrom }) =>
    and(
      inArray(policies.status, ['issued', 'cancelled']),
      or(
        eq(policies.user_id, user),
        reached(policies.buyer_mobile_mac, mobile, mobileFrom),
        reached(policies.buyer_email_mac, email, emailFrom),
        reached(policies.insured_mobile_mac, mobile, mobileFrom),
        reached(policies.insured_email_mac, email, emailFrom),
        inArray(policies.id, db.select({ id: kept.policy_id }).from(kept).where(eq(kept.user_id, user))),
        inArray(policies.id, db.select({ id: proven.policy_id }).from(proven).where(eq(proven.user_id, user))),
      ),
    )
  return {
    policyCounts: async (reader, today) => {
      const counts = await Promise.all(
        Object.values(TABS).map((tab) => db.$count(policies, and(seenBy(reader), tab(today)))),
      )
      return Object.fromEntries(Object.keys(TABS).map((tab, i) => [tab, counts[i]]))
    },
    policies: (reader, tab, today, { limit, offset }) =>
      db.query.policies.findMany({ where: and(seenBy(reader), TABS[tab](today)), orderBy: ORDER[tab], limit, offset }),
  }
}

const ofOrders = (db) => ({
  orders: async (user, limit) => {
    const found = await db.query.orders.findMany({
      where: and(eq(orders.user_id, user), ne(orders.status, 'discarded')),
      orderBy: [desc(orders.created_at), desc(orders.id)],
      limit,
      with: {
        policies: {
          columns: { status: true, cancelled_at: true },
          where: inArray(policies.status, ['issued', 'cancelled']),
        },
        consents: { where: ne(consents.status, 'void'), orderBy: [desc(consents.sent_at), desc(consents.id)] },
      },
    })
    return found.map((it) => (it.status === 'created' ? it : { ...it, answers: null, reads: null }))
  },
})

const ofClaims = (db) => ({
  claimCounts: async (user) => {
    const open = db
      .select({ id: appeals.id })
      .from(appeals)
      .where(and(eq(appeals.claim_id, claims.id), eq(appeals.status, 'open')))
    return [
      ...(await db
        .select({ status: claims.status, count: count() })
        .from(claims)
        .where(eq(claims.user_id, user))
        .groupBy(claims.status)),
      {
        status: 'reopened',
        count: await db.$count(
          claims,
          and(eq(claims.user_id, user), inArray(claims.status, ['paid', 'rejected']), exists(open)),
        ),
      },
    ]
  },
  claims: async (user, limit) => {
    const found = await db.query.claims.findMany({
      where: and(eq(claims.user_id, user), ne(claims.status, 'discarded')),
      orderBy: [desc(claims.updated_at), desc(claims.id)],
      limit,
      columns: { answers: false, account: false },
      with: {
        policy: true,
        decisions: { columns: { sheet: false, reason: false }, orderBy: inTime(decisions) },
        payments: {
          columns: { account: false, note: false },
          orderBy: [asc(payments.started_at), asc(payments.id)],
        },
        appeals: { columns: { text: false }, orderBy: inTime(appeals) },
        events: {
          where: and(eq(events.entity, 'claim'), isNotNull(events.from_status)),
          orderBy: inTime(events),
        },
        requests: { where: eq(requests.status, 'open'), orderBy: inTime(requests), with: { items: true } },
        documents: {
          columns: { item_id: true },
          where: and(isNull(documents.removed_at), isNotNull(documents.item_id)),
        },
      },
    })
    return found.map(({ documents: answering, ...claim }) => ({
      ...claim,
      requests: claim.requests.map((request) => ({
        ...request,
        items: request.items.map((item) => ({ ...item, answered: answering.some((it) => it.item_id === item.id) })),
      })),
    }))
  },
})

const ofOneClaim = (db) => ({
  claim: (user, id) =>
    db.query.claims.findFirst({
      where: and(eq(claims.id, id), eq(claims.user_id, user)),
      with: {
        policy: true,
        signatures: { where: isNull(signatures.void_at), orderBy: asc(signatures.at) },
        documents: {
          where: isNull(documents.removed_at),
          orderBy: [asc(documents.received_at), asc(documents.id)],
        },
        requests: { orderBy: inTime(requests) },
        items: { orderBy: asc(items.id) },
        decisions: { orderBy: inTime(decisions) },
        payments: { orderBy: [asc(payments.started_at), asc(payments.id)] },
        payees: { orderBy: asc(payees.position) },
        appeals: { orderBy: inTime(appeals) },
        events: { where: eq(events.entity, 'claim'), orderBy: inTime(events) },
      },
    }),
})
