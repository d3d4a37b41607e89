/** The call behind "Save and leave", in a file of its own so that the form loads it only on demand. */
import { z } from 'zod/mini'
import { destinationSchema } from '../../lib/people/contact.ts'
import { call } from '../../lib/contract.ts'
import { orderId } from './list-contract.ts'

/**
 * Sends a link to a draft by mail or text message. Whoever signs in with that address or number can continue the draft
 * on any device. `letters_many`: the address was sent too many messages lately.
 * `record_full`: the draft was changed so often that only a new one can be continued.
 */
export const sendOrderLink = call({
  path: 'order/link',
  access: 'holder',
  input: z.object({ id: orderId, to: destinationSchema }),
  output: z.object({ to: z.string() }),
  errors: ['not_editable', 'letters_many', 'record_full'],
})
