/**
 * Reads which characters a TrueType font can draw: those of its `cmap` (formats 4 and 12) whose outline is not empty. A
 * font may list a character without an outline; on a certificate that would be a blank name.
 */
export interface Glyphs {
  /** True when the font draws this code point, or when it is a space. */
  has: (codePoint: number) => boolean
}

const SPACES: ReadonlySet<number> = new Set([0x20, 0xa0, 0x3000, 0x2009, 0x202f])

/**
 * Parses a TTF. Throws for other files (collections and CFF fonts are not supported). Keeps copies of three tables, and
 * not the file, which has ten megabytes.
 */
export function readGlyphs(file: Uint8Array): Glyphs {
  const table = tablesOf(file)
  const lookup = cmap(table('cmap'))
  const outlined = outlines(table('head'), table('loca'))
  return {
    has: (codePoint) => {
      const glyph = lookup(codePoint)
      return glyph !== 0 && (SPACES.has(codePoint) || outlined(glyph))
    },
  }
}

function tablesOf(file: Uint8Array): (tag: string) => DataView {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const places = new Map<string, [from: number, length: number]>()
  for (let i = 0, at = 12; i < view.getUint16(4); i++, at += 16) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((n) => view.getUint8(at + n)))
    places.set(tag, [view.getUint32(at + 8), view.getUint32(at + 12)])
  }
  return (tag) => {
    const place = places.get(tag)
    if (place === undefined) throw new Error(`not a TrueType font: no ${tag} table`)
    const [from, length] = place
    return new DataView(Uint8Array.from(file.subarray(from, from + length)).buffer)
  }
}

type Lookup = (codePoint: number) => number

/** The table for all of Unicode (format 12) if there is one, else that for the first 65,536 characters. */
function cmap(view: DataView): Lookup {
  const offsets = Array.from({ length: view.getUint16(2) }, (_, i) => view.getUint32(4 + i * 8 + 4))
  const long = offsets.find((it) => view.getUint16(it) === 12)
  if (long !== undefined) return format12(view, long)
  const short = offsets.find((it) => view.getUint16(it) === 4)
  if (short === undefined) throw new Error('not a TrueType font: no Unicode cmap')
  return format4(view, short)
}

const format12 =
  (view: DataView, at: number): Lookup =>
  (codePoint) => {
    let low = 0
    let high = view.getUint32(at + 12) - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const group = at + 16 + middle * 12
      if (codePoint < view.getUint32(group)) high = middle - 1
      else if (codePoint > view.getUint32(group + 4)) low = middle + 1
      else return view.getUint32(group + 8) + codePoint - view.getUint32(group)
    }
    return 0
  }

const format4 =
  (view: DataView, at: number): Lookup =>
  (codePoint) => {
    if (codePoint > 0xffff) return 0
    const double = view.getUint16(at + 6)
    const [ends, starts] = [at + 14, at + 16 + double]
    for (let i = 0; i < double; i += 2) {
      if (codePoint > view.getUint16(ends + i)) continue
      const first = view.getUint16(starts + i)
      if (codePoint < first) return 0
      const delta = view.getUint16(starts + double + i)
      const rangeAt = starts + 2 * double + i
      const range = view.getUint16(rangeAt)
      if (range === 0) return (codePoint + delta) & 0xffff
      const glyph = view.getUint16(rangeAt + range + 2 * (codePoint - first))
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }

function outlines(head: DataView, loca: DataView): (glyph: number) => boolean {
  const long = head.getInt16(50) === 1
  const at = (glyph: number): number => (long ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2)
  return (glyph) => at(glyph + 1) > at(glyph)
}
