/**
 * The typefaces of the documents: Noto Sans SC in two weights, BIZ UDPGothic for Japanese, faces for the other scripts in which schools write their
 * names, and outlines for characters in none of them. All come from npm, so a checkout and a deployed server have the same; an operator may add more.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { z } from 'zod'
import { readGlyphs, type Glyphs } from './font-glyphs.server.ts'
import { rareHan, type Outlines } from './rare-characters.server.ts'

/** A font is parsed once and shared by all documents: parsing it for each takes three times as long and twice the memory. */
type ParsedFont = PDFKit.Mixins.PDFFontSource

/** pdfkit accepts a parsed font but does not return one; this is the font that its document has just parsed. */
const parsed = z.object({ _font: z.object({ font: z.custom<ParsedFont>((it) => z.object({ layout: z.function() }).safeParse(it).success) }) })

function parseFont(file: Buffer): ParsedFont {
  const probe = parsed.safeParse(new PDFDocument({ autoFirstPage: false, font: '' }).font(file))
  return probe.success ? probe.data._font.font : file
}

const named = z.object({ characterSet: z.array(z.number()), glyphForCodePoint: z.custom<(point: number) => unknown>((it) => typeof it === 'function') })

/**
 * A glyph keeps the text with which it was first laid out, and that text is what copying yields. In fonts that compose letters, a "č"
 * drawn first would make every later document copy "c" wrongly: so each letter is laid out by itself first.
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

const PACKAGES = '@expo-google-fonts'
const require = createRequire(import.meta.url)

/** Only the scripts that were checked in a finished document; other scripts in these fonts are not used. */
const SCRIPTS: readonly { folder: string; file: string; bold: string; script: RegExp }[] = [
  { folder: 'noto-sans', file: 'NotoSans', bold: '600SemiBold', script: /[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Common}\p{scx=Inherited}]/u },
  { folder: 'nanum-gothic', file: 'NanumGothic', bold: '700Bold', script: /\p{scx=Hangul}/u },
  { folder: 'noto-sans-thai', file: 'NotoSansThai', bold: '600SemiBold', script: /[\p{scx=Thai}\p{scx=Common}]/u },
  { folder: 'noto-sans-arabic', file: 'NotoSansArabic', bold: '600SemiBold', script: /[\p{scx=Arabic}\p{scx=Common}\p{scx=Inherited}]/u },
  { folder: 'noto-sans-hebrew', file: 'NotoSansHebrew', bold: '600SemiBold', script: /[\p{scx=Hebrew}\p{scx=Common}\p{scx=Inherited}]/u },
]
const ANY = /[^]/u

/** `folder` may hold more TTF files, tried in order of their names. Every font is parsed on first use. */
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

/** One shared set for all servers of a process. */
export function fontsIn(folder: string | undefined): Fonts {
  const key = folder ?? ''
  const known = loaded.get(key) ?? loadFonts(folder)
  loaded.set(key, known)
  return known
}

const inPackage = (folder: string, file: string, weight: string) => (): string =>
  require.resolve(`${PACKAGES}/${folder}/${weight}/${file}_${weight}.ttf`)

/** The same face is used for both weights. */
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

/** A character that no font here can draw. `reason` is for an operator: it lists code points, never the text. */
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

/** The face that draws a character: the wanted one if it can, else a fallback. */
export function typefaceFor(fonts: Fonts, wanted: Typeface, char: string): Typeface | undefined {
  const point = char.codePointAt(0) ?? 0
  if (wanted.has(point)) return wanted
  const weight = wanted === fonts.bold || wanted === fonts.japanese.bold ? 'bold' : 'regular'
  return [fonts, ...fonts.fallbacks].find((it) => it.regular.has(point))?.[weight]
}

/**
 * Old systems store 䶮 in the private-use area (domain §6): it is mapped, not refused. Control characters are removed, and so
 * are variation selectors, which only ask for another shape of the same character.
 */
export const printable = (text: string): string =>
  text.normalize('NFC').replaceAll('\ue863', '\u4dae')
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u2028\u2029\ufeff]/g, ' ').replace(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, '')
