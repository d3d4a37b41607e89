/** The type of a file, by its first bytes and not by its name. */
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { Refused } from './upload-types.ts'

export const MEBIBYTE = 1024 * 1024
const HEAD_BYTES = 1024

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
/** The brands of HEIC, which most browsers cannot open. AVIF has the same box type with another brand. */
const HEIC = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/

export type Kind = 'pdf' | 'jpeg' | 'png' | 'webp' | 'heic' | 'other'

/** The type by the first kilobyte. */
export function kindOf(head: Uint8Array): Kind {
  // PDF readers accept the mark within the first kilobyte, and some scanners write something before it.
  if (text(head, 0, HEAD_BYTES).includes('%PDF-')) return 'pdf'
  if (head[0] === 0xff && head[1] === 0xd8) return 'jpeg'
  if (text(head, 0, 4) === '\x89PNG') return 'png'
  if (text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP') return 'webp'
  if (text(head, 4, 8) === 'ftyp' && HEIC.test(text(head, 8, 12))) return 'heic'
  return 'other'
}

/** The type of a file; refuses an empty file, and a PDF over the limit. A photo of any size is made smaller. */
export async function checked(raw: Blob): Promise<Kind> {
  if (raw.size === 0) throw new Refused('file_empty')
  const kind = kindOf(new Uint8Array(await raw.slice(0, HEAD_BYTES).arrayBuffer()))
  if (kind === 'pdf' && raw.size > LIMITS.maxFileMebibytes * MEBIBYTE) throw new Refused('file_size')
  return kind
}

/** Notes of a camera stand before the size of a JPEG, at most so many bytes. */
const NOTES_BYTES = 256 * 1024
/** Browsers draw nothing that is longer, whatever its other side. */
const LONGEST_SIDE = 16_384

/** The size of a picture as its header says it; undefined when there is none to read. */
export async function sizeOf(raw: Blob, kind: Kind): Promise<{ width: number; height: number } | undefined> {
  const head = new DataView(await raw.slice(0, NOTES_BYTES).arrayBuffer())
  if (kind === 'png')
    return head.byteLength < 24 ? undefined : { width: head.getUint32(16), height: head.getUint32(20) }
  if (kind !== 'jpeg') return undefined
  for (let at = 2; at + 9 <= head.byteLength && head.getUint8(at) === 0xff; at += 2 + head.getUint16(at + 2)) {
    const marker = head.getUint8(at + 1)
    // C4, C8 and CC are tables.
    if ((marker >= 0xc0 && marker <= 0xcf && marker % 4 !== 0) || marker === 0xc0)
      return { width: head.getUint16(at + 7), height: head.getUint16(at + 5) }
  }
  return undefined
}

/** The parts of a PNG that its picture needs: not its texts, times and places. */
const PICTURE_CHUNK = /^(?:IHDR|PLTE|IDAT|IEND|sRGB|gAMA|cHRM|iCCP)$/

/**
 * A PNG without its notes, its picture byte for byte as it was: browsers write a larger file than the phone did.
 * Undefined where it has to be drawn, because it is see-through, turned or moving. Screenshots can be see-through, and
 * are not: `opaque` says that no pixel is.
 */
export async function withoutNotes(raw: Blob, opaque = false): Promise<Blob | undefined> {
  const bytes = new Uint8Array(await raw.arrayBuffer())
  const parts = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + new DataView(bytes.buffer, at).getUint32(0)
    const name = text(bytes, at + 4, at + 8)
    const clear = name === 'tRNS' || (name === 'IHDR' && (bytes[at + 17] ?? 0) >= 4)
    if ((clear && !opaque) || /^(?:eXIf|acTL)$/.test(name)) return undefined
    if (PICTURE_CHUNK.test(name)) parts.push(bytes.subarray(at, end))
    if (name === 'IEND') return end > bytes.length ? undefined : new Blob(parts, { type: 'image/png' })
    at = end
  }
  return undefined
}

/** Why a file that the browser cannot draw is refused. */
export function undrawable(kind: Kind, size?: { width: number; height: number }): Refused {
  if (kind === 'heic' || kind === 'other') return new Refused(kind === 'heic' ? 'file_heic' : 'file_type')
  const large =
    size && (size.width * size.height > LIMITS.maxMegapixels * 1e6 || Math.max(size.width, size.height) > LONGEST_SIDE)
  return new Refused(large ? 'file_pixels' : 'file_broken')
}

const EXTENSIONS: Readonly<Record<string, readonly [given: string, ...others: string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
}
/**
 * Accepted extensions of pictures; after any other one the right extension is appended, so that nothing of the name is
 * lost.
 */
const PICTURE = /\.(jpe?g|jpe|jfif|png|webp|hei[cf]|avif|gif|bmp|tiff?)$/i

/** The name of a file that was converted: `Screenshot.png` that is sent as JPEG becomes `Screenshot.jpg`. */
export function nameFor(name: string, type: string): string {
  const [given, ...others] = EXTENSIONS[type] ?? []
  const lower = name.toLowerCase()
  if (!given || name === '' || [given, ...others].some((it) => lower.endsWith(`.${it}`))) return name
  return `${name.replace(PICTURE, '')}.${given}`
}

/** In hexadecimal, as in the server's receipt. */
export async function sha256(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
