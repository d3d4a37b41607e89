/** The calls of the link in a message about a change of contacts. Apart, because its page needs no others. */
import { z } from 'zod/mini'
import { boundedText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { CHANNELS } from '../../lib/people/contact.ts'

export const contactsSchema = z.object({ mobile: z.nullable(z.string()), email: z.nullable(z.string()) })

const link = { code: boundedText(100, 'invalid').check(z.minLength(1, 'required')) }

/** What the link of a message would undo, before it is done. */
export const lookAtUndo = call({
  path: 'contact/undoLink',
  access: 'open',
  input: z.object(link),
  output: z.object({
    state: z.enum(['open', 'undone', 'over']),
    channel: z.enum(CHANNELS),
    old: z.nullable(z.string()),
    new: z.nullable(z.string()),
    at: z.int(),
    until: z.int(),
    /** The contacts that the account would have then; only while it can be undone. */
    after: z.nullable(contactsSchema),
  }),
  errors: ['link_unknown'],
})

/**
 * Undoes it without a login: whoever reads what was sent to the earlier contact may do so. Every session of the account
 * ends.
 */
export const undoByLink = call({
  path: 'contact/undo',
  access: 'open',
  input: z.object(link),
  output: z.object({ contacts: contactsSchema }),
  errors: ['link_unknown', 'undo_over'],
})
