/** Makes one sample, or the list of all; see `draw-sample.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { LANGS } from '../../../lib/locale.ts'
import { loadWords } from '../../../server/load-words.ts'
import { optionalKindOf } from '../../../server/messages/define-message.ts'
import { render } from '../../../server/messages/send-message.ts'
import { billedParts } from '../../../server/messages/sms/billing-length.ts'
import { documentSamples } from './document-samples.ts'
import type { SampleList, SampleMessage } from './draw-sample.ts'
import { sampleAlso, sampleVars, SITE_URL, MESSAGES } from './message-samples.ts'

const { lang, now, name, what } = z
  .object({ lang: z.enum(LANGS), now: z.number(), name: z.string(), what: z.enum(['list', 'message', 'document']) })
  .parse(workerData)

const words = loadWords()

function messageOf(template: string): SampleMessage | null {
  const message = MESSAGES.get(template)
  if (message === undefined) return null
  const stop = optionalKindOf(message) === undefined ? undefined : `${SITE_URL}/unsubscribe?code=sample`
  const letter = { template, lang, vars: sampleVars(template, lang), ...sampleAlso(template, lang) }
  const mail = render(words, { ...letter, to: 'lin.yutong@example.com' }, SITE_URL, stop)
  const sms = render(words, { ...letter, to: '13800000000' }, SITE_URL).text
  return { subject: mail.subject, html: mail.html ?? '', text: mail.text, sms, smsParts: billedParts(sms) }
}

function listOf(): SampleList {
  return {
    messages: [...MESSAGES.values()].map(({ name: template, kind }) => ({
      name: template,
      kind,
      title: messageOf(template)?.subject ?? template,
    })),
    documents: documentSamples(lang, now).map(({ name: id, group, title }) => ({ name: id, group, title })),
  }
}

const documentOf = async (id: string): Promise<Uint8Array | null> =>
  (await documentSamples(lang, now)
    .find((it) => it.name === id)
    ?.draw()) ?? null

const answers = { list: listOf, message: () => messageOf(name), document: () => documentOf(name) }
parentPort?.postMessage(await answers[what]())
