/** Names that people's devices give to files: shown and offered for download, never used as a path. */
import type { Kind } from './sniff.ts'

/** Code points. */
const LONGEST = 120
/** Line breaks, NUL and whatever turns the direction of reading: a name holds them only to deceive. */
const DECEIVING = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
/** Marks that nobody sees and that no name needs. */
const INVISIBLE = /[\u061c\u200b-\u200f\u2028\u2029\u2060\ufeff]/g
const EXTENSION = /\.([a-z][a-z0-9]{1,5})$/i

/** The first is the one we give. */
const EXTENSIONS: Readonly<Record<Kind, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  pdf: ['pdf'],
}

/** The name without its folders; `''` when nothing is left, `null` when it was made to deceive (`..` on its way, control characters). */
export function cleanName(sent: string): string | null {
  const parts = sent.toWellFormed().normalize('NFC').split(/[/\\]/)
  if (DECEIVING.test(sent) || parts.some((part) => part.trim() === '..')) return null
  const name = (parts.at(-1) ?? '').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim().replace(/^\.+/, '')
  const tail = EXTENSION.exec(name)?.[0] ?? ''
  const points = [...name]
  return points.length <= LONGEST ? name : points.slice(0, LONGEST - tail.length).join('').trimEnd() + tail
}

/** False when the name claims another kind. A name that claims none agrees with all. */
export function nameAgrees(name: string, kind: Kind): boolean {
  const claimed = EXTENSION.exec(name)?.[1]?.toLowerCase()
  return claimed === undefined || EXTENSIONS[kind].includes(claimed)
}

/** True when the name claims one of the kinds we take. */
export const claimsOurs = (name: string): boolean => {
  const claimed = EXTENSION.exec(name)?.[1]?.toLowerCase()
  return claimed !== undefined && Object.values(EXTENSIONS).some((all) => all.includes(claimed))
}

/** The name with the extension of its kind: what a file is saved as. A picture that was re-encoded may have changed its kind. */
export function nameAs(name: string, kind: Kind): string {
  const bare = name === '' ? 'file' : name
  if (EXTENSION.test(bare) && nameAgrees(bare, kind)) return bare
  const stem = claimsOurs(bare) ? bare.replace(EXTENSION, '') : bare
  return `${stem}.${EXTENSIONS[kind][0]}`
}
