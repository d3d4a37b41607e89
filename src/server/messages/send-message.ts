/** Sends templated messages, always through the outbox: a transaction that fails sends nothing. */
import { z } from 'zod'
import { LANGS } from '../../lib/locale.ts'
import { SITE } from '../../lib/site.ts'
import type { Deps } from '../dependencies.ts'
import { job, type Job, type Outbox } from '../outbox.ts'
import type { Messages, NewMessage } from '../service-interfaces.ts'
import type { Seal } from '../seal.ts'
import type { Words } from '../load-words.ts'
import type { Deliver, Outgoing } from './deliver-message.ts'
import { mailHtml } from './mail-html.ts'
import type { Templates } from './templates.ts'

export type { Messages, NewMessage }

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
    send: async (trx, { key, at, attachments = [], ...message }) => {
      const schema = templates[message.template]
      if (!schema) throw new Error(`No message template ${message.template}`)
      const letter: Letter = { ...message, vars: schema.parse(message.vars), attachments }
      await outbox().enqueue(trx, {
        kind: KIND,
        payload: { sealed: seal.seal(CONTEXT, letter) },
        ...(key === undefined ? {} : { key: `${KIND}:${key}` }),
        ...(at === undefined ? {} : { runAt: at }),
      })
    },
  }
}

/** Where a message goes as it leaves; `undefined` when its reader wants none of its kind. */
export type MessageDestination = (deps: Deps, letter: { template: string; to: string }) => Promise<string | undefined>

const asGiven: MessageDestination = async (_, { to }) => to

/** The job that renders and delivers. */
export function messageJob(deliver: Deliver, destinationOf: MessageDestination = asGiven): Job {
  return job(KIND, Sealed, async (deps, { sealed }, { id }) => {
    const letter = deps.seal.open(CONTEXT, Letter, sealed)
    const to = await destinationOf(deps, letter)
    if (to === undefined) return
    await deliver(deps, { id, to, attachments: letter.attachments, ...render(deps.words, { ...letter, to }, deps.config.siteUrl) })
  })
}

/** What goes out: subject, text and HTML for mail, one short text for a phone. */
export function render(words: Words, letter: Pick<Letter, 'template' | 'to' | 'lang' | 'vars'>, siteUrl: string): Omit<Outgoing, 'id' | 'to' | 'attachments'> {
  const { lang, template, vars } = letter
  const code = vars['code'] ?? null
  const say = (part: string) => words(lang, `messages:${template}.${part}`, vars)
  if (!letter.to.includes('@')) return { channel: 'sms', subject: '', text: say('sms'), html: null, code }
  const subject = say('subject')
  const text = say('text')
  const url = vars['url'] ?? null
  const html = mailHtml({
    lang, subject, text, code, url,
    action: url === null ? '' : say('action'), automatic: words(lang, 'messages:automatic'), bareAddress: words(lang, 'messages:address'),
  }, siteUrl)
  return { channel: 'email', subject, text: `${text}\n\n${SITE[lang].name}\n${words(lang, 'messages:automatic')}`, html, code }
}
