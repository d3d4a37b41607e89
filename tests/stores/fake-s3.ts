/** An object store for tests that speaks as much of S3 as our client uses, and fails when a test wants it to. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { S3Settings } from '../../src/server/files/s3-settings.ts'

interface StoredObject {
  bytes: Buffer
  at: Date
}

/** `refuse`: 503 · `hang`: no answer · `cut`: half of an answer's bytes, then the connection ends. */
type Fault = 'refuse' | 'hang' | 'cut'

export interface FakeS3 {
  settings: S3Settings
  objects: Map<string, StoredObject>
  /** Multipart uploads that were neither completed nor given up: when they began, and their parts. */
  unfinished: Map<string, { key: string; at: Date; parts: Buffer[] }>
  /** How the next requests of a method fail, one each. */
  faults: { method: string; fault: Fault }[]
  /** Methods and paths that were asked for. */
  asked: string[]
  close: () => Promise<void>
}

const escaped = (tag: string, value: string): string => `<${tag}>${value}</${tag}>`

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

export async function startFakeS3(): Promise<FakeS3> {
  const store: Pick<FakeS3, 'objects' | 'unfinished' | 'faults' | 'asked'> = {
    objects: new Map(),
    unfinished: new Map(),
    faults: [],
    asked: [],
  }
  const server = createServer((request, response) => void answer(store, request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    ...store,
    settings: {
      bucket: 'files',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      keyId: 'key',
      secret: 'secret',
      pathStyle: true,
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  store: Parameters<typeof change>[0] & Pick<FakeS3, 'faults' | 'asked'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url = '' } = request
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const key = decodeURIComponent(pathname.split('/').slice(2).join('/'))
  store.asked.push(`${method} ${key}`)
  const body = await bodyOf(request)
  const planned = store.faults.findIndex((it) => it.method === method)
  const [fault] = planned < 0 ? [] : store.faults.splice(planned, 1)
  if (fault?.fault === 'hang') return
  if (fault?.fault === 'refuse') {
    response.writeHead(503).end()
    return
  }
  if (method === 'GET' && key !== '') {
    const found = store.objects.get(key)
    if (!found) {
      response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
      return
    }
    response.writeHead(200, { 'content-length': found.bytes.length })
    if (fault?.fault !== 'cut') response.end(found.bytes)
    else response.write(found.bytes.subarray(0, found.bytes.length / 2), () => response.destroy())
    return
  }
  const xml = method === 'GET' ? listed(store, searchParams) : change(store, { method, key, searchParams, body })
  response.writeHead(xml === undefined ? 204 : 200, { 'content-type': 'application/xml', etag: '"e"' }).end(xml)
}

function listed({ objects, unfinished }: Pick<FakeS3, 'objects' | 'unfinished'>, query: URLSearchParams): string {
  if (query.has('uploads'))
    return escaped(
      'ListMultipartUploadsResult',
      [...unfinished]
        .map(([id, { key, at }]) =>
          escaped('Upload', escaped('Key', key) + escaped('UploadId', id) + escaped('Initiated', at.toISOString())),
        )
        .join(''),
    )
  // Two in an answer, so that a list of three has a second page.
  const from = Number(query.get('continuation-token') ?? 0)
  const page = [...objects].slice(from, from + 2)
  const more = from + 2 < objects.size
  return escaped(
    'ListBucketResult',
    page
      .map(([key, { at }]) => escaped('Contents', escaped('Key', key) + escaped('LastModified', at.toISOString())))
      .join('') +
      escaped('IsTruncated', String(more)) +
      (more ? escaped('NextContinuationToken', String(from + 2)) : ''),
  )
}

interface Change {
  method: string
  key: string
  searchParams: URLSearchParams
  body: Buffer
}

function change(
  { objects, unfinished }: Pick<FakeS3, 'objects' | 'unfinished'>,
  { method, key, searchParams, body }: Change,
): string | undefined {
  const id = searchParams.get('uploadId')
  if (method === 'POST' && searchParams.has('uploads')) {
    const fresh = String(unfinished.size + 1)
    unfinished.set(fresh, { key, at: new Date(), parts: [] })
    return escaped('InitiateMultipartUploadResult', escaped('UploadId', fresh))
  }
  const upload = id === null ? undefined : unfinished.get(id)
  if (method === 'PUT' && upload) upload.parts[Number(searchParams.get('partNumber')) - 1] = body
  else if (method === 'PUT') objects.set(key, { bytes: body, at: new Date() })
  if (method === 'POST' && upload) objects.set(key, { bytes: Buffer.concat(upload.parts), at: new Date() })
  if (id !== null && method !== 'PUT') unfinished.delete(id)
  if (method === 'DELETE' && id === null) objects.delete(key)
  return method === 'DELETE' ? undefined : escaped('Result', escaped('ETag', 'e'))
}
