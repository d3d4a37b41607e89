/** Sends calls from a thread of its own, so that its work is not counted as the server's. */
import { parentPort } from 'node:worker_threads'

/** A call as it is sent. */
export interface Sent {
  address: string
  headers: Record<string, string>
  /** Parts of a multipart call; `null` for one that has its fields in the address. */
  fields: Record<string, string> | null
  files: Record<string, { bytes: Uint8Array; type: string }>
}

/** `ok`, the code of a refusal, or the HTTP status of a failure. */
export type Told = string

async function send({ address, headers, fields, files }: Sent): Promise<Told> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) body.append(name, value)
  for (const [name, { bytes, type }] of Object.entries(files))
    body.append(name, new Blob([Uint8Array.from(bytes)], { type }))
  const response = await fetch(address, { method: 'POST', headers, ...(fields ? { body } : {}) })
  const text = await response.text()
  if (!response.ok) return String(response.status)
  if (!response.headers.get('content-type')?.startsWith('application/json')) return 'ok'
  const { status, code } = JSON.parse(text) as { status: number; code: string | number }
  return status === 1 ? 'ok' : String(code)
}

parentPort?.on('message', (sent: Sent) => {
  void send(sent).then(
    (told) => parentPort?.postMessage(told),
    (error: unknown) => parentPort?.postMessage(String(error)),
  )
})
