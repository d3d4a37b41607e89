/** States of messages to partners, their signature and number of tries. */
import { createHmac } from 'node:crypto'
import { machine, type Graph } from '../../server/transition.ts'

/** Of the outbox: 5 s, 10 s … 6 h apart, so that the last of them is three days after the first. */
export const MOST_TRIES = 24

export const MESSAGE_TYPES = ['policy.issued', 'policy.extended', 'policy.endorsed', 'policy.surrendered', 'refund.succeeded'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]
export const MESSAGE_STATES = ['pending', 'delivered', 'failed'] as const

const graph: Graph<(typeof MESSAGE_STATES)[number]> = { pending: ['delivered', 'failed'], delivered: ['pending'], failed: ['pending'] }
export const messageMachine = machine({ entity: 'partner_message', table: 'partner_messages', graph })

export const SIGNATURE_HEADERS = { id: 'youfang-id', timestamp: 'youfang-timestamp', signature: 'youfang-signature' } as const

/** One signature per valid key, so that a partner may change keys while messages are being sent. `timestamp` in seconds. */
export function signMessage(id: string, timestamp: number, body: string, keys: readonly { id: string; secret: string }[]): Record<string, string> {
  const signed = `webhook.${id}.${timestamp}.${body}`
  const signatures = keys.map((key) => `${key.id}=${createHmac('sha256', key.secret).update(signed).digest('base64url')}`)
  return { [SIGNATURE_HEADERS.id]: id, [SIGNATURE_HEADERS.timestamp]: String(timestamp), [SIGNATURE_HEADERS.signature]: signatures.join(',') }
}
