/** Parses a typeface as pdfkit draws with it. */
// oxlint-disable-next-line import/no-named-as-default -- its types know only the default export
import PDFDocument from 'pdfkit'
import { z } from 'zod'
import type { Typeface } from './font-types.ts'

type ParsedFont = PDFKit.Mixins.PDFFontSource

/** pdfkit accepts a parsed font but does not return one; this is the font that its document has just parsed. */
const parsed = z.object({
  _font: z.object({ font: z.custom<ParsedFont>((it) => z.object({ layout: z.function() }).safeParse(it).success) }),
})

function parse(file: Buffer): ParsedFont {
  const probe = parsed.safeParse(new PDFDocument({ autoFirstPage: false, font: '' }).font(file))
  return probe.success ? probe.data._font.font : file
}

const named = z.object({
  characterSet: z.array(z.number()),
  glyphForCodePoint: z.custom<(point: number) => unknown>((it) => typeof it === 'function'),
})

/**
 * A glyph keeps the text with which it was first laid out, and that text is what copying yields. In fonts that compose
 * letters, a "č" drawn first would make every later document copy "c" wrongly: so each letter is laid out by itself
 * first.
 */
function withOwnSpelling(font: ParsedFont): ParsedFont {
  const { data } = named.safeParse(font)
  data?.characterSet.forEach((point) => data.glyphForCodePoint.call(font, point))
  return font
}

const parsedFonts = new WeakMap<Typeface, ParsedFont>()

/**
 * The parsed font of a face. It is parsed once and shared by all documents: parsing it for each takes three times as
 * long and twice the memory.
 */
export function parseFont(face: Typeface): ParsedFont {
  const known = parsedFonts.get(face)
  if (known !== undefined) return known
  const font = parse(face.read())
  const made = face.composes ? withOwnSpelling(font) : font
  parsedFonts.set(face, made)
  return made
}
