/** Messages to partners about purchases by their links (`tell-partners.ts`) are signed and posted by a job. */
import { z } from 'zod'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import { defineJob } from '../../../server/jobs/define-job.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { EndpointFailed, forgetFailures } from '../../../server/jobs/job-endpoints.ts'
import { LoggedFault } from '../../../server/logs/logging.ts'
import { callOutside } from '../../../server/metrics/outgoing-call.ts'
import { handleJob, type JobInfo, type Recurring } from '../../../server/jobs/outbox.ts'
import { transition, tryTransition } from '../../../server/transition.ts'
import { validKeys } from './partners.ts'
import { endpointOf, failedAsEndpoint, postTo, type Posted } from './webhook-address.ts'
import { messageMachine, MOST_TRIES } from './webhook-states.ts'
import { signMessage } from './webhook-signature.ts'
import type { PartnerMessageTable } from './webhook-tables.ts'

const DAY = 86_400_000
const KEEP_MS = 400 * DAY

export const tellJob = defineJob(
  'partners.tell',
  'partners',
  z.object({ id: z.string(), round: z.number().int() }),
  MOST_TRIES,
)

const keyOf = (id: string, round: number): string => `${tellJob.kind}:${id}:${round}`

export const enqueue = (
  deps: Deps,
  trx: Trx,
  payload: { id: string; round: number },
  address: string | null,
): Promise<void> =>
  deps.outbox.enqueue(trx, tellJob, payload, {
    key: keyOf(payload.id, payload.round),
    ...(address === null ? {} : { endpoint: endpointOf(address) }),
  })

/** One try. Throws, so that the outbox repeats it until it was accepted or three days have passed. */
async function attempt(
  deps: Deps,
  { id, round }: { id: string; round: number },
  { attempt: number }: JobInfo,
): Promise<void> {
  const row = await deps.db.selectFrom('partner_messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (row?.status !== 'pending' || row.round !== round) return
  const partner = await deps.db
    .selectFrom('partners')
    .selectAll()
    .where('id', '=', row.partner_id)
    .executeTakeFirstOrThrow()
  const keys = await validKeys(deps, deps.db, partner.id)
  const posted =
    partner.status !== 'active' || !partner.webhook_url
      ? { status: null, fault: 'no_address' }
      : keys.length === 0
        ? { status: null, fault: 'no_key' }
        : await post(
            deps,
            partner.webhook_url,
            row.body,
            signMessage(id, Math.floor(deps.clock() / 1000), row.body, keys),
          )
  const given = posted.fault === null ? 'delivered' : number >= MOST_TRIES ? 'failed' : undefined
  await deps.write((trx) => noteTry(deps, trx, row, posted, given))
  if (given !== undefined) return
  const Fault = failedAsEndpoint(posted) ? EndpointFailed : LoggedFault
  throw new Fault(`partner not reached: ${posted.fault ?? ''}`)
}

const post = (deps: Deps, address: string, body: string, headers: Record<string, string>): Promise<Posted> =>
  callOutside(
    deps,
    { kind: 'partner', service: 'webhook', operation: 'post' },
    () => postTo(address, body, headers, deps.config),
    { faultOf: (posted) => (failedAsEndpoint(posted) ? (posted.fault ?? 'failed') : null) },
  )

async function noteTry(
  deps: Deps,
  trx: Trx,
  row: PartnerMessageTable,
  { status, fault }: { status: number | null; fault: string | null },
  to: 'delivered' | 'failed' | undefined,
): Promise<void> {
  const at = deps.clock()
  await lockFor(trx, `partner-message:${row.id}`)
  const last = await trx
    .selectFrom('partner_message_tries')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('message_id', '=', row.id)
    .executeTakeFirst()
  await trx
    .insertInto('partner_message_tries')
    .values({ message_id: row.id, number: (last?.number ?? 0) + 1, at, status, fault })
    .execute()
  if (to)
    await tryTransition(trx, {
      machine: messageMachine,
      id: row.id,
      from: 'pending',
      to,
      by: 'system',
      at,
      ...(fault ? { why: fault } : {}),
      set: to === 'delivered' ? { delivered_at: at } : {},
    })
}

/** Starts a new series of tries, whatever the result so far. */
export async function resend(
  deps: Deps,
  trx: Trx,
  id: string,
  { by, why }: { by: string; why: string },
): Promise<void> {
  const at = deps.clock()
  const row = await trx
    .selectFrom('partner_messages')
    .innerJoin('partners', 'partners.id', 'partner_messages.partner_id')
    .select(['partner_messages.round', 'partners.webhook_url'])
    .where('partner_messages.id', '=', id)
    .executeTakeFirst()
  const round = (row?.round ?? 0) + 1
  await transition(trx, { machine: messageMachine, id, to: 'pending', by, at, why, set: { round, round_at: at } })
  const address = row?.webhook_url ?? null
  // Whoever sends it again knows that the partner's program works again.
  if (address !== null) await forgetFailures(trx, endpointOf(address))
  await enqueue(deps, trx, { id, round }, address)
}

/** Messages that wait go to the partner's new address, and no longer wait for the program at the old one. */
export async function moveWaitingMessages(trx: Trx, partnerId: string, address: string | null): Promise<void> {
  const waiting = await trx
    .selectFrom('partner_messages')
    .select(['id', 'round'])
    .where('partner_id', '=', partnerId)
    .where('status', '=', 'pending')
    .execute()
  const endpoint = address === null ? null : endpointOf(address)
  for (const { id, round } of waiting)
    await trx.updateTable('jobs').set({ endpoint }).where('dedupe_key', '=', keyOf(id, round)).execute()
}

export const tellHandler = handleJob(tellJob, attempt)

/** Messages are deleted after 400 days, when nobody asks about them any more. */
export const deleteOldMessages: Recurring = {
  kind: 'partners.messages',
  lane: 'sweeps',
  every: DAY,
  run: async (deps) => {
    const before = deps.clock() - KEEP_MS
    await deps.write(async (trx) => {
      await trx
        .deleteFrom('partner_message_tries')
        .where('message_id', 'in', trx.selectFrom('partner_messages').select('id').where('created_at', '<=', before))
        .execute()
      await trx.deleteFrom('partner_messages').where('created_at', '<=', before).execute()
      await trx.deleteFrom('sandbox_partner_inbox').where('at', '<=', before).execute()
    })
  },
}

/** For `health show`: messages that were given up in the last week. */
export const messageFigures = async (deps: Deps): Promise<Record<string, number>> => {
  const { count } = await deps.db
    .selectFrom('partner_messages')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', '=', 'failed')
    .where('updated_at', '>', deps.clock() - 7 * DAY)
    .executeTakeFirstOrThrow()
  return { partnerMessagesGivenUp: Number(count) }
}
