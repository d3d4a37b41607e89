/** What the site's search reads: the texts of the built pages, one file per language (decision 0119). */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { isKind } from './result-kinds.ts'
import { textsPath, type SearchedPage } from './search-data.ts'
import { LANGS, splitPath, type Lang } from '../../lib/locale.ts'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node

const isElement = (node: Node): node is Element => 'tagName' in node
const childrenOf = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : [])
const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((it) => it.name === name)?.value

/** Never part of a page's text. `astro-island`: calculators and forms. */
const BESIDE = new Set(
  'script style noscript template svg nav form label footer iframe option select button astro-island'.split(' '),
)
/** Lists of further links, and what is not printed. */
const MARKED = ['hidden', 'data-no-print', 'data-search-ignore']

/** Words that are the same at every hospital. */
const isHospitalText = ({ tagName, parentNode }: Element): boolean =>
  tagName === 'p' &&
  parentNode !== null &&
  'attrs' in parentNode &&
  /\bhospital\b/.test(attribute(parentNode, 'class') ?? '')

const isBeside = (element: Element): boolean =>
  BESIDE.has(element.tagName) ||
  MARKED.some((name) => attribute(element, name) !== undefined) ||
  isHospitalText(element)

const IN_LINE = new Set(
  'a abbr b bdi bdo cite code data em i kbd mark q s small span strong sub sup time u wbr'.split(' '),
)
const HEADING = /^h[1-6]$/

const find = (node: Node, is: (element: Element) => boolean): Element | undefined => {
  if (isElement(node) && is(node)) return node
  for (const child of childrenOf(node)) {
    const found = find(child, is)
    if (found) return found
  }
  return undefined
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()
const textOf = (node: Node): string =>
  'value' in node ? node.value : isElement(node) && isBeside(node) ? '' : childrenOf(node).map(textOf).join('')

/** Blocks of text as one line: a block without an end mark gets one, or excerpts would run headings into sentences. */
const joined = (blocks: readonly string[], lang: Lang): string => {
  const stop = lang === 'cn' ? '。' : '. '
  return blocks
    .map(plain)
    .filter((block) => block !== '')
    .map((block) => (/[.,;:!?。，；：、！？…]$/.test(block) ? (lang === 'cn' ? block : `${block} `) : block + stop))
    .join('')
    .trim()
}

/** The page as the search reads it; none for a page that is not searched (no `data-search-kind`). */
function searchedPage(html: string, path: string): SearchedPage | undefined {
  const { lang } = splitPath(path)
  const document = parse(html)
  const main = find(document, (element) => attribute(element, 'data-search-kind') !== undefined)
  const kind = main && attribute(main, 'data-search-kind')
  if (!main || !isKind(kind)) return undefined
  const heading = find(main, ({ tagName }) => tagName === 'h1')
  const sections: { id?: string; heading?: string; blocks: string[] }[] = [{ blocks: [''] }]
  const add = (text: string): void => {
    const blocks = sections.at(-1)?.blocks ?? []
    blocks.push(`${blocks.pop() ?? ''}${text}`)
  }
  const walk = (node: Node): void => {
    if ('value' in node) return add(node.value)
    if (!isElement(node)) return
    if (node === heading || isBeside(node)) return
    const id = HEADING.test(node.tagName) ? attribute(node, 'id') : undefined
    if (id !== undefined) return void sections.push({ id, heading: plain(textOf(node)), blocks: [''] })
    const isBlock = !IN_LINE.has(node.tagName)
    if (isBlock) sections.at(-1)?.blocks.push('')
    for (const child of childrenOf(node)) walk(child)
    if (isBlock) sections.at(-1)?.blocks.push('')
  }
  walk(main)
  return {
    url: path,
    title: heading ? plain(textOf(heading)) : '',
    kind,
    sections: sections.map(({ blocks, ...section }) => ({ ...section, text: joined(blocks, lang) })),
  }
}

/** Writes the texts of both languages; returns how many pages they have. */
export async function writeSearchTexts(root: string): Promise<number> {
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.html')).sort()
  const pages: SearchedPage[] = []
  for (const file of files) {
    const html = await readFile(join(root, file), 'utf8')
    const page = html.includes('data-search-kind')
      ? searchedPage(
          html,
          `/${file
            .split(sep)
            .join('/')
            .replace(/\.html$/, '')}`,
        )
      : undefined
    if (page) pages.push(page)
  }
  await Promise.all(
    LANGS.map((lang) =>
      writeFile(join(root, textsPath(lang)), JSON.stringify(pages.filter(({ url }) => splitPath(url).lang === lang))),
    ),
  )
  return pages.length
}
