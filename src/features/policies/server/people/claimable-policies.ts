/**
 * Policies of the caller to claim on: those in force on a day, page by page, and the latest of the others, however long
 * the list is.
 */
import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { addDays, startOfCover, type Day } from '../../../../lib/days/dates.ts'
import type { Context } from '../../../../server/http/call-handlers.ts'
import type { Database } from '../../../../server/db/database-rows.ts'
import { callerRole, policyConditions, type CallerIdentity, type OwnedPolicy } from './policy-access.ts'
import { foundPolicies } from '../policy-list.ts'
import type { PolicyTable } from '../../tables.ts'

const PAGE = 20

export interface PoliciesWanted {
  /** Only those in force on this day; all when left out. */
  day?: Day | undefined
  /** Search words for number, plan or insured person. */
  search?: string | undefined
  page: number
}

export interface PoliciesFound<P> {
  policies: P[]
  pages: number
  /** Those not in force on the day: the ones that end last, and how many there are in all. */
  others: P[]
  otherCount: number
}

const VISIBLE = sql<SqlBool>`status in ('issued', 'cancelled')`
/**
 * A cancelled policy covers the whole day of its cancellation, unless its whole premium was returned; the same rule as
 * `coverOn` of claims: the days before and after count, because west of Beijing the cover may have begun on the one,
 * and east of it not have ended on the other.
 */
const coversOn = (day: Day): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(daysThere(day).map(coversThen), sql` or `)})`
const daysThere = (day: Day): Day[] => [0, 1, -1].map((days) => addDays(day, days))
const coversThen = (day: Day): RawBuilder<SqlBool> =>
  sql<SqlBool>`(starts <= ${day} and ends >= ${day} and (status = 'issued' or (premium_minor > 0 and cancelled_at >= ${startOfCover(day)})))`
const rowCovers = (row: PolicyTable, day: Day): boolean => daysThere(day).some((it) => rowCoversThen(row, it))
const rowCoversThen = (
  { status, starts, ends, premium_minor: premium, cancelled_at: at }: PolicyTable,
  day: Day,
): boolean => starts <= day && ends >= day && (status === 'issued' || (premium > 0 && Number(at) >= startOfCover(day)))

/** Latest end first. */
export async function claimablePolicies(ctx: Context, wanted: PoliciesWanted): Promise<PoliciesFound<OwnedPolicy>> {
  const { who, role } = await callerRole(ctx)
  const owned = (rows: readonly PolicyTable[]): OwnedPolicy[] => rows.map((row) => ({ row, role: role(row) }))
  const found = wanted.search
    ? await searched(ctx, who, { ...wanted, search: wanted.search })
    : await listed(ctx.deps.db, who, wanted)
  return { ...found, policies: owned(found.policies), others: owned(found.others) }
}

async function listed(
  db: Kysely<Database>,
  who: CallerIdentity,
  { day, page }: PoliciesWanted,
): Promise<PoliciesFound<PolicyTable>> {
  const fits = day === undefined ? sql<SqlBool>`1 = 1` : coversOn(day)
  const misses = sql<SqlBool>`not ${fits}`
  const count = await countOf(db, who, fits)
  const otherCount = day === undefined ? 0 : await countOf(db, who, misses)
  return {
    policies: await pageOf(db, who, fits, page),
    pages: pagesOf(count),
    others: otherCount === 0 ? [] : await pageOf(db, who, misses, 1),
    otherCount,
  }
}

const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / PAGE))

/** Ids only: whole rows are read for one page. Policies that are reached in more than one way are listed once. */
function reachedBy(db: Kysely<Database>, who: CallerIdentity, fits: Expression<SqlBool>) {
  const { own, reached } = policyConditions((name) => who[name])
  const none = sql<SqlBool>`1 = 0`
  const [first = none, ...more] = [...(own ? [own] : []), ...reached]
  const arm = (of: Expression<SqlBool>) =>
    db.selectFrom('policies').select(['policies.id', 'ends']).where(of).where(VISIBLE).where(fits)
  return more.reduce((all, it) => all.union(arm(it)), arm(first)).as('reached')
}

async function countOf(db: Kysely<Database>, who: CallerIdentity, fits: Expression<SqlBool>): Promise<number> {
  const { count } = await db
    .selectFrom(reachedBy(db, who, fits))
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function pageOf(
  db: Kysely<Database>,
  who: CallerIdentity,
  fits: Expression<SqlBool>,
  page: number,
): Promise<PolicyTable[]> {
  const ids = db
    .selectFrom(reachedBy(db, who, fits))
    .select('reached.id')
    .orderBy('reached.ends', 'desc')
    .orderBy('reached.id')
    .limit(PAGE)
    .offset((page - 1) * PAGE)
  return db
    .selectFrom('policies')
    .selectAll()
    .where('policies.id', 'in', ids)
    .orderBy('ends', 'desc')
    .orderBy('policies.id')
    .execute()
}

/** Names are sealed, so the search unseals policies and compares. */
async function searched(
  ctx: Context,
  who: CallerIdentity,
  { day, search, page }: PoliciesWanted & { search: string },
): Promise<PoliciesFound<PolicyTable>> {
  const all = await foundPolicies(ctx.deps, who, search)
  const fitting = day === undefined ? all : all.filter((row) => rowCovers(row, day))
  const others = all.filter((row) => !fitting.includes(row))
  return {
    policies: fitting.slice((page - 1) * PAGE, page * PAGE),
    pages: pagesOf(fitting.length),
    others: others.slice(0, PAGE),
    otherCount: others.length,
  }
}
