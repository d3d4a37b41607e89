/** A claimant removes a document: while the claim is a draft or is asked for it, or where nobody has used it. */
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import { Refusal, type UserContext } from '../../../../server/http/call-handlers.ts'
import { tryTransition } from '../../../../server/transition.ts'
import { actorOf, claimForCaller, claimLockKey } from '../claim-access.ts'
import { itemMachine } from '../claim-states.ts'
import { noteWithdrawnDocument } from '../case/case-transaction.ts'
import { mayTakeBack, NOT_JUDGED } from '../../rules/case/promised-documents.ts'
import { deleteFiles } from './remind-of-and-delete-drafts.ts'
import { isRequested } from './uploaded-documents.ts'

/** Removes a document from a draft or an open request, or one that came unasked. What somebody has used stays. */
export async function withdrawDocument(ctx: UserContext, claimId: string, id: string): Promise<void> {
  const { deps } = ctx
  await claimForCaller(ctx, claimId)
  await deps.write(async (trx) => {
    await lockFor(trx, claimLockKey(claimId))
    const row = await trx
      .selectFrom('claim_documents')
      .selectAll()
      .where('id', '=', id)
      .where('claim_id', '=', claimId)
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    if (row.removed_at !== null) return
    const claim = await trx.selectFrom('claims').selectAll().where('id', '=', claimId).executeTakeFirstOrThrow()
    const asked =
      claim.status === 'supplement_required' &&
      row.item_id !== null &&
      (await isRequested(trx, claimId, row.item_id, null))
    const unasked = mayTakeBack(row, claim, await decidedAt(trx, claimId))
    if (row.by !== 'user' || !NOT_JUDGED.includes(row.status) || !(claim.status === 'draft' || asked || unasked))
      throw new Refusal('not_editable')
    await trx.updateTable('claim_documents').set({ removed_at: deps.clock() }).where('id', '=', id).execute()
    await deleteFiles(deps, trx, [row.file_id, row.thumb_id])
    if (row.item_id) await reopenItem(trx, row.item_id, { by: actorOf(ctx), at: deps.clock() })
    if (unasked) await noteWithdrawnDocument(deps, trx, { claim: claimId, kind: row.kind, actor: actorOf(ctx) })
  })
}

async function decidedAt(trx: Trx, claim: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('claim_decisions')
    .select('at')
    .where('claim_id', '=', claim)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** Reopens an item whose last document was removed or could not be used. */
export async function reopenItem(trx: Trx, item: string, { by, at }: { by: string; at: number }): Promise<void> {
  const left = await trx
    .selectFrom('claim_documents')
    .select('id')
    .where('item_id', '=', item)
    .where('removed_at', 'is', null)
    .where('status', '!=', 'failed')
    .executeTakeFirst()
  if (!left) await tryTransition(trx, { machine: itemMachine, id: item, to: 'open', from: 'answered', by, at })
}
