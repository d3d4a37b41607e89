/**
 * A page of a person's policies: three tabs by the Shanghai day, with counts; the number of queries does not depend on
 * the number of policies.
 */
import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { LANGS } from '../../lib/locale.ts'
import { recordOf } from '../../lib/object-keys.ts'
import type { Day } from '../../lib/dates.ts'
import type { Output, Parsed } from '../../lib/contract.ts'
import type { Context } from '../../server/call-handlers.ts'
import type { Database } from '../../server/database-tables.ts'
import { preparedQuery } from '../../server/db/prepared-query.ts'
import type { Deps } from '../../server/dependencies.ts'
import { callerRole, policiesOf, policyConditions, type CallerIdentity } from './policy-access.server.ts'
import { POLICY_TABS, type listPolicies, type PolicyTab } from './contract.ts'
import { planNames } from './policy-document-facts.server.ts'
import { documentResources } from './document-resources.server.ts'
import { openPeople } from './policy-people.server.ts'
import { policyRow, todayOf } from './policy-view.server.ts'
import { foldText, foundIn, matchesSearch, searchText } from './match-policy-search.ts'
import type { PolicyTable } from './tables.server.ts'

const PAGE = 20
/**
 * Names are sealed, so the database cannot search them: a search unseals at most this many policies, those that end
 * last.
 */
const SEARCHED_POLICIES = 3000

type Reply = Output<typeof listPolicies>
type Counts = Reply['counts']
type Caller = CallerIdentity & { today: string }
type Db = Kysely<Database>

/** The conditions of a tab by the Shanghai day, as ranges of an index; cancelled policies are on the tab of ended ones. */
const RANGES: Record<PolicyTab, (today: string) => RawBuilder<SqlBool>[]> = {
  valid: (today) => [sql`(status = 'issued' and ends >= ${today} and starts <= ${today})`],
  pending_activation: (today) => [sql`(status = 'issued' and starts > ${today})`],
  expired: (today) => [sql`(status = 'issued' and ends < ${today})`, sql`status = 'cancelled'`],
}
const inTab = (tab: PolicyTab, today: string): RawBuilder<SqlBool> => sql`(${sql.join(RANGES[tab](today), sql` or `)})`
const tabOf = ({ status, starts, ends }: Pick<PolicyTable, 'status' | 'starts' | 'ends'>, today: Day): PolicyTab =>
  status === 'cancelled' || ends < today ? 'expired' : starts > today ? 'pending_activation' : 'valid'

/** Current and future policies: the one that ends or starts soonest first; ended ones: the latest first. */
const ORDER = {
  valid: ['ends', 'asc'],
  pending_activation: ['starts', 'asc'],
  expired: ['ends', 'desc'],
} as const satisfies Record<PolicyTab, readonly ['starts' | 'ends', 'asc' | 'desc']>

/** A policy that is reached by more than one contact is listed once: a union of rows with their id. */
const reachedIn = (db: Db, reached: readonly Expression<SqlBool>[], within: Expression<SqlBool>) => {
  const arms = (reached.length > 0 ? reached : [sql<SqlBool>`1 = 0`]).map((it) =>
    db.selectFrom('policies').select(['policies.id', 'status', 'starts', 'ends']).where(it).where(within),
  )
  return arms
    .slice(1)
    .reduce(
      (all, it) => all.union(it),
      arms[0] ?? db.selectFrom('policies').select(['policies.id', 'status', 'starts', 'ends']),
    )
}

const VISIBLE = sql<SqlBool>`status in ('issued', 'cancelled')`

const countsByTab = preparedQuery<Caller>()((db, value) => {
  const { own, reached } = policyConditions(value)
  const today = value('today')
  // Each range is counted separately, in an index that contains all it needs.
  const ofAccount = (tab: PolicyTab): RawBuilder<number>[] =>
    own ? RANGES[tab](today).map((it) => sql`(select count(*) from policies where ${own} and ${it})`) : []
  return db
    .selectFrom(reachedIn(db, reached, VISIBLE).as('reached'))
    .select(
      POLICY_TABS.map((tab) =>
        sql<number>`${sql.join([sql`count(*) filter (where ${inTab(tab, today)})`, ...ofAccount(tab)], sql` + `)}`.as(
          tab,
        ),
      ),
    )
})

/**
 * Only ids are sorted: whole rows, with their sealed contents, are read for one page only. Of the account's own
 * policies no more are read, in index order, than this page and those before it hold.
 */
const pageIn = (tab: PolicyTab) =>
  preparedQuery<Caller & { offset: number; upTo: number }>()((db, value) => {
    const { own, reached } = policyConditions(value)
    const [column, direction] = ORDER[tab]
    const today = value('today')
    const listed =
      own === undefined
        ? []
        : RANGES[tab](today).map((range) =>
            db
              .selectFrom(
                db
                  .selectFrom('policies')
                  .select(['policies.id', 'status', 'starts', 'ends'])
                  .where(own)
                  .where(range)
                  .orderBy(column, direction)
                  .orderBy('policies.id', direction)
                  .limit(value('upTo'))
                  .as('listed'),
              )
              .select(['listed.id', 'listed.status', 'listed.starts', 'listed.ends']),
          )
    const all = listed.reduce((query, it) => query.union(it), reachedIn(db, reached, inTab(tab, today)))
    const ids = db
      .selectFrom(all.as('listed'))
      .select('listed.id')
      .orderBy(`listed.${column}`, direction)
      .orderBy('listed.id', direction)
      .limit(PAGE)
      .offset(value('offset'))
    return db
      .selectFrom('policies')
      .selectAll()
      .where('policies.id', 'in', ids)
      .orderBy(column, direction)
      .orderBy('policies.id', direction)
  })
const pageOf = { valid: pageIn('valid'), pending_activation: pageIn('pending_activation'), expired: pageIn('expired') }

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
  deps: Deps,
  who: CallerIdentity,
  today: Day,
  { tab, page }: { tab: PolicyTab; page: number },
): Promise<{ rows: PolicyTable[]; counts: Counts }> {
  const [tally] = await countsByTab(deps.db, { ...who, today })
  const counts = {
    valid: Number(tally?.valid),
    pending_activation: Number(tally?.pending_activation),
    expired: Number(tally?.expired),
  }
  return { rows: await pageOf[tab](deps.db, { ...who, today, offset: (page - 1) * PAGE, upTo: page * PAGE }), counts }
}

async function foundPage(
  deps: Deps,
  who: CallerIdentity,
  today: Day,
  { tab, page, search }: { tab: PolicyTab; page: number; search: string },
): Promise<{ rows: PolicyTable[]; counts: Counts }> {
  const found = await foundPolicies(deps, who, search)
  const counts: Counts = recordOf(POLICY_TABS, (of) => found.filter((row) => tabOf(row, today) === of).length)
  const [column, direction] = ORDER[tab]
  const sign = direction === 'asc' ? 1 : -1
  const rows = found
    .filter((row) => tabOf(row, today) === tab)
    .sort((a, b) => sign * (a[column].localeCompare(b[column]) || a.id.localeCompare(b.id)))
  return { rows: rows.slice((page - 1) * PAGE, page * PAGE), counts }
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
