/**
 * The single list of words to use and words to avoid: the table under "Terms" in `docs/editing.md`. Editors read it
 * there; the check of the content and the rules on interface words read it here.
 */
import { readFileSync } from 'node:fs'
import type { Lang } from '../../lib/locale.ts'

export interface Term {
  concept: string
  /** The word to use instead, per language. */
  say: Readonly<Record<Lang, string>>
  /** Why there is no replacement: the text in brackets. */
  why?: string
  never: readonly { word: string; lang: Lang; pattern: RegExp }[]
  /** Wordings that contain a forbidden word and are correct. */
  exceptions: readonly RegExp[]
  /** Prefixes of files and keys that the row does not apply to. */
  places: readonly string[]
}

export interface Found {
  /** The wording as it was found. */
  found: string
  concept: string
  instead: string
  why?: string
}

/** Han characters and full-width punctuation. */
const CHINESE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u
const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const itemsOf = (cell: string): string[] =>
  cell
    .split(/[;；]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
const isPlace = (item: string): boolean => /^`.*`$/.test(item) || /^[a-z]+:[\w.]+$/.test(item)

const WORD_START = '(?<![\\w-])'

/**
 * `#` a number, `*` the rest of a word, `…` the rest of a sentence, `[词句]` one of these characters, `^` the beginning
 * of a line.
 */
function sourceOf(item: string): string {
  const source = item
    .replace(/[.+?$(){}|\\]/g, '\\$&')
    .replaceAll('#', '\\d+')
    .replaceAll('*', '\\w*')
    .replaceAll('…', '[^.;:。；]{0,60}?')
  if (CHINESE.test(item)) return source
  // English is matched as whole words.
  return `${/^\w/.test(item) ? WORD_START : ''}${source}${/[\w*]$/.test(item) ? '(?![\\w-])' : ''}`
}

export function readTermTable(text: string): Term[] {
  const section = /\n## Terms\n([\s\S]*?)(?=\n## |$)/.exec(text)?.[1] ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((row) => {
      const [concept = '', en = '', cn = '', never = '', except = ''] = cellsOf(row)
      const exceptions = itemsOf(except)
      const why = /^\((.*)\)$/.exec(en)?.[1]
      return {
        concept,
        say: { en, cn },
        ...(why !== undefined && { why }),
        never: itemsOf(never).map((word) => ({
          word,
          lang: CHINESE.test(word) ? 'cn' : 'en',
          pattern: new RegExp(sourceOf(word), 'i'),
        })),
        exceptions: exceptions.filter((item) => !isPlace(item)).map((item) => new RegExp(sourceOf(item), 'gi')),
        places: exceptions.filter(isPlace).map((item) => item.replaceAll('`', '')),
      }
    })
}

let list: readonly Term[] | undefined
export const readTerms = (): readonly Term[] =>
  (list ??= readTermTable(readFileSync(new URL('../../../docs/editing.md', import.meta.url), 'utf8')))

/**
 * Words that nobody reads here but some people type, each with the word that is used instead: groups of synonyms for
 * the search. Rows with several words to use, and words with a pattern, say too little.
 */
export const synonymsOf = (lang: Lang, terms = readTerms()): string[][] =>
  terms.flatMap(({ say, why, never }) => {
    const said = say[lang]
    const words = never.flatMap(({ word, lang: of }) => (of === lang && !/[#*…[^]/.test(word) ? [word] : []))
    return why !== undefined || /[,、…]/.test(said) || words.length === 0 ? [] : [[said.toLowerCase(), ...words]]
  })

const quick = new WeakMap<readonly Term[], Record<Lang, RegExp>>()

/** Fast check of a whole `plain` text: false if it contains no word of the list. */
export function mayBreakTerms(text: string, lang: Lang, terms = readTerms()): boolean {
  const known = quick.get(terms) ?? { en: anyOf(terms, 'en'), cn: anyOf(terms, 'cn') }
  quick.set(terms, known)
  return known[lang].test(text)
}
function anyOf(terms: readonly Term[], lang: Lang): RegExp {
  const sources = terms.flatMap(({ never }) =>
    never.filter((it) => it.lang === lang).map(({ pattern }) => pattern.source),
  )
  // A single look-behind for all English words instead of one for each: it skips most of the text quickly.
  const words = sources
    .filter((source) => source.startsWith(WORD_START))
    .map((source) => source.slice(WORD_START.length))
  const others = sources.filter((source) => !source.startsWith(WORD_START))
  return new RegExp(
    [...(words.length > 0 ? [`${WORD_START}(?:${words.join('|')})`] : []), ...others].join('|') || '(?!)',
    lang === 'en' ? 'im' : 'm',
  )
}

/** Forbidden words in a line that is `plain` already. `where`: its file or its key. */
export function brokenTerms(text: string, lang: Lang, where = '', terms = readTerms()): Found[] {
  if (!mayBreakTerms(text, lang, terms)) return []
  return terms.flatMap(({ concept, say, why, never, exceptions, places }) => {
    if (places.some((place) => where.startsWith(place))) return []
    // Allowed uses are removed first, so that one of them does not hide a wrong use beside it.
    const rest = exceptions.reduce((left, exception) => left.replace(exception, ' '), text)
    const found = never.flatMap((it) => (it.lang === lang ? (it.pattern.exec(rest) ?? []) : []))[0]
    return found === undefined ? [] : [{ found, concept, instead: say[lang], ...(why !== undefined && { why }) }]
  })
}
