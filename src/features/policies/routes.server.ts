/** The calls of the policies feature. */
import { handle, handleFile, Refusal, type Context, type FileReply, type Route } from '../../server/route.ts'
import { networkOf } from '../../server/network.ts'
import type { Lang } from '../../lib/locale.ts'
import { ownedBy, policyForCaller, type Owned } from './access.server.ts'
import { getPolicy, listPolicies, POLICY_TABS, policyDocumentFile, verifyPolicy, type DocumentKind, type PolicyTab } from './contract.ts'
import type { PolicyTable } from './tables.server.ts'
import { limitVerify, verifyDocument } from './verify.server.ts'
import { fullView, rowView, todayOf } from './views.server.ts'

const PAGE = 20

export const policyRoutes: readonly Route[] = [
  handle(listPolicies, async ({ tab, page }, ctx) => list(ctx, tab, page)),

  handle(getPolicy, async (by, ctx) => fullView(ctx.deps, await policyForCaller(ctx, by), ctx.lang)),

  handle(verifyPolicy, async ({ code }, { deps, ip, lang }) => {
    limitVerify(deps, networkOf(ip).address)
    return verifyDocument(deps, code, lang)
  }),

  handleFile(policyDocumentFile, async ({ id, kind, language }, ctx) => document(ctx, await policyForCaller(ctx, { id }), kind, language)),
]

type Query = Awaited<ReturnType<typeof ownedBy>>['query']

/** A tab by the Shanghai day; cancelled policies stand with the expired. */
function inTab(query: Query, tab: PolicyTab, today: string) {
  const base = query()
  if (tab === 'valid') return base.where('policies.status', '=', 'issued').where('starts', '<=', today).where('ends', '>=', today)
  if (tab === 'pending_activation') return base.where('policies.status', '=', 'issued').where('starts', '>', today)
  return base.where((eb) => eb.or([eb('policies.status', '=', 'cancelled'), eb('ends', '<', today)]))
}

async function list(ctx: Context, tab: PolicyTab, page: number) {
  const today = todayOf(ctx.deps)
  const { query, role } = await ownedBy(ctx)
  const count = async (of: PolicyTab): Promise<number> => {
    const row = await inTab(query, of, today).select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()
    return Number(row.count)
  }
  const [valid, pending, expired] = await Promise.all(POLICY_TABS.map(count))
  const counts = { valid: valid ?? 0, pending_activation: pending ?? 0, expired: expired ?? 0 }
  // What ends or starts soonest first; of what is over, the latest.
  const rows: PolicyTable[] = await inTab(query, tab, today).selectAll()
    .orderBy(tab === 'pending_activation' ? 'starts' : 'ends', tab === 'expired' ? 'desc' : 'asc').orderBy('policies.id')
    .limit(PAGE).offset((page - 1) * PAGE).execute()
  return {
    policies: rows.map((row) => rowView(ctx.deps, { row, role: role(row) }, ctx.lang)),
    counts, pages: Math.max(1, Math.ceil(counts[tab] / PAGE)), today,
  }
}

async function document({ deps }: Context, { row }: Owned, kind: DocumentKind, lang: Lang): Promise<FileReply> {
  const held = kind === 'terms'
    ? await deps.db.selectFrom('policy_terms').select('file_id')
        .where('plan', '=', row.plan).where('version', '=', row.clause_version).where('lang', '=', lang).executeTakeFirst()
    : await deps.db.selectFrom('policy_documents').select('file_id')
        .where('policy_id', '=', row.id).where('kind', '=', kind).where('lang', '=', lang).executeTakeFirst()
  const found = held?.file_id ? await deps.files.get(held.file_id) : null
  if (!found) throw new Refusal('not_found')
  return { mime: found.file.mime, body: found.stream, downloadAs: found.file.name, size: Number(found.file.size) }
}
