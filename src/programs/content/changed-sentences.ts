/**
 * Texts beside what they were: sentences in which a figure by name became a number or another name, digits were
 * exchanged, a calculation has another sign or a negation was lost, and what was known by another id or stood at
 * another place. Warnings, until the change is committed or, of a copy for a later day, until that day.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayInName } from '../../lib/content/content-by-day.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import { changedSinceCommit, textsAt, type History } from './change-history.ts'
import { sayIn, type Say } from './doubtful-files.ts'
import { textBefore } from './price-jumps.ts'
import { sortedDigits } from './slipped-figures.ts'

const TOKEN_SOURCE = String.raw`\{\{[^}]+\}\}|\d+(?:,\d{3})*(?:\.\d+)?|[×÷−－＋+]|(?<=UTC)-`
const TOKEN = new RegExp(TOKEN_SOURCE, 'g')
const skeleton = (line: string): string => line.replace(TOKEN, '#')
/** A figure by name may bring its unit, which is typed with the number that takes its place. */
const WITH_UNIT = new RegExp(
  String.raw`(?:${TOKEN_SOURCE})(?: ?(?:days?|hours?|months?|years?|%|个月|小时|[天日年元]))?`,
  'g',
)
const withoutUnits = (line: string): string => line.replace(WITH_UNIT, '#')
const bareDigits = (token: string): string => token.replaceAll(',', '')

/** Of every text that differs from what it was. */
export function changedTexts(all: Tree, history: History | undefined): SourceProblem[] {
  return [...all.files].flatMap(([path, text]) => {
    const before = path.endsWith('.md') ? textBefore(all, path, history) : undefined
    const say = sayIn(all, path, text)
    const isNew = history !== undefined && !history.all.has(path) && !dayInName(path)
    const place =
      path.startsWith('faq/') && (before !== undefined || isNew) ? samePlace(all, path, text, before, say) : []
    if (before === undefined || before === text) return place
    return [
      ...place,
      ...changedIn(text, before).map(({ sentence, told }) => say(text.indexOf(sentence), ...told)),
      ...(path.startsWith('purchase/') ? otherIds(text, before, say) : []),
    ]
  })
}

/** Words of the interface that differ from those of the last commit, by the key that has them. `root`: `public/locales`. */
export function changedWords(root: string): SourceProblem[] {
  const paths = changedSinceCommit(root).filter((path) => path.endsWith('.json'))
  const committed = textsAt(
    root,
    paths.map((path) => ({ commit: 'HEAD', path })),
  )
  return paths.flatMap((path, i) => {
    const text = readFileSync(join(root, path), 'utf8')
    const before = new Map(wordsIn(committed[i] ?? ''))
    const words = new Map(wordsIn(text))
    return [...words].flatMap(([key, word]) => {
      const was = before.get(key) ?? ''
      const told = word === was ? undefined : (exchangedWith(key, words, before) ?? changedIn(word, was)[0]?.told)
      if (!told) return []
      const [found, why, example] = told
      const name = `${JSON.stringify(key.split('.').at(-1))}: ${JSON.stringify(word)}`
      const line = text.slice(0, Math.max(text.indexOf(name), 0)).split('\n').length
      return [problem(join(root, path), line, key, 'doubtful_word', `has “${found}”, which ${why}`, example)]
    })
  })
}

/** Of two texts that were exchanged, such as those of two buttons, the first. */
function exchangedWith(
  key: string,
  words: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
): Told | undefined {
  const [word, was] = [words.get(key), before.get(key)]
  const [other] = [...words].find(([it, text]) => it > key && text === was && before.get(it) === word) ?? []
  return word === undefined || was === undefined || other === undefined
    ? undefined
    : [word, `was the text of ${other} before, and has given it its own: are the two exchanged?`, was]
}

/** Each text by its key; none of a file that cannot be read, which is told elsewhere. */
function wordsIn(text: string): [key: string, word: string][] {
  const below = (value: unknown, path: readonly string[]): [string, string][] =>
    typeof value === 'string'
      ? [[path.join('.'), value]]
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => below(inner, [...path, key]))
        : []
  try {
    return below(JSON.parse(text), [])
  } catch {
    return []
  }
}

type Told = [found: string, why: string, example: string]
interface ChangedSentence {
  sentence: string
  told: Told
}

/** What a text says in nearly the words of before, and most likely did not mean to change. */
function changedIn(text: string, before: string): ChangedSentence[] {
  const known = new Set(sentencesOf(before))
  const old = new Map([...known].flatMap((it) => [skeleton(it), withoutUnits(it)].map((form) => [form, it])))
  const slips = sentencesOf(text).flatMap((sentence) => {
    if (known.has(sentence) || NO_TEXT.test(sentence)) return []
    const was = old.get(skeleton(sentence)) ?? old.get(withoutUnits(sentence))
    return was === undefined ? [] : changedTokens(sentence, was).map((told) => ({ sentence, told }))
  })
  return [...slips, ...lostNegations(text, known)]
}

const SENTENCE = /(?<=[。；？!?]|\.(?= ))/
const sentencesOf = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => line.split(SENTENCE))
    .map((it) => it.trim())
const NO_TEXT = /^(?:date|version|order|changed): |^$/

const GROUP_AND_PLACE = /^group: (\S+)\norder: (\d+)$/m
/** Two questions at one place of a group: which is first is left to their names. */
function samePlace(all: Tree, path: string, text: string, before: string | undefined, say: Say): SourceProblem[] {
  const found = GROUP_AND_PLACE.exec(text)
  if (!found || (before !== undefined && GROUP_AND_PLACE.exec(before)?.[0] === found[0])) return []
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const [other] =
    [...all.files].find(
      ([it, words]) => it !== path && it.startsWith(folder) && GROUP_AND_PLACE.exec(words)?.[0] === found[0],
    ) ?? []
  return other === undefined
    ? []
    : [
        say(
          found.index,
          `order: ${found[2]}`,
          `is the place of ${all.root}/${other}, too.`,
          'order: a number of its own',
        ),
      ]
}

const SIGN = /^[×÷−－＋+-]$/
/** In another form, or of the tier that took the place of one that ended. */
const sameFigure = (one: string, other: string): boolean => {
  const [a = '', b = ''] = [one, other].map((it) => it.slice(2, -2).replace(/^(?:tier|price)\.[\w-]+\./, ''))
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
}
function changedTokens(line: string, was: string): Told[] {
  const earlier = was.match(TOKEN) ?? []
  return (line.match(TOKEN) ?? []).flatMap((token, i): Told[] => {
    const old = earlier[i] ?? token
    if (token === old) return []
    if (SIGN.test(token) && SIGN.test(old))
      return [[token, `was ${old} before: does the calculation have another sign?`, old]]
    if (old.startsWith('{{') && token.startsWith('{{'))
      return sameFigure(token, old)
        ? []
        : [[token, `was ${old} before, and the words are the same: which is right?`, old]]
    if (old.startsWith('{{') && !token.startsWith('{{'))
      return [[token, `was ${old} before: a figure that is typed stays when the other one changes.`, old]]
    const [now, then] = [bareDigits(token), bareDigits(old)]
    if (now.length > 1 && sortedDigits(now) === sortedDigits(then))
      return [[token, `was ${old} before: are digits exchanged?`, old]]
    return now === `${then}0` || then === `${now}0`
      ? [[token, `was ${old} before: is a digit missing or one too many?`, old]]
      : []
  })
}

const NEGATION = /\b(?:do|does|did)?(?: ?\bnot|\bnever|\bno)\b ?|(?<=can)not\b|不(?!同|仅|但|过|久)|没有|并非|未/g
/** `A complaint never affects your cover`, and then `A complaint affects your cover`: the same words, and the contrary. */
function lostNegations(text: string, known: ReadonlySet<string>): ChangedSentence[] {
  // 未赔付 takes the place of 已赔付.
  const plain = (sentence: string): string => sentence.replace(NEGATION, '').replace(/\s+|已/g, '')
  const old = new Map([...known].map((it) => [plain(it), it]))
  return sentencesOf(text).flatMap((sentence) => {
    const was = plain(sentence) === '' || known.has(sentence) ? undefined : old.get(plain(sentence))
    const count = (of: string): number => of.match(NEGATION)?.length ?? 0
    const why = 'says the contrary of what it said before, in the same words: is that meant?'
    return was === undefined || count(was) === count(sentence)
      ? []
      : [{ sentence, told: [sentence.slice(0, 60), why, was.slice(0, 60)] }]
  })
}

const WITH_ID = /^ *- id: (\S+)\n +text: (.+)$/gm
/** Answers are kept by the id of their question. */
function otherIds(text: string, before: string, say: Say): SourceProblem[] {
  const old = new Map([...before.matchAll(WITH_ID)].map(([, id = '', words = '']) => [words, id]))
  return [...text.matchAll(WITH_ID)].flatMap(({ 1: id = '', 2: words = '', index }) => {
    const was = old.get(words)
    return was === undefined || was === id
      ? []
      : [say(index, `id: ${id}`, `was ${was} before, and answers are kept by it.`, `id: ${was}`)]
  })
}
