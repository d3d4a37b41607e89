/** The calls of the policies feature. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { handle, handleFile, Refusal, type Context, type FileReply, type Route } from '../../server/call-handlers.ts'
import { preparedQuery } from '../../server/db/prepared-query.ts'
import { networkOf } from '../../server/network-address.ts'
import type { Lang } from '../../lib/locale.ts'
import { callerRole, policiesOf, policyForCaller, type CallerIdentity, type OwnedPolicy } from './access.server.ts'
import { getPolicy, listPolicies, POLICY_TABS, policyDocumentFile, verifyPolicy, type DocumentKind, type PolicyTab } from './contract.ts'
import { surrenderPolicy, surrenderQuote } from './surrender-calls.ts'
import { quoteSurrender, surrender } from './surrender.server.ts'
import { limitVerify, verifyDocument } from './verify-document.server.ts'
import { policyView, policyRow, todayOf } from './policy-view.server.ts'

const PAGE = 20

export const policyRoutes: readonly Route[] = [
  handle(listPolicies, async ({ tab, page }, ctx) => list(ctx, tab, page)),

  handle(getPolicy, async (by, ctx) => policyView(ctx.deps, await policyForCaller(ctx, by), ctx.lang)),

  handle(verifyPolicy, async ({ code }, { deps, ip, lang }) => {
    limitVerify(deps, networkOf(ip).address)
    return verifyDocument(deps, code, lang)
  }),

  handle(surrenderQuote, async ({ id }, ctx) => quoteSurrender(ctx, id)),
  handle(surrenderPolicy, async (input, ctx) => surrender(ctx, input)),

  handleFile(policyDocumentFile, async ({ id, kind, language, version }, ctx) => document(ctx, await policyForCaller(ctx, { id }), kind, language, version)),
]

/** A tab by the Shanghai day; cancelled policies stand with the expired. */
const inTab: Record<PolicyTab, (today: string) => RawBuilder<SqlBool>> = {
  valid: (today) => sql`(policies.status = 'issued' and starts <= ${today} and ends >= ${today})`,
  pending_activation: (today) => sql`(policies.status = 'issued' and starts > ${today})`,
  expired: (today) => sql`(policies.status = 'cancelled' or ends < ${today})`,
}

const countsByTab = preparedQuery<CallerIdentity & { today: string }>()((db, value) => policiesOf(db, value)
  .select(POLICY_TABS.map((of) => sql<number>`count(*) filter (where ${inTab[of](value('today'))})`.as(of))))

/** What ends or starts soonest first; of what is over, the latest. */
const pageIn = (tab: PolicyTab) => preparedQuery<CallerIdentity & { today: string; offset: number }>()((db, value) => policiesOf(db, value)
  .where(inTab[tab](value('today'))).selectAll()
  .orderBy(tab === 'pending_activation' ? 'starts' : 'ends', tab === 'expired' ? 'desc' : 'asc').orderBy('policies.id')
  .limit(PAGE).offset(value('offset')))
const pageOf = { valid: pageIn('valid'), pending_activation: pageIn('pending_activation'), expired: pageIn('expired') }

async function list(ctx: Context, tab: PolicyTab, page: number) {
  const today = todayOf(ctx.deps)
  const { who, role } = await callerRole(ctx)
  const [tally] = await countsByTab(ctx.deps.db, { ...who, today })
  const counts = { valid: Number(tally?.valid), pending_activation: Number(tally?.pending_activation), expired: Number(tally?.expired) }
  const rows = await pageOf[tab](ctx.deps.db, { ...who, today, offset: (page - 1) * PAGE })
  return {
    policies: rows.map((row) => policyRow(ctx.deps, { row, role: role(row) }, ctx.lang)),
    counts, pages: Math.max(1, Math.ceil(counts[tab] / PAGE)), today,
  }
}

async function document({ deps }: Context, { row }: OwnedPolicy, kind: DocumentKind, lang: Lang, version?: number): Promise<FileReply> {
  const held = kind === 'terms'
    ? await deps.db.selectFrom('policy_terms').select('file_id')
        .where('plan', '=', row.plan).where('version', '=', row.clause_version).where('lang', '=', lang).executeTakeFirst()
    : await deps.db.selectFrom('policy_documents').select('file_id')
        .where('policy_id', '=', row.id).where('kind', '=', kind).where('lang', '=', lang)
        .$if(version !== undefined, (query) => query.where('version_number', '=', version ?? 0))
        .where('file_id', 'is not', null).orderBy('version_number', 'desc').executeTakeFirst()
  const found = held?.file_id ? await deps.files.get(held.file_id) : null
  if (!found) throw new Refusal('not_found')
  return { mime: found.file.mime, body: found.stream, downloadAs: found.file.name, size: Number(found.file.size) }
}
