/** WeChat Pay's notifications: signed like its answers, with encrypted contents. */
import { z } from 'zod'
import type { WechatSettings } from '../../../../../server/payment-settings.ts'
import { InvalidNotification, type ProviderNotification, type RawNotification } from '../provider-interface.ts'
import type { WechatKeys } from './wechat-keys.ts'
import { isFresh, isSigned, openSealed, signedHeaders } from './wechat-signing.ts'
import { refundOf, tradeOf } from './wechat-states.ts'

const envelope = z.object({
  id: z.string().min(1).max(64),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    associated_data: z.string().optional(),
    ciphertext: z.string(),
  }),
})

/**
 * The event's own id identifies a repetition: it is sent again until it is acknowledged. The nonce of the headers is
 * not used, because a repetition may have the same one.
 */
export async function wechatNotification(
  settings: WechatSettings,
  keys: WechatKeys,
  { body, headers, now }: RawNotification,
): Promise<ProviderNotification> {
  const signed = signedHeaders((name) => headers[name])
  if (!isFresh(signed, now)) throw new InvalidNotification('age')
  const key = await keys.keyOf(signed.serial, now)
  if (key === undefined) throw new InvalidNotification('serial')
  if (!isSigned(signed, body, key)) throw new InvalidNotification('signature')
  try {
    const { id, event_type: type, resource } = envelope.parse(JSON.parse(body.toString('utf8')))
    const said: unknown = JSON.parse(openSealed(settings.apiV3Key, resource).toString('utf8'))
    if (type.startsWith('TRANSACTION.')) return { id, kind: 'trade', trade: tradeOf(said, settings) }
    if (type.startsWith('REFUND.')) return { id, kind: 'refund', refund: refundOf(said, settings) }
    return { id, kind: 'nothing' }
  } catch {
    throw new InvalidNotification('body')
  }
}
