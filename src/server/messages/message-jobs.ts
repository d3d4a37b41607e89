/**
 * The jobs that deliver messages: codes apart from all others, mail apart from text messages, so that none waits for a
 * provider that it does not need (decision 0103).
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { defineJob } from '../jobs/define-job.ts'
import { isCode, type AnyMessage } from './define-message.ts'

/** Sealed, because addresses and codes stay in the jobs table until a sweep. `origin`: the message that it repeats. */
const sealed = z.object({ sealed: z.string(), origin: z.string().optional() })
export type SealedMessage = z.output<typeof sealed>

export const mailJob = defineJob('message', 'mails', sealed)
export const textJob = defineJob('message.text', 'texts', sealed)
export const codeMailJob = defineJob('message.code', 'codeMails', sealed)
export const codeTextJob = defineJob('message.code.text', 'codeTexts', sealed)
export type MessageJob = typeof mailJob
export const MESSAGE_JOBS: readonly MessageJob[] = [mailJob, textJob, codeMailJob, codeTextJob]
export const MESSAGE_JOB_KINDS = MESSAGE_JOBS.map((it) => it.kind)
/** The payload of a job whose message nobody needs any more; as its index says it, which holds all others. */
export const EMPTIED = sql.lit('{}')

export const channelOfAddress = (to: string): 'email' | 'sms' => (to.includes('@') ? 'email' : 'sms')

/** The job that delivers a message to an address. */
export function messageJobOf(message: AnyMessage | undefined, to: string): MessageJob {
  const text = channelOfAddress(to) === 'sms'
  if (isCode(message)) return text ? codeTextJob : codeMailJob
  return text ? textJob : mailJob
}
