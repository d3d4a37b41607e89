/**
 * Checks pictures of texts, `content/pictures`: names that an address can hold, kinds that the build reads, whole
 * files.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PICTURE_NAME } from '../../app/content/content-pictures.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import { jpegFrame, pngFrame } from '../../server/intake/picture-frame.ts'

const NAME = new RegExp(`^${PICTURE_NAME.source}$`)
const NAMED = 'clinic-in-tokyo.jpg'

export interface CheckedPictures {
  /** Addresses that a text may name: `/pictures/clinic.jpg`. */
  addresses: ReadonlySet<string>
  problems: SourceProblem[]
}

export function checkPictures(root: string): CheckedPictures {
  const folder = join(root, 'pictures')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []
  const files = names.filter((name) => NAME.test(name)).map((name) => readFileSync(join(folder, name)))
  const damaged = damagedAmong(files.filter((bytes) => broken(bytes) === undefined))
  return {
    addresses: new Set(names.map((name) => `/pictures/${name}`)),
    problems: names.sort().flatMap((name) => {
      const file = `${root}/pictures/${name}`
      if (!/\.(?:jpe?g|png|webp)$/i.test(name))
        return [problem(file, 1, '(file)', 'picture_kind', 'is not a JPEG, PNG or WebP: save it as one.', NAMED)]
      if (!NAME.test(name))
        return [
          problem(
            file,
            1,
            '(file)',
            'file_name',
            'is a name that no address has: lower-case letters, digits and hyphens.',
            slugOf(name),
          ),
        ]
      const bytes = readFileSync(join(folder, name))
      const why = broken(bytes) ?? (damaged(bytes) ? DAMAGED : undefined)
      return why === undefined ? [] : [problem(file, 1, '(file)', 'picture_broken', why, NAMED)]
    }),
  }
}

const slugOf = (name: string): string => {
  const [, stem = '', ending = ''] = /^(.*)\.(\w+)$/.exec(name.toLowerCase()) ?? []
  return `${stem.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'picture'}.${ending}`
}

/** On a phone a picture is as wide as its text, on a sharp screen with two dots for one. */
const NARROW = 320
const FORMATS = { jpeg: /\.jpe?g$/, png: /\.png$/, webp: /\.webp$/ } as const

/** What is shown blurred or not at all, or has the name of another kind: warnings. */
export function pictureDoubts({ root, files }: Tree): SourceProblem[] {
  const folder = join(root, 'pictures')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : []
  const texts = names.length > 0 ? [...files.values()].join('\n') : ''
  return names.sort().flatMap((name) => {
    const say = (why: string, example: string): SourceProblem =>
      problem(`${root}/pictures/${name}`, 1, '(file)', 'doubtful_picture', why, example)
    const bytes = readFileSync(join(folder, name))
    const format = bytes[0] === 0xff ? 'jpeg' : bytes[0] === 0x89 ? 'png' : 'webp'
    const width = format === 'webp' ? undefined : (format === 'jpeg' ? jpegFrame : pngFrame)(bytes)?.width
    return [
      ...(FORMATS[format].test(name) || broken(bytes) !== undefined
        ? []
        : [
            say(
              `is a ${format.toUpperCase()} under the name of another kind.`,
              name.replace(/\w+$/, format === 'jpeg' ? 'jpg' : format),
            ),
          ]),
      ...(width !== undefined && width < NARROW
        ? [say(`is ${width} pixels wide, and is shown wider: is it a preview of the picture?`, 'the picture itself')]
        : []),
      ...(texts.includes(`/pictures/${name}`)
        ? []
        : [say('is in no text: name it in one, or delete it.', `![What it shows](/pictures/${name})`)]),
    ]
  })
}

const DAMAGED = 'is damaged inside, though it begins as a picture: copy it again, or save it anew.'

/** Decodes pictures one after the other, in a process of its own: the check does not wait for anything that is later. */
const DECODE = `
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
const damaged = []
for (const picture of JSON.parse(readFileSync(0, 'utf8')))
  damaged.push(await sharp(Buffer.from(picture, 'base64')).stats().then(() => false, () => true))
process.stdout.write(JSON.stringify(damaged))
`
/** By checksum: a check that is repeated decodes only what is new. */
const decoded = new Map<string, boolean>()
const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64')

/** Whether one of these pictures cannot be decoded to its end. */
function damagedAmong(pictures: readonly Buffer[]): (picture: Buffer) => boolean {
  const unseen = pictures.filter((it) => !decoded.has(sumOf(it)))
  if (unseen.length > 0) {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', DECODE], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      input: JSON.stringify(unseen.map((it) => it.toString('base64'))),
    })
    if (status !== 0) throw new Error(`pictures could not be decoded: ${stderr}`)
    const damaged: unknown = JSON.parse(stdout)
    unseen.forEach((it, at) => decoded.set(sumOf(it), Array.isArray(damaged) && damaged[at] === true))
  }
  return (picture) => decoded.get(sumOf(picture)) === true
}

const CUT = 'is cut off or broken: copy or save the picture again.'

function broken(bytes: Buffer): string | undefined {
  const starts = (...head: number[]): boolean => head.every((byte, i) => bytes[i] === byte)
  if (starts(0xff, 0xd8)) return jpegFrame(bytes) ? undefined : CUT
  if (starts(0x89, 0x50, 0x4e, 0x47)) return pngFrame(bytes) ? undefined : CUT
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return bytes.length >= bytes.readUInt32LE(4) + 8 ? undefined : CUT
  return 'is not the picture that its name says: save it as a JPEG or PNG.'
}
