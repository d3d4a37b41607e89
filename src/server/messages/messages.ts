/** Sends templated messages, always through the outbox: a transaction that fails sends nothing. */
import { z } from 'zod'
import { LANGS, type Lang } from '../../lib/locale.ts'
import type { Trx } from '../db/database.ts'
import { job, type Job, type Outbox } from '../outbox.ts'
import type { Seal } from '../seal.ts'
import type { Words } from '../words.ts'
import type { Deliver } from './deliver.ts'
import type { Templates } from './templates.ts'

export interface NewMessage {
  template: string
  /** An email address, or a mobile number of 11 digits. */
  to: string
  lang: Lang
  vars: Record<string, string>
  /** File ids; mail only. */
  attachments?: string[]
  /** The same key is sent once. */
  key?: string
}

export interface Messages {
  /** Queues a message in the caller's transaction. Throws for an unknown template or missing values. */
  send: (trx: Trx, message: NewMessage) => Promise<void>
}

const Letter = z.object({
  template: z.string(),
  to: z.string(),
  lang: z.enum(LANGS),
  vars: z.record(z.string(), z.string()),
  attachments: z.array(z.string()),
})
type Letter = z.output<typeof Letter>

const KIND = 'message'
// Addresses and codes lie in the jobs table until they are swept away, so they lie there sealed.
const CONTEXT = 'jobs.message'
const Sealed = z.object({ sealed: z.string() })

interface Parts {
  outbox: () => Outbox
  seal: Seal
  templates: Templates
}

export function createMessages({ outbox, seal, templates }: Parts): Messages {
  return {
    send: async (trx, { key, attachments = [], ...message }) => {
      const schema = templates[message.template]
      if (!schema) throw new Error(`No message template ${message.template}`)
      const letter: Letter = { ...message, vars: schema.parse(message.vars), attachments }
      await outbox().enqueue(trx, {
        kind: KIND,
        payload: { sealed: seal.seal(CONTEXT, letter) },
        ...(key === undefined ? {} : { key: `${KIND}:${key}` }),
      })
    },
  }
}

/** The job that renders and delivers. */
export function messageJob(deliver: Deliver): Job {
  return job(KIND, Sealed, async (deps, { sealed }, { id }) => {
    const letter = deps.seal.open(CONTEXT, Letter, sealed)
    await deliver(deps, { id, to: letter.to, attachments: letter.attachments, ...render(deps.words, letter) })
  })
}

/** What goes out: subject and text for mail, one short text for a phone. */
export function render(words: Words, letter: Pick<Letter, 'template' | 'to' | 'lang' | 'vars'>): {
  channel: 'email' | 'sms'; subject: string; text: string; code: string | null; lang: Lang
} {
  const channel = letter.to.includes('@') ? 'email' : 'sms'
  const say = (part: string) => words(letter.lang, `messages:${letter.template}.${part}`, letter.vars)
  return {
    channel,
    lang: letter.lang,
    subject: channel === 'email' ? say('subject') : '',
    text: channel === 'email' ? `${say('text')}\n\n${words(letter.lang, 'messages:signature')}` : say('sms'),
    code: letter.vars['code'] ?? null,
  }
}
