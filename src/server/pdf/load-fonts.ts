/**
 * The typefaces of the documents: Noto Sans SC in two weights, BIZ UDPGothic for Japanese, faces for the other scripts
 * in which schools write their names, and outlines for characters in none of them. All come from npm, so a checkout and
 * a deployed server have the same; an operator may add more. What draws with them parses them (`parse-font.ts`): a
 * server that asks which characters they have does not load the engine for PDFs.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readGlyphs, type Glyphs } from './font-glyphs.ts'
import type { Fonts, Typeface, Weights } from './font-types.ts'
import { SCRIPTS } from './printable-characters.ts'
import { rareHan, type RareHan } from './rare-han-characters.ts'

const PACKAGES = '@expo-google-fonts'
const require = createRequire(import.meta.url)

const ANY = /[^]/u

/** `folder` may hold more TTF files, tried in order of their names. Every font is read on first use. */
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
  let glyphs: Glyphs | undefined
  const read = (): Buffer => readFileSync(path())
  return {
    name,
    read,
    composes: script !== ANY,
    has: (point) => script.test(String.fromCodePoint(point)) && (glyphs ??= readGlyphs(read())).has(point),
  }
}

const outlined = (name: string, outlines: RareHan): Typeface => ({
  name,
  read: () => Buffer.alloc(0),
  composes: false,
  outlines,
  has: outlines.has,
})
