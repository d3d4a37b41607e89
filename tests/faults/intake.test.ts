/**
 * Four people send nine files of nearly 15 MiB each at the same time: the server holds none of it in memory longer than
 * it must (design §8).
 */
import { fork, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PdfKit from 'pdfkit'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ensurePostgres } from '../stores/postgres-binaries.ts'
import { administer, startPostgres, urlOf } from '../stores/postgres-server.ts'
import { isLong } from '../tools/long-form.ts'

const MEBIBYTE = 1024 * 1024
const MOST = 15 * MEBIBYTE
const PEOPLE = 4
/** Two of each kind at least, or every file of four claims. */
const FILES = isLong ? 9 : 3

/** Noise does not compress: the largest picture that fits, and the most work that its bytes can ask for. */
const noise = (width: number, height: number): Sharp =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

function pages(picture: Buffer, count: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PdfKit({ autoFirstPage: false })
    const parts: Buffer[] = []
    document.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)))
    // All pictures differ, as from a scanner; equal ones would be stored once.
    for (let page = 0; page < count; page++)
      document
        .addPage()
        .image(
          Buffer.concat([picture.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 3, page]), picture.subarray(2)]),
          0,
          0,
          { width: 500 },
        )
    document.end()
  })
}

interface Sent {
  name: string
  bytes: Buffer
  pages: number
}

async function payloads(): Promise<Sent[]> {
  const scan = await noise(1000, 1000).jpeg({ quality: 80 }).toBuffer()
  return [
    { name: 'photo.jpg', bytes: await noise(5900, 4000).jpeg({ quality: 80 }).toBuffer(), pages: 1 },
    {
      name: 'phone.jpg',
      bytes: await noise(4000, 5900).withMetadata({ orientation: 6 }).jpeg({ quality: 80 }).toBuffer(),
      pages: 1,
    },
    {
      name: 'edited.jpg',
      bytes: await noise(3800, 3800).jpeg({ quality: 95, progressive: true }).toBuffer(),
      pages: 1,
    },
    { name: 'screen.png', bytes: await noise(2200, 2250).png({ compressionLevel: 1 }).toBuffer(), pages: 1 },
    {
      name: 'bill.pdf',
      bytes: await pages(scan, Math.floor((MOST - 200_000) / (scan.length + 500))),
      pages: Math.floor((MOST - 200_000) / (scan.length + 500)),
    },
  ]
}

const heard = async <T>(child: ChildProcess, schema: z.ZodType<T>): Promise<T> =>
  schema.parse(((await once(child, 'message')) as unknown[])[0])
const Answer = z.object({ status: z.literal(1), data: z.object({ sha256: z.string() }) })
const Checked = z.object({ pages: z.number(), sha256: z.string() })
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function told<T>(child: ChildProcess, what: string, schema: z.ZodType<T>): Promise<T> {
  const answer = heard(child, schema)
  child.send(what)
  return answer
}

async function post(url: string, sender: string, { name, bytes }: Sent): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), name)
  const answer = Answer.parse(
    await (await fetch(`${url}/file/probe/send?lang=en&sender=${sender}`, { method: 'POST', body })).json(),
  )
  expect(answer.data).toEqual({ sha256: hash(bytes) })
}

/** How the server is started: Node's flags, and glibc's setting. */
function deployed(): { execArgv: string[]; arenas: string } {
  const unit = readFileSync('docs/hosting/youfang.service', 'utf8')
  const [, flags = ''] = /^ExecStart=\S+\/node (.*?) ?src\//m.exec(unit) ?? []
  return { execArgv: flags.split(' ').filter(Boolean), arenas: /MALLOC_ARENA_MAX=(\d+)/.exec(unit)?.[1] ?? '' }
}

const bin = ensurePostgres()

/** Address of an empty database, and how its server ends; without PostgreSQL the server has SQLite. */
async function emptyStore(store: string): Promise<{ databaseUrl: string; end: () => Promise<void> }> {
  if (store === 'SQLite' || bin === undefined) return { databaseUrl: '', end: async () => undefined }
  const { socket, stop } = await startPostgres(bin)
  await administer(socket, 'create database intake')
  return { databaseUrl: urlOf(socket, 'intake'), end: stop }
}

const STORES = bin === undefined ? ['SQLite'] : ['SQLite', 'PostgreSQL']

test.each(STORES)(`${PEOPLE} times ${FILES} files at once keep the server under 300 MB on %s`, async (store) => {
  const all = await payloads()
  for (const { name, bytes } of all) {
    expect(bytes.length, name).toBeLessThan(MOST)
    expect(bytes.length, name).toBeGreaterThan(13 * MEBIBYTE)
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-intake-'))
  const { databaseUrl, end } = await emptyStore(store)
  // Without the tests' own larger heap: it is measured as it is deployed.
  const { execArgv, arenas } = deployed()
  const env = { ...process.env, NODE_OPTIONS: '', MALLOC_ARENA_MAX: arenas }
  const child = fork(join(import.meta.dirname, 'intake-child.ts'), [dataDir, databaseUrl], { execArgv, env })
  try {
    const { url, start } = await heard(child, z.object({ url: z.string(), start: z.number() }))
    // All are sent at the same time: nobody waits for an answer before sending the next.
    await Promise.all(
      Array.from({ length: PEOPLE * FILES }, async (_, file) => {
        const sent = all[file % all.length]
        if (sent) await post(url, `person-${file % PEOPLE}`, sent)
      }),
    )
    expect(await told(child, 'at once', z.object({ most: z.number() }))).toEqual({ most: PEOPLE * FILES })
    await expect
      .poll(async () => (await told(child, 'checked', z.object({ checked: z.array(Checked) }))).checked.length, {
        interval: 500,
      })
      .toBe(PEOPLE * FILES)
    const { checked } = await told(child, 'checked', z.object({ checked: z.array(Checked) }))
    expect(checked.map((it) => `${it.sha256} ${it.pages}`).sort()).toEqual(
      Array.from({ length: PEOPLE * FILES }, (_, file) => all[file % all.length])
        .map((it) => `${hash(it?.bytes ?? Buffer.alloc(0))} ${it?.pages}`)
        .sort(),
    )
    const { alone, together } = await told(child, 'how much', z.object({ alone: z.number(), together: z.number() }))
    const [first, most, both] = [start, alone, together].map((it) => Math.round(it / 1e6))
    process.stdout.write(
      `resident on ${store}: ${first} MB at the start, ${most} MB at most, ${both} MB with the process that makes files anew\n`,
    )
    expect(alone).toBeLessThan(300e6)
    // The process beside it draws PDFs of 15 MiB (decision 0128); what it shares with the server counts once.
    expect(together).toBeLessThan(500e6)
    expect(readdirSync(join(dataDir, 'files')).filter((name) => !/^[\w-]+$/.test(name))).toEqual([])
  } finally {
    child.kill()
    await end()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
