/** Serves the page of `uploads-page.ts`, and a server of uploads whose connection breaks when it is told to. */
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'

const here = import.meta.dirname
const photos = join(dirname(dirname(here)), 'src/app/photos')

/** `body`: cut after that many bytes of it · `answer`: cut when all of it has come · `none`. */
export type Cut = { at: 'body'; bytes: number } | { at: 'answer' } | { at: 'none' }

export interface Arrived {
  id: string
  name: string
  file: Buffer
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    define: { 'import.meta.env.PUBLIC_API_BASE': '""' },
  })
  return outputFiles[0]?.text ?? ''
}

/** `next` says what befalls the next upload. */
export async function uploadSite(next: () => Cut) {
  const [page, worker] = await Promise.all([
    bundle(join(here, 'uploads-page.ts')),
    bundle(join(photos, 'prepare-file.worker.ts')),
  ])
  const arrived: Arrived[] = []
  const cuts: Cut[] = []
  /** What browsers were told that the server has: by an answer, or by the list of what is there. */
  const told = new Set<string>()
  /** Sent once more by somebody who had been told. */
  const needless: string[] = []

  function take(request: IncomingMessage, response: ServerResponse): void {
    const cut = next()
    if (cut.at !== 'none') cuts.push(cut)
    const known = new Set(told)
    const chunks: Buffer[] = []
    let size = 0
    request.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (cut.at === 'body' && size >= cut.bytes) request.socket.destroy()
    })
    request.on('end', () => {
      const got = formOf(Buffer.concat(chunks))
      const same = arrived.find(({ id }) => id === got.id)
      arrived.push(got)
      if (known.has(got.id)) needless.push(got.id)
      if (cut.at !== 'none') {
        request.socket.destroy()
        return
      }
      told.add(got.id)
      answer(response, receiptOf(same ?? got))
    })
  }

  function list(response: ServerResponse): void {
    for (const { id } of arrived) told.add(id)
    answer(
      response,
      arrived.map((it) => ({ id: it.id, ...receiptOf(it) })),
    )
  }

  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Uploads</title><body><script type="module" src="/page.js"></script>')
    else if (path === '/page.js' || path === '/prepare-file.worker.ts')
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(path === '/page.js' ? page : worker)
    else if (path === '/file/claim/upload') take(request, response)
    else if (path === '/index/claim/documents') list(response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    arrived,
    cuts,
    needless,
    close: () => void (server.closeAllConnections(), server.close()),
  }
}

function answer(response: ServerResponse, data: unknown): void {
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ status: 1, code: 0, message: '', data }))
}

const receiptOf = ({ file }: Arrived) => ({ at: 1, sha256: sha256(file), size: file.length })
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The fields of our own form; the checksum that came with the file must be the file's. */
function formOf(body: Buffer): Arrived {
  const text = body.toString('latin1')
  const field = (name: string): string => new RegExp(`name="${name}"\r\n\r\n([^\r]*)`).exec(text)?.[1] ?? ''
  const from = text.indexOf('\r\n\r\n', text.indexOf('name="file"')) + 4
  const file = body.subarray(from, text.lastIndexOf('\r\n--'))
  if (sha256(file) !== field('sha256')) throw new Error('The file is not what its checksum says')
  return { id: field('upload'), name: field('name'), file }
}
