/**
 * What a customer would get, made in a thread of its own each time: content and words are read once per process, so a
 * thread that begins anew is what shows a sentence that was just saved, in mails and in documents alike.
 */
import { Worker } from 'node:worker_threads'
import type { Lang } from '../../../lib/locale.ts'
import type { MessageKind } from '../../../server/messages/define-message.ts'
import type { DocumentGroup } from './document-samples.ts'

export interface SampleList {
  messages: { name: string; kind: MessageKind; title: string }[]
  documents: { name: string; group: DocumentGroup; title: string }[]
}
export interface SampleMessage {
  subject: string
  html: string
  text: string
  sms: string
  /** Text messages that are paid for. */
  smsParts: number
}

interface Answers {
  list: SampleList
  message: SampleMessage | null
  document: Uint8Array<ArrayBuffer> | null
}
export type Wanted = { lang: Lang; now: number; name: string; what: keyof Answers }

/** One at a time: a phone that reloads in haste must not fill the machine with threads. */
let last: Promise<unknown> = Promise.resolve()
let waiting = 0
const MOST_WAITING = 10
/** A drawing that has not ended by then does not end. */
const LONGEST_MS = 30_000

/** Null where there is none of that name. Rejects with what is wrong with the content. */
export function drawSample<W extends keyof Answers>(what: W, of: Omit<Wanted, 'what'>): Promise<Answers[W]> {
  if (waiting >= MOST_WAITING) return Promise.reject(new Error('Too many samples are being drawn: try again.'))
  waiting++
  const next = last.then(() => inThread<W>({ ...of, what })).finally(() => waiting--)
  last = next.catch(() => undefined)
  return next
}

function inThread<W extends keyof Answers>(wanted: Wanted): Promise<Answers[W]> {
  const { promise, resolve, reject } = Promise.withResolvers<Answers[W]>()
  const worker = new Worker(new URL('./sample.worker.ts', import.meta.url), { workerData: wanted })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('The preview ended without an answer.')))
  const end = setTimeout(() => void worker.terminate(), LONGEST_MS)
  return promise.finally(() => clearTimeout(end))
}
