/** State graph of a bank transfer that came in. */
import { machine, type Graph } from '../../../server/transition.ts'

/**
 * `waiting`: a person decides · `proposed`: one has, and another confirms · `booked`: it paid · `to_return`: all or a
 * part of it goes back to whoever sent it.
 */
export type IncomingStatus = 'waiting' | 'proposed' | 'booked' | 'to_return' | 'returned'

const INCOMING: Graph<IncomingStatus> = {
  waiting: ['proposed'],
  proposed: ['waiting', 'booked', 'to_return'],
  booked: [],
  to_return: ['returned'],
  returned: [],
}
export const incomingMachine = machine({ entity: 'incoming_transfer', table: 'incoming_transfers', graph: INCOMING })
