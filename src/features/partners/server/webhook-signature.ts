/** The signature of a message to a partner: HMAC in a header (docs/partners.md). */
import { createHmac } from 'node:crypto'

export const SIGNATURE_HEADERS = {
  id: 'youfang-id',
  timestamp: 'youfang-timestamp',
  signature: 'youfang-signature',
} as const

/** One signature per valid key, so that a partner may change keys while messages are being sent. `timestamp` in seconds. */
export function signMessage(
  id: string,
  timestamp: number,
  body: string,
  keys: readonly { id: string; secret: string }[],
): Record<string, string> {
  const signed = `webhook.${id}.${timestamp}.${body}`
  const signatures = keys.map(
    (key) => `${key.id}=${createHmac('sha256', key.secret).update(signed).digest('base64url')}`,
  )
  return {
    [SIGNATURE_HEADERS.id]: id,
    [SIGNATURE_HEADERS.timestamp]: String(timestamp),
    [SIGNATURE_HEADERS.signature]: signatures.join(','),
  }
}
