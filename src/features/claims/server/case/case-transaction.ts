/** How a sent claim is changed: one act after the other, each on the case's current state. */
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { Conflict, transition, writeEvent } from '../../../../server/transition.ts'
import { claimLockKey } from '../claim-access.ts'
import { eventData } from './decision-columns.ts'
import { loadCase, type Case } from './load-case.ts'
import { claimMachine } from '../claim-states.ts'
import type { DocumentKind } from '../../rules/document-kinds.ts'
import type { ClaimStatus } from '../../rules/status-values.ts'
import type { ClaimTable } from '../../tables.ts'
import type { Activity } from '../../rules/word-keys.ts'

export interface Actor {
  /** `user:<id>`, `operator:<name>`, `system` */
  by: string
  /** Stored readable, so it contains no personal data. */
  why?: string
}

/** A case inside one transaction. */
export interface CaseTransaction extends Actor {
  deps: Deps
  trx: Trx
  found: Case
  at: number
}

/**
 * Runs `fn` on the current case; concurrent acts wait and see its result. Refuses `not_found` for drafts too.
 * `version`: the one that the person acted on; throws `Conflict` when something has changed since.
 */
export const inCaseTransaction = <T>(
  deps: Deps,
  act: CaseAct,
  fn: (caseTx: CaseTransaction) => Promise<T>,
): Promise<T> => deps.write((trx) => onCase(deps, trx, act, fn))

type CaseAct = Actor & { id: string; version?: number }

/**
 * The same in the caller's transaction. To act on several cases, take them in the order of their ids, so that no two
 * transactions block each other.
 */
export async function onCase<T>(
  deps: Deps,
  trx: Trx,
  act: CaseAct,
  fn: (caseTx: CaseTransaction) => Promise<T>,
): Promise<T> {
  await lockFor(trx, claimLockKey(act.id))
  const claim = await trx.selectFrom('claims').select(['status', 'version']).where('id', '=', act.id).executeTakeFirst()
  if (!claim || claim.status === 'draft' || claim.status === 'discarded') throw new Refusal('not_found')
  if (act.version !== undefined && act.version !== claim.version) throw new Conflict('claim', claim)
  const { by, why } = act
  return fn({
    deps,
    trx,
    found: await loadCase({ db: trx, seal: deps.seal }, act.id),
    at: deps.clock(),
    by,
    ...(why ? { why } : {}),
  })
}

export interface ClaimMove {
  to: ClaimStatus
  /** The entry in the person's list of activity; the status' own words when not given. `quiet`: no entry. */
  kind?: Activity | 'quiet'
  day?: string
  /** Stored with the event; sealed where a person wrote it. */
  data?: Record<string, unknown>
  set?: Partial<ClaimTable>
  by?: string
}

/** Moves the claim along its graph and updates `caseTx`. Throws `Conflict` where the graph has no such step. */
export async function moveClaim(
  caseTx: CaseTransaction,
  { to, kind, day, data: more = {}, set = {}, by = caseTx.by }: ClaimMove,
): Promise<void> {
  const { trx, found, at, why } = caseTx
  const data = { ...(kind ? { kind } : {}), ...(day ? { day } : {}), ...more }
  found.claim = await transition(trx, {
    machine: claimMachine,
    id: found.claim.id,
    to,
    version: found.claim.version,
    by,
    at,
    set,
    ...(why ? { why } : {}),
    ...(Object.keys(data).length > 0 ? { data } : {}),
  })
}

/** Records an act that changes no status. The version is increased, so that open pages notice. */
export async function recordActivity(
  caseTx: CaseTransaction,
  kind: Activity | 'quiet',
  { data = {}, set = {} }: { data?: Record<string, unknown>; set?: Partial<ClaimTable> } = {},
): Promise<void> {
  const {
    trx,
    found: { claim },
    at,
    by,
    why = null,
  } = caseTx
  const changed = await trx
    .updateTable('claims')
    .set({ ...set, version: claim.version + 1, updated_at: at })
    .where('id', '=', claim.id)
    .where('version', '=', claim.version)
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw new Conflict('claim', claim)
  caseTx.found.claim = changed
  await writeEvent(trx, {
    entity: 'claim',
    entity_id: claim.id,
    at,
    by,
    to_status: claim.status,
    why,
    data: { kind, ...data },
  })
}

/** The case records what came unasked; several files of one document, sent one after the other, are one entry. */
export async function noteAddedDocument(
  deps: Deps,
  trx: Trx,
  { claim, kind, actor }: { claim: string; kind: DocumentKind; actor: string },
): Promise<void> {
  await onCase(deps, trx, { id: claim, by: actor }, async (caseTx) => {
    const last = caseTx.found.events.at(-1)
    const { kind: said, document } = last ? eventData(last.data) : {}
    if (said === 'document_added' && document === kind) return
    await recordActivity(caseTx, 'document_added', { data: { document: kind } })
  })
}

/** The case records that its claimant took back what came unasked. */
export const noteWithdrawnDocument = (
  deps: Deps,
  trx: Trx,
  { claim, kind, actor }: { claim: string; kind: DocumentKind; actor: string },
): Promise<void> =>
  onCase(deps, trx, { id: claim, by: actor }, (caseTx) =>
    recordActivity(caseTx, 'document_withdrawn', { data: { document: kind } }),
  )

/** Refuses unless the claim has one of these statuses. */
export function requireStatus({ found: { claim } }: CaseTransaction, ...statuses: ClaimStatus[]): void {
  if (!statuses.includes(claim.status)) throw new Conflict('claim', claim)
}
