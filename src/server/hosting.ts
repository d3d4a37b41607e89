/** The files that tell a static host what our own server does by itself (design §2 "Paths with run-time ids"). */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LANGS, localPath } from '../lib/locale.ts'
import { redirectsFile } from './rewrites.ts'
import { HSTS, SITE_HEADERS } from './security.ts'
import { CACHE_ASK, CACHE_FOREVER, CACHE_HOUR, FEED_TYPE, HASHED, SPRITE } from './site.ts'

/** The text of `_headers` (Netlify, Cloudflare Pages). */
export function headersFile(): string {
  const block = (path: string, headers: Record<string, string>): string =>
    `${path}\n${Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`).join('\n')}\n`
  const cached = (path: string, value: string): string =>
    block(path, { '! cache-control': '', 'cache-control': value }).replace('! cache-control: ', '! cache-control')
  return [
    block('/*', { ...SITE_HEADERS, 'strict-transport-security': HSTS, 'cache-control': CACHE_ASK }),
    // The general rule's value is taken off first: hosts join the values of all rules that fit.
    cached(`${HASHED}*`, CACHE_FOREVER),
    cached(SPRITE, CACHE_HOUR),
    ...LANGS.map((lang) => block(localPath(lang, '/notice/rss.xml'), { 'content-type': FEED_TYPE })),
  ].join('\n')
}

export async function writeHostingFiles(root: string): Promise<void> {
  await writeFile(join(root, '_redirects'), redirectsFile())
  await writeFile(join(root, '_headers'), headersFile())
}
