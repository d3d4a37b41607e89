/**
 * The type of a file, by its first bytes. Three types are accepted, so a library that knows hundreds would only add
 * risk.
 */
export type Kind = 'jpeg' | 'png' | 'pdf'

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PDF = Buffer.from('%PDF-')
/** Viewers accept the mark anywhere in so many bytes: mail programs and servers write something before it. */
export const PDF_MARK_WITHIN = 1024
/** Brands of what iPhones call HEIC. */
const HEIC = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

const starts = (bytes: Buffer, with_: Buffer): boolean => bytes.subarray(0, with_.length).equals(with_)

/** `heic` is told apart from unknown types because its sender can do something about it. */
export function detectFileType(bytes: Buffer): Kind | 'heic' | undefined {
  if (starts(bytes, JPEG)) return 'jpeg'
  if (starts(bytes, PNG)) return 'png'
  if (bytes.subarray(0, PDF_MARK_WITHIN).includes(PDF)) return 'pdf'
  if (bytes.toString('latin1', 4, 8) === 'ftyp' && HEIC.includes(bytes.toString('latin1', 8, 12))) return 'heic'
  return undefined
}
