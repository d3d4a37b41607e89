/**
 * Endpoints for gateways' notifications. The raw body is verified, stored and acknowledged; the outbox books its
 * contents, so that an acknowledged notification is never lost and a repeated one has no effect.
 */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deviceOf } from '../../../../lib/device.ts'
import { CURRENCIES } from '../../../../lib/money/currencies.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { defineJob } from '../../../../server/jobs/define-job.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { handleJob } from '../../../../server/jobs/outbox.ts'
import { applyTrade } from '../payments/apply-trade.ts'
import { FAILURES, REFUSED } from '../../contract.ts'
import { openForIdentity } from '../payments/open-at-provider.ts'
import {
  InvalidNotification,
  ProviderUnavailable,
  type ProviderNotification,
  type Provider,
  type RefundResult,
  type Trade,
} from './provider-interface.ts'
import { applyRefund } from '../refunds/refund-at-provider.ts'
import { providers } from './provider-registry.ts'
import { TRANSFER } from '../transfers/transfer-provider.ts'
import { MAX_AGE } from './gateway-message-hmac.ts'

const noticeJob = defineJob('payment.notice', 'records', z.object({ id: z.string() }))
const BODY_LIMIT = 64 * 1024

export function registerNotifications(app: FastifyInstance, deps: Deps): void {
  // Signatures cover the exact bytes, and each gateway has its own content type: so bodies are not parsed here.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  for (const provider of providers(deps)) {
    // A bank sends none: its statement is read.
    if (provider.name === TRANSFER) continue
    // A gateway that catches up after an outage sends many at once: there is no rate limit, since only it can sign
    // them.
    app.post(
      `/notify/${provider.name}`,
      { bodyLimit: BODY_LIMIT, config: { uncounted: true } },
      async (request, reply) => {
        const { status, type, body } = provider.acknowledge(
          await receiveNotification(deps, provider, request.body, request.headers),
        )
        return reply.code(status).type(type).header('cache-control', 'no-store').send(body)
      },
    )
    if (provider.identity) registerIdentity(app, deps, provider)
  }
}

const IDENTITY = z.object({ code: z.string().min(1).max(200), state: z.string().min(30).max(200) })

/**
 * Where a wallet's page redirects the browser, with a code that identifies its user. The payment continues where it was
 * begun.
 */
function registerIdentity(app: FastifyInstance, deps: Deps, provider: Provider): void {
  app.get(`/notify/${provider.name}/payer`, async (request, reply) => {
    const query = IDENTITY.safeParse(request.query)
    if (!query.success) return reply.callNotFound()
    const to = await openForIdentity(deps, provider, query.data, {
      ip: request.ip,
      device: deviceOf(request.headers['user-agent'] ?? ''),
    })
    return to === undefined ? reply.callNotFound() : reply.header('cache-control', 'no-store').redirect(to, 303)
  })
}

/** True when it is stored (now or before). An error of our own throws, so that the gateway sends it again. */
async function receiveNotification(
  deps: Deps,
  provider: Provider,
  body: unknown,
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  try {
    if (!Buffer.isBuffer(body)) throw new InvalidNotification('body')
    const notice = await provider.verifyNotification({ body, headers, now: deps.clock() })
    return notice.kind === 'nothing' || (await deps.write((trx) => storeNotification(trx, deps, provider.name, notice)))
  } catch (error) {
    const silent = error instanceof ProviderUnavailable
    if (!silent && !(error instanceof InvalidNotification)) throw error
    deps.log.warn(
      { provider: provider.name, reason: error.message },
      silent ? 'notification not checked: the provider gave no answer' : 'notification refused',
    )
    return false
  }
}

type BookedNotification = Exclude<ProviderNotification, { kind: 'nothing' }>

async function storeNotification(
  trx: Trx,
  deps: Deps,
  provider: string,
  { nonce, ...notice }: BookedNotification,
): Promise<boolean> {
  const now = deps.clock()
  if (nonce !== undefined) {
    const fresh = await trx
      .insertInto('payment_nonces')
      .values({ nonce: `${provider}:${nonce}`, at: now })
      .onConflict((c) => c.column('nonce').doNothing())
      .executeTakeFirst()
    if (!fresh.numInsertedOrUpdatedRows) throw new InvalidNotification('replayed')
  }
  const id = newId()
  const payload = JSON.stringify(notice)
  const keep = async (event_id: string): Promise<boolean> => {
    const added = await trx
      .insertInto('payment_notifications')
      .values({ id, provider, event_id, payload, verified_at: now })
      .onConflict((c) => c.columns(['provider', 'event_id']).doNothing())
      .executeTakeFirst()
    return Boolean(added.numInsertedOrUpdatedRows)
  }
  const known = await trx
    .selectFrom('payment_notifications')
    .select('payload')
    .where('provider', '=', provider)
    .where('event_id', '=', notice.id)
    .executeTakeFirst()
  // An id that was received before with other content is another event: it is booked as well, since booking decides
  // what is still valid.
  const other = known !== undefined && known.payload !== payload
  if (other) deps.log.warn({ provider }, 'notification with the id of another one')
  if (await keep(other ? `${notice.id}#${createHash('sha256').update(payload).digest('hex')}` : notice.id))
    await deps.outbox.enqueue(trx, noticeJob, { id }, { key: `${noticeJob.kind}:${id}` })
  return true
}

const amount = z.object({ amount: z.number().int(), currency: z.enum(CURRENCIES) })
const base = { paymentId: z.string(), ref: z.string() }
const tradeSchema: z.ZodType<Trade> = z.discriminatedUnion('state', [
  z.object({ ...base, state: z.literal('pending'), refused: z.enum(REFUSED).optional() }),
  z.object({ ...base, state: z.literal('succeeded'), paid: amount, at: z.number().int() }),
  z.object({ ...base, state: z.literal('failed'), failure: z.enum(FAILURES) }),
])
const refundSchema: z.ZodType<RefundResult> = z.object({
  refundId: z.string(),
  ref: z.string(),
  state: z.enum(['pending', 'succeeded', 'failed']),
  amount,
})
const stored = z.union([
  z.object({ id: z.string(), kind: z.literal('trade'), trade: tradeSchema }),
  z.object({ id: z.string(), kind: z.literal('refund'), refund: refundSchema }),
])

/** Books one stored notification. */
async function applyNotification(deps: Deps, id: string): Promise<void> {
  const row = await deps.db
    .selectFrom('payment_notifications')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const notice = stored.parse(JSON.parse(row.payload))
  await deps.write(async (trx) => {
    if (notice.kind === 'refund') return applyRefund(trx, deps, notice.refund, `gateway:${row.provider}`)
    const booked = await applyTrade(trx, deps, notice.trade, `gateway:${row.provider}`)
    if (!booked) deps.log.error({ notification: id }, 'notification for a payment we never made')
  })
}

export const noticeHandler = handleJob(noticeJob, (deps, { id }) => applyNotification(deps, id))

/** A nonce is not needed once its message would be refused because of its age. */
export const deleteOldNonces = async (deps: Deps): Promise<void> => {
  await deps.write((trx) =>
    trx
      .deleteFrom('payment_nonces')
      .where('at', '<', deps.clock() - 3 * MAX_AGE)
      .execute(),
  )
}
