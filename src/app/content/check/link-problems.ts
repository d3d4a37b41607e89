/** Checks links and pictures: the target must exist, and a picture needs alternative text. */
import { problem } from '../../../lib/content/content-tree.ts'
import { existsSync, statSync } from 'node:fs'
import { DOCUMENT_PICTURES, pictureAddress } from '../../../lib/content/document-pictures.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import type { Entry } from '../entry.ts'
import { closestWord } from '../../../lib/text/closest-word.ts'
import { ownPath, type Addresses } from './addresses.ts'
import { uncheckedMarkupOf, linksOf, type UncheckedMarkup, type Link } from './markdown.ts'

/** True when the built site has a file at the address: pictures, documents, feeds. */
export type HasFile = (address: string) => boolean

const PICTURES = new Set(DOCUMENT_PICTURES.flatMap((id) => [pictureAddress(id, 'good'), pictureAddress(id, 'bad')]))

/**
 * Files of `public/`, feeds, and what the build draws. The build also makes forms and checklists: before the first
 * build any name is accepted.
 */
export const publicFile: HasFile = (address) =>
  PICTURES.has(address) ||
  (!address.includes('..') &&
    (statSync(`public${address}`, { throwIfNoEntry: false })?.isFile() === true ||
      existsSync(`src/pages/[...lang]${address}.ts`))) ||
  (/^\/downloads\/.+\.pdf$/.test(address) && !existsSync('public/downloads'))

export function linkProblems(entry: Entry, addresses: Addresses, hasFile: HasFile = publicFile): SourceProblem[] {
  const found = linksOf(entry).flatMap((link) => {
    const wrong =
      link.kind === 'picture' ? badPicture(link, entry.lang, hasFile) : badLink(link, entry, addresses, hasFile)
    return wrong ? [problem(entry.file, link.line, link.written, ...wrong)] : []
  })
  return [...found, ...uncheckedMarkupOf(entry).map(({ written, line, kind }) => foreign(entry, written, line, kind))]
}

/** Code, what is wrong, example. */
type Wrong = [code: string, message: string, example: string]

/** Made small by the build, which takes them from `content/pictures` alone. */
const PHOTO = /\.(?:jpe?g|png|webp|gif|avif|heic|tiff?|bmp)$/i
const SAYS_NOTHING =
  /^(?:an? |the |this )?(?:picture|image|photo(?:graph)?|screenshot|graphic|img|untitled|alt(?: text)?|figure|图片?|照片|截图|图像|图示|示意图|配图|插图|无标题|图片说明|说明(?:文字)?|替代文字|[如见]?[上下]?图|see (?:above|below)|as shown(?: below)?)(?:[\s_-]*\d+)?[.。]?$|^(?:IMG|DSC|PXL|WX|mmexport|微信(?:图片|截图)|屏幕截图|QQ图片)[_-]?[\d_-]+$/i
const sameAsFile = (words: string, address: string): boolean => {
  const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const stem =
    address
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? ''
  // One word is a name that may say enough: `![Invoice](/pictures/invoice.svg)`.
  return /[-_\d]/.test(words) && bare(words) !== '' && bare(words) === bare(stem)
}

function badPicture({ words, address, title }: Link, lang: Lang, hasFile: HasFile): Wrong | undefined {
  const example = `![An invoice with name, day and seal](${hasFile(address) ? address : '/pictures/invoice.svg'})`
  if (words === '')
    return ['picture_text', 'is a picture without a description. Say in the brackets what it shows.', example]
  if (/\.(png|jpe?g|gif|webp|avif|svg)$/i.test(words) || sameAsFile(words, address))
    return ['picture_text', 'has only its file name as a description. Say in the brackets what it shows.', example]
  if (SAYS_NOTHING.test(words))
    return ['picture_text', 'has a description that says nothing. Say in the brackets what it shows.', example]
  if (title !== '')
    return ['picture_text', 'has text after the address. Write the whole description in the brackets.', example]
  if (inOtherLanguage(words, lang))
    return [
      'language',
      `is described in ${lang === 'cn' ? 'English, in the Chinese' : 'Chinese, in the English'} file. It is read out to people: describe it in their language.`,
      lang === 'cn' ? `![写有姓名、日期并盖章的发票](${address})` : example,
    ]
  return deadPicture(words, address, example, hasFile)
}

/** A name of a form stays as it is: `I-20`, `Form DS-2019`. */
const inOtherLanguage = (words: string, lang: Lang): boolean =>
  lang === 'cn'
    ? !/\p{Script=Han}/u.test(words) && /(?:^|\s)[a-z]{3,}/.test(words)
    : /\p{Script=Han}/u.test(words) && !/[a-z]{2}/i.test(words)

function deadPicture(words: string, address: string, example: string, hasFile: HasFile): Wrong | undefined {
  const rooted = address.startsWith('/')
  if (!rooted && hasFile(`/${address}`))
    return [
      'dead_picture',
      'is an address without its first /, so it is another one on each page.',
      `![${words}](/${address})`,
    ]
  const photo = PHOTO.test(address)
  if (rooted && hasFile(address) && (!photo || address.startsWith('/pictures/'))) return undefined
  const place = photo ? `content/pictures/${address.split('/').at(-1) ?? ''}` : `public${rooted ? '' : '/'}${address}`
  return ['dead_picture', `is a picture that does not exist: there is no file ${place}.`, example]
}

function badLink(link: Link, entry: Entry, addresses: Addresses, hasFile: HasFile): Wrong | undefined {
  const { words, address, title } = link
  const to = (target: string): string => `[${words || 'notices'}](${target})`
  if (words === '') return ['link_words', 'is a link without text.', to(address || '/notice')]
  if (title !== '') return ['link_title', 'has text after the address, which nobody would see.', to(address)]
  if (/^(mailto:[^@\s]+@[^@\s]+\.[^@\s]+|tel:\+?[\d-]+)$/.test(address)) return undefined
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)) return badForeign(address, to)
  if (/^\/cn(\/|$)/.test(address))
    return [
      'link_lang',
      'contains the language. /cn is added in Chinese texts automatically.',
      to(address.slice(3) || '/home'),
    ]
  const [, path = '', query = '', anchor] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/.exec(address) ?? []
  if (path === '')
    return query === '' && anchor !== undefined
      ? badAnchor(addresses, ownPath(entry), anchor, to, '')
      : ['dead_link', 'leads nowhere.', to('/notice')]
  if (!path.startsWith('/'))
    return [
      'dead_link',
      'does not begin with /, so it would lead to a different place from each page.',
      to(addresses.near(`/${path}`)),
    ]
  return badOwnPage(addresses, { path, query, anchor }, to, hasFile)
}

function badOwnPage(
  addresses: Addresses,
  { path, query, anchor }: { path: string; query: string; anchor: string | undefined },
  to: (target: string) => string,
  hasFile: HasFile,
): Wrong | undefined {
  const draft = addresses.draftAt(path) ?? addresses.draftAt(addresses.byId(path, query) ?? path)
  if (draft !== undefined) return [...leadsToDraft(draft), to(addresses.near(path))]
  if (!addresses.has(path))
    return hasFile(path) ? undefined : ['dead_link', 'leads to a page that does not exist.', to(addresses.near(path))]
  const entryPath = addresses.byId(path, query)
  if (entryPath !== undefined && !addresses.has(entryPath))
    return ['dead_link', 'leads to an entry that does not exist.', to(addresses.near(entryPath))]
  return anchor === undefined ? undefined : badAnchor(addresses, entryPath ?? path, anchor, to, path)
}

/** Also of redirects. */
export const leadsToDraft = (file: string): readonly [code: string, message: string] => [
  'draft_link',
  `leads to a draft, which has no page on the site: ${file}. Publish it too (remove its line draft: true, in both languages), or lead to a page.`,
]

/** What a newsletter or an advertisement adds to an address in order to know who came from it. */
const TRACKING = /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|yclid|igshid|spm|_hs\w+)$/i

function withoutTracking(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const names = [...url.searchParams.keys()].filter((name) => TRACKING.test(name))
  for (const name of names) url.searchParams.delete(name)
  return names.length > 0 ? url.href : undefined
}

/** Services that make an address short. */
const SHORTENED = /^(?:bit\.ly|t\.co|goo\.gl|tinyurl\.com|ow\.ly|is\.gd|t\.cn|url\.cn|dwz\.cn|suo\.im|w\.url\.cn)$/

/** What opens for whoever wrote the text, or now, and not for its readers, or later. */
function badHost(url: URL, to: (target: string) => string): Wrong | undefined {
  if (/^(?:localhost$|127\.|192\.168\.|10\.)/.test(url.hostname))
    return [
      'dead_link',
      'is an address of your own preview, which nobody else can open: write only what stands after its number.',
      to(url.pathname.replace(/^\/cn(?=\/|$)/, '') + url.hash),
    ]
  const inner = [...url.searchParams.values()].find((value) => /^https?:\/\/[a-z0-9.-]+\.[a-z]{2,}/i.test(value))
  if (inner !== undefined)
    return [
      'tracking',
      `leads through ${url.hostname}, which learns who opens it and may stop working: write the address that opens in the end.`,
      to(inner.replace(/^http:/, 'https:')),
    ]
  return SHORTENED.test(url.hostname)
    ? [
        'tracking',
        'is a shortened address: nobody sees where it leads, and it may stop working. Open it, and write the address that you see then.',
        to('https://www.who.int/'),
      ]
    : undefined
}

function badForeign(address: string, to: (target: string) => string): Wrong | undefined {
  const clean = withoutTracking(address)
  if (clean !== undefined)
    return ['tracking', 'tells the other site from where readers came: remove that part of the address.', to(clean)]
  const indirect = URL.canParse(address) ? badHost(new URL(address), to) : undefined
  if (indirect) return indirect
  if (/^https:\/\/[a-z0-9.-]+\.[a-z]{2,}(:\d+)?([/?#]\S*)?$/i.test(address)) return undefined
  return ['dead_link', 'is not an address of another site: it must begin with https://.', to('https://www.who.int/')]
}

/** The most anchors that a message lists: policy terms have dozens. */
const MOST = 12

function badAnchor(
  addresses: Addresses,
  path: string,
  anchor: string,
  to: (target: string) => string,
  before: string,
): Wrong | undefined {
  const known = addresses.anchors(path)
  if (!known || known.has(anchor)) return undefined
  const names = [...known].filter((name) => name !== 'main')
  const list =
    names.length > 0
      ? `has: ${names
          .slice(0, MOST)
          .map((name) => `#${name}`)
          .join(', ')}${names.length > MOST ? ' …' : ''}`
      : 'has no sections'
  return [
    'dead_anchor',
    `leads to a place that does not exist. ${path} ${list}.`,
    to(`${before}#${closestWord(anchor, names) ?? 'main'}`),
  ]
}

function foreign(entry: Entry, written: string, line: number, kind: UncheckedMarkup['kind']): SourceProblem {
  const picture = /^<(img|picture|svg)/i.test(written)
  const example = picture ? '![An invoice with name, day and seal](/pictures/invoice.svg)' : '[notices](/notice)'
  if (kind === 'html')
    return problem(
      entry.file,
      line,
      written,
      picture ? 'picture_text' : 'html',
      'is HTML, which is not used here.',
      example,
    )
  if (kind === 'bare')
    return problem(
      entry.file,
      line,
      written,
      'link_words',
      'is an address without link text: a reader should know where it leads.',
      '[World Health Organization](https://www.who.int/)',
    )
  return problem(
    entry.file,
    line,
    written,
    'reference',
    'is a link with its address elsewhere. Write the address after the link text.',
    example,
  )
}
