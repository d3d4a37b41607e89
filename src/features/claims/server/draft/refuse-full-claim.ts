/** How much may be stored with one claim, and how many drafts one account may have. */
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { STORAGE_LIMITS } from '../../../../lib/storage-limits.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { ClaimTable } from '../../tables.ts'

const DAY = 86_400_000

/**
 * Refuses with `too_many_documents` or `claim_full` when no further document may be sent for the claim. `asked`: for an
 * open request, which nothing that came unasked may block.
 */
export async function refuseFullClaim(
  db: Trx | Deps['db'],
  { id, submitted_at: sent_at }: Pick<ClaimTable, 'id' | 'submitted_at'>,
  { asked }: { asked: boolean },
): Promise<void> {
  const all = db.selectFrom('claim_documents').where('claim_id', '=', id)
  const documents = asked
    ? all.where((eb) =>
        eb.or([eb('item_id', 'is not', null), eb('by', '=', 'admin'), eb('received_at', '<=', sent_at ?? 0)]),
      )
    : all
  const { count, bytes } = await documents
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum<number | null>('size').as('bytes')])
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= LIMITS.maxDocuments) throw new Refusal('too_many_documents')
  if (Number(bytes) >= STORAGE_LIMITS.claimFileBytes) throw new Refusal('claim_full')
  const sent = await documents.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
  if (Number(sent.count) >= STORAGE_LIMITS.claimDocumentsSent) throw new Refusal('claim_full')
}

/** Refuses with `too_many_drafts` or `too_many_begun` when the account may begin no further claim. */
export async function refuseTooManyDrafts(deps: Deps, trx: Trx, userId: string): Promise<void> {
  const own = trx
    .selectFrom('claims')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
  const { count } = await own.where('status', '=', 'draft').executeTakeFirstOrThrow()
  if (Number(count) >= STORAGE_LIMITS.claimDrafts) throw new Refusal('too_many_drafts')
  const today = await own.where('created_at', '>', deps.clock() - DAY).executeTakeFirstOrThrow()
  if (Number(today.count) >= STORAGE_LIMITS.claimDraftsDay) throw new Refusal('too_many_begun')
}
