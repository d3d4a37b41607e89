/**
 * What happens to a document whose file was checked: it is added to the claim, or its sender is shown the reason why
 * not.
 */
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { IncomingKind } from '../../../../server/intake/check-worker.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { transition } from '../../../../server/transition.ts'
import { claimLockKey } from '../claim-access.ts'
import { documentMachine } from '../claim-states.ts'
import type { ClaimDocumentTable } from '../../tables.ts'
import { DOCUMENT_FILES } from './uploaded-documents.ts'
import { reopenItem } from './withdraw-document.ts'

const BY = 'system'

/**
 * The document that waits for this file; also locks its claim. None when the document was removed, or the draft is
 * deleted.
 */
async function waitingFor(trx: Trx, id: string): Promise<ClaimDocumentTable | undefined> {
  const found = await trx.selectFrom('claim_documents').select('claim_id').where('file_id', '=', id).executeTakeFirst()
  if (!found) return undefined
  await lockFor(trx, claimLockKey(found.claim_id))
  return trx
    .selectFrom('claim_documents')
    .selectAll()
    .where('file_id', '=', id)
    .where('status', '=', 'checking')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Before a claim or an answer to a request is sent: refuses `still_checking`; unusable documents are removed from it. */
export async function requireChecked(trx: Trx, claim: string, at: number): Promise<void> {
  const rows = await trx
    .selectFrom('claim_documents')
    .select(['id', 'status'])
    .where('claim_id', '=', claim)
    .where('removed_at', 'is', null)
    .where('status', 'in', ['checking', 'failed'])
    .execute()
  const count = rows.filter(({ status }) => status === 'checking').length
  if (count > 0) throw new Refusal('still_checking', { count })
  if (rows.length > 0)
    await trx
      .updateTable('claim_documents')
      .set({ removed_at: at })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
}

export const documentFiles: IncomingKind = {
  kind: DOCUMENT_FILES,
  checked: async (deps, trx, id, { file, thumb, pages }) => {
    const row = await waitingFor(trx, id)
    if (!row) return false
    await transition(trx, {
      machine: documentMachine,
      id: row.id,
      from: 'checking',
      to: 'received',
      by: BY,
      at: deps.clock(),
      set: { file_id: file.id, thumb_id: thumb?.id ?? null, pages, mime: file.mime },
    })
    return true
  },
  failed: async (deps, trx, id, code) => {
    const row = await waitingFor(trx, id)
    if (!row) return
    await transition(trx, {
      machine: documentMachine,
      id: row.id,
      from: 'checking',
      to: 'failed',
      by: BY,
      at: deps.clock(),
      set: { fault: code },
    })
    if (row.item_id) await reopenItem(trx, row.item_id, { by: BY, at: deps.clock() })
  },
}
