/** A rendered message to be delivered, and the result. */
import type { Lang } from '../../lib/locale.ts'
import type { Deps } from '../dependencies.ts'

export interface Outgoing {
  /** The message's id: the same at each attempt. */
  id: string
  template: string
  lang: Lang
  vars: Readonly<Record<string, string>>
  to: string
  channel: 'email' | 'sms'
  subject: string
  text: string
  /** Mail only. */
  html: string | null
  code: string | null
  /** Mail that may be switched off: the addresses for a person's click and for a mail program. */
  unsubscribe: { page: string; oneClick: string } | null
  attachments: string[]
  /** A code for somebody who has signed in before. */
  customer: boolean
}

export type Delivered =
  | { status: 'sent' | 'delivered'; provider: string; reference: string | null; parts: number | null }
  /** Failed permanently. `noMailbox`: no mail will ever arrive there. */
  | { status: 'failed'; provider: string; reason: string; noMailbox?: true }
  | { status: 'held' }

/** Throws when delivery may be tried again. */
export type Deliver = (deps: Deps, message: Outgoing) => Promise<Delivered>
