/**
 * Cancelling after the start of cover because the visa was refused and nobody travelled: refunds the whole premium,
 * proven by the refusal letter (terms 9.4).
 */
import type { Parsed } from '../../../../lib/contract.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { Refusal, type Upload, type UserContext } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { checkBeforeFiles, drain, receiveFile } from '../../../../server/intake/intake.ts'
import { latestRequest } from '../../../cashier/server/door.ts'
import type { PolicyTable } from '../../tables.ts'
import type { attachRefusalLetter, surrenderAfterVisaRefusal } from '../../surrender-calls.ts'
import { askForRefund, buyersPolicy, withRefusalLetter } from './surrender.ts'
import { subjectOf } from './surrender-request.ts'
import type { WorkedOut } from './surrender-quote.ts'
import { isInReview, keepLetter, lettersOf, LETTER_FILES, newLetterOwner } from './visa-refusal-letters.ts'

const optionsFor = ({ caller }: UserContext, sha256: string) => ({
  owner: newLetterOwner(),
  sender: `user:${caller.userId}`,
  purpose: LETTER_FILES,
  sha256,
})

/** Refuses unless the sum that was shown is still the one to refund, because of the letter. */
async function agreed(deps: Deps, db: Deps['db'] | Trx, row: PolicyTable, amount: number): Promise<WorkedOut> {
  const found = await withRefusalLetter(deps, db, row)
  if (found?.amount.amount !== amount) throw new Refusal('changed')
  return found
}

/**
 * Requests it with the first letter; returns how many files there are. Refuses as `surrender` does; a second request is
 * refused `requested`.
 */
export async function surrenderWithLetter(
  ctx: UserContext,
  input: Parsed<typeof surrenderAfterVisaRefusal>,
  files: AsyncIterable<Upload>,
): Promise<number> {
  const { deps, caller } = ctx
  await checkBeforeFiles(files, async () =>
    agreed(deps, deps.db, (await buyersPolicy(ctx, input.id)).row, input.amount),
  )
  const options = optionsFor(ctx, input.sha256)
  await receiveFile(deps, files, options, async (trx, receipt) => {
    await lockFor(trx, `policy:${input.id}`)
    const row = await trx.selectFrom('policies').selectAll().where('id', '=', input.id).executeTakeFirstOrThrow()
    const requestId = await askForRefund(
      deps,
      trx,
      row,
      await agreed(deps, trx, row, input.amount),
      `user:${caller.userId}`,
      'visa refused, nobody travelled',
    )
    await keepLetter(trx, receipt, { policyId: input.id, userId: caller.userId, requestId, owner: options.owner })
  })
  return 1
}

/** Adds a page or letter to a request that waits; the same file is stored once. Returns how many files there are. */
export async function attachLetter(
  ctx: UserContext,
  input: Parsed<typeof attachRefusalLetter>,
  files: AsyncIterable<Upload>,
): Promise<number> {
  const { deps, caller } = ctx
  const known = await checkBeforeFiles(files, async () => {
    await buyersPolicy(ctx, input.id)
    return (await openRequest(deps.db, input)).isKnown
  })
  if (known) await drain(files)
  const options = optionsFor(ctx, input.sha256)
  if (!known)
    await receiveFile(deps, files, options, async (trx, receipt) => {
      await lockFor(trx, `policy:${input.id}`)
      const { requestId, isKnown } = await openRequest(trx, input)
      // The file was sent twice at the same time: the second is not stored.
      if (isKnown) throw new AlreadyHere()
      await keepLetter(trx, receipt, { policyId: input.id, userId: caller.userId, requestId, owner: options.owner })
    }).catch((error: unknown) => {
      if (!(error instanceof AlreadyHere)) throw error
    })
  return (await openRequest(deps.db, { ...input, sha256: '' })).count
}

class AlreadyHere extends Error {}

/**
 * The request with letters that waits; refuses `not_under_review` if there is none, and `files_full` when it has the
 * most files allowed.
 */
async function openRequest(
  db: Deps['db'] | Trx,
  { id, sha256 }: { id: string; sha256: string },
): Promise<{ requestId: string; count: number; isKnown: boolean }> {
  const request = await latestRequest(db, subjectOf(id))
  const letters = request ? await lettersOf(db, request.id) : []
  if (!request || letters.length === 0 || !(await isInReview(db, request.id))) throw new Refusal('not_under_review')
  const isKnown = letters.some((it) => it.sha256 === sha256)
  if (!isKnown && sha256 !== '' && letters.length >= LIMITS.maxPhotos) throw new Refusal('files_full')
  return { requestId: request.id, count: letters.length, isKnown }
}
