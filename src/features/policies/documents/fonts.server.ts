/**
 * The faces of the documents: Noto Sans SC in two weights, BIZ UDPGothic for Japanese, faces for the other scripts that a school is written
 * in, and outlines for characters beyond all of them. All come from npm, so a checkout and a deployed server have the same; an operator may add more.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { z } from 'zod'
import { readGlyphs, type Glyphs } from './font-glyphs.server.ts'
import { rareHan, type Outlines } from './rare-characters.server.ts'

/** A font read once and used by every document: reading it anew for each takes three times as long and twice the memory. */
type ParsedFont = PDFKit.Mixins.PDFFontSource

/** pdfkit takes an object that can lay text out, but hands out none; this is the one its document has just read. */
const parsed = z.object({ _font: z.object({ font: z.custom<ParsedFont>((it) => z.object({ layout: z.function() }).safeParse(it).success) }) })

function parseFont(file: Buffer): ParsedFont {
  const probe = parsed.safeParse(new PDFDocument({ autoFirstPage: false, font: '' }).font(file))
  return probe.success ? probe.data._font.font : file
}

const named = z.object({ characterSet: z.array(z.number()), glyphForCodePoint: z.custom<(point: number) => unknown>((it) => typeof it === 'function') })

/**
 * A glyph keeps the text with which it was first met, and that is how it is spelled when copied. Where letters are taken apart and put
 * together by the font, a "č" drawn first would spell the "c" of every later document: so each is met by itself before.
 */
function withOwnSpelling(font: ParsedFont): ParsedFont {
  const { data } = named.safeParse(font)
  data?.characterSet.forEach((point) => data.glyphForCodePoint.call(font, point))
  return font
}

export interface Typeface extends Glyphs {
  /** Name under which a document registers it. */
  name: string
  file: ParsedFont
  /** Set where glyphs are drawn as shapes, because pdfkit cannot take parts out of such a font. */
  outlines?: Outlines
}

/** A face in the two weights of the documents. */
export interface Weights {
  regular: Typeface
  bold: Typeface
}

export interface Fonts extends Weights {
  /** For text in Japanese, whose characters have other shapes than the Chinese ones of the same code. */
  japanese: Weights
  /** Asked in turn for characters that the wanted face does not have. */
  fallbacks: readonly Weights[]
}

const PACKAGES = '@expo-google-fonts'
const require = createRequire(import.meta.url)

/** Scripts whose setting was looked at in a finished document; what else these fonts hold is not used. */
const SCRIPTS: readonly { folder: string; file: string; bold: string; script: RegExp }[] = [
  { folder: 'noto-sans', file: 'NotoSans', bold: '600SemiBold', script: /[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Common}\p{scx=Inherited}]/u },
  { folder: 'nanum-gothic', file: 'NanumGothic', bold: '700Bold', script: /\p{scx=Hangul}/u },
  { folder: 'noto-sans-thai', file: 'NotoSansThai', bold: '600SemiBold', script: /[\p{scx=Thai}\p{scx=Common}]/u },
  { folder: 'noto-sans-arabic', file: 'NotoSansArabic', bold: '600SemiBold', script: /[\p{scx=Arabic}\p{scx=Common}\p{scx=Inherited}]/u },
  { folder: 'noto-sans-hebrew', file: 'NotoSansHebrew', bold: '600SemiBold', script: /[\p{scx=Hebrew}\p{scx=Common}\p{scx=Inherited}]/u },
]
const ANY = /[^]/u

/** `folder` may hold more TTF files, tried in the order of their names. Every font is read when something first needs it. */
export function loadFonts(folder?: string): Fonts {
  const added = folder ? readdirSync(folder).filter((name) => /\.ttf$/i.test(name)).sort() : []
  return {
    regular: typeface('regular', inPackage('noto-sans-sc', 'NotoSansSC', '400Regular')),
    bold: typeface('bold', inPackage('noto-sans-sc', 'NotoSansSC', '600SemiBold')),
    japanese: {
      regular: typeface('japanese', inPackage('biz-udpgothic', 'BIZUDPGothic', '400Regular')),
      bold: typeface('japanese-bold', inPackage('biz-udpgothic', 'BIZUDPGothic', '700Bold')),
    },
    fallbacks: [
      ...SCRIPTS.map(({ folder: name, file, bold, script }) => ({
        regular: typeface(name, inPackage(name, file, '400Regular'), script),
        bold: typeface(`${name}-bold`, inPackage(name, file, bold), script),
      })),
      ...added.map((name, i) => sameForBothWeights(typeface(`added${i}`, () => join(folder ?? '', name)))),
      sameForBothWeights(outlined('rare-han', rareHan(() => require.resolve('hanamin/HanaMin.css')))),
    ],
  }
}

const loaded = new Map<string, Fonts>()

/** One set for all servers of a process. */
export function fontsIn(folder: string | undefined): Fonts {
  const key = folder ?? ''
  const known = loaded.get(key) ?? loadFonts(folder)
  loaded.set(key, known)
  return known
}

const inPackage = (folder: string, file: string, weight: string) => (): string =>
  require.resolve(`${PACKAGES}/${folder}/${weight}/${file}_${weight}.ttf`)

/** One weight stands for both. */
const sameForBothWeights = (it: Typeface): Weights => ({ regular: it, bold: it })

function typeface(name: string, path: () => string, script: RegExp = ANY): Typeface {
  let bytes: Buffer | undefined
  let glyphs: Glyphs | undefined
  let file: ParsedFont | undefined
  const read = (): Buffer => (bytes ??= readFileSync(path()))
  return {
    name,
    get file() {
      return (file ??= script === ANY ? parseFont(read()) : withOwnSpelling(parseFont(read())))
    },
    has: (point) => script.test(String.fromCodePoint(point)) && (glyphs ??= readGlyphs(read())).has(point),
  }
}

const outlined = (name: string, outlines: Outlines): Typeface => ({ name, file: '', outlines, has: outlines.has })

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
export function missingCharacters(fonts: Fonts, text: string): string[] {
  return [...new Set(printable(text))].filter((char) => !typefaceFor(fonts, fonts.regular, char))
}

/** The face that draws a character: the wanted one if it can. */
export function typefaceFor(fonts: Fonts, wanted: Typeface, char: string): Typeface | undefined {
  const point = char.codePointAt(0) ?? 0
  if (wanted.has(point)) return wanted
  const weight = wanted === fonts.bold || wanted === fonts.japanese.bold ? 'bold' : 'regular'
  return [fonts, ...fonts.fallbacks].find((it) => it.regular.has(point))?.[weight]
}

/**
 * Old systems keep 䶮 in the private-use area (domain §6): mapped, not refused. Control characters are no text, and a variation
 * selector only asks for another shape of the same character.
 */
export const printable = (text: string): string =>
  text.normalize('NFC').replaceAll('\ue863', '\u4dae')
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u2028\u2029\ufeff]/g, ' ').replace(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, '')
