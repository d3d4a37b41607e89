/**
 * A page of the caller's orders, of one group or all. The number of queries is the same for one order as for fifty;
 * only answers of drafts are unsealed.
 */
import { expressionBuilder, sql, type SqlBool } from 'kysely'
import type { Output, Parsed } from '../../../lib/contract.ts'
import { dayOf, type Day } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import { money } from '../../../lib/money/money.ts'
import { nameIn } from '../../../lib/people/name-in-language.ts'
import { recordOf } from '../../../lib/object-keys.ts'
import type { Database } from '../../../server/db/database-rows.ts'
import { preparedQuery } from '../../../server/db/prepared-query.ts'
import { deviceAccessSince, holderOfCaller } from '../../../server/http/device-access.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { Context } from '../../../server/http/call-handlers.ts'
import { ownedBy, callerOwns, type OrderOwner } from './access/order-access.ts'
import {
  answersSchema,
  ORDER_GROUP_IDS,
  ORDER_GROUPS,
  type listOrders,
  type OrderGroup,
  type OrderRow,
} from '../contract.ts'
import { openPeople } from './people/agreed-people.ts'
import { ANSWERS, consentsOf, listedDraft } from './draft/load-open-order.ts'
import { LISTED_COLUMNS, orderRow } from './order-view.ts'

type Wanted = {
  user: string | null
  holder: string | null
  /** Instants of `deviceAccessSince`. */
  unowned: number
  owned: number
  /** Creation time of the last order on the previous page. */
  at: number | null
  id: string
  limit: number
  /** The one order asked for by id. */
  only: string | null
}

const ownerFrom = (value: <K extends keyof OrderOwner>(name: K) => OrderOwner[K]): OrderOwner => ({
  user: value('user'),
  holder: value('holder'),
  unowned: value('unowned'),
  owned: value('owned'),
})

/** A column that only drafts need, and that is long. */
const ofDraft = <C extends 'answers' | 'reads'>(column: C) =>
  sql<string | null>`case when status = 'created' then ${sql.ref(column)} end`.as(column)

/** Each way to an order has an index that contains state and time, so no more rows are read than the page holds (0066). */
const pageAmong = (group: OrderGroup | undefined) =>
  preparedQuery<Wanted>()((db, value) => {
    const at = value('at')
    const only = value('only')
    const columns = db.selectFrom('orders').select([...LISTED_COLUMNS, ofDraft('answers'), ofDraft('reads')])
    const listed = group
      ? columns.where('status', 'in', ORDER_GROUPS[group])
      : columns.where('status', '!=', 'discarded')
    const all = only === null ? listed : listed.where('id', '=', only)
    const page =
      at === null
        ? all
        : all
            .where('created_at', '<=', at)
            .where((eb) => eb.or([eb('created_at', '<', at), eb('id', '<', value('id'))]))
    const newest = page.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(value('limit'))
    const [first = newest.where(sql<SqlBool>`1 = 0`), ...others] = ownedBy(ownerFrom(value))(
      expressionBuilder<Database, 'orders'>(),
    ).map((mine) => newest.where(mine))
    const ofAll = (arm: typeof newest) => db.selectFrom(arm.as('listed')).selectAll()
    return others.length === 0
      ? first
      : others
          .reduce((union, arm) => union.unionAll(ofAll(arm)), ofAll(first))
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(value('limit'))
  })
const pageOf = { ...recordOf(ORDER_GROUP_IDS, pageAmong), all: pageAmong(undefined) }

const countsOf = preparedQuery<Pick<Wanted, 'user' | 'holder' | 'unowned' | 'owned'>>()((db, value) => {
  const listed = db
    .selectFrom('orders')
    .select(['status', (eb) => eb.fn.countAll().as('count')])
    .groupBy('status')
  const arms = ownedBy(ownerFrom(value))(expressionBuilder<Database, 'orders'>()).map((mine) => listed.where(mine))
  return arms.slice(1).reduce((union, it) => union.unionAll(it), arms[0] ?? listed.where(sql<SqlBool>`1 = 0`))
})
const lastOf = preparedQuery<{ id: string }>()((db, value) =>
  db.selectFrom('orders').selectAll().where('id', '=', value('id')),
)

export async function orderList(
  ctx: Context,
  { id, group, counts, before, limit }: Parsed<typeof listOrders>,
): Promise<Output<typeof listOrders>> {
  const { deps, caller, lang } = ctx
  const [last] = before === undefined ? [] : await lastOf(deps.db, { id: before })
  const from = last && callerOwns(ctx, last) ? last : undefined
  const owner = {
    user: caller.kind === 'user' ? caller.userId : null,
    holder: holderOfCaller(caller) ?? null,
    ...deviceAccessSince(deps.clock()),
  }
  const rows = await pageOf[group ?? 'all'](deps.db, {
    ...owner,
    at: from ? from.created_at : null,
    id: from?.id ?? '',
    limit: limit + 1,
    only: id ?? null,
  })
  const shown = rows.slice(0, limit)
  const ids = shown.filter((row) => row.status === 'created').map((row) => row.id)
  const consents = ids.length === 0 ? [] : await consentsOf(deps.db, ids)
  const cancelled = await cancelledDays(
    deps,
    shown.map((row) => row.id),
  )
  const orders = shown.map(({ answers, reads, ...row }) => {
    const draft =
      answers === null || reads === null
        ? undefined
        : listedDraft(deps, { ...row, reads }, deps.seal.openCached(ANSWERS, answersSchema, answers), consents)
    return { ...orderRow(deps, row, draft, lang), cancelledOn: cancelled.get(row.id) ?? null }
  })
  return {
    orders: id === undefined ? orders : await Promise.all(orders.map((order) => withPremiumNow(deps, order, lang))),
    more: rows.length > limit,
    now: deps.clock(),
    counts: counts ? byGroup(await countsOf(deps.db, owner)) : null,
  }
}

const policiesOfOrders = preparedQuery<{ ids: readonly string[] }>()((db, value) =>
  db
    .selectFrom('policies')
    .select(['order_id', 'status', 'cancelled_at'])
    .where('order_id', 'in', value('ids'))
    .where('previous_policy_id', 'is', null)
    .where('status', 'in', ['issued', 'cancelled']),
)

/** The days on which the last policies of orders were cancelled, of those that have no other policy. */
async function cancelledDays(deps: Deps, ids: readonly string[]): Promise<Map<string, Day>> {
  const rows = ids.length === 0 ? [] : await policiesOfOrders(deps.db, { ids })
  const live = new Set(rows.filter(({ status }) => status === 'issued').map((row) => row.order_id))
  const ended = rows
    .filter((row) => row.cancelled_at !== null && !live.has(row.order_id))
    .sort((a, b) => Number(a.cancelled_at) - Number(b.cancelled_at))
  return new Map(ended.map((row) => [row.order_id, dayOf(Number(row.cancelled_at))]))
}

/**
 * The premium after changes and extensions of its policies, where it differs from the order's; and the policies
 * themselves, where there are several.
 */
async function withPremiumNow(deps: Deps, order: OrderRow, lang: Lang): Promise<OrderRow> {
  if (order.policyId === null) return order
  const policies = await deps.db
    .selectFrom('policies')
    .select(['id', 'number', 'people', 'status', 'premium_minor', 'currency'])
    .where('order_id', '=', order.id)
    .where('status', 'in', ['issued', 'cancelled'])
    // A next term is a contract of its own, which this order did not buy.
    .where('previous_policy_id', 'is', null)
    .orderBy('person')
    .execute()
  const shown =
    policies.length < 2
      ? []
      : policies.map((it) => ({
          id: it.id,
          number: it.number,
          insured: nameIn(openPeople(deps.seal, it.people).insured, lang),
          cancelled: it.status === 'cancelled',
        }))
  const [first] = policies
  const now = policies.reduce((sum, it) => sum + it.premium_minor, 0)
  const told = first && policies.some(({ status }) => status === 'issued') && now !== order.premium?.amount
  return { ...order, policies: shown, premiumNow: told ? money(now, first.currency) : null }
}

function byGroup(rows: readonly { status: string; count: string | number | bigint }[]): Record<OrderGroup, number> {
  const of = (group: OrderGroup): number =>
    rows
      .filter((it) => ORDER_GROUPS[group].some((status) => status === it.status))
      .reduce((sum, it) => sum + Number(it.count), 0)
  return recordOf(ORDER_GROUP_IDS, of)
}
