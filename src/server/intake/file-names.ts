/** Names that people's devices give to files: shown and offered for download, never used as a path. */
import type { Kind } from './detect-file-type.ts'

/** Code points. */
const LONGEST = 120
/**
 * UTF-16 units that are examined, from the end, where name and extension are: normalising takes time by the square of
 * the marks' number.
 */
const LOOKED_AT = 1000
/** Line breaks, NUL and marks that change the reading direction: a name contains them only to deceive. */
const DECEIVING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
/** Invisible marks that no name needs. */
const INVISIBLE = /[\u061c\u200b-\u200f\u2028\u2029\u2060\ufeff]/g
const EXTENSION = /\.([a-z][a-z0-9]{1,5})$/i

/** Extensions by type; the first is the one we give. */
const EXTENSIONS: Readonly<Record<Kind, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  pdf: ['pdf'],
}

/**
 * The name without its folders; `''` when nothing is left, `null` when it was made to deceive (`..` on its way, control
 * characters).
 */
export function cleanName(given: string): string | null {
  const sent = given.slice(-LOOKED_AT)
  const parts = sent.toWellFormed().normalize('NFC').split(/[/\\]/)
  if (DECEIVING.test(sent) || parts.some((part) => part.trim() === '..')) return null
  const name = (parts.at(-1) ?? '').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim().replace(/^\.+/, '')
  const tail = EXTENSION.exec(name)?.[0] ?? ''
  const points = Array.from(name)
  return points.length <= LONGEST
    ? name
    : points
        .slice(0, LONGEST - tail.length)
        .join('')
        .trimEnd() + tail
}

/** Pictures that devices convert without changing the name: a browser draws a HEIC and sends a JPEG. */
const PICTURES: readonly string[] = [...EXTENSIONS.jpeg, ...EXTENSIONS.png, 'heic', 'heif', 'webp']

const claimedBy = (name: string): string | undefined => EXTENSION.exec(name)?.[1]?.toLowerCase()

/** False when the name claims another type. A name that claims none agrees with all. */
export function nameAgrees(name: string, kind: Kind): boolean {
  const claimed = claimedBy(name)
  return claimed === undefined || EXTENSIONS[kind].includes(claimed)
}

/**
 * The name of a file of this type: a claim of another picture type is corrected, since pictures are re-encoded anyway.
 * `null` for other claims.
 */
export function acceptedName(name: string, kind: Kind): string | null {
  if (nameAgrees(name, kind)) return name
  return kind !== 'pdf' && PICTURES.includes(claimedBy(name) ?? '') ? nameAs(name, kind) : null
}

/** True when the name claims one of the accepted types. */
export const hasAcceptedExtension = (name: string): boolean =>
  Object.values(EXTENSIONS).some((all) => all.includes(claimedBy(name) ?? ''))

/**
 * The name with the extension of its type, as the file is saved. A re-encoded picture may have another type than
 * before.
 */
export function nameAs(name: string, kind: Kind): string {
  const bare = name === '' ? 'file' : name
  if (EXTENSION.test(bare) && nameAgrees(bare, kind)) return bare
  const stem =
    hasAcceptedExtension(bare) || PICTURES.includes(claimedBy(bare) ?? '') ? bare.replace(EXTENSION, '') : bare
  return `${stem}.${EXTENSIONS[kind][0]}`
}
