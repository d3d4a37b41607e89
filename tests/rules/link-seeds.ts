/** A small correct site, with one fault at a time. */
import type { CHECKS } from './link-faults.ts'
import { walkOf, type Walk } from './links.ts'

const SITE = 'https://example.org'

const page = (lang: 'en' | 'cn', path: string, inside: string): string => {
  const of = (prefix: string): string => `${SITE}${prefix}${path}`
  const home = lang === 'en' ? '/home' : '/cn/home'
  const other = lang === 'en' ? `/cn${path}` : path
  return `<!doctype html><html><head><link rel="canonical" href="${of(lang === 'en' ? '' : '/cn')}"><link rel="stylesheet" href="/assets/page.css">
<meta property="og:image" content="${SITE}/og/home.png"></head><body><a href="#main">skip</a><a href="${home}">home</a><a href="${other}" hreflang="x">other</a>
<main id="main">${inside}</main><svg><use href="/icons.svg#x"></use></svg></body></html>`
}

const inside = (prefix: string): Record<string, string> => ({
  home: `<h2 id="top">t</h2><a href="#top">up</a><a href="${prefix}/notice">n</a><a href="${prefix}/payment">pay</a><a href="/file/x">f</a>
<a href="mailto:a@example.org?subject=A%20b">m</a><a href="tel:+8612345678">t</a><a href="https://other.example/x" rel="noreferrer">o</a>
<label for="q">q</label><input id="q" aria-describedby="top"><a href="/downloads/form.pdf">pdf</a>
<script type="application/ld+json">{"url":"${SITE}${prefix}/home#top","@context":"https://schema.org"}</script>
<template><h2 id="top">again</h2><a>filled later</a></template>`,
  notice: `<a href="${prefix}/notice/content">all</a><a href="${prefix}/notice/content?id=one">one</a>`,
  'notice/content': `<a href="${prefix}/notice/content/one#s1">one</a>`,
  'notice/content/one': `<h2 id="s1">s</h2><img src="/og/home.png" srcset="/og/home.png 1x, /og/home.png 2x" alt="">`,
})

/** The correct site, with the files of `changed` instead of its own; `null` leaves one out. */
export function made(changed: Record<string, string | null | ((text: string) => string)> = {}): Walk {
  const paths = Object.keys(inside(''))
  const files = new Map<string, string>([
    ...paths.map((path) => [`${path}.html`, page('en', `/${path}`, inside('')[path] ?? '')] as const),
    ...paths.map((path) => [`cn/${path}.html`, page('cn', `/${path}`, inside('/cn')[path] ?? '')] as const),
    [
      'payment/confirm.html',
      page('en', '/payment/confirm', '').replace('<head>', '<head><meta name="robots" content="noindex">'),
    ],
    [
      'cn/payment/confirm.html',
      page('cn', '/payment/confirm', '').replace('<head>', '<head><meta name="robots" content="noindex">'),
    ],
    ['assets/page.css', '@font-face{src:url(/fonts/a.woff2)}'],
    ['assets/a.js', 'import("./b.js");const w="/data/list.json"'],
    ['data/list.json', '[]'],
    ['fonts/a.woff2', ''],
    ['og/home.png', ''],
    ['icons.svg', '<svg><symbol id="x"></symbol></svg>'],
    ['downloads/form.pdf', '%PDF-1.7\n%%EOF\n'],
    ['_redirects', '/payment /payment/confirm 302\n'],
    ['robots.txt', `User-agent: *\nSitemap: ${SITE}/sitemap.xml\n`],
    [
      'notice/rss.xml',
      `<rss><channel><link>${SITE}/notice</link><item><guid>${SITE}/notice/content/one</guid></item></channel></rss>`,
    ],
    [
      'sitemap.xml',
      paths
        .flatMap((path) =>
          ['', '/cn'].map(
            (lang) => `<url><loc>${SITE}${lang}/${path}</loc><xhtml:link hreflang="en" href="${SITE}/${path}"/></url>`,
          ),
        )
        .join('\n'),
    ],
  ])
  for (const [file, change] of Object.entries(changed)) {
    if (change === null) files.delete(file)
    else files.set(file, typeof change === 'string' ? change : change(files.get(file) ?? ''))
  }
  return walkOf({ files: new Set(files.keys()), text: (file) => files.get(file) ?? '' })
}

const add =
  (markup: string) =>
  (html: string): string =>
    html.replace('</main>', `${markup}</main>`)
const inHome = (markup: string) => ({ 'home.html': add(markup) })

type Case = [check: keyof typeof CHECKS, changed: Parameters<typeof made>[0], said: string, ...more: string[]]

const CASES: Record<string, Case> = {
  'a dead link': ['links', inHome('<a href="/nowhere">x</a>'), '/home: /nowhere leads nowhere'],
  'a dead link in one language': [
    'links',
    { 'cn/notice/content/one.html': add('<a href="/cn/notice/content/two">x</a>') },
    '/cn/notice/content/one: /cn/notice/content/two leads nowhere',
  ],
  'a page that is gone': [
    'links',
    { 'notice/content/one.html': null },
    '/notice: /notice/content?id=one has no such entry',
    '/notice/content: /notice/content/one#s1 leads nowhere',
    '/cn/notice/content/one: /notice/content/one leads nowhere',
  ],
  'a dead anchor of its own page': ['links', inHome('<a href="#gone">x</a>'), '/home: #gone has no such anchor'],
  'a dead anchor of another page': [
    'links',
    inHome('<a href="/notice/content/one#s2">x</a>'),
    '/home: /notice/content/one#s2 has no such anchor',
  ],
  'an anchor that only a template has': [
    'links',
    inHome('<a href="#late">x</a><template><i id="late"></i></template>'),
    '/home: #late has no such anchor',
  ],
  'an id in the query that no entry has': [
    'links',
    inHome('<a href="/notice/content?id=two">x</a>'),
    '/home: /notice/content?id=two has no such entry',
  ],
  'an address with its file ending': [
    'links',
    inHome('<a href="/notice.html">x</a>'),
    '/home: /notice.html is not the address of the page: it leads there by a detour',
  ],
  'an address with a slash at its end': [
    'links',
    inHome('<a href="/notice/">x</a>'),
    '/home: /notice/ is not the address of the page: it leads there by a detour',
  ],
  'a picture that is not there': [
    'links',
    inHome('<img src="/og/none.png" alt="">'),
    '/home: /og/none.png leads nowhere',
  ],
  'the second picture of a set': [
    'links',
    inHome('<img srcset="/og/home.png 1x, /og/big.png 2x" alt="">'),
    '/home: /og/big.png leads nowhere',
  ],
  'a style sheet that is not there': ['links', { 'assets/page.css': null }, '/home: /assets/page.css leads nowhere'],
  'an icon that the sprite does not have': [
    'links',
    inHome('<svg><use href="/icons.svg#y"></use></svg>'),
    '/home: /icons.svg#y has no such picture',
  ],
  'the card for other sites': [
    'links',
    { 'og/home.png': null },
    `/home: ${SITE}/og/home.png leads nowhere`,
    '/notice/content/one: /og/home.png leads nowhere',
  ],
  'an address in the data for search engines': [
    'links',
    inHome(`<script type="application/ld+json">{"a":[{"url":"${SITE}/gone"}]}</script>`),
    `/home: ${SITE}/gone leads nowhere`,
  ],
  'data that cannot be read': [
    'links',
    inHome('<script type="application/ld+json">{"a":}</script>'),
    '/home: data that cannot be read: {"a":}',
  ],
  'a document that is not there': ['links', { 'downloads/form.pdf': null }, '/home: /downloads/form.pdf leads nowhere'],
  'a form that leads nowhere': ['links', inHome('<form action="/gone"></form>'), '/home: /gone leads nowhere'],
  'an address that is not encoded': [
    'links',
    inHome('<a href="/notice%zz">x</a>'),
    '/home: /notice%zz: not encoded as an address',
  ],
  'another site without TLS': [
    'links',
    inHome('<a href="http://other.example/">x</a>'),
    '/home: http://other.example/: http: is no scheme that we link to',
  ],
  'a mail address with a hole': ['links', inHome('<a href="mailto:a@">x</a>'), '/home: mailto:a@: no mail address'],
  'a link without an address': ['empty', inHome('<a>x</a>'), '/home: a link without an address: no href'],
  'a link to the top by nothing': ['empty', inHome('<a href="#">x</a>'), '/home: a link without an address: #'],
  'a link that is a script': [
    'empty',
    inHome('<a href="javascript:x()">x</a>'),
    '/home: a link without an address: javascript:x()',
  ],
  'an id that stands twice': ['ids', inHome('<p id="top"></p>'), '/home: id top stands more than once'],
  'a label of nothing': ['ids', inHome('<label for="none"></label>'), '/home: for names none, which is not there'],
  'a description that is not there': [
    'ids',
    inHome('<p aria-describedby="top none"></p>'),
    '/home: aria-describedby names none, which is not there',
  ],
  'a link to the other language': [
    'language',
    { 'cn/home.html': add('<a href="/notice">x</a>') },
    '/cn/home: /notice leads to the other language',
  ],
  'another site that learns where one comes from': [
    'outside',
    inHome('<a href="https://other.example/y" rel="noopener">x</a>'),
    '/home: https://other.example/y needs rel="noreferrer"',
  ],
  'a page that no link leads to': [
    'reachable',
    { 'insurance.html': page('en', '/insurance', '') },
    '/insurance: no link leads here',
  ],
  'a page that only the other language leads to': [
    'reachable',
    { 'cn/home.html': (html) => html.replace('<a href="/cn/notice">n</a>', '') },
    '/cn/notice: no link leads here',
    '/cn/notice/content: no link leads here',
    '/cn/notice/content/one: no link leads here',
  ],
  'a page that the sitemap does not have': [
    'sitemap',
    { 'insurance.html': page('en', '/insurance', '') },
    `sitemap.xml: ${SITE}/insurance is not in it`,
  ],
  'a page in the sitemap that is gone': [
    'sitemap',
    { 'notice.html': null },
    `sitemap.xml: ${SITE}/notice is not for search engines, or not there`,
  ],
  'a twin that the sitemap only names': [
    'sitemap',
    { 'sitemap.xml': (xml) => xml.replace(`hreflang="en" href="${SITE}/home"`, `hreflang="en" href="${SITE}/house"`) },
    `sitemap.xml: the twin ${SITE}/house is not listed itself`,
  ],
  'robots that know no sitemap': [
    'sitemap',
    { 'robots.txt': 'User-agent: *\n' },
    'robots.txt: names no sitemap of ours',
  ],
  'a feed with a dead entry': [
    'feeds',
    { 'notice/rss.xml': (xml) => xml.replace('content/one', 'content/two') },
    `notice/rss.xml: ${SITE}/notice/content/two leads nowhere`,
  ],
  'a manifest without its picture': [
    'feeds',
    { 'site.webmanifest': '{"icons":[{"src":"/none.png"}]}' },
    'site.webmanifest: /none.png leads nowhere',
  ],
  'a font that is not there': ['assets', { 'fonts/a.woff2': null }, 'assets/page.css: /fonts/a.woff2 is not there'],
  'a list that a script asks for': ['assets', { 'data/list.json': null }, 'assets/a.js: /data/list.json is not there'],
  'half a document': ['documents', { 'downloads/form.pdf': '%PDF-1.7\n' }, 'downloads/form.pdf: no whole PDF'],
  'a document that no page leads to': [
    'documents',
    { 'downloads/other.pdf': '%PDF-1.7\n%%EOF' },
    'downloads/other.pdf: no page leads to it',
  ],
  'a redirect into nowhere': [
    'redirects',
    { _redirects: '/payment /gone 302\n' },
    '_redirects: /payment: /gone leads nowhere',
  ],
}

/** The seeds of one check. */
export const seedsOf = (check: string): Record<string, readonly [Walk, string, ...string[]]> =>
  Object.fromEntries(
    Object.entries(CASES).flatMap(([name, [of, changed, ...said]]) =>
      of === check ? [[name, [made(changed), ...said]]] : [],
    ),
  )
