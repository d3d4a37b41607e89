/** "Continue on your phone" (design §2, `/qrcode`): a code whose session can open this claim only. */
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { STORAGE_LIMITS } from '../../../../lib/storage-limits.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { handle, Refusal, type Route, type UserContext } from '../../../../server/http/call-handlers.ts'
import { writeEvent } from '../../../../server/transition.ts'
import { endExchangeCode, createExchangeCode, exchangeCodeState, noteOpened } from '../../../session/server/door.ts'
import { actorOf, claimForCaller, scopeOf } from '../claim-access.ts'
import { endHandOver, handOver, handOverState } from '../../contract.ts'
import type { ClaimStatus } from '../../rules/status-values.ts'

const DAY = 86_400_000

/** Statuses in which there is something to do on a phone: a draft, or documents that were asked for. */
const OPEN_TO_PHONES: readonly ClaimStatus[] = ['draft', 'supplement_required']

/** The claim was opened on the device that was handed it: only now does the computer say that it is connected. */
export async function noteOnPhone({ deps, caller }: UserContext): Promise<void> {
  if (caller.scope !== undefined) await noteOpened(deps, caller.sessionId)
}

/** Refuses with `too_many` when the account was given too many codes in a day; each is a row and an event. */
async function requireHandOverSpace(deps: Deps, trx: Trx, userId: string): Promise<void> {
  const now = deps.clock()
  const { count } = await trx
    .selectFrom('exchange_codes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now - DAY)
    .executeTakeFirstOrThrow()
  if (Number(count) >= STORAGE_LIMITS.handOversDay) throw new Refusal('too_many', { retryAfter: DAY / 1000 })
}

export const continueOnPhoneRoutes: readonly Route[] = [
  handle(handOver, async ({ id, step }, ctx) => {
    const {
      deps,
      caller: { userId },
    } = ctx
    const claim = await claimForCaller(ctx, id)
    if (!OPEN_TO_PHONES.includes(claim.status)) throw new Refusal('not_possible')
    const { code, expiresAt } = await deps.write(async (trx) => {
      await requireHandOverSpace(deps, trx, userId)
      await writeEvent(trx, {
        entity: 'claim',
        entity_id: id,
        at: deps.clock(),
        by: actorOf(ctx),
        to_status: claim.status,
        why: null,
        data: { kind: 'hand_over' },
      })
      return createExchangeCode(deps, trx, { userId, scope: scopeOf(id), livesFor: LIMITS.handOverMinutes * 60_000 })
    })
    return { code, path: `/qrcode?${new URLSearchParams({ id, step, token: code })}`, expiresAt, now: deps.clock() }
  }),

  handle(handOverState, async ({ id, code }, ctx) => {
    await claimForCaller(ctx, id)
    const state = await exchangeCodeState(ctx.deps, code, scopeOf(id))
    if (!state) throw new Refusal('not_found')
    return state
  }),

  handle(endHandOver, async ({ id, code }, ctx) => {
    await claimForCaller(ctx, id)
    await ctx.deps.write((trx) => endExchangeCode(ctx.deps, trx, code, scopeOf(id)))
    return {}
  }),
]
