/**
 * The jobs that deliver messages: codes apart from all others, mail apart from text messages, so that none waits for a
 * provider that it does not need (decision 0103).
 */
import { keysOf } from '../../lib/object-keys.ts'
import type { Lane } from '../job-lanes.ts'
import { isCodeTemplate } from './message-kinds.ts'

/** Kind of job → its lane. */
export const MESSAGE_JOBS = {
  message: 'mails',
  'message.text': 'texts',
  'message.code': 'codeMails',
  'message.code.text': 'codeTexts',
} as const satisfies Record<string, Lane>
export type MessageJob = keyof typeof MESSAGE_JOBS
export const MESSAGE_JOB_KINDS = keysOf(MESSAGE_JOBS)

export const channelOfAddress = (to: string): 'email' | 'sms' => (to.includes('@') ? 'email' : 'sms')

/** The job that delivers a template to an address. */
export function messageJobOf(template: string, to: string): MessageJob {
  const text = channelOfAddress(to) === 'sms'
  if (isCodeTemplate(template)) return text ? 'message.code.text' : 'message.code'
  return text ? 'message.text' : 'message'
}
