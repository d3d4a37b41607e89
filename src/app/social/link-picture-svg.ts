/** A link's picture as SVG: title at the left, windows on the sill at the right, the logo below it (look.md "Idea"). */
import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { SITE } from '../../lib/site.ts'
import { Logo } from '../../ui/Logo.tsx'
import { DayWindow, NightWindow } from '../../ui/HeroWindows.tsx'
import { outline, widthOf } from './font-outlines.ts'
import { setTitle } from './title-lines.ts'
import { PICTURE, type Picture } from './link-picture.ts'

/** The light tokens: a picture has no theme. */
const PAPER = '#fbfaf7'
const INK = '#17252b'
const TEAL = '#0f5c63'

const EDGE = 72
const SILL = 506
const WINDOW = { width: 204, height: 204 * (341 / 226), gap: 40 }
/** From large to small; a smaller size may have more lines. */
const SIZES = [76, 68, 60, 54]
const LABEL = 28
const FOOT = 588

const lineHeight = (size: number, lang: Picture['lang']): number => Math.round(size * (lang === 'cn' ? 1.3 : 1.14))

/** `drawing.css` for a renderer without nesting and variables: its light colours, written out. */
export function flatDrawing(css: string): string {
  const light = css.replace(/@variant dark \{[^}]*\}/, '')
  const colours = new Map(
    [...light.matchAll(/(--[\w-]+):\s*(#\w+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const rules = [...light.matchAll(/& \.([\w-]+) \{([^}]*)\}/g)].map(
    ([, name, body = '']) =>
      `.${name}{${body.replace(/var\((--[\w-]+)\)/g, (whole, key: string) => colours.get(key) ?? whole).replace(/\s+/g, '')}}`,
  )
  return rules.filter((rule) => !rule.includes('var(')).join('')
}

let style: string | undefined
const drawingStyle = (): string => (style ??= flatDrawing(readFileSync('src/app/styles/drawing.css', 'utf8')))

/** One of our drawings as a part of this picture. */
const placed = (
  part: Parameters<typeof renderToStaticMarkup>[0],
  box: { x: number; y: number; width: number; height: number },
): string =>
  renderToStaticMarkup(part)
    .replace(/<svg class="[^"]*"/, '<svg')
    .replace(/(<svg[^>]*?) width="[^"]*" height="[^"]*"/, '$1')
    .replace('<svg', `<svg x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" overflow="visible"`)

function windows(count: Picture['windows']): string {
  const y = SILL - WINDOW.height
  const box = (place: number) => ({
    x: PICTURE.width - EDGE - WINDOW.width - place * (WINDOW.width + WINDOW.gap),
    y,
    width: WINDOW.width,
    height: WINDOW.height,
  })
  const drawn =
    count === 2
      ? [placed(createElement(NightWindow), box(1)), placed(createElement(DayWindow), box(0))]
      : [placed(createElement(DayWindow), box(0))]
  return `<g stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${drawn.join('')}</g>`
}

/** The whole picture, with every letter as an outline. */
export function drawPicture({ lang, label, title, windows: count }: Picture): string {
  const room = PICTURE.width - 2 * EDGE - count * (WINDOW.width + WINDOW.gap)
  const set = setTitle(
    title,
    room,
    SIZES,
    (size) => (size > 60 ? 3 : 4),
    (size) => (text) => widthOf(text, lang, size),
  )
  const step = lineHeight(set.size, lang)
  // Label and title together are centred between the upper edge and the sill.
  const tall = LABEL + 34 + set.lines.length * step
  const top = Math.round((SILL - tall) / 2 + 6)
  const first = top + LABEL + 34 + Math.round(set.size * 0.82)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" viewBox="0 0 ${PICTURE.width} ${PICTURE.height}">`,
    `<style>${drawingStyle()}</style>`,
    `<rect width="100%" height="100%" fill="${PAPER}"/>`,
    `<path fill="${TEAL}" d="${outline(label, lang, LABEL, EDGE, top + LABEL - 4)}"/>`,
    ...set.lines.map(
      (line, index) => `<path fill="${INK}" d="${outline(line, lang, set.size, EDGE, first + index * step)}"/>`,
    ),
    `<rect y="${SILL}" width="${PICTURE.width}" height="3" fill="${INK}"/>`,
    windows(count),
    `<g color="${TEAL}">${placed(createElement(Logo, { size: 44 }), { x: EDGE, y: FOOT - 38, width: 44, height: 44 })}</g>`,
    `<path fill="${INK}" d="${outline(SITE[lang].name, lang, 32, EDGE + 60, FOOT)}"/>`,
    '</svg>',
  ].join('')
}
