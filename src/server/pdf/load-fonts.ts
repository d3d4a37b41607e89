/**
 * Loads the typefaces of the documents: Noto Sans SC in two weights, BIZ UDPGothic for Japanese, faces for the other
 * scripts in which schools write their names, and outlines for characters in none of them. All come from npm, so a
 * checkout and a deployed server have the same; an operator may add more.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
// oxlint-disable-next-line import/no-named-as-default -- its types know only the default export
import PDFDocument from 'pdfkit'
import { z } from 'zod'
import { readGlyphs, type Glyphs } from './font-glyphs.ts'
import type { Fonts, ParsedFont, Typeface, Weights } from './font-types.ts'
import { SCRIPTS } from './printable-characters.ts'
import { rareHan, type Outlines } from './rare-han-characters.ts'

/** pdfkit accepts a parsed font but does not return one; this is the font that its document has just parsed. */
const parsed = z.object({
  _font: z.object({ font: z.custom<ParsedFont>((it) => z.object({ layout: z.function() }).safeParse(it).success) }),
})

function parseFont(file: Buffer): ParsedFont {
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

const PACKAGES = '@expo-google-fonts'
const require = createRequire(import.meta.url)

const ANY = /[^]/u

/** `folder` may hold more TTF files, tried in order of their names. Every font is parsed on first use. */
export function loadFonts(folder?: string): Fonts {
  const added = folder
    ? readdirSync(folder)
        .filter((name) => /\.ttf$/i.test(name))
        .sort()
    : []
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
      sameForBothWeights(
        outlined(
          'rare-han',
          rareHan(() => require.resolve('hanamin/HanaMin.css')),
        ),
      ),
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
