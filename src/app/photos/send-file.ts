/** Connects the upload queue to a feature's calls. */
import type { Call, Input, Output } from '../../lib/contract.ts'
import { SESSION_CODES } from '../../lib/errors.ts'
import { RequestFailed, type Reply } from '../requests/read-reply.ts'
import { browserEnvironment } from '../requests/browser-requester.ts'
import { createUpload } from '../requests/upload-request.ts'
import { Refused, SessionOver } from './upload-types.ts'

const upload = createUpload(browserEnvironment)

/**
 * Data of a reply; a refusal becomes an error that the queue understands: needs another file, waits for the login, or
 * is tried again.
 */
export function dataOrRefusal<C extends Call>(reply: Reply<C>): Output<C> {
  if (reply.ok) return reply.data
  if (SESSION_CODES.includes(Number(reply.code))) throw new SessionOver()
  if (reply.code === 'too_many') throw new RequestFailed('too_many', reply.extra.retryAfter)
  // The other codes of the catalogue (3000, 30000, 31000) were handled already, and say nothing about this file.
  if (/^\d+$/.test(reply.code)) throw new RequestFailed('server')
  // `file: file_size`: the field's code names the file's problem better than `invalid` does.
  const field = reply.fields['file']
  throw field ? new Refused(field) : new Refused(reply.code, reply.message)
}

/**
 * Sends one file of a call (`file` is its part), with progress: the `send` of a `Sender`, except for the form of its
 * receipt.
 */
export async function sendFile<C extends Call>(
  call: C,
  input: Input<C>,
  file: Blob,
  onProgress: (sent: number, total: number) => void,
  signal: AbortSignal,
): Promise<Output<C>> {
  return dataOrRefusal(await upload(call, input, { files: { file }, onProgress, signal }))
}
