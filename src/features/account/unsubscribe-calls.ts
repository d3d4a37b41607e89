/** The calls of the page that a mail's link opens: switches a kind of message off or on, without a login. */
import { z } from 'zod/mini'
import { boundedText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { MESSAGE_KINDS } from '../../lib/people/message-preferences.ts'

const link = { code: boundedText(600, 'invalid').check(z.minLength(1, 'required')) }
const stateSchema = z.object({
  kind: z.enum(MESSAGE_KINDS),
  /** Masked: whoever has the link sees only enough of the mailbox to recognise it. */
  mailbox: z.string(),
  off: z.boolean(),
})
export type UnsubscribeState = z.output<typeof stateSchema>

/**
 * The link's kind of message and its present state. Opening it changes nothing, because mail programs open links
 * automatically.
 */
export const lookAtUnsubscribe = call({
  path: 'notice/link',
  access: 'open',
  input: z.object(link),
  output: stateSchema,
  errors: ['link_unknown'],
})

export const setUnsubscribe = call({
  path: 'notice/unsubscribe',
  access: 'open',
  input: z.object({ ...link, off: z.boolean() }),
  output: stateSchema,
  errors: ['link_unknown'],
})
