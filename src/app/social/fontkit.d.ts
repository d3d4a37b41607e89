/** The part of fontkit that we use; it has no types of its own. */
declare module 'fontkit' {
  export interface Path {
    scale(x: number, y: number): Path
    translate(x: number, y: number): Path
    toSVG(): string
  }
  export interface Glyph {
    readonly path: Path
  }
  export interface Run {
    readonly glyphs: readonly Glyph[]
    readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[]
    readonly advanceWidth: number
  }
  export interface Font {
    readonly unitsPerEm: number
    hasGlyphForCodePoint(point: number): boolean
    layout(text: string): Run
  }
  export function create(file: Uint8Array): Font
}
