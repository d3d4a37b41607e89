import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IncomingKind } from '../../src/server/intake/check-worker.ts'
import { receiveFile, takeFiles, type CheckedFile } from '../../src/server/intake/intake.ts'
import { serveFile } from '../../src/server/intake/serve-file.ts'
import { Refusal, type Upload } from '../../src/server/http/call-handlers.ts'
import { startServer, type TestServer } from './start-server.ts'
import { armedPdf, EICAR, honestPngs, hostileFiles, jpeg, MEBIBYTE, pdf, png } from './hostile-files.ts'

/** Files that were received and refused by the later check, with the reason. */
const refused = new Map<string, string>()
const probe: IncomingKind = {
  kind: 'probe',
  checked: async () => true,
  failed: async (_deps, _trx, id, code) => void refused.set(id, code),
}
const dataDir = mkdtempSync(join(tmpdir(), 'youfang-intake-'))
let server: TestServer
beforeAll(async () => {
  server = await startServer({ features: [{ name: 'probe', incoming: [probe] }], dataDir })
})
beforeEach(async () => {
  for (const { id } of await server.deps.db.selectFrom('files').select('id').execute())
    await server.deps.files.delete(id)
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true })
})

const part = (name: string, bytes: Buffer): Upload => ({
  field: 'file',
  name,
  mime: 'image/jpeg',
  stream: Readable.from(pieces(bytes)),
  truncated: () => false,
})
function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
const take = (name: string, bytes: Buffer, sha256?: string): Promise<CheckedFile> =>
  takeFiles(server.deps, part(name, bytes), { owner: 'claim:1', ...(sha256 ? { sha256 } : {}) }, async () => undefined)
/** As a person sends a file: receipt first, result of the check later. Each has its own sender, or one would be paused. */
async function takeLater(sender: string, name: string, bytes: Buffer): Promise<void> {
  async function* one(): AsyncGenerator<Upload> {
    yield part(name, bytes)
  }
  let receipt = ''
  await receiveFile(
    server.deps,
    one(),
    { owner: 'claim:1', sender, purpose: 'probe' },
    async (_, { id }) => void (receipt = id),
  )
  expect(await server.check()).toBe(1)
  const code = refused.get(receipt)
  if (code !== undefined) throw new Refusal(code, { fields: { file: code } })
}
const kept = async (id: string): Promise<Buffer> => (await server.deps.files.bytes(id))?.bytes ?? Buffer.alloc(0)
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'taken',
    (error: unknown) => (error instanceof Refusal ? [error.code, error.data.fields] : error),
  )

async function nothingKept(): Promise<void> {
  expect(readdirSync(join(dataDir, 'files'))).toEqual([])
  for (const table of ['files', 'incoming'] as const)
    expect(await server.deps.db.selectFrom(table).selectAll().execute()).toEqual([])
}

test('every hostile file is refused with its own code, and nothing of it is stored', async () => {
  const files = await hostileFiles()
  const answers: Record<string, unknown> = {}
  for (const { what, name, bytes } of files) answers[what] = await codeOf(takeLater(what, name, bytes))
  expect(answers).toEqual(Object.fromEntries(files.map(({ what, code }) => [what, [code, { file: code }]])))
  await nothingKept()
})

describe('a valid file', () => {
  test('is stored re-encoded, with a thumbnail and a receipt for the original', async () => {
    const sent = await sharp(await jpeg(1200, 900))
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'somewhere in Leeds' } })
      .toBuffer()
    const taken = await take('holiday/IMG 0001.JPG', sent)
    expect(taken).toMatchObject({
      pages: 1,
      received: { size: sent.length, sha256: createHash('sha256').update(sent).digest('hex') },
      file: { owner: 'claim:1', name: 'IMG 0001.JPG', mime: 'image/jpeg' },
      thumb: { owner: 'claim:1', mime: 'image/jpeg' },
    })
    const drawn = await kept(taken.file.id)
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', width: 900, height: 1200 })
    expect((await sharp(drawn).metadata()).exif).toBeUndefined()
    expect(await sharp(await kept(taken.thumb?.id ?? '')).metadata()).toMatchObject({ width: 252, height: 336 })
  })
  test.each([
    ['scan.png', png],
    ['no extension', png],
    ['', jpeg],
  ])('%j is accepted', async (name, make) => {
    const taken = await take(name, await make())
    expect(await sharp(await kept(taken.file.id)).metadata()).toMatchObject({ format: 'jpeg', hasAlpha: false })
  })
  test('may be any kind of PNG, and is flattened on white', async () => {
    for (const [what, bytes] of Object.entries(await honestPngs())) {
      const taken = await take('screen.png', bytes)
      const drawn = await kept(taken.file.id)
      expect(await sharp(drawn).metadata(), what).toMatchObject({
        format: 'jpeg',
        width: 390,
        height: 844,
        hasAlpha: false,
      })
      if (what !== 'one bit')
        expect(
          Math.min(...(await sharp(drawn).extract({ left: 0, top: 300, width: 50, height: 50 }).raw().toBuffer())),
          what,
        ).toBeGreaterThan(250)
      if (what !== 'one bit')
        expect(
          Math.min(...(await sharp(drawn).extract({ left: 20, top: 180, width: 200, height: 22 }).raw().toBuffer())),
          what,
        ).toBeLessThan(80)
    }
  })
  test.each([
    [1080, 12_000, 1080, 12_000],
    [1200, 30_000, 1200, 30_000],
    [6000, 4000, 4243, 2828],
    [65_536, 20, 65_500, 20],
  ])('of %i × %i pixels is kept so that it can be read', async (width, height, keptWidth, keptHeight) => {
    const taken = await take('screen.png', await png(width, height))
    expect(await sharp(await kept(taken.file.id)).metadata()).toMatchObject({ width: keptWidth, height: keptHeight })
  })
  test.each([
    ['screen.png', jpeg, 'screen.jpg'],
    ['a.jpg', png, 'a.png'],
    ['IMG_1.HEIC', jpeg, 'IMG_1.jpg'],
  ])('%s that is another kind of picture gets the right extension', async (name, make, corrected) => {
    expect((await take(name, await make())).file.name).toBe(corrected)
  })
  test('is accepted without the data that phones append', async () => {
    const photo = await jpeg()
    const taken = await take('MVIMG.jpg', Buffer.concat([photo, Buffer.from('\0\0\0\x18ftypmp42 a short film')]))
    expect((await kept(taken.file.id)).includes('short film')).toBe(false)
  })
  test.each([[undefined], ['1.7ext3' as const]])(
    'a PDF that only forbids printing is accepted without that restriction (%s)',
    async (pdfVersion) => {
      const taken = await take('bill.pdf', await pdf(3, { ownerPassword: 'x', ...(pdfVersion ? { pdfVersion } : {}) }))
      expect(taken).toMatchObject({ pages: 3, thumb: null, file: { mime: 'application/pdf' } })
      expect((await PDFDocument.load(await kept(taken.file.id))).getPageCount()).toBe(3)
    },
  )
  test('is refused when it is cut off', async () => {
    const bytes = await jpeg()
    const right = createHash('sha256').update(bytes).digest('hex')
    expect(await codeOf(take('a.jpg', bytes, 'f'.repeat(64)))).toEqual(['file_checksum', { file: 'file_checksum' }])
    await nothingKept()
    await take('a.jpg', bytes, right.toUpperCase())
  })
  test('may be as large as the stated limit', async () => {
    const photo = await jpeg()
    await take('a.jpg', Buffer.concat([photo, Buffer.alloc(15 * MEBIBYTE - photo.length)]))
  })
})

test('a PDF keeps its annotations, but no scripts, actions or attachments', async () => {
  const taken = await take('armed.pdf', await armedPdf())
  const clean = await PDFDocument.load(await kept(taken.file.id))
  const objects = clean.context
    .enumerateIndirectObjects()
    .map(([, it]) => it.toString())
    .join('\n')
  expect(objects).toContain('/Contents')
  // The filled field stays as its appearance.
  expect(objects).toContain('/Stamp')
  expect(objects).not.toMatch(/armed|JavaScript|\/JS|Launch|OpenAction|\/AA|EmbeddedFile|Filespec|AcroForm|\/Link/)
  expect((await kept(taken.file.id)).includes(EICAR)).toBe(false)
})

test('a file is undone if its feature cannot write its rows', async () => {
  const bytes = await jpeg()
  const work = takeFiles(server.deps, part('a.jpg', bytes), { owner: 'claim:1' }, () =>
    Promise.reject(new Refusal('conflict')),
  )
  expect(await codeOf(work)).toEqual(['conflict', undefined])
  await nothingKept()
})

test('leftovers of a crash are deleted, and were never in clear text', async () => {
  const folder = join(dataDir, 'files')
  async function* stopped(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(200_000, 'invoice')
    const [name = ''] = readdirSync(folder)
    expect(name).toMatch(/\.incoming\.part$/)
    expect(readFileSync(join(folder, name)).includes('invoice')).toBe(false)
    copyFileSync(join(folder, name), join(folder, `left${name}`))
    throw new Error('killed')
  }
  const upload = { ...part('a.jpg', Buffer.alloc(0)), stream: Readable.from(stopped()) }
  expect(await codeOf(takeFiles(server.deps, upload, { owner: 'claim:1' }, async () => undefined))).toEqual(
    new Error('killed'),
  )
  expect(await server.deps.files.sweep(Date.now() + 60_000)).toBe(1)
  await nothingKept()
})

test('a file is served to its owner only, under a name that fits its content', async () => {
  const { file } = await take('账单.png', await png())
  expect(await codeOf(serveFile(server.deps, file.id, { owner: 'claim:2' }))).toEqual(['not_found', undefined])
  expect(await codeOf(serveFile(server.deps, 'nobody', { owner: 'claim:1' }))).toEqual(['not_found', undefined])
  const shown = await serveFile(server.deps, file.id, { owner: 'claim:1' })
  expect(shown).toMatchObject({ mime: 'image/jpeg', size: file.size })
  expect(shown.downloadAs).toBeUndefined()
  expect(await serveFile(server.deps, file.id, { owner: 'claim:1', download: true })).toMatchObject({
    downloadAs: '账单.jpg',
  })
})
