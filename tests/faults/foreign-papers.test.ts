/**
 * The papers of others: PDFs and pictures that other projects keep for their tests, through our intake, and what is
 * kept drawn beside what was sent by a renderer that has no part in it (Poppler). Fetched from Debian's source packages
 * into `PAPERS_DIR`; a run that cannot have them fails. `PAPERS=200` takes so many of each kind, chosen by `SEED`.
 */
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { detectFileType } from '../../src/server/intake/detect-file-type.ts'
import { remakeInProcess } from '../../src/server/intake/remake-in-process.ts'
import { Refusal } from '../../src/server/http/call-handlers.ts'
import { aptInstall } from '../tools/apt.ts'
import { isLong } from '../tools/long-form.ts'

const PACKAGES = {
  pdf: 'qpdf pdf.js libitext5-java libsejda-java libpdfbox-java libpdfbox2-java pypdf pikepdf pdfminer pdf2djvu okular cups-filters',
  picture:
    'pillow exiv2 libpng1.6 libgd2 jhead golang-github-rwcarlsen-goexif libimage-exiftool-perl libmetadata-extractor-java vips libjpeg-turbo graphicsmagick okular',
}
const MIRROR = 'http://deb.debian.org/debian'
const FOLDER = process.env['PAPERS_DIR'] ?? join(tmpdir(), 'youfang-papers')
const HOUR = 3_600_000
const MOST_BYTES = 15 * 1024 * 1024
const AT_ONCE = 2
/** Long side of a drawn page, pixels, and how many pages of a file are drawn. */
const DRAWN = { side: 700, pages: 10 }
const INK = 128
/** Pixels: two renderers, and two ways to place a mark, differ by so much. */
const NEAR = 3
/** So many pixels of ink without any ink near them are content that was lost. */
const LOST = 25
/** Mean difference of brightness of two pictures that show the same. */
const SAME_PICTURE = 6

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** The folder of the package's papers; undefined when it cannot be had. */
function fetched(name: string): string | undefined {
  const folder = join(FOLDER, name)
  if (existsSync(folder)) return folder
  const apt = join(FOLDER, '.apt')
  mkdirSync(join(apt, 'lists/partial'), { recursive: true })
  mkdirSync(join(apt, 'archives/partial'), { recursive: true })
  const suite = /VERSION_CODENAME=(\w+)/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
  writeFileSync(join(apt, 'sources.list'), `deb-src ${MIRROR} ${suite} main\n`)
  const options = { SourceList: 'sources.list', SourceParts: '-' }
  const run = (...args: string[]): boolean =>
    spawnSync(
      'apt-get',
      [
        '-qq',
        ...Object.entries(options).flatMap(([key, file]) => ['-o', `Dir::Etc::${key}=${join(apt, file)}`]),
        '-o',
        `Dir::State::lists=${join(apt, 'lists')}`,
        '-o',
        `Dir::Cache=${apt}`,
        ...args,
      ],
      { cwd: apt, stdio: 'ignore' },
    ).status === 0
  if (!readdirSync(join(apt, 'lists')).some((it) => it.includes('Sources')) && !run('update')) return undefined
  if (!run('source', '--download-only', '--tar-only', name)) return undefined
  mkdirSync(folder)
  for (const file of readdirSync(apt).filter((it) => it.startsWith(`${name}_`) && it.includes('.orig')))
    spawnSync('tar', [
      'xf',
      join(apt, file),
      '-C',
      folder,
      '--no-anchored',
      '--wildcards',
      '--ignore-case',
      '*.pdf',
      '*.jpg',
      '*.jpeg',
      '*.png',
    ])
  return folder
}

interface Paper {
  path: string
  bytes: Buffer
}

/** Each file once, in an order that is the same each time. */
function papers(kind: keyof typeof PACKAGES, names: RegExp): Paper[] {
  const found = new Map<string, Paper>()
  for (const name of PACKAGES[kind].split(' ')) {
    const folder = fetched(name)
    if (folder === undefined) say(`NOT FETCHED: ${name}. Its papers are not tried.`)
    for (const file of folder
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) => names.test(it))
      : []) {
      const path = join(folder ?? '', file)
      const bytes = readFileSync(path)
      if (bytes.length > 0 && bytes.length <= MOST_BYTES)
        found.set(
          createHash('sha256')
            .update(process.env['SEED'] ?? '')
            .update(bytes)
            .digest('hex'),
          { path, bytes },
        )
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, paper]) => paper)
}

/** What our intake keeps of it, or the code of its refusal. */
async function kept({ bytes }: Paper): Promise<Buffer | string> {
  const kind = detectFileType(bytes)
  if (kind === undefined || kind === 'heic') return 'file_type'
  return remakeInProcess(kind, { size: bytes.length, stream: () => Readable.from([bytes]) }, ({ file }) =>
    buffer(file),
  ).catch((error: unknown) => {
    if (error instanceof Refusal) return error.code
    throw error
  })
}

/** Counts what becomes of each paper, and prints it; `judge` says how what was kept compares. */
async function tally(
  all: Paper[],
  judge: (paper: Paper, file: Buffer) => Promise<string>,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const left = [...all]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let paper = left.pop(); paper; paper = left.pop()) {
        const file = await kept(paper)
        const what = typeof file === 'string' ? file : await judge(paper, file)
        found.set(what, [...(found.get(what) ?? []), paper.path.slice(FOLDER.length + 1)])
        if (left.length % 100 === 0) say(`${left.length} left`)
      }
    }),
  )
  for (const [what, paths] of [...found].sort(([, a], [, b]) => b.length - a.length)) {
    say(`${String(paths.length).padStart(6)} ${what}`)
    if (paths.length <= 40) for (const path of paths) say(`         ${path}`)
  }
  return found
}

interface Page {
  width: number
  height: number
  pixels: Buffer
}
const pdftoppm = promisify(execFile)

/** The pages as Poppler draws them; none when it cannot. */
async function drawnByPoppler(path: string): Promise<Page[]> {
  const { stdout } = await pdftoppm(
    'pdftoppm',
    ['-gray', '-cropbox', '-l', String(DRAWN.pages), '-scale-to', String(DRAWN.side), path],
    { encoding: 'buffer', maxBuffer: 1e9, timeout: 60_000 },
  ).catch(() => ({ stdout: Buffer.alloc(0) }))
  const pages: Page[] = []
  for (let at = 0; at < stdout.length;) {
    const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString('latin1', at, at + 40)) ?? []
    if (head === undefined) break
    const size = Number(width) * Number(height)
    at += head.length
    pages.push({ width: Number(width), height: Number(height), pixels: stdout.subarray(at, at + size) })
    at += size
  }
  return pages
}

/** How many pixels of ink of `was` have no ink near them in `is`. */
function inkLost(was: Page, is: Page): number {
  const inkNear = (x: number, y: number): boolean => {
    for (let j = Math.max(0, y - NEAR); j <= Math.min(is.height - 1, y + NEAR); j++)
      for (let i = Math.max(0, x - NEAR); i <= Math.min(is.width - 1, x + NEAR); i++)
        if ((is.pixels[j * is.width + i] ?? 255) < INK + 40) return true
    return false
  }
  let lost = 0
  for (let at = 0; at < was.pixels.length; at++)
    if ((was.pixels[at] ?? 255) < INK && !inkNear(at % was.width, Math.floor(at / was.width))) lost++
  return lost
}

async function judgePdf({ path, bytes }: Paper, file: Buffer): Promise<string> {
  const drawn = join(FOLDER, `.${createHash('sha256').update(file).digest('hex')}.pdf`)
  writeFileSync(drawn, file)
  const [was, is] = [await drawnByPoppler(path), await drawnByPoppler(drawn)]
  rmSync(drawn)
  if (was.length === 0) return 'kept, which Poppler cannot draw as it was sent'
  if (was.length !== is.length) return 'kept with other pages'
  const stored = (page: Page, at: number): Page => is[at] ?? page
  // Poppler draws the frames of links, which are not kept.
  if (was.some((page, at) => inkLost(page, stored(page, at)) > LOST))
    return /\/Subtype\s*\/Link\b/.test(bytes.toString('latin1'))
      ? 'kept with frames of links lost'
      : 'kept with content lost'
  return was.some((page, at) => inkLost(stored(page, at), page) > LOST) ? 'kept with content added' : 'kept as sent'
}

async function judgePicture({ bytes }: Paper, file: Buffer): Promise<string> {
  const small = async (it: Buffer): Promise<Buffer> =>
    sharp(it, { failOn: 'none' })
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(96, 96, { fit: 'fill' })
      .toColourspace('b-w')
      .raw()
      .toBuffer()
  const [was, is] = [await small(bytes), await small(file)]
  const difference = was.reduce((sum, it, at) => sum + Math.abs(it - (is[at] ?? 0)), 0) / was.length
  return difference > SAME_PICTURE ? 'kept, but it looks different' : 'kept as sent'
}

/** So many papers of each kind are there at least. */
const LEAST = { pdf: 1500, picture: 800 }

/** The papers of a kind, or those that `PAPERS` asks for. A run that could not fetch them has tried nothing, and fails. */
function enough(kind: keyof typeof PACKAGES, names: RegExp): Paper[] {
  const all = papers(kind, names)
  say(`${all.length} papers of other projects (${kind}; wanted: ${LEAST[kind]})`)
  expect(all.length, `too few papers in ${FOLDER}: see NOT FETCHED above`).toBeGreaterThanOrEqual(LEAST[kind])
  return all.slice(0, Number(process.env['PAPERS'] ?? all.length))
}

const share = (found: Map<string, string[]>, ...kinds: string[]): number => {
  const all = [...found.values()].flat().length
  return kinds.reduce((sum, kind) => sum + (found.get(kind)?.length ?? 0), 0) / Math.max(1, all)
}

if (!isLong) say('Papers of other projects: not tried, they are fetched in the long form only (LONG_FORM=1).')

test.runIf(isLong)('PDFs of other projects are kept as they were sent, or refused', { timeout: 3 * HOUR }, async () => {
  if (spawnSync('pdftoppm', ['-v']).error && !aptInstall(['poppler-utils']))
    throw new Error('No Poppler: install poppler-utils')
  const found = await tally(enough('pdf', /\.pdf$/i), judgePdf)
  // Some are made to be broken; what readers disagree about is in the list above.
  expect(share(found, 'kept with content lost', 'kept with other pages')).toBeLessThan(0.01)
  expect(share(found, 'file_broken')).toBe(0)
})

test.runIf(isLong)(
  'pictures of other projects are kept as they were sent, or refused',
  { timeout: 2 * HOUR },
  async () => {
    const found = await tally(enough('picture', /\.(jpe?g|png)$/i), judgePicture)
    expect(share(found, 'kept, but it looks different')).toBeLessThan(0.01)
  },
)
