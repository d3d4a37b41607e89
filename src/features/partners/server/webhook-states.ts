/** Kinds and states of messages to partners, and how often one is tried. */
import { machine, type Graph } from '../../../server/transition.ts'

/** Of the outbox: 5 s, 10 s … 6 h apart, so that the last of them is three days after the first. */
export const MOST_TRIES = 24

const MESSAGE_TYPES = [
  'policy.issued',
  'policy.extended',
  'policy.endorsed',
  'policy.surrendered',
  'refund.succeeded',
] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]
export const MESSAGE_STATES = ['pending', 'delivered', 'failed'] as const

const graph: Graph<(typeof MESSAGE_STATES)[number]> = {
  pending: ['delivered', 'failed'],
  delivered: ['pending'],
  failed: ['pending'],
}
export const messageMachine = machine({ entity: 'partner_message', table: 'partner_messages', graph })
