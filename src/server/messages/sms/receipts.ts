/** Delivery receipts of text messages: a job polls them some minutes later; some providers push them earlier. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { defineJob } from '../../jobs/define-job.ts'
import type { Deps } from '../../dependencies.ts'
import type { Trx } from '../../db/database.ts'
import { handleJob } from '../../jobs/outbox.ts'
import { callOutside } from '../../metrics/outgoing-call.ts'
import { destinationOfDelivery, findDelivery, settleDelivery } from '../delivery-states.ts'
import { international, receiptUrl } from './send-by-sms.ts'
import type { SmsReceipt } from './sms-provider.ts'
import { loadSmsProvider } from './load-sms-providers.ts'
import { isSigned, receiptOf } from './twilio-receipts.ts'

const receiptJob = defineJob('message.receipt', 'receipts', z.object({ id: z.string(), asked: z.number() }), 5)
const MINUTE = 60_000
/** Waits before each poll. Carriers give up a phone that is off after two or three days. */
const WAITS = [MINUTE, 10 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE, 24 * 60 * MINUTE, 48 * 60 * MINUTE] as const

/** Polls once more after the wait of its number; after the last one the message stays `sent`. */
export async function askForReceipt(deps: Deps, trx: Trx, id: string, asked = 0): Promise<void> {
  const wait = WAITS[asked]
  if (wait !== undefined)
    await deps.outbox.enqueue(
      trx,
      receiptJob,
      { id, asked },
      { key: `${receiptJob.kind}:${id}:${asked}`, runAt: deps.clock() + wait },
    )
}

export const receiptHandler = handleJob(receiptJob, async (deps, { id, asked }) => {
  const row = await findDelivery(deps.db, id)
  const settings = deps.config.sms.providers.find((it) => it.name === row?.provider)
  if (row?.status !== 'sent' || row.reference === null || settings === undefined) return
  const provider = await loadSmsProvider(settings)
  const sent = {
    to: international(destinationOfDelivery(deps, row)),
    reference: row.reference,
    at: row.created_at,
  }
  const receipt = await callOutside(deps, { kind: 'sms', service: provider.name, operation: 'receipt' }, () =>
    provider.receipt(sent),
  )
  await deps.write(async (trx) => {
    if (receipt.state === 'waiting') await askForReceipt(deps, trx, id, asked + 1)
    else
      await settleDelivery(deps, trx, id, receipt.state, receipt.state === 'failed' ? reasonText(receipt.reason) : null)
  })
})

/** A provider's reason for a failure, short and without numbers. */
const reasonText = (text: string): string =>
  text
    .replace(/\d{6,}/g, '*')
    .replace(/\s+/g, ' ')
    .slice(0, 60)

const formSchema = z.record(z.string(), z.string())

/** Twilio posts receipts, signed with the account's token. The other providers sign nothing, so they are polled. */
export function registerReceipts(app: FastifyInstance, deps: Deps): void {
  const settings = deps.config.sms.providers.find((it) => it.name === 'twilio')
  if (settings === undefined) return
  const url = receiptUrl(deps.config.apiUrl, 'twilio')
  app.post('/notify/sms/twilio', { bodyLimit: 16 * 1024, config: { uncounted: true } }, async (request, reply) => {
    const fields = formSchema.safeParse(request.body).data ?? {}
    if (!isSigned(settings.token, url, fields, String(request.headers['x-twilio-signature'] ?? ''))) {
      deps.log.warn({ provider: 'twilio' }, 'receipt refused')
      return reply.code(403).send()
    }
    const receipt = receiptOf(fields['MessageStatus'] ?? '', Number(fields['ErrorCode']) || null)
    await settle(deps, fields['MessageSid'] ?? '', receipt)
    return reply.code(204).send()
  })
}

async function settle(deps: Deps, reference: string, receipt: SmsReceipt): Promise<void> {
  if (receipt.state === 'waiting') return
  const [state, reason] = [receipt.state, receipt.state === 'failed' ? reasonText(receipt.reason) : null]
  await deps.write(async (trx) => {
    const row = await trx
      .selectFrom('message_deliveries')
      .select('id')
      .where('provider', '=', 'twilio')
      .where('reference', '=', reference)
      .executeTakeFirst()
    if (row) await settleDelivery(deps, trx, row.id, state, reason)
  })
}
