/** A typeface as the documents use it, and the set of all of them. */
import type { Glyphs } from './font-glyphs.ts'
import type { Outlines } from './rare-han-characters.ts'

/**
 * A font is parsed once and shared by all documents: parsing it for each takes three times as long and twice the
 * memory.
 */
export type ParsedFont = PDFKit.Mixins.PDFFontSource

export interface Typeface extends Glyphs {
  /** Name under which a document registers it. */
  name: string
  file: ParsedFont
  /** Set for fonts that pdfkit cannot subset: their glyphs are drawn as shapes. */
  outlines?: Outlines
}

/** A face in the two weights of the documents. */
export interface Weights {
  regular: Typeface
  bold: Typeface
}

export interface Fonts extends Weights {
  /** For Japanese text, whose characters have other shapes than the Chinese ones with the same code. */
  japanese: Weights
  /** Tried in turn for characters that the wanted face does not have. */
  fallbacks: readonly Weights[]
}
