/** What other sites show of a page: words and pictures for links to it, and the manifest. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { HTML_LANG, LANGS, localPath, splitPath, type Lang } from '../../src/lib/locale.ts'
import { matchRoute } from '../../src/routes.ts'
import { isEarlierVersion } from '../../src/app/content/check/content-files.ts'
import { DIST, pageOf, readPages, type Page } from './dist.ts'
import { isForSearch, metaOf } from './head-tags.ts'
import { once, rule } from './rule.ts'
import { filesUnder } from './source.ts'

const pages = once(readPages)
const paths = (all: readonly Page[]): string[] => all.map(({ path }) => path)
/** The file in the site for an absolute address. */
const fileOf = (address: string | undefined): string => decodeURIComponent(new URL(address ?? 'http://x/').pathname)
const pictureOf = (page: Page): string => fileOf(metaOf(page, 'og:image'))

const ASKED = [
  'og:title',
  'og:description',
  'og:url',
  'og:type',
  'og:site_name',
  'og:locale',
  'og:locale:alternate',
  'og:image',
  'og:image:width',
  'og:image:height',
  'og:image:alt',
  'twitter:card',
]
const LOCALE: Record<Lang, string> = { en: 'en_US', cn: 'zh_CN' }
const BASE = 'https://example.org'

/** A page with all that is asked, but for `changed`. */
function shared(path: string, changed: Record<string, string> = {}): Page {
  const values = { 'og:locale': LOCALE[splitPath(path).lang], 'og:image': `${BASE}/assets/og/a.png`, ...changed }
  const tags = ASKED.map((name) => `<meta property="${name}" content="${{ ...values }[name] ?? 'A'}">`)
  const other = Object.entries(changed).flatMap(([name, content]) =>
    ASKED.includes(name) ? [] : [`<meta name="${name}" content="${content}">`],
  )
  return pageOf(path, [...tags, ...other].join(''))
}

interface Shared {
  pages: readonly Page[]
  exists: (address: string) => boolean
}
const one = (path: string, changed: Record<string, string> = {}): Shared => ({
  pages: [shared(path, changed)],
  exists: (address) => address === '/assets/og/a.png',
})

rule('every page has words and a picture for a link to it', {
  built: true,
  of: (): Shared => ({ pages: pages(), exists: (address) => existsSync(join(DIST, address)) }),
  faults: (site) =>
    site.pages.flatMap((page) => [
      ...ASKED.filter((name) => !metaOf(page, name)).map((name) => `${page.path}: no ${name}`),
      ...(metaOf(page, 'og:locale') === LOCALE[splitPath(page.path).lang]
        ? []
        : [`${page.path}: og:locale of the other language`]),
      ...(site.exists(pictureOf(page)) ? [] : [`${page.path}: ${pictureOf(page)} is not there`]),
    ]),
  looksAt: (site) => paths(site.pages),
  among: ['/home', '/cn/home', '/confirm', '/cn/plan/details/us-campus'],
  atLeast: 400,
  seeds: {
    ...Object.fromEntries(
      ASKED.filter((name) => !['og:locale', 'og:image'].includes(name)).map((name) => [
        `no ${name}`,
        [one('/home', { [name]: '' }), `/home: no ${name}`] as const,
      ]),
    ),
    'no language': [one('/home', { 'og:locale': '' }), '/home: no og:locale', '/home: og:locale of the other language'],
    'the other language': [one('/cn/home', { 'og:locale': 'en_US' }), '/cn/home: og:locale of the other language'],
    'a picture that is gone': [one('/home', { 'og:image': `${BASE}/b.png` }), '/home: /b.png is not there'],
  },
  sound: { 'a page with all': one('/cn/home') },
})

const found = (all: readonly Page[]): Page[] => all.filter(isForSearch)

rule('pages to be found differ in what they say of themselves', {
  built: true,
  of: pages,
  faults: (all) => {
    const said = found(all).map((page) => ({ path: page.path, text: metaOf(page, 'description') }))
    return said
      .filter(({ text }, index) => said.findIndex((it) => it.text === text) !== index)
      .map(({ path, text }) => `${path}: ${text}`)
  },
  looksAt: (all) => paths(found(all)),
  among: ['/home', '/cn/home', '/claims/FAQ/content/emergency', '/cn/plan/details/us-campus'],
  atLeast: 300,
  seeds: {
    'two pages that say the same': [
      [shared('/home', { description: 'A' }), shared('/claims', { description: 'A' })],
      '/claims: A',
    ],
    'two pages that say nothing': [[shared('/home'), shared('/claims')], '/claims: undefined'],
  },
  sound: {
    'pages that differ, and one that is not for search': [
      shared('/home', { description: 'A' }),
      shared('/claims', { description: 'B' }),
      shared('/confirm', { description: 'A', robots: 'noindex' }),
    ],
  },
})

/** A sentence that says what the page answers is not shorter: characters, by language. */
const SHORTEST: Record<Lang, number> = { en: 60, cn: 20 }
const LONG = 'What the page answers, in a sentence that is long enough to say it.'

rule('pages to be found say what they answer', {
  built: true,
  of: pages,
  faults: (all) =>
    found(all).flatMap((page) => {
      const text = metaOf(page, 'description') ?? ''
      return text.length < SHORTEST[splitPath(page.path).lang] ? [`${page.path}: ${text}`] : []
    }),
  looksAt: (all) => paths(found(all)),
  among: ['/home', '/cn/plan/details/us-campus', '/cn/claims/content/travel', '/information/content/policy-changes'],
  atLeast: 300,
  seeds: {
    'a tagline': [[shared('/plan/details/a', { description: 'For a degree' })], '/plan/details/a: For a degree'],
    'a Chinese tagline': [[shared('/cn/plan/details/a', { description: '适合留学' })], '/cn/plan/details/a: 适合留学'],
  },
  sound: { 'a sentence': [shared('/home', { description: LONG })] },
})

/** The first picture of a page, and whether a browser loads it. */
const firstPicture = ({ html }: Page): string => /<div hidden[^>]*>\s*<img[^>]*>/.exec(html)?.[0] ?? ''
const card = (img: string): Page =>
  pageOf('/home', `${shared('/home').html}<body><div hidden>${img}</div><img src="/b.svg">`)

rule('the first picture of a page to be found is that of its card, and no browser loads it', {
  built: true,
  of: pages,
  faults: (all) =>
    found(all).flatMap((page) => {
      const picture = firstPicture(page)
      const isFirst = page.html.indexOf('<img') === page.html.indexOf(picture) + picture.indexOf('<img')
      const isRight = picture.includes(`src="${pictureOf(page)}"`) && picture.includes('loading="lazy"')
      return picture !== '' && isFirst && isRight ? [] : [page.path]
    }),
  looksAt: (all) => paths(found(all)),
  among: ['/home', '/cn/plan/details/us-campus', '/claims/documents'],
  atLeast: 300,
  seeds: {
    'no picture': [[shared('/home')], '/home'],
    'a picture that is loaded': [[card('<img src="/assets/og/a.png">')], '/home'],
    'another picture': [[card('<img src="/assets/og/b.png" loading="lazy">')], '/home'],
  },
  sound: { 'its picture': [card('<img src="/assets/og/a.png" loading="lazy">')] },
})

interface Pictures {
  /** By address. */
  files: ReadonlyMap<string, Uint8Array>
  /** Pictures that are shown, each with a page. */
  shown: ReadonlyMap<string, string>
}
const MOST_BYTES = 60 * 1024
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#fff' } })
const RIGHT = await plain(1200, 630).png().toBuffer()
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
const HEAVY = await sharp({ create: { width: 1200, height: 630, channels: 3, background: '#888', noise } })
  .png()
  .toBuffer()
const drawn = (bytes: Uint8Array, shown = '/assets/og/a.png'): Pictures => ({
  files: new Map([['/assets/og/a.png', bytes]]),
  shown: new Map([[shown, '/home']]),
})

rule('every picture is shown by a page, 1200 × 630, and light', {
  built: true,
  of: (): Pictures => ({
    files: new Map(filesUnder(join(DIST, 'assets/og')).map((file) => [file.slice(DIST.length), readFileSync(file)])),
    shown: new Map(pages().map((page) => [pictureOf(page), page.path])),
  }),
  faults: async ({ files, shown }) => {
    const faults = [...files].map(async ([file, bytes]) => {
      const { width, height, format } = await sharp(bytes).metadata()
      const light = bytes.length < MOST_BYTES
      return [
        ...(shown.has(file) ? [] : [`${file} is shown by no page`]),
        ...(format === 'png' && width === 1200 && height === 630 && light
          ? []
          : [`${file}: ${format} ${width} × ${height}, ${bytes.length} bytes`]),
      ]
    })
    return (await Promise.all(faults)).flat()
  },
  looksAt: ({ files, shown }) => [...shown].flatMap(([file, path]) => (files.has(file) ? [path] : [])),
  among: ['/plan/details/us-campus', '/cn/plan/details/us-campus', '/cn/information/content/privacy'],
  atLeast: 70,
  seeds: {
    'a picture that no page shows': [drawn(RIGHT, '/b.png'), '/assets/og/a.png is shown by no page'],
    'another size': [drawn(await plain(1200, 600).png().toBuffer()), 'a.png: png 1200 × 600'],
    'another format': [drawn(await plain(1200, 630).jpeg().toBuffer()), 'a.png: jpeg 1200 × 630'],
    'a heavy picture': [drawn(HEAVY), '/assets/og/a.png: png 1200 × 630, '],
  },
  sound: { 'a picture of a page': drawn(RIGHT) },
})

/** An earlier version of an agreement (`privacy-1-13`) may have the picture of the present one. */
const withOwn = (all: readonly Page[]): Page[] =>
  all.filter(
    ({ path }) =>
      !isEarlierVersion(`legal/${path.slice(path.lastIndexOf('/') + 1)}.md`) &&
      ['claims.entry', 'information.entry', 'plan.entry'].includes(matchRoute(splitPath(path).path)?.id ?? ''),
  )
const shows = (path: string, file: string): Page => shared(path, { 'og:image': `${BASE}${file}` })

rule('guides, articles, agreements and plans have a picture of their own', {
  built: true,
  of: pages,
  faults: (all) => {
    const own = withOwn(all)
    return own
      .filter((page, index) => own.findIndex((it) => pictureOf(it) === pictureOf(page)) !== index)
      .map(({ path }) => path)
  },
  looksAt: (all) => paths(withOwn(all)),
  among: ['/plan/details/us-campus', '/cn/information/content/privacy', '/claims/content/inpatient'],
  atLeast: 70,
  seeds: {
    'two agreements with one picture': [
      [shows('/information/content/a', '/a.png'), shows('/information/content/b', '/a.png')],
      '/information/content/b',
    ],
    'two plans with one picture': [
      [shows('/plan/details/a', '/a.png'), shows('/plan/details/b', '/a.png')],
      '/plan/details/b',
    ],
    'a guide with the picture of its other language': [
      [shows('/claims/content/a', '/a.png'), shows('/cn/claims/content/a', '/a.png')],
      '/cn/claims/content/a',
    ],
  },
  sound: { 'two lists with one picture': [shows('/notice', '/a.png'), shows('/claims/FAQ', '/a.png')] },
})

interface Manifest {
  lang: string
  start_url: string
  icons: readonly { src: string }[]
}
interface Manifests {
  manifests: Readonly<Partial<Record<Lang, Manifest>>>
  exists: (address: string) => boolean
}
const readManifest = (lang: Lang): Manifest =>
  JSON.parse(readFileSync(join(DIST, localPath(lang, '/site.webmanifest')), 'utf8')) as Manifest
const manifest = (changed: Partial<Manifest>): Manifests => ({
  manifests: { cn: { lang: HTML_LANG.cn, start_url: '/cn/home', icons: [{ src: '/a.png' }], ...changed } },
  exists: (address) => address === '/a.png',
})

rule('the manifest of each language names icons that are there', {
  built: true,
  of: (): Manifests => ({
    manifests: { en: readManifest('en'), cn: readManifest('cn') },
    exists: (address) => existsSync(join(DIST, address)),
  }),
  faults: ({ manifests, exists }) =>
    LANGS.flatMap((lang) => {
      const it = manifests[lang]
      if (!it) return []
      return [
        ...(it.lang === HTML_LANG[lang] ? [] : [`${lang}: is of ${it.lang}`]),
        ...(it.start_url === localPath(lang, '/home') ? [] : [`${lang}: starts at ${it.start_url}`]),
        ...it.icons.filter(({ src }) => !exists(src)).map(({ src }) => `${lang}: ${src} is not there`),
      ]
    }),
  looksAt: ({ manifests }) =>
    Object.entries(manifests).flatMap(([lang, { icons }]) => (icons.length > 0 ? [`icons of ${lang}`] : [])),
  among: ['icons of en', 'icons of cn'],
  seeds: {
    'another language': [manifest({ lang: 'en' }), 'cn: is of en'],
    'the start of the other language': [manifest({ start_url: '/home' }), 'cn: starts at /home'],
    'an icon that is gone': [manifest({ icons: [{ src: '/b.png' }] }), 'cn: /b.png is not there'],
  },
  sound: { 'a manifest': manifest({}) },
})
