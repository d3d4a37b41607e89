/** The call of "Save and leave", apart from the others: the form loads it when it is asked for. */
import { z } from 'zod'
import { destinationSchema } from '../../lib/contact.ts'
import { call } from '../../lib/contract.ts'
import { orderId } from './rows.ts'

/**
 * Sends the way back to a draft by mail or text message. Whoever signs in with that address or number goes on with it on any device.
 * `letters_many`: it has had too many of late.
 */
export const sendOrderLink = call({
  path: 'order/link', access: 'holder',
  input: z.object({ id: orderId, to: destinationSchema }),
  output: z.object({ to: z.string() }),
  errors: ['not_editable', 'letters_many'],
})
