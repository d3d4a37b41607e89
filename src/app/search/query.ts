/** Parses a query into words, and tests whether a text has them. */
import type { Lang } from '../../lib/locale.ts'
import { editDistance } from '../../lib/text/closest-word.ts'

/** Longer queries are cut: nobody types them, and each word costs a search. */
export const LONGEST = 60

const HAN = /\p{Script=Han}/u
const PARTS = /\p{Script=Han}+|[^\P{L}\p{Script=Han}]+(?:['’][^\P{L}\p{Script=Han}]+)*|\p{N}+/gu

const EN_ASIDE = new Set(
  'a an and any are as at be by can did do does for from get had has have how i if in into is it its me my need of off on or our should so that the their them then there these they this to us want wants was we what when where which who why will with would you your'.split(
    ' ',
  ),
)
const CN_ASIDE = new Set(
  '的 了 吗 呢 么 吧 啊 我 你 您 我们 是 有 要 能 会 在 和 与 或 及 被 把 给 对 到 从 就 都 也 还 什么 怎么 怎样 怎么办 如何 多少 多久 几 哪 哪里 哪些 为什么 可以 能用 哪家 附近 能否 是否 需要 应该 请问 一下 时候 办'.split(
    ' ',
  ),
)

/** Full-width letters equal plain ones; case is ignored. Keeps the length, so that positions in the text stay valid. */
export const fold = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (it) => String.fromCharCode(it.charCodeAt(0) - 0xfee0))
    .replace(/[A-Z\u00c0-\u00de]/g, (it) => it.toLowerCase())

/** The typed query, normalised: one space between words, at most `LONGEST` characters. */
export const normaliseQuery = (typed: string): string =>
  Array.from(typed.normalize('NFKC').replace(/\s+/g, ' ').trim()).slice(0, LONGEST).join('').trim()

/** Groups of synonyms: `deductible = excess; premium = price`. */
export const groupsOf = (text: string): string[][] =>
  text
    .split(/[;；]/)
    .map((group) =>
      group
        .split('=')
        .map((word) => fold(word.trim()))
        .filter(Boolean),
    )
    .filter((group) => group.length > 0)

/** Does a query name an emergency, by any word of the list (`search:urgent`)? */
export function isUrgent(query: string, list: string): boolean {
  const typed = fold(normaliseQuery(query))
  return list
    .split(/[;；]/)
    .map((word) => fold(word.trim()))
    .some((word) => word !== '' && (HAN.test(word) ? typed.includes(word) : ` ${typed} `.includes(` ${word} `)))
}

const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter('zh-CN', { granularity: 'word' }) : undefined

/** The Chinese words of a text that say something, each once. */
export const chineseWords = (text: string): string[] => [
  ...new Set(
    [...(segmenter?.segment(text) ?? [])]
      .map(({ segment }) => segment)
      .filter((word) => HAN.test(word) && word.length > 1 && !CN_ASIDE.has(word)),
  ),
]

/** Known words first, the longest first; the text between them is split by the browser. */
function cutHan(run: string, known: readonly string[]): string[] {
  const word = known.filter((it) => run.includes(it)).sort((a, b) => b.length - a.length)[0]
  if (word) {
    const at = run.indexOf(word)
    return [...cutHan(run.slice(0, at), known), word, ...cutHan(run.slice(at + word.length), known)]
  }
  if (run === '') return []
  if (!segmenter) return [run]
  const words = [...segmenter.segment(run)].map(({ segment }) => segment)
  // Only single characters: a word that the browser does not know, or a mistyped one.
  return words.every((it) => it.length === 1) && !words.some((it) => CN_ASIDE.has(it)) ? [run] : words
}

/** Known phrases of several Latin words stay together: `visa refused`. */
function cutPhrases(query: string, known: readonly string[]): string[] {
  const phrase = known.filter((it) => ` ${query} `.includes(` ${it} `)).sort((a, b) => b.length - a.length)[0]
  if (!phrase) return query.match(PARTS) ?? []
  const at = ` ${query} `.indexOf(` ${phrase} `)
  return [
    ...cutPhrases(query.slice(0, at).trim(), known),
    phrase,
    ...cutPhrases(query.slice(at + phrase.length).trim(), known),
  ]
}

function wordsOf(query: string, groups: readonly (readonly string[])[]): string[] {
  const known = groups.flat()
  const han = known.filter((word) => HAN.test(word))
  const phrases = known.filter((word) => /\s/.test(word) && !HAN.test(word))
  const parts = cutPhrases(fold(normaliseQuery(query)), phrases)
  return [...new Set(parts.flatMap((part) => (HAN.test(part) ? cutHan(part, han) : [part])))]
}

/** Words that a page need not have, but that tell one question from another in its title: 多久, where. */
export const questionWordsOf = (query: string, groups: readonly (readonly string[])[] = []): string[] => {
  const terms = termsOf(query, groups)
  return wordsOf(query, groups).filter((word) => !terms.includes(word) && word.length > (HAN.test(word) ? 1 : 3))
}

/**
 * The words that a page must have, in the query's order: without those of any question ("how do I", 怎么), unless there
 * are no others. A single Chinese character says little beside a word, and is dropped there.
 */
export function termsOf(query: string, groups: readonly (readonly string[])[] = []): string[] {
  const all = wordsOf(query, groups)
  const telling = all.filter((term) => !EN_ASIDE.has(term) && !CN_ASIDE.has(term))
  const words = telling.filter((term) => !HAN.test(term) || term.length > 1)
  return words.length > 0 ? words : telling.length > 0 ? telling : all
}

const ENDINGS = /(?:ations?|ings?|ies|ers?|ed|es|ly|al|e|s|y)$/
const stem = (word: string): string =>
  HAN.test(word) ? word : word.length > 4 ? word.replace(ENDINGS, '') : word.replace(/s$/, '')

/** Two Latin words of one family: `cancel` and `cancellation`; also a word being typed and its possible continuation. */
export function alike(term: string, word: string): boolean {
  // Two letters begin too many words.
  if (term.length < 3 || word.length < 3) return term === word
  if (word.startsWith(term)) return true
  if (stem(term) === stem(word)) return true
  let same = 0
  while (same < term.length && term[same] === word[same]) same++
  return same >= 6 && same >= 0.75 * Math.min(term.length, word.length)
}

/** A Chinese word or several words: found by their characters. A Latin word is compared with whole words. */
export const isPhrase = (term: string): boolean => HAN.test(term) || /[\s-]/.test(term)

/** The Latin words and numbers of a folded text. */
export const wordsIn = (folded: string): string[] => (folded.match(PARTS) ?? []).filter((part) => !HAN.test(part))

/** Positions of a term in a folded text: pairs of begin and end. */
export function placesOf(term: string, folded: string): [number, number][] {
  const places: [number, number][] = []
  if (isPhrase(term)) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length))
      places.push([at, at + term.length])
    return places
  }
  for (const match of folded.matchAll(PARTS))
    if (alike(term, match[0])) places.push([match.index, match.index + match[0].length])
  return places
}

/** A term and its synonyms: the words of its group. A word that is still being typed has no group yet. */
export const standIns = (term: string, groups: readonly (readonly string[])[]): string[] => [
  ...new Set([
    term,
    ...groups.filter((group) => group.some((word) => word === term || stem(word) === stem(term))).flat(),
  ]),
]

/** How many of the terms a text has, each itself or by a synonym. */
export const countIn = (text: string, terms: readonly (readonly string[])[]): number => {
  const folded = fold(text)
  return terms.filter((words) => words.some((word) => placesOf(word, folded).length > 0)).length
}

export interface Piece {
  text: string
  mark: boolean
}

/** The text in pieces, with the terms marked. Joined, they are the text. */
export function pieces(text: string, terms: readonly string[]): Piece[] {
  const folded = fold(text)
  const places = terms.flatMap((term) => placesOf(term, folded)).sort(([a], [b]) => a - b)
  const out: Piece[] = []
  let at = 0
  for (const [from, to] of places) {
    if (to <= at) continue
    const begin = Math.max(from, at)
    if (begin > at) out.push({ text: text.slice(at, begin), mark: false })
    const last = out.at(-1)
    if (last?.mark) last.text += text.slice(begin, to)
    else out.push({ text: text.slice(begin, to), mark: true })
    at = to
  }
  if (at < text.length) out.push({ text: text.slice(at), mark: false })
  return out
}

/**
 * Known words similar to what was typed, the nearest first: for typing errors, or a wrong character of the right word.
 * At most `most`.
 */
export function near(query: string, known: readonly string[], lang: Lang, most = 3): string[] {
  const typed = fold(normaliseQuery(query))
  const parts = [typed, ...termsOf(typed)]
  const allowed = (word: string): number =>
    HAN.test(word) ? Math.floor(word.length / 2) : word.length > 7 ? 2 : word.length > 3 ? 1 : 0
  const farFrom = (word: string): number => Math.min(...parts.map((part) => editDistance(part, word)))
  const shares = (word: string): boolean =>
    lang !== 'cn' || !HAN.test(word) || Array.from(word).some((it) => typed.includes(it))
  return [...new Set(known)]
    .map((word) => ({ word, far: farFrom(word) }))
    .filter(({ word, far }) => far > 0 && far <= allowed(word) && shares(word))
    .sort((a, b) => a.far - b.far || b.word.length - a.word.length)
    .slice(0, most)
    .map(({ word }) => word)
}
