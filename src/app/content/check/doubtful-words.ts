/** Words that are of the right form and most likely a slip, or that go stale or say who is behind them: warnings. */
import { problem } from '../../../lib/content/content-tree.ts'
import { oncePer } from '../../../lib/content/remembering.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { SITE } from '../../../lib/site.ts'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import { isEarlierVersion } from './content-files.ts'
import { childrenOf, lineOfNode, wordsOf, type MarkdownFile } from './markdown-blocks.ts'
import { partsOf, type Part } from './text-parts.ts'

interface Doubt {
  /** Both languages, unless it names one. */
  lang?: Lang
  /** Folders; all without it. */
  of?: RegExp
  pattern: RegExp
  why: string
  example: string
}

const LATER = { why: 'is another day for whoever reads it later: write the day.' } as const
/** Of notices, and of mails: both are read later. */
export const ANOTHER_DAY: Readonly<Record<Lang, Pick<Doubt, 'pattern' | 'why' | 'example'>>> = {
  en: {
    ...LATER,
    pattern:
      /\b(?:today|tonight|tomorrow|yesterday|(?:next|this|last) (?:week|month|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day))\b/i,
    example: '12 November 2026',
  },
  cn: {
    ...LATER,
    pattern:
      /[今昨][天日晚]|(?<![说证声注申表])明[天日晚]|(?<![最先以之此])后天|[下上本这]个?(?:周|星期)[一二三四五六日天]?|[下上]个?月/,
    example: '2026年11月12日',
  },
}

const DOUBTS: readonly Doubt[] = [
  {
    lang: 'en',
    pattern: /\b(?!(?:that|had|bye)\b)([a-z]{2,}) \1\b/i,
    why: 'is there twice: delete one.',
    example: 'the word once',
  },
  {
    lang: 'cn',
    pattern: /(?<!目)的的|了了|是是|在在|和和|您您|我们我们/,
    why: 'is there twice: delete one.',
    example: '的',
  },
  { lang: 'cn', pattern: /(?<![“「])你(?!好)/, why: 'is not how this site speaks to its readers.', example: '您' },
  {
    pattern: /(?<![\d/])\d{1,2}\/\d{1,2}\/(?:20)?\d\d(?![\d/])/,
    why: 'is another day in other countries: write the month as a word.',
    example: '12 November 2026',
  },
  ...LANGS.map((lang) => ({ lang, of: /^notices\//, ...ANOTHER_DAY[lang] })),
  {
    pattern: /(?<![\d+-])(?:\+?86[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}(?!\d)/,
    why: 'is the mobile number of a person: give a number that stays when they leave.',
    example: '{{site.phone}}',
  },
  {
    pattern: /(?<![\d-])\d{4}(?:[ -]?\d{4}){2,3}[ -]?\d{1,4}(?!\d)/,
    why: 'reads like the number of a card or an account: this site asks nobody to transfer money to one.',
    example: 'the sentence without it',
  },
  {
    pattern: /(?:WeChat|微信|QQ)[^。.，,|]{0,8}?[ :：]?(?=[\w-]*\d)[A-Za-z0-9][\w-]{5,}/i,
    why: 'reads like the account of a person in a chat: this site answers by phone and email alone.',
    example: '{{site.email}}',
  },
  {
    pattern: /(?<!\d)12315(?!\d)/,
    why: 'is the line of the market regulator: complaints about insurance go to 12378.',
    example: '12378',
  },
  {
    pattern: /^(?:[a-z]|[ivx]{2,3}|\d{1,2})[)）]\s/,
    why: 'begins as an item of a list that was pasted: write 1. and a space.',
    example: '1. The first step',
  },
]

export const wordDoubts = (texts: readonly MarkdownFile[]): SourceProblem[] =>
  texts.filter(({ path }) => !isEarlierVersion(path)).flatMap(wordDoubtsOf)

const wordDoubtsOf = oncePer((text: MarkdownFile): SourceProblem[] => [
  ...partsOf(text).flatMap((part) => doubtsOf(text, part)),
  ...halfSentences(text),
])

function doubtsOf({ path, file, lang }: MarkdownFile, part: Part): SourceProblem[] {
  const words = part.words.replace(/\{\{[^}]*\}\}|https?:\S+|\]\([^)]*\)/g, ' ')
  const doubts = DOUBTS.filter((it) => (it.lang ?? lang) === lang && (it.of?.test(path) ?? true)).flatMap((it) => {
    const [found] = it.pattern.exec(words) ?? []
    return found === undefined ? [] : [problem(file, part.line, found.trim(), 'doubtful_words', it.why, it.example)]
  })
  return [
    ...doubts,
    ...others(file, part, words),
    ...openBracket(file, part, words),
    ...cutOff(file, part, lang),
    ...(path.startsWith('faq/') ? noQuestion(file, part, lang) : []),
    ...namedTwice(file, part),
  ]
}

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const OWN = /@(?:.*\.)?example(?:\.|$)/
/** Free mail belongs to a person; our own addresses are refused where they are typed. */
const FREE_MAIL = /@(?:gmail|qq|163|126|outlook|hotmail|foxmail|sina|yahoo|icloud)\./i

const others = (file: string, { line }: Part, words: string): SourceProblem[] =>
  (words.match(ADDRESS) ?? [])
    .filter((it) => FREE_MAIL.test(it) && !OWN.test(it) && it !== SITE.en.email)
    .map((it) =>
      problem(
        file,
        line,
        it,
        'doubtful_words',
        'is the address of a person: give one that stays when they leave.',
        '{{site.email}}',
      ),
    )

function openBracket(file: string, { line, kind }: Part, words: string): SourceProblem[] {
  const count = (marks: RegExp): number => (words.match(marks) ?? []).length
  const missing = count(/[(（]/g) - count(/[)）]/g)
  if (kind === 'field' || missing === 0 || /^(?:[a-z]|[ivx]{2,3}|\d{1,2})[)）]/.test(words)) return []
  const why = `${missing > 0 ? 'opens' : 'closes'} a bracket that is not ${missing > 0 ? 'closed' : 'opened'}.`
  return [problem(file, line, short(words), 'doubtful_words', why, missing > 0 ? ')' : '(')]
}

const SENTENCES = /^(?:summary|answer|who): *["']?(.+?)["']?$/
/** What stands alone in lists and shared links ends as a sentence does. */
function cutOff(file: string, { line, kind, words }: Part, lang: Lang): SourceProblem[] {
  const [, said] = (kind === 'field' && SENTENCES.exec(words)) || []
  if (said === undefined || said.includes('✎') || /[.?…)”’}\]。？）]$/.test(said)) return []
  const why = 'does not end as a sentence: is the rest missing?'
  return [
    problem(file, line, short(said), 'doubtful_words', why, lang === 'en' ? 'The whole sentence.' : '完整的一句话。'),
  ]
}

const ENDS = /[.?!…:;。？！：；]["'”’）)】\]]?$/
const BREAKS_OFF = /[\p{L}\d,，、]$/u
/** Below this a paragraph may be a label, an address or a name: letters of English, characters of Chinese. */
const SENTENCE: Readonly<Record<Lang, number>> = { en: 30, cn: 12 }
/** A paragraph that ends without a mark among others that end with one. */
function halfSentences(text: MarkdownFile): SourceProblem[] {
  const paragraphs = text.blocks.flatMap((block) => {
    // A link that stands alone is a title.
    const words = block.type !== 'paragraph' || childrenOf(block).at(-1)?.type === 'link' ? '' : wordsOf(block).trim()
    return words === '' ? [] : [{ block, words }]
  })
  if (!paragraphs.some(({ words }) => ENDS.test(words))) return []
  return paragraphs.flatMap(({ block, words }) =>
    !BREAKS_OFF.test(words) || words.length < SENTENCE[text.lang] || /✎|\n/.test(words)
      ? []
      : [
          problem(
            text.file,
            lineOfNode(text, block),
            short(words),
            'doubtful_words',
            'does not end as a sentence: is the rest missing?',
            text.lang === 'en' ? 'The whole sentence.' : '完整的一句话。',
          ),
        ],
  )
}

/** A title of a question is found as one. */
const noQuestion = (file: string, { line, kind, words }: Part, lang: Lang): SourceProblem[] =>
  kind === 'field' && words.startsWith('title: ') && !/[?？✎]/.test(words)
    ? [
        problem(
          file,
          line,
          'title',
          'doubtful_words',
          'is no question.',
          lang === 'en' ? 'How can I pay?' : '怎么付款？',
        ),
      ]
    : []

/** `documents: [police_report, police_report]`. */
function namedTwice(file: string, { line, kind, words }: Part): SourceProblem[] {
  const [, field = '', list = ''] = (kind === 'field' && /^(documents|countries): \[(.*)\]$/.exec(words)) || []
  const names = list.split(/, */)
  const twice = names.find((it, i) => names.indexOf(it) < i)
  return twice === undefined
    ? []
    : [
        problem(
          file,
          line,
          field,
          'doubtful_words',
          `names “${twice}” a second time.`,
          `${field}: [${[...new Set(names)].join(', ')}]`,
        ),
      ]
}

const short = (words: string): string => (words.trim().length > 40 ? `${words.trim().slice(0, 40)}…` : words.trim())
