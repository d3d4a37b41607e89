/** Pages of the built site: language, head, policy, markup, styles. Without a build only the seeds are tested. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HTML_LANG, LANGS, localPath, splitPath } from '../../src/lib/locale.ts'
import { DIST, inlineScripts, pageOf, policyOf, readPages, tagsOf, type Page } from './dist.ts'
import { withoutTemplates } from './links.ts'
import { once, rule } from './rule.ts'
import { filesUnder, type Texts } from './source.ts'

const pages = once(readPages)
const paths = (all: readonly Page[]): string[] => all.map(({ path }) => path)
const each = (all: readonly Page[], check: (page: Page) => string[]): string[] =>
  all.flatMap((page) => check(page).map((why) => `${page.path}: ${why}`))
const SEEN = {
  looksAt: paths,
  among: [
    '/home',
    '/cn/home',
    '/confirm',
    '/cn/plan/details/us-campus',
    '/claims/hospital/uk',
    '/cashier/shell',
    '/404',
  ],
  atLeast: 400,
} as const

const otherLang = (path: string): string => {
  const { lang, path: plain } = splitPath(path)
  return localPath(lang === 'en' ? 'cn' : 'en', plain)
}

rule('each page has its twin in the other language', {
  built: true,
  of: pages,
  faults: (all) => paths(all).filter((path) => !paths(all).includes(otherLang(path))),
  ...SEEN,
  seeds: {
    'a page without Chinese': [[pageOf('/home', ''), pageOf('/cn/home', ''), pageOf('/pay', '')], '/pay'],
    'a page without English': [[pageOf('/cn/pay', '')], '/cn/pay'],
  },
})

const SITE = 'https://example.org'
/** The site's own origin, as its front page names it. */
const originOf = (all: readonly Page[]): string => {
  const html = all.find(({ path }) => path === '/home')?.html ?? ''
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
  return canonical ? new URL(canonical).origin : SITE
}

function headFaults({ html, path }: Page, site: string): string[] {
  const tags = tagsOf(html)
  const { lang, path: plain } = splitPath(path)
  const link = (rel: string, hreflang?: string): string | undefined =>
    tags.find(
      ({ name, attributes }) => name === 'link' && attributes['rel'] === rel && attributes['hreflang'] === hreflang,
    )?.attributes['href']
  const title = /<title>([^<]+)<\/title>/.exec(html)?.[1]?.trim()
  const description = tags.find(({ attributes }) => attributes['name'] === 'description')?.attributes['content']
  const missing = [
    ...(title ? [] : ['no title']),
    ...(description ? [] : ['no description']),
    ...(tags.find(({ name }) => name === 'html')?.attributes['lang'] === HTML_LANG[lang] ? [] : ['wrong lang']),
    // A template is not part of the page: it contains a second copy of what an island shows until it is loaded.
    ...((withoutTemplates(html).match(/<h1[\s>]/g) ?? []).length > 1 ? ['more than one h1'] : []),
  ]
  if (/(^|\/)404$/.test(path)) return missing
  return [
    ...missing,
    ...(link('canonical') === `${site}${path}` ? [] : ['wrong canonical']),
    ...LANGS.filter((of) => link('alternate', HTML_LANG[of]) !== `${site}${localPath(of, plain)}`).map(
      (of) => `wrong hreflang ${of}`,
    ),
  ]
}

const HEAD = `<html lang="en"><title>Pay</title><meta name="description" content="How to pay">
<link rel="canonical" href="${SITE}/pay"><link rel="alternate" hreflang="${HTML_LANG.en}" href="${SITE}/pay">
<link rel="alternate" hreflang="${HTML_LANG.cn}" href="${SITE}/cn/pay"><h1>Pay</h1><template><h1>Pay</h1></template></html>`
const headWith = (from: string, to: string): Page[] => [pageOf('/pay', HEAD.replace(from, to))]

rule('every page says what it is, in which language, and where its twin is', {
  built: true,
  of: pages,
  faults: (all) => {
    const site = originOf(all)
    return each(all, (page) => headFaults(page, site))
  },
  ...SEEN,
  seeds: {
    'no title': [headWith('<title>Pay</title>', '<title> </title>'), '/pay: no title'],
    'no description': [headWith('content="How to pay"', 'content=""'), '/pay: no description'],
    'another language': [headWith('<html lang="en">', '<html lang="zh-CN">'), '/pay: wrong lang'],
    'two headings': [headWith('</html>', '<h1 class="a">Pay</h1></html>'), '/pay: more than one h1'],
    'the address of another page': [headWith(`href="${SITE}/pay"`, `href="${SITE}/home"`), '/pay: wrong canonical'],
    'a twin that is another page': [headWith(`${SITE}/cn/pay`, `${SITE}/cn/home`), '/pay: wrong hreflang cn'],
    'no link for its own language': [
      headWith(`hreflang="${HTML_LANG.en}"`, 'hreflang="fr"'),
      '/pay: wrong hreflang en',
    ],
  },
  sound: {
    'a page that says it': [pageOf('/pay', HEAD)],
    'the page of an unknown address': headWith('canonical', 'x').map(({ html }) => pageOf('/404', html)),
  },
})

/** Spec §1, in the words of the trade. */
const TITLES = {
  home: { en: /Youfang Study-Abroad Insurance$/, cn: /有方留学保险$/ },
  checkstand: { en: /^Checkout · Youfang/, cn: /^支付 · 有方/ },
  interconnection: { en: /^Insurance payment · Youfang/, cn: /^保险支付 · 有方/ },
} as const

rule('the checkstand, linked payment and the site have the titles of spec §1', {
  built: true,
  of: pages,
  faults: (all) =>
    each(all, ({ html, path }) => {
      const { lang, path: plain } = splitPath(path)
      const [first = ''] = plain.split('/').filter(Boolean)
      const title = Object.entries(TITLES).find(([of]) => of === first)?.[1][lang]
      return title?.test(/<title>([^<]+)</.exec(html)?.[1] ?? '') === false ? ['another title'] : []
    }),
  looksAt: paths,
  among: ['/home', '/checkstand/shell', '/cn/checkstand/shell', '/interconnection/pay'],
  seeds: { 'a checkstand without its title': [[pageOf('/checkstand', HEAD)], '/checkstand: another title'] },
})

const HASH = `sha256-${createHash('sha256').update('a()').digest('base64')}`
const policed = (policy: string, markup = '<script>a()</script>'): Page[] => [
  pageOf('/home', `<meta http-equiv="content-security-policy" content="${policy}">${markup}`),
]

rule('only scripts that the policy knows by their hash are written into a page', {
  built: true,
  of: pages,
  faults: (all) =>
    each(all, ({ html }) => {
      const policy = policyOf(html)
      const allowed = policy.get('script-src') ?? []
      return [
        ...(policy.size === 0 ? ['no policy'] : []),
        ...[...allowed, ...(policy.get('style-src') ?? [])].filter((value) => /unsafe-(inline|eval)|^\*$/.test(value)),
        ...inlineScripts(html)
          .filter(({ hash }) => !allowed.includes(`'${hash}'`))
          .map(({ text }) => `unknown script ${text.slice(0, 60)}`),
      ]
    }),
  looksAt: (all) => all.filter(({ html }) => inlineScripts(html).length > 0).map(({ path }) => path),
  among: SEEN.among,
  atLeast: 400,
  seeds: {
    'a page without a policy': [[pageOf('/home', '<p>a')], '/home: no policy'],
    'an unknown script': [policed("script-src 'self'"), '/home: unknown script a()'],
    'a script that changed': [policed(`script-src '${HASH}'`, '<script>b()</script>'), '/home: unknown script b()'],
    'all scripts allowed': [policed(`script-src 'unsafe-inline' '${HASH}'`), "/home: 'unsafe-inline'"],
    'evaluated text allowed': [policed(`script-src '${HASH}' 'unsafe-eval'`), "/home: 'unsafe-eval'"],
    'scripts from everywhere': [policed(`script-src '${HASH}' *`), '/home: *'],
    'all styles allowed': [policed(`script-src '${HASH}'; style-src 'unsafe-inline'`), "/home: 'unsafe-inline'"],
  },
  sound: { 'a script with its hash': policed(`script-src 'self' '${HASH}'`) },
})

rule('no page may compile WebAssembly', {
  built: true,
  of: pages,
  faults: (all) =>
    all
      .filter(({ html }) => [...policyOf(html).values()].flat().some((value) => value.includes('wasm')))
      .map(({ path }) => path),
  looksAt: (all) => all.filter(({ html }) => policyOf(html).size > 0).map(({ path }) => path),
  among: ['/home', '/cn/home', '/confirm'],
  atLeast: 400,
  seeds: {
    'a page that may': [
      [pageOf('/home', `<meta http-equiv="content-security-policy" content="script-src 'self' 'wasm-unsafe-eval'">`)],
      '/home',
    ],
  },
})

/** What a page prints when a condition, and not what it stands for, is written into a template. */
const VALUE = />\s*(true|false|null|undefined|NaN|\[object \w+\])\s*</g

rule('no page prints a value of the program in place of words', {
  built: true,
  of: pages,
  faults: (all) =>
    each(all, ({ html }) =>
      [...html.replace(/<script\b[\s\S]*?<\/script>/g, '').matchAll(VALUE)].map(([, value = '']) => value),
    ),
  ...SEEN,
  seeds: Object.fromEntries(
    ['true', 'false', 'null', 'undefined', 'NaN', '[object Object]'].map((value) => [
      value,
      [[pageOf('/pay', `<p>A</p> ${value} <p>B</p>`)], `/pay: ${value}`],
    ]),
  ),
  sound: {
    'the word in a sentence': [pageOf('/pay', '<p>This is true.</p>')],
    'data of a script': [pageOf('/pay', '<script>a>true<b</script>')],
  },
})

rule('no style or handler is written into markup', {
  built: true,
  of: pages,
  faults: (all) =>
    each(all, ({ html }) =>
      tagsOf(html).flatMap(({ name, attributes }) =>
        Object.keys(attributes)
          .filter((key) => key === 'style' || /^on[a-z]+$/.test(key))
          .map((key) => `<${name} ${key}>`),
      ),
    ),
  ...SEEN,
  seeds: {
    'a style': [[pageOf('/home', '<p\n  style="color:red">a</p>')], '/home: <p style>'],
    'a handler': [[pageOf('/home', "<a href=/b onclick='c()'>a</a>")], '/home: <a onclick>'],
  },
  sound: { 'words of a style in a text': [pageOf('/home', '<p class="style">style="a" onclick="b"</p>')] },
})

interface Styled {
  pages: readonly Page[]
  /** By address: `/assets/page.css`. */
  sheets: Texts
}
const readSheets = (): Texts =>
  new Map(
    filesUnder(join(DIST, 'assets'))
      .filter((file) => file.endsWith('.css'))
      .map((file) => [file.slice(DIST.length), readFileSync(file, 'utf8')]),
  )
/** Names of the classes that a sheet styles. */
const classesOf = (css: string): Set<string> =>
  new Set([...css.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = '']) => name.replaceAll('\\', '')))
const styled = (markup: string): Styled => ({
  pages: [pageOf('/home', `<link rel="stylesheet" href="/assets/a.css">${markup}`)],
  sheets: new Map([
    ['/assets/a.css', '.wrap{a:b}.web\\:pt-6{a:b}'],
    ['/assets/b.css', '.card{a:b}.web\\:pt-9{a:b}'],
  ]),
})

rule('every class of a page is in a sheet of that page, if any sheet has it', {
  built: true,
  of: (): Styled => ({ pages: pages(), sheets: readSheets() }),
  faults: ({ pages: all, sheets }) => {
    const classes = new Map([...sheets].map(([address, css]) => [address, classesOf(css)]))
    const known = new Set([...classes.values()].flatMap((names) => [...names]))
    const bad = new Map<string, string>()
    for (const { html, path } of all) {
      const own = tagsOf(html)
        .filter(({ attributes }) => attributes['rel'] === 'stylesheet')
        .map(({ attributes }) => classes.get(attributes['href'] ?? ''))
      const used = new Set(tagsOf(html).flatMap(({ attributes }) => (attributes['class'] ?? '').split(/\s+/)))
      for (const name of used) if (known.has(name) && !own.some((names) => names?.has(name))) bad.set(name, path)
    }
    return [...bad].map(([name, path]) => `.${name} (${path})`)
  },
  looksAt: ({ pages: all, sheets }) => [...paths(all), ...[...sheets.values()].flatMap((css) => [...classesOf(css)])],
  among: ['/home', '/cn/confirm', 'wrap', 'btn', 'web:pt-14'],
  atLeast: 1000,
  seeds: {
    'a class of another page': [styled('<p class="wrap card">'), '.card (/home)'],
    'a class with a sign': [styled('<p class="web:pt-9">'), '.web:pt-9 (/home)'],
  },
  sound: { 'own classes, and one that only scripts read': styled('<p class="wrap web:pt-6 js-open">') },
})
