/** Readers who have not signed in call the server nowhere but where they sign in or buy. */
import { expect, test } from 'vitest'
import { splitPath } from '../../src/lib/locale.ts'
import { kindOf } from '../../src/app/search/result-kinds.ts'
import { matchRoute, ROUTES } from '../../src/routes.ts'
import { readPages } from '../rules/dist.ts'
import { sharedSite } from './browser-site.ts'

const it = sharedSite()

/** One page of each kind that people read, in either language in turn. */
const pages = ROUTES.flatMap(({ id }, at) => {
  const lang = at % 2 === 0 ? 'en' : 'cn'
  const found = readPages().find(({ path }) => {
    const split = splitPath(path)
    return split.lang === lang && matchRoute(split.path)?.id === id
  })
  return found && (kindOf(id) !== undefined || id === 'home' || id.endsWith('list')) ? [{ id, path: found.path }] : []
}).filter(({ path }) => matchRoute(splitPath(path).path)?.access === 'open')

test('public pages send no call', async () => {
  expect(pages.length).toBeGreaterThan(20)
  const page = await it.open()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:index|file)\//.test(pathname)) calls.push(`${new URL(page.url()).pathname}: ${pathname}`)
  })
  for (const { path } of pages) await page.goto(path, { waitUntil: 'networkidle' })
  expect(calls).toEqual([])
  // The test sees calls: the login asks whether this is the sandbox. The language of the last page is kept.
  await page.goto('/login', { waitUntil: 'networkidle' })
  expect(calls.map((call) => call.replace(/^\/cn/, ''))).toEqual(['/login: /index/session/sandbox'])
})
