/** A rendered message on its way out, and what becomes of it. */
import type { Lang } from '../../lib/locale.ts'
import type { Deps } from '../dependencies.ts'

export interface Outgoing {
  /** The message's id: it keeps it when it is tried again. */
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
  /** Mail that may be switched off: where, by a press and by a mail program. */
  unsubscribe: { page: string; oneClick: string } | null
  attachments: string[]
}

export type Delivered =
  | { status: 'sent' | 'delivered'; provider: string; reference: string | null; parts: number | null }
  /** For good. `noMailbox`: nothing will ever arrive there. */
  | { status: 'failed'; provider: string; reason: string; noMailbox?: true }
  | { status: 'held' }

/** Throws when it may be tried again. */
export type Deliver = (deps: Deps, message: Outgoing) => Promise<Delivered>
