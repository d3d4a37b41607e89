/**
 * The site as it is after the next release, at the cost of no build: every script, style sheet and word file has
 * another name, and pages name the new ones. For one page, by its own requests.
 */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { Page, Route } from 'playwright-core'

const RENAMED = /\.(js|css|json)$/
const MARK = '.next'
const names = new Set(
  readdirSync('dist/assets', { recursive: true, encoding: 'utf8' })
    .filter((name) => RENAMED.test(name))
    .map((name) => basename(name)),
)

const renamed = (text: string): string =>
  text.replace(/[\w.@$-]+\.(?:js|css|json)\b/g, (name) =>
    names.has(name) ? name.replace(RENAMED, `${MARK}.$1`) : name,
  )

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

/** A page that names the new files; its policy allows the inline scripts that do. */
function nextPage(html: string): string {
  const hashes = [...html.matchAll(/<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => [sha256(script), sha256(renamed(script))] as const,
  )
  return hashes.reduce((page, [before, after]) => page.replaceAll(before, after), renamed(html))
}

/**
 * The gateway sends the payer back by a redirect, and what a redirect leads to is not routed: the page would be the
 * earlier one. A page that goes there by itself is asked for anew.
 */
async function sendBack(route: Route): Promise<void> {
  const response = await route.fetch({ maxRedirects: 0 })
  const { location } = response.headers()
  return location === undefined
    ? route.fulfill({ response })
    : route.fulfill({
        contentType: 'text/html',
        body: `<meta http-equiv="refresh" content="0;url=${location.replaceAll('&', '&amp;')}">`,
      })
}

async function answer(route: Route, kept: boolean): Promise<void> {
  const url = new URL(route.request().url())
  if (url.pathname.startsWith('/sandbox/')) return sendBack(route)
  const isFile = url.pathname.startsWith('/assets/') && RENAMED.test(url.pathname)
  if (isFile && !url.pathname.includes(`${MARK}.`))
    return kept ? route.continue() : route.fulfill({ status: 404, body: 'Not found' })
  if (route.request().method() !== 'GET' || /^\/(index|file)\//.test(url.pathname)) return route.continue()
  url.pathname = url.pathname.replace(`${MARK}.`, '.')
  const response = await route.fetch({ url: url.href })
  if (isFile) return route.fulfill({ response, body: renamed(await response.text()) })
  return (response.headers()['content-type'] ?? '').includes('text/html')
    ? route.fulfill({ response, body: nextPage(await response.text()) })
    : route.fulfill({ response })
}

/** From now on the page's site is the next one. `kept`: it still has the files of this one. */
export async function release(page: Page, { kept }: { kept: boolean }): Promise<void> {
  // A page that is left or closed takes no answer any more.
  await page.route('**/*', (route) => answer(route, kept).catch(() => undefined))
}
