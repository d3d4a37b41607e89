/** Files that configure a static host to do what our own server does by itself (design §2 "Paths with run-time ids"). */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LANGS, localPath } from '../lib/locale.ts'
import { redirectsFile } from './rewrites.ts'
import { HSTS, SEARCH_WORKER, SITE_HEADERS, WORKER_POLICY } from './security-headers.ts'
import { CACHE_ASK, CACHE_FOREVER, CACHE_HOUR, FEED_TYPE, NEVER_CHANGE, SPRITE } from './serve-site.ts'

/** The text of `_headers` (Netlify, Cloudflare Pages). */
export function headersFile(): string {
  const block = (path: string, headers: Record<string, string>): string =>
    `${path}\n${Object.entries(headers)
      .map(([name, value]) => `  ${name}: ${value}`)
      .join('\n')}\n`
  /** Removes the general rule's value first: hosts join the values of all matching rules. */
  const instead = (path: string, name: string, value: string): string =>
    block(path, { [`! ${name}`]: '', [name]: value }).replace(`! ${name}: `, `! ${name}`)
  return [
    block('/*', { ...SITE_HEADERS, 'strict-transport-security': HSTS, 'cache-control': CACHE_ASK }),
    ...NEVER_CHANGE.map((folder) => instead(`${folder}*`, 'cache-control', CACHE_FOREVER)),
    instead(SPRITE, 'cache-control', CACHE_HOUR),
    instead(SEARCH_WORKER, 'content-security-policy', WORKER_POLICY),
    ...LANGS.map((lang) => block(localPath(lang, '/notice/rss.xml'), { 'content-type': FEED_TYPE })),
  ].join('\n')
}

export async function writeHostingFiles(root: string): Promise<void> {
  await writeFile(join(root, '_redirects'), redirectsFile())
  await writeFile(join(root, '_headers'), headersFile())
}
