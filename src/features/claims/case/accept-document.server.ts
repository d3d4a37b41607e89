/** A handler looks at one document of a sent case: it is accepted, or sent back with a reason. */
import type { Deps } from '../../../server/dependencies.ts'
import { Refusal } from '../../../server/call-handlers.ts'
import { transition, tryTransition } from '../../../server/transition.ts'
import { documentMachine, itemMachine } from '../rules.server.ts'
import type { BothLanguages } from '../common-schemas.ts'
import type { ClaimDocumentTable } from '../tables.server.ts'
import { mustBe, note, onCase, type Actor, type Hand } from './act.server.ts'
import { openRequest } from './requests.server.ts'
import { sealReason } from './written.server.ts'

type ById = Actor & { id: string }

const EXAMINED = ['submitted', 'registered', 'in_review', 'supplement_required', 'supplement_submitted'] as const

function documentIn({ found: { documents } }: Hand, id: string): ClaimDocumentTable {
  const row = documents.find((it) => it.id === id)
  if (!row) throw new Refusal('not_found', { fields: { document: 'not_found' } })
  return row
}

/** Accepts a document; refused while the person is being asked to replace it (`asked_for`). */
export async function acceptDocument(deps: Deps, { document, ...act }: ById & { document: string }): Promise<void> {
  await onCase(deps, act, async (hand) => {
    mustBe(hand, ...EXAMINED)
    const row = documentIn(hand, document)
    const request = openRequest(hand.found)
    if (hand.found.items.some((it) => it.request_id === request?.id && it.replaces === row.id)) throw new Refusal('asked_for')
    await transition(hand.trx, { machine: documentMachine, id: row.id, to: 'accepted', by: act.by, at: hand.at, set: { reason: null }, ...(act.why ? { why: act.why } : {}) })
    if (row.item_id !== null) await tryTransition(hand.trx, { machine: itemMachine, id: row.item_id, to: 'settled', from: ['answered', 'unavailable'], by: act.by, at: hand.at })
    await note(hand, 'document_accepted', { data: { document: row.kind } })
  })
}

/** Sends a document back with a reason. The person hears of it with the next request, which asks for everything at once. */
export async function refuseDocument(deps: Deps, { document, reason, ...act }: ById & { document: string; reason: BothLanguages }): Promise<void> {
  await onCase(deps, act, async (hand) => {
    // While a request is out nothing is added to it: one list, asked once.
    mustBe(hand, 'submitted', 'registered', 'in_review', 'supplement_submitted')
    const row = documentIn(hand, document)
    await transition(hand.trx, {
      machine: documentMachine, id: row.id, to: 'needs_replacement', by: act.by, at: hand.at, set: { reason: sealReason(deps, JSON.stringify(reason)) }, ...(act.why ? { why: act.why } : {}),
    })
    await note(hand, 'document_refused', { data: { document: row.kind } })
  })
}
