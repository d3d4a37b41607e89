/**
 * Writes `public/icons.svg`: one symbol per icon, without stroke attributes, so that CSS sets colour and width.
 * Run by the site build and by the development server; by hand: `node src/ui/icons.build.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ICONS } from './icons.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
export const SPRITE = join(root, 'public/icons.svg')

/** The sprite's text. Throws when Lucide has no icon of a listed name. */
export function sprite(): string {
  const folder = join(dirname(createRequire(import.meta.url).resolve('lucide-static/package.json')), 'icons')
  const symbols = ICONS.map((name) => {
    const svg = readFileSync(join(folder, `${name}.svg`), 'utf8')
    const shapes = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
    return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replace(/\s+/g, ' ').replace(/> </g, '><').replace(/ \/>/g, '/>').trim()}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`
}

export function writeSprite(): void {
  writeFileSync(SPRITE, sprite())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeSprite()
