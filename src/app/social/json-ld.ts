/** Structured data of a page for search engines (schema.org): nodes, and their position in the page. Pure. */
import { HTML_LANG, LANGS, localPath, type Lang } from '../../lib/locale.ts'
import { SITE } from '../../lib/site.ts'

type Value = string | number | boolean | Node | readonly Value[] | undefined
export interface Node {
  readonly '@type': string
  readonly [property: string]: Value
}

const absolute = (path: string, site: URL): string => new URL(path, site).href

/** One block for all of a page's nodes. Our texts can contain anything: no `<` is written, so none can end the block. */
export const dataBlock = (nodes: readonly Node[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Who runs the site, by name and with one address for both languages: publisher and seller of everything else. */
export const publisher = (lang: Lang, site: URL): Node => ({
  '@type': 'Organization',
  name: SITE[lang].name,
  url: absolute(localPath(lang, '/home'), site),
})

/** Who runs the site, in full (front page). Sample data is described as such. */
export const organization = (lang: Lang, site: URL): Node => ({
  ...publisher(lang, site),
  alternateName: LANGS.map((of) => SITE[of].short),
  legalName: SITE[lang].operator,
  logo: absolute('/icons/app-512.png', site),
  email: SITE[lang].email,
  telephone: SITE[lang].phone.replaceAll(' ', ''),
  address: SITE[lang].address,
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    telephone: SITE[lang].phone.replaceAll(' ', ''),
    email: SITE[lang].email,
    availableLanguage: LANGS.map((of) => HTML_LANG[of]),
  },
})

export const website = (lang: Lang, site: URL): Node => ({
  '@type': 'WebSite',
  name: SITE[lang].name,
  url: absolute(localPath(lang, '/home'), site),
  inLanguage: HTML_LANG[lang],
  publisher: publisher(lang, site),
})

/** The breadcrumbs of a page, the page itself last. */
export const breadcrumbs = (crumbs: readonly { title: string; href: string }[], site: URL): Node => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ title, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    item: absolute(href, site),
  })),
})

export interface ArticleFacts {
  lang: Lang
  /** Path of the page, without language. */
  path: string
  title: string
  summary: string
  /** First day, where an entry has only one; else the day of its last change. */
  published?: string
  changed?: string
  /** Last day on which it matters. */
  expires?: string
  image: string
}

export const article = (
  { lang, path, title, summary, published, changed, expires, image }: ArticleFacts,
  site: URL,
): Node => ({
  '@type': 'Article',
  headline: title,
  description: summary,
  inLanguage: HTML_LANG[lang],
  datePublished: published,
  dateModified: changed ?? published,
  expires,
  image: absolute(image, site),
  mainEntityOfPage: absolute(localPath(lang, path), site),
  author: publisher(lang, site),
  publisher: publisher(lang, site),
})

/** Questions with their short answers, as the page shows them. */
export const questions = (lang: Lang, list: readonly { question: string; answer: string }[]): Node => ({
  '@type': 'FAQPage',
  inLanguage: HTML_LANG[lang],
  mainEntity: list.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

/** Pages of a list in its order. */
export const itemList = (items: readonly { name: string; path: string }[], site: URL): Node => ({
  '@type': 'ItemList',
  itemListElement: items.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: absolute(path, site),
  })),
})
