/** A handler checks one document of a sent case: accepts it, or sends it back with a reason. */
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { Conflict, transition, tryTransition } from '../../../../server/transition.ts'
import { documentMachine, itemMachine } from '../claim-states.ts'
import { cameUnasked, takesDocuments } from '../../rules/case/promised-documents.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import type { ClaimDocumentTable } from '../../tables.ts'
import {
  requireStatus,
  recordActivity,
  inCaseTransaction,
  type Actor,
  type CaseTransaction,
} from './case-transaction.ts'
import { openRequest } from './document-requests.ts'
import { sealReason } from './sealed-text.ts'

type ById = Actor & { id: string }

function documentIn({ found: { documents } }: CaseTransaction, id: string): ClaimDocumentTable {
  const row = documents.find((it) => it.id === id)
  if (!row) throw new Refusal('not_found', { fields: { document: 'not_found' } })
  return row
}

/**
 * Accepts a document, after a decision too: it may have come unasked. Refused while the person is asked to replace it
 * (`asked_for`).
 */
export async function acceptDocument(deps: Deps, { document, ...act }: ById & { document: string }): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    if (!takesDocuments(caseTx.found.claim.status)) throw new Conflict('claim', caseTx.found.claim)
    const row = documentIn(caseTx, document)
    const request = openRequest(caseTx.found)
    if (caseTx.found.items.some((it) => it.request_id === request?.id && it.replaces === row.id))
      throw new Refusal('asked_for')
    await transition(caseTx.trx, {
      machine: documentMachine,
      id: row.id,
      to: 'accepted',
      by: act.by,
      at: caseTx.at,
      set: { reason: null },
      ...(act.why ? { why: act.why } : {}),
    })
    if (row.item_id !== null)
      await tryTransition(caseTx.trx, {
        machine: itemMachine,
        id: row.item_id,
        to: 'settled',
        from: ['answered', 'unavailable'],
        by: act.by,
        at: caseTx.at,
      })
    await recordActivity(caseTx, 'document_accepted', { data: { document: row.kind } })
  })
}

/** Sends a document back with a reason. The person is told with the next request, which asks for everything at once. */
export async function refuseDocument(
  deps: Deps,
  { document, reason, ...act }: ById & { document: string; reason: BothLanguages },
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    // Nothing is added to an open request: the person gets one list, once.
    requireStatus(caseTx, 'submitted', 'registered', 'in_review', 'supplement_submitted')
    const row = documentIn(caseTx, document)
    await transition(caseTx.trx, {
      machine: documentMachine,
      id: row.id,
      to: 'needs_replacement',
      by: act.by,
      at: caseTx.at,
      set: { reason: sealReason(deps, JSON.stringify(reason)) },
      ...(act.why ? { why: act.why } : {}),
    })
    await recordActivity(caseTx, 'document_refused', { data: { document: row.kind } })
  })
}

/**
 * Does not use a document that came unasked, with a reason; after a decision too, when nothing can be sent back.
 * Refuses `asked_for` for every other one: that is sent back, or accepted.
 */
export async function setDocumentAside(
  deps: Deps,
  { document, reason, ...act }: ById & { document: string; reason: BothLanguages },
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    const { claim, items } = caseTx.found
    if (!takesDocuments(claim.status)) throw new Conflict('claim', claim)
    const row = documentIn(caseTx, document)
    const request = openRequest(caseTx.found)
    if (!cameUnasked(row, claim) || items.some((it) => it.request_id === request?.id && it.replaces === row.id))
      throw new Refusal('asked_for')
    await transition(caseTx.trx, {
      machine: documentMachine,
      id: row.id,
      to: 'set_aside',
      by: act.by,
      at: caseTx.at,
      set: { reason: sealReason(deps, JSON.stringify(reason)) },
      ...(act.why ? { why: act.why } : {}),
    })
    await recordActivity(caseTx, 'document_set_aside', { data: { document: row.kind } })
  })
}
