/**
 * Texts beside what they were: sentences in which a figure by name became a number or another name, digits were
 * exchanged, a calculation has another sign or a negation was lost, and what was known by another id or stood at
 * another place. Warnings, until the change is committed or, of a copy for a later day, until that day.
 */
import { dayInName } from '../../lib/content/content-by-day.ts'
import type { Tree } from '../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import type { History } from './change-history.ts'
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
    const known = new Set(sentencesOf(before))
    const old = new Map([...known].flatMap((it) => [skeleton(it), withoutUnits(it)].map((form) => [form, it])))
    const slips = sentencesOf(text).flatMap((sentence) => {
      if (known.has(sentence) || NO_TEXT.test(sentence)) return []
      const was = old.get(skeleton(sentence)) ?? old.get(withoutUnits(sentence))
      return was === undefined ? [] : changedTokens(sentence, was).map((told) => say(text.indexOf(sentence), ...told))
    })
    return [
      ...place,
      ...slips,
      ...lostNegations(text, before, say),
      ...(path.startsWith('purchase/') ? otherIds(text, before, say) : []),
    ]
  })
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
function changedTokens(line: string, was: string): [found: string, why: string, example: string][] {
  const earlier = was.match(TOKEN) ?? []
  return (line.match(TOKEN) ?? []).flatMap((token, i): [string, string, string][] => {
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
function lostNegations(text: string, before: string, say: Say): SourceProblem[] {
  const plain = (sentence: string): string => sentence.replace(NEGATION, '').replace(/\s+/g, '')
  const known = new Set(sentencesOf(before))
  const old = new Map([...known].map((it) => [plain(it), it]))
  return sentencesOf(text).flatMap((sentence) => {
    const was = plain(sentence) === '' || known.has(sentence) ? undefined : old.get(plain(sentence))
    const count = (of: string): number => of.match(NEGATION)?.length ?? 0
    return was === undefined || count(was) === count(sentence)
      ? []
      : [
          say(
            text.indexOf(sentence),
            sentence.slice(0, 60),
            'says the contrary of what it said before, in the same words: is that meant?',
            was.slice(0, 60),
          ),
        ]
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
