/**
 * A limit that both languages write as a number, where texts about the same thing have its name: nobody finds such a
 * sentence when the limit changes. A number alone may be anything, so both languages must share words with one place
 * that has the name.
 */
import { problem } from '../../../lib/content/content-tree.ts'
import { oncePer, oncePerText } from '../../../lib/content/remembering.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import { keysOf } from '../../../lib/object-keys.ts'
import { isEarlierVersion } from './content-files.ts'
import type { MarkdownFile } from './markdown-blocks.ts'
import { partsOf } from './text-parts.ts'
import { twinPath } from './translations.ts'

/** How a value is typed, by the end of its limit's name. */
const UNITS: Readonly<Record<string, Readonly<Record<Lang, string>>>> = {
  Days: { en: 'days?', cn: '(?:个工作|个自然)?[日天]' },
  Hours: { en: 'hours?', cn: '个?小时' },
  Minutes: { en: 'minutes?', cn: '分钟' },
  Months: { en: 'months?', cn: '个月' },
  Years: { en: 'years?', cn: '年' },
}
const SUMS = ['ownTranslationBelow', 'itemisedBillAbove', 'minorDeathUnder10', 'minorDeath10To17'] as const
const IN_WORDS: Readonly<Record<number, Readonly<Record<Lang, string>>>> = {
  2: { en: 'two', cn: '两|二' },
  3: { en: 'three', cn: '三' },
  5: { en: 'five', cn: '五' },
  7: { en: 'seven', cn: '七' },
  10: { en: 'ten', cn: '十' },
  12: { en: 'twelve', cn: '十二' },
  14: { en: 'fourteen', cn: '十四' },
  15: { en: 'fifteen', cn: '十五' },
  24: { en: 'twenty-four', cn: '二十四' },
  30: { en: 'thirty', cn: '三十' },
  48: { en: 'forty-eight', cn: '四十八' },
  60: { en: 'sixty', cn: '六十' },
  90: { en: 'ninety', cn: '九十' },
  180: { en: '(?:one|a) hundred and eighty', cn: '一百八十' },
}

type Limit = keyof typeof LIMITS
type Pattern = Readonly<Record<Lang, RegExp>>

const patterns: readonly (readonly [Limit, Pattern])[] = keysOf(LIMITS).flatMap((name) => {
  const unit = UNITS[/[A-Z][a-z]+$/.exec(name)?.[0] ?? '']
  const value = LIMITS[name]
  if (SUMS.some((it) => it === name)) return [[name, sumPattern(value)]]
  if (!unit) return []
  const typed = (lang: Lang): string => [`${value}`, IN_WORDS[value]?.[lang] ?? []].flat().join('|')
  const en = String.raw`(?<![\d.,\w-])(?:${typed('en')})(?: working| calendar| business)? (?:${unit.en})\b(?! a day)`
  const cn = `(?<![\\d.,年月第一二两三四五六七八九十百])(?:${typed('cn')})${unit.cn}`
  return [[name, { en: new RegExp(en, 'i'), cn: new RegExp(cn) }]]
})

/** `CNY 5,000`, `5,000元`, `5000元`, `20万元`. */
function sumPattern(value: number): Pattern {
  const digits = value.toLocaleString('en-GB').replaceAll(',', ',?')
  const cn = value % 10_000 === 0 ? `(?:${digits}|${value / 10_000} ?万)` : digits
  const en = String.raw`(?<!\w)(?:CNY|RMB|¥) ?${digits}(?!\d|[.,]\d)|(?<![\d.,])${digits} yuan\b`
  return { en: new RegExp(en), cn: new RegExp(`(?<![\\d.,])${cn} ?元|(?<![\\d.,])[¥￥]${digits}(?!\\d|[.,]\\d)`) }
}

const SENTENCES = { en: /[.!?;:|](?:\s|$)/, cn: /[。！？；：|]/ } as const
const COMMON =
  /^(?:within|hours?|days?|minutes?|months?|years?|working|after|before|more|than|from|this|that|have|last|least|most|with|your|when)$/
const COMMON_CN = /工作|[日天时月年内后前起过超个钟]/
/** A sentence without its names and links, and the limits that it names. */
interface Sentence {
  words: string
  names: readonly string[]
}

const sentencesIn = (lang: Lang): ((words: string) => Sentence[]) =>
  oncePerText((words) =>
    words.split(SENTENCES[lang]).map((it) => {
      if (!it.includes('{{') && !it.includes('](')) return { words: it, names: [] }
      const names = [...it.matchAll(/\{\{limits\.(\w+)\}\}/g)].flatMap(([, name]) => name ?? [])
      return { words: it.replace(/\{\{[^}]*\}\}|\]\([^)]*\)/g, ' '), names }
    }),
  )
const sentencesOf = { en: sentencesIn('en'), cn: sentencesIn('cn') }

/** What a sentence is about: the stems of its longer words; in Chinese its pairs of characters. */
const subjectOf = {
  en: oncePer(({ words }: Sentence): readonly string[] => {
    const long = words.toLowerCase().match(/[a-z]{4,}/g) ?? []
    return long.filter((it) => !COMMON.test(it)).map((it) => it.replace(/(?:ions?|ing|ed|es|s|e)$/, ''))
  }),
  cn: oncePer(({ words }: Sentence): readonly string[] => {
    const runs = words.match(/\p{Script=Han}{2,}/gu) ?? []
    return runs
      .flatMap((run) => run.split(COMMON_CN))
      .flatMap((run) => Array.from({ length: Math.max(0, run.length - 1) }, (_, i) => run.slice(i, i + 2)))
  }),
}

/** A paragraph, item, row or field in both languages. */
interface Both {
  path: string
  file: Readonly<Record<Lang, string>>
  line: Readonly<Record<Lang, number>>
  sentences: Readonly<Record<Lang, readonly Sentence[]>>
}

/** Of texts whose languages have the same parts; of others that is told first. */
function partsInBoth(texts: readonly MarkdownFile[]): Both[] {
  const byPath = new Map(texts.map((text) => [text.path, text]))
  return texts.flatMap((text) => {
    const other = text.lang === 'en' && !isEarlierVersion(text.path) ? byPath.get(twinPath(text.path)) : undefined
    if (!other) return []
    const [en, cn] = [partsOf(text), partsOf(other)]
    if (en.length !== cn.length) return []
    return en.map((part, i) => ({
      path: text.path,
      file: { en: text.file, cn: other.file },
      line: { en: part.line, cn: cn[i]?.line ?? 1 },
      sentences: { en: sentencesOf.en(part.words), cn: sentencesOf.cn(cn[i]?.words ?? '') },
    }))
  })
}

/** Words that less than one sentence of so many has say what it is about. */
const RARE = Math.exp(3)
/** As much as one rare word of each language that both share weighs, or a little more. */
const ENOUGH = 9

class Subjects {
  readonly #seen = { en: new Map<string, number>(), cn: new Map<string, number>() }
  readonly #count = { en: 0, cn: 0 }
  /** By limit, what the sentences are about that have its name, each time in both languages of one part. */
  readonly #uses = new Map<string, Record<Lang, Set<string>>[]>()

  constructor(parts: readonly Both[]) {
    for (const { sentences } of parts) {
      for (const lang of LANGS) for (const sentence of sentences[lang]) this.#read(sentence, lang)
      const about = (name: string, lang: Lang): Set<string> =>
        new Set(sentences[lang].filter(({ names }) => names.includes(name)).flatMap((it) => subjectOf[lang](it)))
      for (const name of new Set(sentences.en.flatMap(({ names }) => names)))
        this.#uses.set(name, [...(this.#uses.get(name) ?? []), { en: about(name, 'en'), cn: about(name, 'cn') }])
    }
  }
  #read(sentence: Sentence, lang: Lang): void {
    const seen = this.#seen[lang]
    this.#count[lang] += 1
    for (const word of subjectOf[lang](sentence)) seen.set(word, (seen.get(word) ?? 0) + 1)
  }
  #shared(lang: Lang, sentence: Sentence, theirs: ReadonlySet<string>): number {
    const shared = new Set(subjectOf[lang](sentence)).intersection(theirs)
    const weights = [...shared].map((it) => this.#count[lang] / (this.#seen[lang].get(it) ?? 1))
    return weights.filter((it) => it > RARE).reduce((sum, it) => sum + Math.log(it), 0)
  }
  /** How much two sentences have in common with a place that has the name; 0 where one language has nothing. */
  inCommon(name: string, en: Sentence, cn: Sentence): number {
    const found = (this.#uses.get(name) ?? []).map((use) => {
      const [english, chinese] = [this.#shared('en', en, use.en), this.#shared('cn', cn, use.cn)]
      return english > 0 && chinese > 0 ? english + chinese : 0
    })
    return Math.max(0, ...found)
  }
}

/** Warnings for an editor. Terms have periods of the law, which no rule of ours changes. */
export function numbersInBothLanguages(texts: readonly MarkdownFile[]): SourceProblem[] {
  const parts = partsInBoth(texts)
  const subjects = new Subjects(parts)
  return parts
    .filter(({ path }) => !path.startsWith('clauses/'))
    .flatMap((part) => {
      const [best] = candidates(part, subjects).sort((a, b) => b.inCommon - a.inCommon)
      if (!best || best.inCommon < ENOUGH) return []
      const name = `{{limits.${best.name}}}`
      const why = `is typed in both languages, and texts about the same thing have ${name}. Write it here too, unless something else is meant: then all change together.`
      return LANGS.map((lang) => problem(part.file[lang], part.line[lang], best[lang], 'typed_limit', why, name))
    })
}

interface Candidate extends Record<Lang, string> {
  name: Limit
  inCommon: number
}

function candidates({ sentences }: Both, subjects: Subjects): Candidate[] {
  const english = sentences.en.filter(({ words }) => MEASURE.test(words))
  if (english.length === 0) return []
  return patterns.flatMap(([name, pattern]) => {
    const [en] = english.flatMap((it) => typedIn(it, pattern.en))
    const [cn] = en ? sentences.cn.flatMap((it) => typedIn(it, pattern.cn)) : []
    return en && cn
      ? [{ name, en: en.typed, cn: cn.typed, inCommon: subjects.inCommon(name, en.sentence, cn.sentence) }]
      : []
  })
}

/** Looked for first, because few sentences have it. */
const MEASURE = /\b(?:days?|hours?|minutes?|months?|years?|CNY|RMB|yuan)\b|¥/

function typedIn(sentence: Sentence, pattern: RegExp): { sentence: Sentence; typed: string }[] {
  const [typed] = pattern.exec(sentence.words) ?? []
  return typed === undefined ? [] : [{ sentence, typed }]
}
