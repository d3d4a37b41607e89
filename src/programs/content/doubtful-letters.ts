/** Lines of the letters to clinics, beside the same line in the other languages. Warnings. */
import { namesIn, problem, type Tree } from '../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import type { Field } from './doubtful-files.ts'

const CODE = /\b[A-Z]{2,4}-\d+\b|(?<![\d,.])\d+(?![\d,.])/g
/** Which Japanese writes otherwise. */
const SIMPLIFIED = /[请们这给对时间问药诊单据须说认让样还进过运选发贵签两]/g
/** Kana in the Chinese letter; a figure that all other languages have otherwise. */
export const letterFields: Field = (text, say, all, id) => {
  const lines = text.split('\n')
  const ids = namesIn(all, 'letters', '.yaml').filter((it) => it !== id)
  const others = ids.map((it) => linesBelow(all.files.get(`letters/${it}.yaml`) ?? ''))
  const own = linesBelow(text)
  const start = lines.length - own.length
  const at = (i: number): number => lines.slice(0, start + i).reduce((sum, line) => sum + line.length + 1, 0)
  return own.flatMap((line, i) => {
    const same = others.map((it, k) => ({ line: it[i] ?? '', id: ids[k] ?? '' }))
    return [...otherPeriod(line, id, same), ...otherScript(line, id), ...otherCode(line, same)].map((told) =>
      say(at(i), ...told),
    )
  })
}

type Same = readonly { line: string; id: string }[]
type Told = [found: string, why: string, example: string]

function otherPeriod(line: string, id: string, same: Same): Told[] {
  const [period, days] = periodIn(line, id) ?? []
  const other = same.flatMap((it) => periodIn(it.line, it.id)?.[1] ?? [])
  const lasts = other.length > 1 && other.every((it) => it === other[0]) && days !== other[0]
  return period !== undefined && lasts
    ? [[period, `lasts ${days} days, and ${other[0]} in all other languages.`, `${other[0]} days`]]
    : []
}

function otherScript(line: string, id: string): Told[] {
  const chinese = id === 'ja' ? (line.match(SIMPLIFIED) ?? []).join('') : ''
  if (chinese.length > 1) return [[chinese, 'is Chinese, in the Japanese letter.', 'この行の日本語']]
  const [kana] = /[\p{Script=Hiragana}\p{Script=Katakana}]{2,}/u.exec(line.replace(/“[^”]*”|（[^）]*）/g, '')) ?? []
  return id === 'cn' && kana !== undefined ? [[kana, 'is Japanese, in the Chinese letter.', '这一行的中文']] : []
}

function otherCode(line: string, same: Same): Told[] {
  const found = new Set(line.match(CODE))
  const there = same.map((it) => new Set(it.line.match(CODE)))
  const lost = there
    .flatMap((of) => [...of])
    .find((it) => !found.has(it) && there.filter((of) => of.has(it)).length >= Math.min(2, there.length))
  const odd = [...found].find((it) => !there.some((of) => of.has(it)))
  return same.length > 1 && lost !== undefined && odd !== undefined
    ? [[odd, `is ${lost} in the other languages: which is right?`, lost]]
    : []
}

const COUNTS: Readonly<Record<string, number>> = Object.fromEntries(
  ['one ein eine einem 一', 'two zwei 两 二', 'three drei 三', 'four vier 四', 'five fünf 五', 'six sechs 六'].flatMap(
    (words, i) => words.split(' ').map((word) => [word, i + 1]),
  ),
)
const PERIODS: Readonly<Record<string, RegExp>> = {
  en: /\b(\d+|one|two|three|four|five|six) (?:(day)|(week)|(month))/,
  de: /\b(\d+|eine?m?|zwei|drei|vier|fünf|sechs) (?:(Tag)|(Woche)|(Monat))(?:en|e|n)?/,
  cn: /(\d+|[一两二三四五六])个?(?:([天日])|(周|星期)|(月))/,
  ja: /(\d+)(?:(日)|(週間)|([かヶカケ]月))/,
}
/** A length of time in a line of a letter, in days. */
function periodIn(line: string, id: string): [typed: string, days: number] | undefined {
  const [typed, count = '', day, week] = PERIODS[id]?.exec(line) ?? []
  return typed === undefined
    ? undefined
    : [typed, (COUNTS[count] ?? Number(count)) * (day === undefined ? (week === undefined ? 30 : 7) : 1)]
}

/** Without the notes at the top. */
const linesBelow = (text: string): string[] => {
  const lines = text.split('\n')
  return lines.slice(lines.findIndex((it) => it !== '' && !it.startsWith('#')))
}

/** A line of a letter that is still English: the clinic cannot read it. Short ones may be names. */
export const letterDoubts = (all: Tree): SourceProblem[] => {
  const linesOf = (lang: string): string[] => (all.files.get(`letters/${lang}.yaml`) ?? '').split('\n')
  const english = new Set(linesOf('en').map((line) => line.trim()))
  return ['cn', 'ja', 'de'].flatMap((lang) => {
    const path = `letters/${lang}.yaml`
    return linesOf(lang).flatMap((line, i) =>
      / \S+ \S+/.test(line.trim()) && !line.startsWith('#') && english.has(line.trim())
        ? [
            problem(
              `${all.root}/${path}`,
              i + 1,
              line.trim(),
              'doubtful_fact',
              'is what the English letter says, word for word.',
              'the line in the language of the letter',
            ),
          ]
        : [],
    )
  })
}
