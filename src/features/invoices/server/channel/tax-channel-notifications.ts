/**
 * Endpoint for a tax channel's notifications. The raw body is verified and booked in one transaction; the same event
 * twice takes effect once.
 */
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../server/dependencies.ts'
import { InvalidInvoiceNotice, type InvoiceChannel } from './tax-channel-interface.ts'
import { channelOf } from './tax-channel-registry.ts'
import { applyResult } from '../issue-invoice-documents.ts'

const BODY_LIMIT = 64 * 1024
/** Events older than this are not sent again, ms. */
const KEPT = 30 * 86_400_000

export function registerInvoiceNotices(app: FastifyInstance, deps: Deps): void {
  const channel = channelOf(deps)
  // A channel that catches up after an outage sends many at once: there is no rate limit, since only it can sign them.
  app.post(
    `/notify/${channel.name}`,
    { bodyLimit: BODY_LIMIT, config: { uncounted: true } },
    async (request, reply) => {
      const taken = await receive(deps, channel, request.body, request.headers)
      return reply
        .code(taken ? 200 : 400)
        .type('text/plain')
        .header('cache-control', 'no-store')
        .send(taken ? 'success' : 'fail')
    },
  )
}

async function receive(
  deps: Deps,
  channel: InvoiceChannel,
  body: unknown,
  headers: Parameters<InvoiceChannel['verifyNotice']>[1],
): Promise<boolean> {
  try {
    if (!Buffer.isBuffer(body)) throw new InvalidInvoiceNotice('body')
    const { event, result } = channel.verifyNotice(body, headers, deps.clock())
    await deps.write(async (trx) => {
      const fresh = await trx
        .insertInto('invoice_notices')
        .values({ id: `${channel.name}:${event}`, at: deps.clock() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (fresh.numInsertedOrUpdatedRows) await applyResult(trx, deps, result, `channel:${channel.name}`)
    })
    return true
  } catch (error) {
    if (!(error instanceof InvalidInvoiceNotice)) throw error
    deps.log.warn({ channel: channel.name, reason: error.message }, 'invoice notification refused')
    return false
  }
}

export const deleteOldNotices = async (deps: Deps): Promise<void> => {
  await deps.write((trx) =>
    trx
      .deleteFrom('invoice_notices')
      .where('at', '<', deps.clock() - KEPT)
      .execute(),
  )
}
