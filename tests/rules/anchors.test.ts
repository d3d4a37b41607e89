/** The content checker allows links to these anchors before a page is built; the built pages must have them. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Addresses, ownPath, PAGE_ANCHORS, type OtherEntries } from '../../src/app/content/check/addresses.ts'
import { entriesOf, readTree } from '../../src/app/content/check/content-files.ts'
import { checkPlans } from '../../src/features/plans/content-check.server.ts'
import { LANGS, localPath } from '../../src/lib/locale.ts'
import { routeById, type RouteId } from '../../src/routes.ts'
import { DIST } from './dist.ts'

const tree = readTree('content')
const { entries } = entriesOf(tree)
const { clauses } = checkPlans(tree)
const others: OtherEntries = {
  'plan.clause.entry': clauses,
  'plan.entry': new Map([...clauses.keys()].map((id) => [id, []])),
}
const addresses = new Addresses(entries, others)

function idsOf(path: string): Set<string> {
  const file = `${DIST}${path}.html`
  expect(existsSync(file), file).toBe(true)
  return new Set([...readFileSync(file, 'utf8').matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id))
}
const lost = (path: string): string[] =>
  LANGS.flatMap((lang) => {
    const ids = idsOf(localPath(lang, path))
    return [...(addresses.anchors(path) ?? [])]
      .filter((anchor) => !ids.has(anchor))
      .map((anchor) => `${localPath(lang, path)}#${anchor}`)
  })

describe('anchors that texts may lead to', () => {
  const pages = Object.keys(PAGE_ANCHORS)
    .map((id) => routeById(id as RouteId).path)
    .filter((path) => !path.includes('['))
  test.each(pages)('%s', (path) => {
    expect(lost(path)).toEqual([])
  })
  test('of every text', () => {
    expect(
      entries
        .filter(({ lang, collection }) => lang === 'en' && collection !== 'pages')
        .flatMap((entry) => lost(ownPath(entry))),
    ).toEqual([])
  })
  test('of every plan and its terms', () => {
    expect(
      [...clauses.keys()].flatMap((id) => [...lost(`/plan/details/${id}`), ...lost(`/plan/details/clause/${id}`)]),
    ).toEqual([])
  })
})
