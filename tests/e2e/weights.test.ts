/** What a page really asks for before it is used is what its weight is reckoned from (`tests/rules/sizes.ts`). */
import { expect, test } from 'vitest'
import { matchRoute } from '../../src/routes.ts'
import { readPages } from '../rules/dist.ts'
import type { Page } from '../rules/dist.ts'
import { loadedBy } from '../rules/sizes.ts'
import { house, settled } from './helpers.ts'

const it = house()

const isPlain = ({ html, path }: Page): boolean => {
  const row = matchRoute(path)
  return row?.access === 'open' && !('redirect' in row) && !html.includes('<astro-island')
}

/** One page of each route that runs no islands; entries of a route load the same, and without islands so do both devices. */
const pages = [...new Map(readPages().filter(isPlain).map((page) => [matchRoute(page.path)?.id, page] as const)).values()]

test.each(pages.map((page) => [page.path, page] as const))('%s loads no script and no sheet that is not weighed', async (path, known) => {
  const { styles, scripts } = loadedBy(known)
  const page = await it.open({ device: 'mobile' })
  const asked: string[] = []
  page.on('request', (request) => {
    if (/script|stylesheet/.test(request.resourceType())) asked.push(new URL(request.url()).pathname.slice(1))
  })
  await page.goto(path, { waitUntil: 'load' })
  await settled(page)
  expect(asked.filter((file) => !styles.has(file) && !scripts.mobile.has(file))).toEqual([])
  expect([...styles, ...scripts.mobile].filter((file) => !asked.includes(file))).toEqual([])
  await page.context().close()
})
