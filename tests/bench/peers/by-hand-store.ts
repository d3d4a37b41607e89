/** The reads by hand: better-sqlite3, its statements prepared once, and SQL that names the columns it needs. */
import Database from 'better-sqlite3'
import type { PolicyTab } from '../../../src/features/policies/contract.ts'
import type { ClaimRow, ListedClaimRow, OrderRow, SessionRow, Store } from './rows.ts'

const SEEN_BY = `(user_id = @user
  or (buyer_mobile_mac = @mobile and issued_at > @mobileFrom) or (buyer_email_mac = @email and issued_at > @emailFrom)
  or (insured_mobile_mac = @mobile and issued_at > @mobileFrom) or (insured_email_mac = @email and issued_at > @emailFrom)
  or id in (select policy_id from policies_kept where user_id = @user)
  or id in (select policy_id from policies_proven where user_id = @user)) and status in ('issued', 'cancelled')`
const TABS = {
  valid: { where: "status = 'issued' and starts <= @today and ends >= @today", order: 'ends, id' },
  pending_activation: { where: "status = 'issued' and starts > @today", order: 'starts, id' },
  expired: { where: "(status = 'cancelled' or ends < @today)", order: 'ends desc, id desc' },
}
const POLICY = `id, status, number, plan, tier, insurer, starts, ends, premium_minor, currency, relationship, death_benefit,
  people, user_id, buyer_mobile_mac, buyer_email_mac, issued_at, cancelled_at, order_id, destination`
const ORDER = `id, status, premium_minor, currency, created_at, updated_at, expires_at, policy_id, plan, tier, start, "end",
  insured_name, review, case when status = 'created' then answers end as answers,
  case when status = 'created' then reads end as reads`
const LISTED_CLAIM = `id, case_number, status, type, incident_day, brief, outcome, paid_minor, currency, on_account, insurer,
  step, lapses_at, complex, created_at, updated_at, submitted_at, registered_at, decided_at, closed_at, policy_id`

/** Statements of a file, each prepared once. */
function statementsOf(file: string) {
  const database = new Database(file, { timeout: 10_000 })
  const statements = new Map<string, Database.Statement>()
  const prepared = (sql: string): Database.Statement => {
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }
  const all = <R>(sql: string, ...values: unknown[]): R[] => prepared(sql).all(...values) as R[]
  const first = (sql: string, ...values: unknown[]): unknown => prepared(sql).get(...values)
  /** `sql` says `in (…)` for the ids. */
  const among = <R>(sql: string, ids: readonly string[]): R[] =>
    ids.length === 0 ? [] : all(sql.replace('(…)', `(${ids.map(() => '?').join()})`), ...ids)
  const by = <R>(rows: readonly R[], idOf: (row: R) => string): ((id: string) => R[]) => {
    const groups = Map.groupBy(rows, idOf)
    return (id) => groups.get(id) ?? []
  }
  return { prepared, all, first, among, by }
}
type Statements = ReturnType<typeof statementsOf>

/** Opens the file. */
export function byHand(file: string): Store {
  const statements = statementsOf(file)
  return { ...ofPeople(statements), ...ofOrders(statements), ...ofClaims(statements), ...ofOneClaim(statements) }
}

const ofPeople = ({
  prepared,
  all,
  first,
}: Statements): Pick<Store, 'session' | 'touch' | 'user' | 'contacts' | 'policyCounts' | 'policies'> => ({
  session: (token) =>
    first(
      'select id, user_id, csrf_name, csrf_hash, last_seen_at, ends_at, revoked_why from sessions where token_hash = ?',
      token,
    ) as SessionRow | undefined,
  touch: (id, now) => prepared('update sessions set last_seen_at = ? where id = ?').run(now, id),
  user: (id) =>
    all<Awaited<ReturnType<Store['user']>>>('select id, name, mobile, email from users where id = ?', id)[0]!,
  contacts: (user) =>
    all('select channel, mac, counts_from from contacts where user_id = ? and ended_at is null', user),
  policyCounts: (reader, today) =>
    first(
      `select ${Object.entries(TABS)
        .map(([tab, { where }]) => `count(*) filter (where ${where}) as ${tab}`)
        .join()} from policies where ${SEEN_BY}`,
      { ...reader, today },
    ) as Record<PolicyTab, number>,
  policies: (reader, tab, today, page) =>
    all(
      `select ${POLICY} from policies where ${SEEN_BY} and ${TABS[tab].where} order by ${TABS[tab].order} limit @limit offset @offset`,
      { ...reader, today, ...page },
    ),
})

const ofOrders = ({ all, among, by }: Statements): Pick<Store, 'orders'> => ({
  orders: (user, limit) => {
    const orders = all<OrderRow>(
      `select ${ORDER} from orders where user_id = ? and status != 'discarded' order by created_at desc, id desc limit ?`,
      user,
      limit,
    )
    const ids = orders.map(({ id }) => id)
    const policies = by(
      among<OrderRow['policies'][number] & { order_id: string }>(
        "select order_id, status, cancelled_at from policies where order_id in (…) and status in ('issued', 'cancelled')",
        ids,
      ),
      (row) => row.order_id,
    )
    const consents = by(
      among<OrderRow['consents'][number]>(
        "select order_id, person, status from consents where order_id in (…) and status != 'void' order by sent_at desc, id desc",
        orders.filter(({ answers }) => answers !== null).map(({ id }) => id),
      ),
      (row) => row.order_id,
    )
    return orders.map((order) => ({ ...order, policies: policies(order.id), consents: consents(order.id) }))
  },
})

const ofClaims = ({ all, among, by }: Statements): Pick<Store, 'claimCounts' | 'claims'> => ({
  claimCounts: (user) =>
    all(
      `select status, count(*) as count from claims where user_id = @user group by status
       union all select 'reopened', count(*) from claims where user_id = @user and status in ('paid', 'rejected')
         and exists (select 1 from claim_appeals where claim_id = claims.id and claim_appeals.status = 'open')`,
      { user },
    ),

  claims: (user, limit) => {
    const claims = all<ListedClaimRow>(
      `select ${LISTED_CLAIM} from claims where user_id = ? and status != 'discarded' order by updated_at desc, id desc limit ?`,
      user,
      limit,
    )
    const ids = claims.map(({ id }) => id)
    const policies = by(
      among<ListedClaimRow['policy']>(`select ${POLICY} from policies where id in (…)`, [
        ...new Set(claims.map((it) => it.policy_id)),
      ]),
      (row) => row.id,
    )
    const of = <R extends object>(sql: string): ((id: string) => R[]) =>
      by(among<R & { claim_id: string }>(sql, ids), (row) => row.claim_id)
    const decisions = of<ListedClaimRow['decisions'][number]>(
      'select id, claim_id, at, outcome, paid_minor, appeal_until from claim_decisions where claim_id in (…) order by at, id',
    )
    const payments = of<ListedClaimRow['payments'][number]>(
      'select claim_id, decision_id, payee_id, status, settled_at from claim_payments where claim_id in (…) order by started_at, id',
    )
    const appeals = of<ListedClaimRow['appeals'][number]>(
      'select claim_id, decision_id, at, answered_at from claim_appeals where claim_id in (…) order by at, id',
    )
    const requests = of<ListedClaimRow['requests'][number]>(
      "select id, claim_id, due_on from claim_requests where claim_id in (…) and status = 'open' order by at, id",
    )
    const events = by(
      among<ListedClaimRow['events'][number] & { entity_id: string }>(
        "select entity_id, at, from_status, to_status from events where entity = 'claim' and entity_id in (…) and from_status != to_status order by at, id",
        ids,
      ),
      (row) => row.entity_id,
    )
    const items = by(
      among<ListedClaimRow['requests'][number]['items'][number] & { request_id: string }>(
        `select request_id, status, exists (select 1 from claim_documents document where document.claim_id = item.claim_id
           and document.item_id = item.id and removed_at is null) as answered
         from claim_request_items item where request_id in (…)`,
        ids.flatMap((id) => requests(id).map((it) => it.id)),
      ),
      (row) => row.request_id,
    )
    return claims.map((claim) => ({
      ...claim,
      policy: policies(claim.policy_id)[0]!,
      decisions: decisions(claim.id),
      payments: payments(claim.id),
      appeals: appeals(claim.id),
      events: events(claim.id),
      requests: requests(claim.id).map((it) => ({ ...it, items: items(it.id) })),
    }))
  },
})

const ofOneClaim = ({ all, first }: Statements): Pick<Store, 'claim'> => ({
  claim: (user, id) => {
    const claim = first('select * from claims where id = ? and user_id = ?', id, user) as ClaimRow | undefined
    if (!claim) return undefined
    const of = <R>(table: string, columns: string, order: string, where = ''): R[] =>
      all(`select ${columns} from ${table} where claim_id = ? ${where} order by ${order}`, id)
    return {
      ...claim,
      policy: first(`select ${POLICY} from policies where id = ?`, claim.policy_id) as ClaimRow['policy'],
      signatures: of(
        'claim_signatures',
        'kind, name, at, text_lang, text_version, text_sha256',
        'at',
        'and void_at is null',
      ),
      documents: of('claim_documents', '*', 'received_at, id', 'and removed_at is null'),
      requests: of('claim_requests', '*', 'at, id'),
      items: of('claim_request_items', '*', 'id'),
      decisions: of('claim_decisions', '*', 'at, id'),
      payments: of('claim_payments', '*', 'started_at, id'),
      payees: of('claim_payees', '*', 'position'),
      appeals: of('claim_appeals', '*', 'at, id'),
      events: all(
        `select id, at, "by", from_status, to_status, data from events where entity = 'claim' and entity_id = ? order by at, id`,
        id,
      ),
    }
  },
})
