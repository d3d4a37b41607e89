/** Files that configure a static host to do what our own server does by itself (design §2 "Paths with run-time ids"). */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LANGS, localPath } from '../../lib/locale.ts'
import { nginxRules } from './nginx-rules.ts'
import { redirectsFile } from '../../server/http/rewrites.ts'
import { HSTS, SITE_HEADERS } from '../../server/http/security-headers.ts'
import {
  CACHE_ASK,
  CACHE_FOREVER,
  CACHE_HOUR,
  FEED_TYPE,
  MANIFEST_TYPE,
  NEVER_CHANGE,
  SPRITE,
} from '../../server/http/serve-site.ts'

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
    ...LANGS.map((lang) => block(localPath(lang, '/notice/rss.xml'), { 'content-type': FEED_TYPE })),
    ...LANGS.map((lang) => block(localPath(lang, '/site.webmanifest'), { 'content-type': MANIFEST_TYPE })),
  ].join('\n')
}

/** Where the rules for nginx are: beside the public folder, because what is in it can be read by anyone. */
export const nginxFile = (root: string): string => `${root}.hosting/nginx.conf`

/** Once the built site is in its place: a build that failed changes no rule of a host that serves the one before. */
export async function writeNginxRules(root: string): Promise<void> {
  await mkdir(dirname(nginxFile(root)), { recursive: true })
  await writeFile(nginxFile(root), nginxRules())
}

export async function writeHostingFiles(root: string): Promise<void> {
  await writeFile(join(root, '_redirects'), redirectsFile())
  await writeFile(join(root, '_headers'), headersFile())
}
