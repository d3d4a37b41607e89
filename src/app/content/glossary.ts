/**
 * Links from the first use of an insurance word in a text to its line in the glossary
 * (`content/articles/{en,cn}/glossary.md`). Words and anchors are read from that file: `- **Deductible:** …` is item
 * `#t23`, the 23rd of its list items in both languages. Made by the build; pages need no script.
 */
import { localPath, type Lang } from '../../lib/locale.ts'
import { pathFor } from '../../routes.ts'

export const GLOSSARY = 'glossary'

export interface Term {
  word: string
  /** Anchor of the line that explains it. */
  anchor: string
}

/**
 * Glossary words that are not linked: everyone knows them, or they often mean something else. Too many links would hide
 * the useful ones.
 */
export const UNLINKED: Record<Lang, readonly string[]> = {
  en: [
    'Policy',
    'Policy terms',
    'Insurer',
    'Premium',
    'Certificate',
    'visa letter',
    'Exclusions',
    'Claim number',
    'Review',
    'Buy the next policy term',
    'Your share',
  ],
  cn: [
    '保单',
    '保险条款',
    '保险公司',
    '保费',
    '保险证明',
    '签证保险证明',
    '责任免除',
    '赔案号',
    '复核',
    '购买下一期',
    '网络',
  ],
}

const anchorOf = (index: number): string => `t${index + 1}`

/** Every word that a line of the glossary explains, including those that are not linked. `body` is markdown. */
export function glossaryWords(body: string): Term[] {
  const items = body.split('\n').filter((line) => line.startsWith('- '))
  return items.flatMap((line, i) =>
    [...line.matchAll(/\*\*([^*]+?)[:：]?\s*\*\*/g)].flatMap(([, words = '']) =>
      words.split(/[,、]\s*/).map((word) => ({ word, anchor: anchorOf(i) })),
    ),
  )
}

/** The words that other texts link, longest first: 剩余保额 is matched before 保额. */
export const linkedTerms = (body: string, lang: Lang): Term[] =>
  glossaryWords(body)
    .filter(({ word }) => !UNLINKED[lang].includes(word))
    .sort((a, b) => b.word.length - a.word.length)

/** The glossary's own page: each line gets its anchor. */
export function withAnchors(html: string): string {
  let index = 0
  return html.replace(/<li>/g, () => `<li id="${anchorOf(index++)}">`)
}

/** Elements in which no word is linked: links cannot be nested, and headings only name sections. */
const CLOSED = /^(?:a|h[1-6]|th|code|summary)$/

/**
 * Links each term where a page uses it first. One linker per page: it does not link a term again, so that a page of
 * several texts has each term once. Takes and returns HTML.
 */
export function termLinker(terms: readonly Term[], lang: Lang): (html: string) => string {
  if (terms.length === 0) return (html) => html
  const left = new Map(terms.map((term) => [term.word.toLowerCase(), term]))
  const pattern = patternOf(terms, lang)
  const address = localPath(lang, pathFor('information.entry', { slug: GLOSSARY }))
  const title = lang === 'en' ? 'Explained in the glossary' : '查看术语解释'
  const link = ({ anchor }: Term, written: string): string =>
    `<a class="term" href="${address}#${anchor}" title="${title}">${written}</a>`
  return (html) => {
    const open: string[] = []
    return html
      .split(/(<[^>]*>)/)
      .map((part) => {
        const [, closing, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(part) ?? []
        if (!part.startsWith('<')) return open.length > 0 ? part : linkFirst(part, pattern, left, link)
        if (CLOSED.test(name) && closing) open.pop()
        else if (CLOSED.test(name)) open.push(name)
        return part
      })
      .join('')
  }
}

/**
 * A single pass over the text, so that links are not nested and a longer term takes precedence over a shorter one
 * inside it.
 */
function linkFirst(
  text: string,
  pattern: RegExp,
  left: Map<string, Term>,
  link: (term: Term, written: string) => string,
): string {
  if (left.size === 0) return text
  return text.replace(pattern, (written) => {
    const term = left.get(written.toLowerCase()) ?? left.get(written.toLowerCase().replace(/s$/, ''))
    if (!term || !left.delete(term.word.toLowerCase())) return written
    return link(term, written)
  })
}

const escape = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** English terms are whole words and may be plural; Chinese has no gaps between words. */
function patternOf(terms: readonly Term[], lang: Lang): RegExp {
  const any = terms.map(({ word }) => escape(word)).join('|')
  return lang === 'en' ? new RegExp(`(?<![\\w-])(?:${any})s?(?![\\w-])`, 'gi') : new RegExp(any, 'g')
}
