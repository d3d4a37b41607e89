/**
 * A page of a person's policies: three tabs by the Shanghai day, with counts; the number of queries does not depend on
 * the number of policies.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { LANGS } from '../../../lib/locale.ts'
import { recordOf } from '../../../lib/object-keys.ts'
import type { Day } from '../../../lib/days/dates.ts'
import type { Output, Parsed } from '../../../lib/contract.ts'
import type { Context } from '../../../server/http/call-handlers.ts'
import { preparedQuery } from '../../../server/db/prepared-query.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { callerRole, policiesOf, policyConditions, type CallerIdentity } from './people/policy-access.ts'
import { POLICY_TABS, type listPolicies, type PolicyTab } from '../contract.ts'
import { planNames } from './documents/policy-document-facts.ts'
import { documentResources } from './documents/document-resources.ts'
import { openPeople } from '../../orders/server/door.ts'
import { policyRow, todayOf } from './policy-view.ts'
import { foldText, foundIn, matchesSearch, searchText } from '../rules/match-policy-search.ts'
import type { PolicyTable } from '../tables.ts'

const PAGE = 20
/**
 * Names are sealed, so the database cannot search them: a search unseals at most this many policies, those that end
 * last.
 */
const SEARCHED_POLICIES = 3000

type Reply = Output<typeof listPolicies>
type Counts = Reply['counts']

/** The conditions of a tab by the Shanghai day, as ranges of an index; cancelled policies are on the tab of ended ones. */
const RANGES: Record<PolicyTab, (today: string) => RawBuilder<SqlBool>[]> = {
  valid: (today) => [sql`(status = 'issued' and ends >= ${today} and starts <= ${today})`],
  pending_activation: (today) => [sql`(status = 'issued' and starts > ${today})`],
  expired: (today) => [sql`(status = 'issued' and ends < ${today})`, sql`status = 'cancelled'`],
}
const tabOf = ({ status, starts, ends }: Pick<PolicyTable, 'status' | 'starts' | 'ends'>, today: Day): PolicyTab =>
  status === 'cancelled' || ends < today ? 'expired' : starts > today ? 'pending_activation' : 'valid'

/** Current and future policies: the one that ends or starts soonest first; ended ones: the latest first. */
const ORDER = {
  valid: ['ends', 'asc'],
  pending_activation: ['starts', 'asc'],
  expired: ['ends', 'desc'],
} as const satisfies Record<PolicyTab, readonly ['starts' | 'ends', 'asc' | 'desc']>

const NOTHING = sql<SqlBool>`1 = 0`
const SHOWN = ['policies.id', 'status', 'starts', 'ends'] as const
type Shown = Pick<PolicyTable, 'id' | 'status' | 'starts' | 'ends'>
type InAccount = { user: string; today: Day }

/** Policies that are not the account's own: none for most people. One that several contacts reach comes several times. */
const reachedBy = preparedQuery<CallerIdentity>()((db, value) => {
  const { reached } = policyConditions(value)
  const visible = db
    .selectFrom('policies')
    .select(SHOWN)
    .where(sql<SqlBool>`status in ('issued', 'cancelled')`)
  const [first = visible.where(NOTHING), ...others] = reached.map((it) => visible.where(it))
  return others.reduce((all, it) => all.unionAll(it), first)
})

/** Each range is counted separately, in an index that contains all it needs. */
const ownCounts = preparedQuery<InAccount>()((db, value) =>
  db.selectNoFrom(
    POLICY_TABS.map((tab) =>
      sql<number | string>`${sql.join(
        RANGES[tab](value('today')).map(
          (range) => sql`(select count(*) from policies where user_id = ${value('user')} and ${range})`,
        ),
        sql` + `,
      )}`.as(tab),
    ),
  ),
)

/** No more are read, in index order, than this page and those before it hold. */
const ownIn = recordOf(POLICY_TABS, (tab) =>
  preparedQuery<InAccount & { upTo: number }>()((db, value) => {
    const [column, direction] = ORDER[tab]
    const inRange = (range: RawBuilder<SqlBool>) =>
      db
        .selectFrom('policies')
        .select(SHOWN)
        .where('user_id', '=', value('user'))
        .where(range)
        .orderBy(column, direction)
        .orderBy('id', direction)
        .limit(value('upTo'))
    const [first = inRange(NOTHING), ...others] = RANGES[tab](value('today')).map(inRange)
    const ofAll = (arm: typeof first) => db.selectFrom(arm.as('listed')).selectAll()
    return others.length === 0 ? first : others.reduce((all, arm) => all.unionAll(ofAll(arm)), ofAll(first))
  }),
)

const rowsOf = preparedQuery<{ ids: readonly string[] }>()((db, value) =>
  db.selectFrom('policies').selectAll().where('id', 'in', value('ids')),
)

const searchable = preparedQuery<CallerIdentity & { most: number }>()((db, value) =>
  policiesOf(db, value).selectAll().orderBy('ends', 'desc').orderBy('policies.id').limit(value('most')),
)

export async function policyList(ctx: Context, input: Parsed<typeof listPolicies>): Promise<Reply> {
  const { who, role } = await callerRole(ctx)
  const today = todayOf(ctx.deps)
  const { rows, counts } = input.search
    ? await foundPage(ctx.deps, who, today, { ...input, search: input.search })
    : await plainPage(ctx.deps, who, today, input)
  return {
    policies: rows.map((row) => policyRow(ctx.deps, { row, role: role(row) }, ctx.lang)),
    counts,
    pages: Math.max(1, Math.ceil(counts[input.tab] / PAGE)),
    today,
  }
}

async function plainPage(
  { db }: Deps,
  who: CallerIdentity,
  today: Day,
  { tab, page }: { tab: PolicyTab; page: number },
): Promise<{ rows: PolicyTable[]; counts: Counts }> {
  const { userId: user } = who
  const [reached, [tally], own] = await Promise.all([
    reachedBy(db, who),
    user === null ? [] : ownCounts(db, { user, today }),
    user === null ? [] : ownIn[tab](db, { user, today, upTo: page * PAGE }),
  ])
  const others = [...new Map(reached.map((row) => [row.id, row])).values()]
  const inTab = (of: PolicyTab): Shown[] => others.filter((row) => tabOf(row, today) === of)
  const ids = pageOf([...own, ...inTab(tab)], tab, page).map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await rowsOf(db, { ids })
  return {
    rows: pageOf(rows, tab, 1),
    counts: recordOf(POLICY_TABS, (of) => Number(tally?.[of] ?? 0) + inTab(of).length),
  }
}

/** A page of rows, in the tab's order. */
function pageOf<R extends Shown>(rows: readonly R[], tab: PolicyTab, page: number): R[] {
  const [column, direction] = ORDER[tab]
  const sign = direction === 'asc' ? 1 : -1
  const order = (a: string, b: string): number => (a < b ? -sign : a > b ? sign : 0)
  return rows.toSorted((a, b) => order(a[column], b[column]) || order(a.id, b.id)).slice((page - 1) * PAGE, page * PAGE)
}

async function foundPage(
  deps: Deps,
  who: CallerIdentity,
  today: Day,
  { tab, page, search }: { tab: PolicyTab; page: number; search: string },
): Promise<{ rows: PolicyTable[]; counts: Counts }> {
  const found = await foundPolicies(deps, who, search)
  const counts: Counts = recordOf(POLICY_TABS, (of) => found.filter((row) => tabOf(row, today) === of).length)
  const inTab = found.filter((row) => tabOf(row, today) === tab)
  return { rows: pageOf(inTab, tab, page), counts }
}

/** Policies whose number, plan or insured person matches what was typed; latest end first. */
export async function foundPolicies(deps: Deps, who: CallerIdentity, search: string): Promise<PolicyTable[]> {
  const all = await searchable(deps.db, { ...who, most: SEARCHED_POLICIES })
  const words = foldText(search).split(' ').filter(Boolean)
  const planText = planTexts(deps)
  return all.filter((row) => answersSearch(deps, row, words, planText(row)))
}

/**
 * Compares what needs no unsealing first; and as names contain no digits, a word with digits is compared with numbers
 * only.
 */
function answersSearch(deps: Deps, row: PolicyTable, words: readonly string[], plan: string): boolean {
  const left = words.filter((word) => !matchesSearch(word, [row.number]) && !foundIn(plan, word))
  if (left.length === 0 || left.some((word) => /\d/.test(word))) return left.length === 0
  const { idName, chineseName, passportName } = openPeople(deps.seal, row.people).insured
  return matchesSearch(left.join(' '), [idName, chineseName ?? '', passportName ?? ''])
}

/**
 * Names of a plan in both languages, normalised once for all of its policies: an English reader may hold the Chinese
 * document.
 */
function planTexts(deps: Deps): (row: PolicyTable) => string {
  const { plans } = documentResources(deps)
  const known = new Map<string, string>()
  return (row) => {
    const key = `${row.plan} ${row.tier}`
    const text = known.get(key) ?? searchText(LANGS.flatMap((lang) => Object.values(planNames(plans, row, lang))))
    known.set(key, text)
    return text
  }
}
