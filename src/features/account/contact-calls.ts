/**
 * The calls of "Contact information": changing the contacts one signs in with, and undoing that (decision 0061). Loaded
 * only where it is shown.
 */
import { z } from 'zod/mini'
import { patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { CHANNELS, codeSchema, destinationSchema } from '../../lib/people/contact.ts'
import { contactsSchema } from './contact-undo-calls.ts'

export { lookAtUndo, undoByLink } from './contact-undo-calls.ts'

const instant = z.int()
const channel = z.enum(CHANNELS)
const codeSent = z.object({ resendAfter: z.int() })
const CODE_ERRORS = ['code_wrong', 'code_expired', 'backoff'] as const

/** Contacts are masked on the server. */
const informationSchema = z.object({
  contacts: contactsSchema,
  /** Why only codes are sent to the email, and since when; `null` where it accepts mail. */
  mailTrouble: z.nullable(z.object({ reason: z.enum(['bounced', 'complained']), since: instant })),
  /** A code was given in this session a moment ago, so none is required. */
  confirmed: z.boolean(),
  /** Changes that can be undone, the latest first. `old` or `new` is empty where a contact was added or removed. */
  changes: z.array(
    z.object({
      id: z.string(),
      channel,
      old: z.nullable(z.string()),
      new: z.nullable(z.string()),
      at: instant,
      until: instant,
    }),
  ),
})
export type ContactInformation = z.output<typeof informationSchema>

export const contactInformation = call({
  path: 'contact/information',
  access: 'login',
  input: z.object({}),
  output: informationSchema,
})

/** Sends a code to a present contact, by which the person proves themselves. */
export const sendConfirmation = call({
  path: 'contact/sendConfirmation',
  access: 'login',
  input: z.object({ channel }),
  output: codeSent,
  errors: ['too_soon', 'no_contact'],
})

/** Accepts that code. Until it is given no contact can be changed. */
export const confirmContact = call({
  path: 'contact/confirm',
  access: 'login',
  input: z.object({ channel, code: codeSchema }),
  output: informationSchema,
  errors: [...CODE_ERRORS, 'no_contact'],
})

/** Sends a code to the person's own email, from which mails were returned. */
export const sendReachCode = call({
  path: 'contact/sendReachCode',
  access: 'login',
  input: z.object({}),
  output: codeSent,
  errors: ['too_soon', 'no_contact'],
})

/** Accepts that code: messages are sent there again. */
export const confirmReach = call({
  path: 'contact/reach',
  access: 'login',
  input: z.object({ code: codeSchema }),
  output: informationSchema,
  errors: [...CODE_ERRORS, 'no_contact'],
})

/**
 * Sends a code to a mobile number or email that is to become the person's. The same reply for one that is somebody
 * else's.
 */
export const sendContactCode = call({
  path: 'contact/sendCode',
  access: 'login',
  input: z.object({ destination: destinationSchema }),
  output: codeSent,
  errors: ['too_soon', 'confirm_first'],
})

/**
 * Accepts that code: the contact is replaced, or added. `taken` is returned only to whoever can read what is sent
 * there.
 */
export const changeContact = call({
  path: 'contact/change',
  access: 'login',
  input: z.object({ destination: destinationSchema, code: codeSchema }),
  output: informationSchema,
  errors: [...CODE_ERRORS, 'confirm_first', 'taken', 'too_many_changes'],
})

/** Removes a contact. `last_contact`: otherwise nobody could sign in any more. */
export const dropContact = call({
  path: 'contact/remove',
  access: 'login',
  input: z.object({ channel }),
  output: informationSchema,
  errors: ['confirm_first', 'no_contact', 'last_contact', 'too_many_changes'],
})

/** Undoes a change, and everything that was changed since. Every other session of the account ends. */
export const undoContactChange = call({
  path: 'contact/undoChange',
  access: 'login',
  input: z.object({ id: patternText(/^[0-9a-z]{26}$/, 26) }),
  output: informationSchema,
  errors: ['undo_over'],
})
