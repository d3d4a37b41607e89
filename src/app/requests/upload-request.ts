/**
 * The requester's fourth variant: a multipart call that reports its progress. It uses XMLHttpRequest only because fetch
 * does not report upload progress. Loaded with the upload queue and not with every island.
 */
import type { Call, Input } from '../../lib/contract.ts'
import { createRequester, encodeRequest, withLimit, type Options, type RequestEnvironment } from './api.ts'
import { RequestFailed, settle, unanswered, type Reply } from './read-reply.ts'

interface UploadOptions extends Options {
  /** Bytes sent of all bytes, including the form around the file. */
  onProgress?: (sent: number, total: number) => void
}

export type Upload = <C extends Call>(call: C, input: Input<C>, options: UploadOptions) => Promise<Reply<C>>

/** Answers and fails as `request` does. Where there is no XMLHttpRequest (tests in Node) it calls `request`. */
export function createUpload(around: RequestEnvironment): Upload {
  if (typeof XMLHttpRequest === 'undefined') return createRequester(around).request
  return async (call, input, { files, signal, onProgress }) => {
    const { address, headers, body } = encodeRequest(call, input, files, around)
    const text = await withLimit(signal, (stop) => send(address, headers, body, stop, onProgress))
    return settle(call, jsonOf(text), around)
  }
}

function send(
  address: string,
  headers: Record<string, string>,
  body: FormData | undefined,
  signal: AbortSignal,
  onProgress: UploadOptions['onProgress'],
): Promise<string> {
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

/** An answer that is not JSON comes from something between us and the server. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RequestFailed('server')
  }
}
