/** The faces of the documents: Noto Sans SC in two weights, and whatever fonts an operator adds for rarer characters. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { z } from 'zod'
import { readGlyphs, type Glyphs } from './glyphs.server.ts'

/** A font read once and used by every document: reading it anew for each takes three times as long and twice the memory. */
type Parsed = PDFKit.Mixins.PDFFontSource

/** pdfkit takes an object that can lay text out, but hands out none; this is the one its document has just read. */
const parsed = z.object({ _font: z.object({ font: z.custom<Parsed>((it) => z.object({ layout: z.function() }).safeParse(it).success) }) })

function parseFont(file: Buffer): Parsed {
  const probe = parsed.safeParse(new PDFDocument({ autoFirstPage: false, font: '' }).font(file))
  return probe.success ? probe.data._font.font : file
}

export interface Face extends Glyphs {
  /** Name under which a document registers it. */
  name: string
  file: Parsed
}

export interface Fonts {
  regular: Face
  bold: Face
  /** Asked in turn for characters the two do not have; one weight stands for both. */
  fallbacks: readonly Face[]
}

const NOTO = '@expo-google-fonts/noto-sans-sc'
const require = createRequire(import.meta.url)

/**
 * Reads the fonts (2 × 10 MB, once per process). `folder` may hold more TTF files, tried in the order of their names.
 * They come from npm, so a checkout and a deployed server have the same.
 */
export function loadFonts(folder?: string): Fonts {
  const more = folder ? readdirSync(folder).filter((name) => /\.ttf$/i.test(name)).sort() : []
  return {
    regular: face('regular', require.resolve(`${NOTO}/400Regular/NotoSansSC_400Regular.ttf`)),
    bold: face('bold', require.resolve(`${NOTO}/600SemiBold/NotoSansSC_600SemiBold.ttf`)),
    fallbacks: more.map((name, i) => face(`fallback${i}`, join(folder ?? '', name))),
  }
}

function face(name: string, path: string): Face {
  const file = readFileSync(path)
  return { name, file: parseFont(file), ...readGlyphs(file) }
}

/** A character that no font here can draw. `reason` is for an operator: it names code points, never the text. */
export class MissingGlyphs extends Error {
  override name = 'MissingGlyphs'
  readonly reason: string
  constructor(missing: readonly string[]) {
    const points = missing.map((char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    const reason = `no font draws ${points.join(', ')}; add one that does to DOCUMENT_FONTS`
    super(reason)
    this.reason = reason
  }
}

/** Characters of a text that neither the face nor any fallback draws; each once. */
export function coverage(fonts: Fonts, text: string): string[] {
  return [...new Set(printable(text))].filter((char) => !faceFor(fonts, fonts.regular, char))
}

/** The face that draws a character: the wanted one if it can. */
export function faceFor(fonts: Fonts, wanted: Face, char: string): Face | undefined {
  const point = char.codePointAt(0) ?? 0
  return wanted.has(point) ? wanted : [fonts.regular, ...fonts.fallbacks].find((it) => it.has(point))
}

/** Old systems keep 䶮 in the private-use area (domain §6): mapped, not refused. Control characters are no text. */
export const printable = (text: string): string =>
  text.normalize('NFC').replaceAll('\ue863', '\u4dae').replace(/[\u0000-\u001f\u007f\u200b-\u200f\u2028\u2029\ufeff]/g, ' ')
