/**
 * A page of a person's claims. The number of queries is the same for one claim as for fifty, and only one summary of
 * each is unsealed.
 */
import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Output, Parsed } from '../../../../lib/contract.ts'
import { preparedQuery } from '../../../../server/db/prepared-query.ts'
import type { UserContext } from '../../../../server/http/call-handlers.ts'
import type { Database } from '../../../../server/db/database-rows.ts'
import { WAITING_STATUSES, type listClaims } from '../../rules/listed-claim.ts'
import { CLAIM_STATUSES, type ClaimStatus } from '../../rules/status-values.ts'
import { LISTED_POLICY, listedPolicy, type ListedPolicy } from '../../../policies/server/door.ts'
import type { ClaimTable } from '../../tables.ts'
import { summaryOf } from './claim-list-summary.ts'
import { stateFrom, type StateRows } from './decision-columns.ts'
import { STOPPING } from '../../rules/case/case-progress.ts'
import { toClaimRow, LISTED_COLUMNS } from './make-listed-claim.ts'

type Input = Parsed<typeof listClaims>

/** `at` and `id`: of the last claim of the previous page. */
type Wanted = { user: string; at: number | null; id: string; limit: number }
const pageAmong = (
  which: (query: SelectQueryBuilder<Database, 'claims', unknown>) => SelectQueryBuilder<Database, 'claims', unknown>,
) =>
  preparedQuery<Wanted>()((db, value) => {
    const at = value('at')
    const all = which(db.selectFrom('claims').where('user_id', '=', value('user'))).select(LISTED_COLUMNS)
    const page =
      at === null
        ? all
        : all
            .where('updated_at', '<=', at)
            .where((eb) => eb.or([eb('updated_at', '<', at), eb('id', '<', value('id'))]))
    return page.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(value('limit'))
  })
const pageOf = {
  all: pageAmong((query) => query.where('status', '!=', 'discarded')),
  waiting: pageAmong((query) => query.where('status', 'in', WAITING_STATUSES)),
}

export async function claimList(
  ctx: UserContext,
  { before, limit, waiting }: Input,
): Promise<Output<typeof listClaims>> {
  const { deps, caller, lang } = ctx
  const rows = await pageOf[waiting ? 'waiting' : 'all'](deps.db, {
    user: caller.userId,
    at: before?.at ?? null,
    id: before?.id ?? '',
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const [counts, parts] = [await countsOf(ctx), await partsOf(ctx, shown)]
  // Once each: many claims are on one policy, whose people are sealed.
  const policies = new Map(parts.policies.map((row) => [row.id, listedPolicy(deps, row, lang)]))
  return {
    claims: shown.map((claim) => {
      const policy = policies.get(claim.policy_id)
      if (!policy) throw new RangeError('a claim without its policy')
      const own = <R extends { claim_id: string }>(of: R[]): R[] => of.filter((it) => it.claim_id === claim.id)
      const state = stateFrom(claim, {
        decisions: own(parts.decisions),
        payments: own(parts.payments),
        appeals: own(parts.appeals),
        moves: own(parts.moves),
      })
      return toClaimRow(
        { claim, policy, brief: summaryOf(deps, claim), state, request: own(parts.requests).at(-1) },
        deps.clock(),
      )
    }),
    counts,
    more: rows.length > limit,
  }
}

/** Counts by status, from an index alone; and the number of closed ones under review, as `groupOf` needs it. */
const countsByStatus = preparedQuery<{ user: string }>()((db, value) => {
  const own = db.selectFrom('claims').where('user_id', '=', value('user'))
  const reopened = own
    .where('status', 'in', ['paid', 'rejected'])
    .where(
      sql<SqlBool>`exists (select 1 from claim_appeals where claim_appeals.claim_id = claims.id and claim_appeals.status = 'open')`,
    )
  return own
    .select(['status', (eb) => eb.fn.countAll().as('count')])
    .groupBy('status')
    .unionAll(reopened.select([sql<ClaimStatus>`'reopened'`.as('status'), (eb) => eb.fn.countAll().as('count')]))
})

async function countsOf({ deps, caller }: UserContext): Promise<Output<typeof listClaims>['counts']> {
  const rows = await countsByStatus(deps.db, { user: caller.userId })
  const sum = (...statuses: readonly string[]): number =>
    rows.filter((it) => statuses.includes(it.status)).reduce((total, it) => total + Number(it.count), 0)
  const closed = sum('paid', 'rejected', 'cancelled') - sum('reopened')
  const draft = sum('draft')
  return {
    draft,
    closed,
    open: sum(...CLAIM_STATUSES) - sum('discarded') - draft - closed,
    waiting: sum(...WAITING_STATUSES),
  }
}

interface Parts extends Required<{ [K in keyof StateRows]: (StateRows[K][number] & { claim_id: string })[] }> {
  policies: ListedPolicy[]
  requests: { claim_id: string; due_on: string; waiting: number }[]
}

type Ids = { ids: readonly string[] }
const policiesWith = preparedQuery<Ids>()((db, value) =>
  db.selectFrom('policies').select(LISTED_POLICY).where('id', 'in', value('ids')),
)
const decisionsOf = preparedQuery<Ids>()((db, value) =>
  db
    .selectFrom('claim_decisions')
    .select(['id', 'claim_id', 'at', 'outcome', 'paid_minor', 'appeal_until'])
    .where('claim_id', 'in', value('ids'))
    .orderBy('at')
    .orderBy('id'),
)
const paymentsOf = preparedQuery<Ids>()((db, value) =>
  db
    .selectFrom('claim_payments')
    .select(['claim_id', 'decision_id', 'payee_id', 'status', 'settled_at'])
    .where('claim_id', 'in', value('ids'))
    .orderBy('started_at')
    .orderBy('id'),
)
const appealsOf = preparedQuery<Ids>()((db, value) =>
  db
    .selectFrom('claim_appeals')
    .select(['claim_id', 'decision_id', 'at', 'answered_at'])
    .where('claim_id', 'in', value('ids'))
    .orderBy('at')
    .orderBy('id'),
)
/** Only moves into and out of a status that pauses a clock: clocks need no others. */
const movesOf = preparedQuery<Ids>()((db, value) =>
  db
    .selectFrom('events')
    .select(['entity_id as claim_id', 'at', 'from_status', 'to_status'])
    .where('entity', '=', 'claim')
    .where('entity_id', 'in', value('ids'))
    .whereRef('from_status', '!=', 'to_status')
    .where((eb) => eb.or([eb('from_status', 'in', STOPPING), eb('to_status', 'in', STOPPING)]))
    .orderBy('at')
    .orderBy('id'),
)
// Items with something sent count as done, though the person must still send the whole request.
const WAITING = sql<number>`(select count(*) from claim_request_items item where item.request_id = claim_requests.id and item.status = 'open'
  and not exists (select 1 from claim_documents document
    where document.claim_id = item.claim_id and document.item_id = item.id and document.removed_at is null))`
const requestsOf = preparedQuery<Ids>()((db, value) =>
  db
    .selectFrom('claim_requests')
    .select(['claim_id', 'due_on', WAITING.as('waiting')])
    .where('claim_id', 'in', value('ids'))
    .where('status', '=', 'open')
    .orderBy('at')
    .orderBy('id'),
)

type Listed = Pick<ClaimTable, 'id' | 'policy_id' | 'status' | 'decided_at'>

/**
 * What other tables contain about these claims, without any texts by people, and only where a list can show it: a draft
 * has no clock, and no clock runs for a payment on account, so before the decision neither payments nor reviews count.
 */
async function partsOf({ deps: { db } }: UserContext, claims: readonly Listed[]): Promise<Parts> {
  const among = <R>(read: (on: typeof db, values: Ids) => Promise<R[]>, of: readonly Listed[]): Promise<R[]> =>
    of.length === 0 ? Promise.resolve([]) : read(db, { ids: of.map((it) => it.id) })
  const decided = claims.filter((it) => it.decided_at !== null)
  const policyIds = [...new Set(claims.map((it) => it.policy_id))]
  return {
    policies: policyIds.length === 0 ? [] : await policiesWith(db, { ids: policyIds }),
    decisions: await among(decisionsOf, decided),
    payments: await among(paymentsOf, decided),
    appeals: await among(appealsOf, decided),
    moves: await among(
      movesOf,
      claims.filter((it) => it.status !== 'draft'),
    ),
    requests: await among(
      requestsOf,
      claims.filter((it) => it.status === 'supplement_required'),
    ),
  }
}
