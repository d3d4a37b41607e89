/**
 * Titles of pictures as outlines: Figtree and Noto Sans SC, both 600, so that no font of the machine is needed (look.md
 * "Type"). Figtree is under the OFL: the licence is in `public/fonts/OFL.txt`.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import type { Lang } from '../../lib/locale.ts'

interface Faces {
  latin: Font
  chinese: Font
}

let held: Faces | undefined

/** Read once, and only by a build that draws pictures: the Chinese font has 10 MB. */
function faces(): Faces {
  const require = createRequire(join(process.cwd(), 'package.json'))
  held ??= {
    latin: create(readFileSync('src/app/social/figtree-600.ttf')),
    chinese: create(
      readFileSync(require.resolve('@expo-google-fonts/noto-sans-sc/600SemiBold/NotoSansSC_600SemiBold.ttf')),
    ),
  }
  return held
}

/** In Chinese text these are full-width, from the Chinese font. */
const WIDE = /[—‘’“”…·]/

function faceOf(char: string, lang: Lang): Font | undefined {
  const { latin, chinese } = faces()
  const point = char.codePointAt(0) ?? 0
  const order = lang === 'cn' && WIDE.test(char) ? [chinese, latin] : [latin, chinese]
  return order.find((face) => face.hasGlyphForCodePoint(point))
}

/** Runs of one font. A character that neither font has (an emoji) is left out: the title is understandable without it. */
function runs(text: string, lang: Lang): { face: Font; text: string }[] {
  const out: { face: Font; text: string }[] = []
  for (const char of text) {
    const face = faceOf(char, lang)
    const last = out.at(-1)
    if (!face) continue
    if (last?.face === face) last.text += char
    else out.push({ face, text: char })
  }
  return out
}

/** Width of a line in pixels at `size`. */
export function widthOf(text: string, lang: Lang, size: number): number {
  return runs(text, lang).reduce(
    (sum, run) => sum + (run.face.layout(run.text).advanceWidth / run.face.unitsPerEm) * size,
    0,
  )
}

/** The line as one SVG path, its first letter at `x`, its baseline at `y`. */
export function outline(text: string, lang: Lang, size: number, x: number, y: number): string {
  let at = x
  const paths: string[] = []
  for (const run of runs(text, lang)) {
    const scale = size / run.face.unitsPerEm
    const { glyphs, positions } = run.face.layout(run.text)
    glyphs.forEach((glyph, index) => {
      const place = positions[index]
      if (!place) return
      paths.push(
        glyph.path
          .scale(scale, -scale)
          .translate(at + place.xOffset * scale, y - place.yOffset * scale)
          .toSVG(),
      )
      at += place.xAdvance * scale
    })
  }
  return paths.join('').replace(/\d+\.\d+/g, (figure) => String(Math.round(Number(figure) * 10) / 10))
}
