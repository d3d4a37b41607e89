/**
 * Rules for nginx, written by the build from the route table: what `_redirects` and `_headers` are for other hosts. The
 * file is included in a `server` block that names `root` and TLS (docs/deploying.md).
 */
import { LANGS, localPath } from '../../lib/locale.ts'
import { hostRules, type HostRule } from '../../server/http/rewrites.ts'
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

const quoted = (text: string): string => `"${text}"`
const escaped = (path: string): string => path.replace(/[.+]/g, '\\$&')
/** A path with placeholders as a regular expression; `:id` is one part. */
const pattern = (path: string): string => escaped(path).replace(/:\w+/g, '[^/]+')
const groups = (path: string): string => escaped(path).replace(/:\w+/g, '([^/]+)')

function ruleOf({ from, to, status }: HostRule): string {
  if (status === 302) return `location = ${from} { return 302 ${to}$is_args$args; }`
  if (status === 200) return `location ~ ^${pattern(from)}$ { try_files $uri.html ${to}.html =404; }`
  let count = 0
  const target = to.replace(/:\w+/g, () => `$${++count}`)
  // Any case but the right one, which would lead to itself.
  return `rewrite "^(?!${pattern(to)}$)(?i)${groups(from)}$" ${target} permanent;`
}

/** The letters of our addresses: with others, a redirect could name another site. */
const OWN = '[\\w.~-]+(?:/[\\w.~-]+)*'

/** The text of the rules. */
export function nginxRules(): string {
  const rules = hostRules()
  const of = (status: HostRule['status']): string[] => rules.filter((rule) => rule.status === status).map(ruleOf)
  const headers = Object.entries({ ...SITE_HEADERS, 'strict-transport-security': HSTS })
  const cache = (path: string, value: string): string =>
    `if ($uri ~ ^${escaped(path)}) { set $cache ${quoted(value)}; }`
  const type = (path: string, value: string): string =>
    `location = ${path} { types { } default_type ${quoted(value)}; }`
  return [
    '# Written by the build from the routes. Include it in a "server" block that has "root" and TLS.',
    'charset utf-8;',
    'charset_types text/css text/plain text/xml application/javascript application/json image/svg+xml;',
    'absolute_redirect off;',
    '# Copies of the build. "gzip_vary" says that the answer depends on what the browser takes.',
    'gzip_static on;',
    'gzip_vary on;',
    '',
    '# Headers. Without "always", nginx adds "$cache" to nothing that failed.',
    ...headers.map(([name, value]) => `add_header ${name} ${quoted(value)} always;`),
    `set $cache ${quoted(CACHE_ASK)};`,
    ...NEVER_CHANGE.map((folder) => cache(folder, CACHE_FOREVER)),
    cache(`${SPRITE}$`, CACHE_HOUR),
    'add_header cache-control $cache;',
    '',
    '# Addresses that lead to a page by another spelling.',
    'if ($request_uri ~ "^(/cn)?/index\\.html(?:[?]|$)") { return 301 $1/home$is_args$args; }',
    `rewrite "^(/${OWN})/+$" $1 permanent;`,
    // By what was asked for: pages are found, and errors shown, by files with this ending.
    `if ($request_uri ~ "^(/${OWN})\\.html(?:[?]|$)") { return 301 $1$is_args$args; }`,
    // As other sites write languages in their addresses.
    `rewrite "(?i)^/en(?:-[a-z]+)?(?:/(${OWN}))?/?$" /$1 permanent;`,
    `rewrite "(?i)^/zh(?:[-_][a-z_-]+)?(?:/(${OWN}))?/?$" /cn/$1 permanent;`,
    `rewrite "^/(?!cn)(?i)cn/(${OWN})$" /cn/$1 permanent;`,
    `if ($arg_lang ~* "^(?:cn|zh)") { rewrite "^/(?!cn(?:/|$))(${OWN})$" /cn/$1 redirect; }`,
    ...of(301),
    '',
    '# Files that configure other hosts, and hidden ones.',
    'location ~ ^/_ { return 404; }',
    'location ~ /\\.(?!well-known/) { return 404; }',
    '',
    ...LANGS.map((lang) => type(localPath(lang, '/site.webmanifest'), MANIFEST_TYPE)),
    ...LANGS.map((lang) => type(localPath(lang, '/notice/rss.xml'), FEED_TYPE)),
    '',
    ...of(302),
    ...of(200),
    '',
    '# Pages; what is not found is said in the language of the address.',
    'error_page 404 /404.html;',
    'location / { try_files $uri $uri.html =404; }',
    'location /cn/ { error_page 404 /cn/404.html; try_files $uri $uri.html =404; }',
    '',
  ].join('\n')
}
