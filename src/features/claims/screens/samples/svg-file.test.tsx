import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  DOCUMENT_PICTURES,
  DRAWINGS,
  isRulePicture,
  PICTURE_POINTS,
  RULE_PICTURES,
  type Quality,
} from '../../../../lib/content/document-pictures.ts'
import { rulePoints } from './rule-drawings.tsx'
import { SAMPLES } from './sample-documents.ts'
import { pictureSvg, sheetOf } from './svg-file.tsx'

const styles = (name: string): string => readFileSync(`src/app/styles/${name}.css`, 'utf8')
const css = sheetOf(styles('drawing'), styles('theme'))

test('the address of the pictures changes with the drawings: put what this says into `DRAWINGS`', () => {
  const hash = createHash('sha256')
  for (const id of DOCUMENT_PICTURES)
    for (const quality of ['good', 'bad'] as const) hash.update(pictureSvg(id, quality, css))
  expect(DRAWINGS).toBe(hash.digest('hex').slice(0, 8))
})

test('every drawing is a picture, once, with as many points as words are asked for', () => {
  expect([...DOCUMENT_PICTURES].sort()).toEqual([...RULE_PICTURES, ...Object.keys(SAMPLES)].sort())
  for (const id of DOCUMENT_PICTURES)
    expect(isRulePicture(id) ? rulePoints(id) : SAMPLES[id].points.length, id).toBe(PICTURE_POINTS[id])
})

test('the sheet of a file is plain, and knows the dark', () => {
  expect(css).not.toMatch(/[&@](?!media)|undefined/)
  expect(css).toContain('@media (prefers-color-scheme:dark){svg{')
  for (const name of ['.s{', '.murk{', '.verdict{', '--color-error:#']) expect(css).toContain(name)
})

describe.each(DOCUMENT_PICTURES)('%s', (id) => {
  test.each<Quality>(['good', 'bad'])('%s is small, whole, and has a colour for all that it draws', (quality) => {
    const svg = pictureSvg(id, quality, css)
    expect(svg.length).toBeLessThan(12_000)
    expect(svg).not.toContain('style=')
    const known = new Set([...svg.matchAll(/\.([\w-]+)\{/g)].map(([, name]) => name))
    const worn = [...svg.replace(/<style>.*?<\/style>/s, '').matchAll(/class="([^"]+)"/g)].flatMap(([, list = '']) =>
      list.split(' '),
    )
    expect(worn.filter((name) => !known.has(name) && name !== 'verdict')).toEqual([])
    for (const [, target = ''] of svg.matchAll(/(?:url\(|href=")#([^)"]+)/g)) expect(svg).toContain(`id="${target}"`)
  })
})
