/**
 * The requester's fourth variant: a multipart call that tells how far it has got. By XMLHttpRequest, for this one reason: fetch
 * does not report the progress of what it sends. Loaded with the upload queue and not with every island.
 */
import type { Call, Envelope, Input } from '../lib/contract.ts'
import { createRequester, posted, withLimit, type Options, type RequestEnvironment } from './api.ts'
import { RequestFailed, settle, unanswered, type Reply } from './read-reply.ts'

export interface UploadOptions extends Options {
  /** Bytes sent of bytes in all, the form around the file included. */
  onProgress?: (sent: number, total: number) => void
}

export type Upload = <C extends Call>(call: C, input: Input<C>, options: UploadOptions) => Promise<Reply<C>>

/** Answers and fails as `request` does. Where there is no XMLHttpRequest (tests in Node) it is `request`. */
export function createUpload(around: RequestEnvironment): Upload {
  if (typeof XMLHttpRequest === 'undefined') return createRequester(around).request
  return async (call, input, { files, signal, onProgress }) => {
    const { address, headers, body } = posted(call, input, files, around)
    const text = await withLimit(signal, (stop) => send(address, headers, body, stop, onProgress))
    return settle(call, envelopeOf(text), around)
  }
}

function send(address: string, headers: Record<string, string>, body: FormData | undefined, signal: AbortSignal, onProgress: UploadOptions['onProgress']): Promise<string> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) done(request.responseText)
      else failed(unanswered(request.status, request.getResponseHeader('retry-after')))
    }
    request.onerror = request.onabort = () => failed(new Error('No answer'))
    signal.addEventListener('abort', () => request.abort())
    if (signal.aborted) failed(new Error('Given up'))
    else request.send(body)
  })
}

/** What is no JSON comes from something between us and the server. */
function envelopeOf(text: string): Envelope {
  try {
    return JSON.parse(text) as Envelope
  } catch {
    throw new RequestFailed('server')
  }
}
