/**
 * The letters of a request to cancel after a refused visa: stored with it, read by an operator, deleted some time after
 * the decision.
 */
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { type RefundDecision, refundRequest, rejectInReview, type RefundRequest } from '../../../cashier/server/door.ts'
import { dropFilesOf } from '../../../../server/files/drop-owned-files.ts'
import type { IncomingKind } from '../../../../server/intake/check-worker.ts'
import type { Receipt } from '../../../../server/intake/intake.ts'
import { newId } from '../../../../server/new-id.ts'
import type { Recurring } from '../../../../server/jobs/outbox.ts'
import { recordLook, LOOKED_AT } from '../../../../server/transition.ts'
import type { VisaRefusalLetterTable } from './visa-refusal-tables.ts'

/** The purpose of these files in the intake. */
export const LETTER_FILES = 'policies.visaRefusalLetter'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Owner of the files made from one file of a letter: each has its own, so that each can be deleted separately. */
export const newLetterOwner = (): string => `visa-refusal:${newId()}`

/** Letters of a request, in the order they arrived. */
export const lettersOf = (db: Deps['db'] | Trx, requestId: string): Promise<VisaRefusalLetterTable[]> =>
  db
    .selectFrom('visa_refusal_letters')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('received_at')
    .orderBy('id')
    .execute()

/** Stores a received letter in the transaction of its receipt. */
export async function keepLetter(
  trx: Trx,
  receipt: Receipt,
  of: { policyId: string; userId: string; requestId: string; owner: string },
): Promise<void> {
  await trx
    .insertInto('visa_refusal_letters')
    .values({
      id: receipt.id,
      policy_id: of.policyId,
      user_id: of.userId,
      request_id: of.requestId,
      sha256: receipt.sha256,
      owner: of.owner,
      received_at: receipt.at,
      file_id: null,
      failed: null,
      settled_at: null,
    })
    .execute()
}

/** Refuses `files_waiting`: nothing is decided on a letter that nobody could read yet. */
export async function refuseUncheckedLetters(trx: Trx, requestId: string): Promise<void> {
  if ((await lettersOf(trx, requestId)).some((it) => it.file_id === null && it.failed === null))
    throw new Refusal('files_waiting')
}

/** Refuses `letter_unread`: whoever approves the whole premium because of a letter must have opened it. */
export async function refuseUnreadLetters(trx: Trx, request: RefundRequest, { by }: RefundDecision): Promise<void> {
  const [first] = await lettersOf(trx, request.id)
  if (!first) return
  const look = await trx
    .selectFrom('events')
    .select('id')
    .where('entity', '=', 'policy')
    .where('entity_id', '=', first.policy_id)
    .where('to_status', '=', LOOKED_AT)
    .where('by', '=', by)
    .where('at', '>=', request.requestedAt)
    .executeTakeFirst()
  if (!look) throw new Refusal('letter_unread')
}

/** The request was decided or taken back: from now on its letters are kept only in case of questions. */
export async function settleLetters(trx: Trx, requestId: string, at: number): Promise<void> {
  await trx
    .updateTable('visa_refusal_letters')
    .set({ settled_at: at })
    .where('request_id', '=', requestId)
    .where('settled_at', 'is', null)
    .execute()
}

/** A request that is left without a readable letter is refused, and its sender is told why. */
export const visaRefusalLetters: IncomingKind = {
  kind: LETTER_FILES,
  checked: async (_deps, trx, receipt, { file }) => {
    const kept = await trx
      .updateTable('visa_refusal_letters')
      .set({ file_id: file.id })
      .where('id', '=', receipt)
      .where('settled_at', 'is', null)
      .executeTakeFirst()
    return Number(kept.numUpdatedRows) > 0
  },
  failed: async (deps, trx, receipt, code) => {
    const letter = await trx
      .updateTable('visa_refusal_letters')
      .set({ failed: code })
      .where('id', '=', receipt)
      .returningAll()
      .executeTakeFirst()
    if (!letter || letter.settled_at !== null) return
    if ((await lettersOf(trx, letter.request_id)).some((it) => it.failed === null)) return
    const { lang } = await trx
      .selectFrom('policies')
      .select('lang')
      .where('id', '=', letter.policy_id)
      .executeTakeFirstOrThrow()
    await rejectInReview(deps, trx, letter.request_id, {
      by: 'system',
      why: deps.words(lang, 'messages:policy_surrender_rejected.letterUnreadable'),
    })
  },
}

/** Opens a letter for an operator to read, by its number from 1 on. Each opening is an event. */
export async function openLetter(
  deps: Deps,
  policyNumber: string,
  place: number,
  { by, why }: RefundDecision,
): ReturnType<Deps['files']['get']> {
  const policy = await deps.db.selectFrom('policies').select('id').where('number', '=', policyNumber).executeTakeFirst()
  const rows = policy
    ? await deps.db
        .selectFrom('visa_refusal_letters')
        .selectAll()
        .where('policy_id', '=', policy.id)
        .orderBy('received_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
    : []
  const letter = rows.filter((it) => it.request_id === rows[0]?.request_id).reverse()[place - 1]
  if (!policy || !letter?.file_id) throw new Refusal('not_found')
  await deps.write((trx) =>
    recordLook(trx, { entity: 'policy', id: policy.id, by, at: deps.clock(), why, opened: 'visa_refusal_letter' }),
  )
  return deps.files.get(letter.file_id)
}

/** What `refunds show` prints about the letters of a request. */
export async function describeLetters(db: Deps['db'] | Trx, requestId: string): Promise<string[]> {
  const letters = await lettersOf(db, requestId)
  const [first] = letters
  if (!first) return []
  const { number } = await db
    .selectFrom('policies')
    .select('number')
    .where('id', '=', first.policy_id)
    .executeTakeFirstOrThrow()
  const stateOf = (it: VisaRefusalLetterTable): string =>
    it.failed ?? (it.file_id === null ? 'not looked at yet' : 'kept')
  return [
    'The whole premium because the visa was refused: who asked says that nobody travelled.',
    ...letters.map((it, i) => `  letter ${i + 1}: ${stateOf(it)}`),
    `Read them by: policies refusal-letter ${number} 1 FILE`,
  ]
}

/** Deletes the letters of requests `changeFileDays` after the decision. */
export const purgeLetters: Recurring = {
  kind: 'visaRefusalLetters.purge',
  lane: 'sweeps',
  every: 6 * HOUR,
  run: async (deps) => {
    const before = deps.clock() - LIMITS.changeFileDays * DAY
    await deps.write(async (trx) => {
      const rows = await trx
        .deleteFrom('visa_refusal_letters')
        .where('settled_at', '<', before)
        .returning('owner')
        .execute()
      await dropFilesOf(
        deps,
        trx,
        rows.map((it) => it.owner),
      )
    })
  },
}

/** Deletes letters together with their policies, or with the account of their sender. */
export async function dropLetters(
  deps: Pick<Deps, 'outbox'>,
  trx: Trx,
  column: 'policy_id' | 'user_id',
  id: string,
): Promise<void> {
  const rows = await trx.deleteFrom('visa_refusal_letters').where(column, '=', id).returning('owner').execute()
  await dropFilesOf(
    deps,
    trx,
    rows.map((it) => it.owner),
  )
}

/** Whether a request waits for a decision, and may take one more letter. */
export const isInReview = async (db: Deps['db'] | Trx, requestId: string): Promise<boolean> =>
  (await refundRequest(db, requestId))?.status === 'under_review'
