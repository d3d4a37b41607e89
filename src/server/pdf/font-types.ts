/** A typeface as the documents use it, and the set of all of them. */
import type { Glyphs } from './font-glyphs.ts'
import type { RareHan } from './rare-han-characters.ts'

export interface Typeface extends Glyphs {
  /** Name under which a document registers it. */
  name: string
  /** Reads its TTF file. */
  read: () => Buffer
  /** Whether it composes letters of several glyphs. */
  composes: boolean
  /** Set for fonts that pdfkit cannot subset: their glyphs are drawn as shapes. */
  outlines?: RareHan
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
