import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ROUTES } from '../../src/routes.ts'
import type { Route } from '../../src/routes.ts'
import { filesUnder } from './source.ts'
import { readWords } from './words.ts'

const rows: readonly Route[] = ROUTES
const PAGES = 'src/pages/[...lang]'

/** Pages without a row: those shown at an unknown address. */
const WITHOUT_ROW = [/^src\/pages\/(\[\.\.\.lang\]\/)?404\.astro$/]

/** Files that can be the page of a row. */
function pagesOf({ path, shell }: Route): string[] {
  const base = `${PAGES}/${(shell ?? path).replace(/^\/+/, '')}`
  return [`${base}.astro`, `${base}/index.astro`.replace('//', '/')]
}

const files = filesUnder('src/pages').filter((file) => file.endsWith('.astro'))

describe('routes', () => {
  test('no two rows share an id or a path', () => {
    for (const of of ['id', 'path'] as const) {
      const values = rows.map((row) => row[of])
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([])
    }
  })

  test('rows that name another row name one that is there', () => {
    const ids = new Set(rows.map(({ id }) => id))
    const paths = new Set(rows.map(({ path }) => path))
    const lost = rows.flatMap((row) => [
      ...(row.redirect !== undefined && !ids.has(row.redirect) ? [`${row.id} → ${row.redirect}`] : []),
      ...(row.device && !ids.has(row.device.twin) && !paths.has(row.device.twin)
        ? [`${row.id} → ${row.device.twin}`]
        : []),
    ])
    expect(lost).toEqual([])
  })

  test('every row belongs to a feature of the house', () => {
    const features = new Set(existsSync('src/features') ? readdirSync('src/features') : [])
    const homeless = rows.filter(({ redirect, feature }) => redirect === undefined && !features.has(feature))
    expect(homeless.map(({ id, feature }) => `${id}: ${feature}`)).toEqual([])
  })

  test('every row has its page, and the page says so', () => {
    const wrong = rows
      .filter(({ redirect }) => redirect === undefined)
      .flatMap((row) => {
        const file = pagesOf(row).find((candidate) => files.includes(candidate))
        if (!file) return [`${row.id}: no page ${pagesOf(row)[0]}`]
        return new RegExp(`route=["{'\`]+${row.id}["'\`}]`).test(readFileSync(file, 'utf8'))
          ? []
          : [`${row.id}: ${file} does not say route="${row.id}"`]
      })
    expect(wrong).toEqual([])
  })

  test('every page has its row', () => {
    const known = new Set(rows.flatMap(pagesOf))
    expect(files.filter((file) => !known.has(file) && !WITHOUT_ROW.some((rule) => rule.test(file)))).toEqual([])
  })

  test.each(['en', 'cn'])('every row has a title of its own in %s, and every title a row', (lang) => {
    const titles = [...readWords(lang)].filter(([key]) => key.startsWith('titles:'))
    const byId = new Map(titles.map(([key, text]) => [key.slice('titles:'.length), text]))
    expect(rows.filter(({ id }) => !byId.has(id)).map(({ id }) => id)).toEqual([])
    const own = new Set<string>([...rows.map(({ id }) => id), 'site', 'description', 'not_found', 'parts'])
    expect([...byId.keys()].filter((id) => !own.has(id) && !rows.some((row) => id.startsWith(`${row.id}_`)))).toEqual(
      [],
    )
  })

  test('an unknown address has a page in both languages', () => {
    const pages = files.filter((file) => file.endsWith('404.astro'))
    expect(pages.length).toBeGreaterThan(0)
  })

  test('pages are thin', () => {
    const thick = files
      .map((file) => [file, readFileSync(file, 'utf8').split('\n').length] as const)
      .filter(([, lines]) => lines > 45)
    expect(thick.map(([file, lines]) => `${file}: ${lines} lines`)).toEqual([])
  })
})
