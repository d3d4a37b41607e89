/**
 * Words of the interface that may be meant, and are most likely a slip: another thing or act than the other language
 * says, two choices with one text, a text that its place cannot show. Warnings.
 */
import { ANOTHER_DAY } from '../../app/content/check/doubtful-words.ts'
import { differingActs, differingWords } from '../../app/content/check/twin-names.ts'
import { differingFigures } from '../../app/content/check/twin-values.ts'
import { problem } from '../../lib/content/content-tree.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Path, SourceProblem } from '../../lib/content/source-problems.ts'

interface Words {
  namespace: string
  lang: Lang
  file: string
  words: ReadonlyMap<string, { text: string; path: Path }> | undefined
  lineOf: (path: Path) => number
}
type Told = [key: string, found: string, why: string, example: string]

export const interfaceWordDoubts = (files: readonly Words[]): SourceProblem[] =>
  files.flatMap((file) => {
    const twin = files.find((it) => it.namespace === file.namespace && it.lang !== file.lang)
    const told = [
      ...(file.lang === 'cn' && twin ? otherThings(file, twin) : []),
      ...(twin ? sameChoices(file, twin) : []),
      ...(file.namespace === 'messages' ? [...sameSubjects(file), ...otherDays(file)] : []),
      ...tooLong(file),
      ...(file.namespace === 'search' && file.lang === 'cn' ? englishGroups(file) : []),
    ]
    return told.map(([key, found, why, example]) =>
      problem(
        file.file,
        file.lineOf(file.words?.get(key)?.path ?? []),
        key,
        'doubtful_word',
        `has “${found}”, which ${why}`,
        example,
      ),
    )
  })

const textOf = ({ words }: Words, key: string): string | undefined =>
  (words?.get(key) ?? words?.get(key.replace(/_other$/, '_one')))?.text

const UNTIL = /\b(?:[Uu]ntil|[Bb]efore) (\{\{\w+\}\})/g
function otherThings(cn: Words, en: Words): Told[] {
  return [...(cn.words ?? [])].flatMap(([key, { text }]): Told[] => {
    const english = textOf(en, key)
    if (english === undefined) return []
    // What is learnt of a value: before it, or after it.
    const after = [...english.matchAll(UNTIL)].flatMap(([typed, hole = '']): [string, string][] => {
      const [found] = new RegExp(`${RegExp.escape(hole)}(?:（[^）]*）)?之?以?后`).exec(text) ?? []
      return found === undefined ? [] : [[found, typed]]
    })
    const acts = english.length > MOST.action || /[。，]/.test(text) ? [] : differingActs(english, text)
    const [weekday] = /day|week/i.test(english) ? [] : (/(?:周|星期)[一二三四五六日]/.exec(text) ?? [])
    const alone = weekday === undefined ? [] : [[weekday, 'no day'] as const]
    return [...differingWords(english, text), ...differingFigures(english, text), ...acts, ...after, ...alone].map(
      ([found, other]): Told => [
        key,
        found,
        `stands where English has “${other}”: which is right?`,
        `the same as “${other}”`,
      ],
    )
  })
}

/** Words of one group that were copied: the other language tells them apart. */
function sameChoices(file: Words, twin: Words): Told[] {
  const groups = Map.groupBy(file.words ?? [], ([key]) => key.replace(/[^.]*$/, ''))
  return [...groups.values()].flatMap((group) =>
    group.flatMap(([key, { text }], i): Told[] => {
      const first = group.findIndex(([, it]) => it.text === text)
      const other = group[first]?.[0]
      const [one, two] = [textOf(twin, key), other === undefined ? undefined : textOf(twin, other)]
      const choices = CHOICES.test(`${file.namespace}:${key}`)
      return first < i && other !== undefined && choices && one !== two
        ? [[key, text, `is the text of ${other}, too: nobody could choose.`, 'a text of its own']]
        : []
    }),
  )
}
/** Groups that are offered as a list. */
const CHOICES = /(?:relationship|idType|gender|reason|topic|method|option)s?\.[^.]+$/i

function sameSubjects({ words }: Words): Told[] {
  const subjects = [...(words ?? [])].filter(([key]) => key.endsWith('.subject'))
  return subjects.flatMap(([key, { text }], i): Told[] => {
    const [other] =
      subjects.slice(0, i).find(([it, { text: above }]) => shownAs(above) === shownAs(text) && !sameMatter(it, key)) ??
      []
    return other === undefined
      ? []
      : [[key, text, `is the subject of ${other}, too: a mailbox shows them as one.`, 'a subject of its own']]
  })
}
/** Without marks, and without the names of values. */
const shownAs = (subject: string): string =>
  subject
    .replace(/\{\{\w+\}\}/g, '0')
    .replace(/[^\p{L}\d]/gu, '')
    .toLowerCase()

/** Several outcomes of one matter, which is not told in a subject. */
const SAME_MATTER = [
  ['policy_surrender', 'policy_surrender_early'],
  ['policy_surrender_requested', 'policy_surrender_requested_early'],
  ['policy_ending', 'policy_ending_extend'],
  ['policy_endorsement', 'change_approved'],
  ['claim_request', 'claim_request_reminder'],
  ['claim_review_more', 'claim_review_same', 'claim_review_rejected'],
]
const sameMatter = (one: string, other: string): boolean =>
  SAME_MATTER.some((names) => [one, other].every((it) => names.includes(it.replace('.subject', ''))))

/** A mail is read on a later day than it is sent, and some are sent late. */
const otherDays = ({ words, lang }: Words): Told[] =>
  [...(words ?? [])].flatMap(([key, { text }]): Told[] => {
    const { pattern, why } = ANOTHER_DAY[lang]
    const [found] = pattern.exec(text) ?? []
    return found === undefined ? [] : [[key, found, why, '{{day}}']]
  })

/** Letters of English; a Chinese character is as wide as two. */
const MOST = { action: 44, subject: 90, title: 60 }
function tooLong({ words, namespace }: Words): Told[] {
  return [...(words ?? [])].flatMap(([key, { text }]): Told[] => {
    const place =
      namespace === 'titles' && key !== 'description'
        ? 'title'
        : namespace === 'messages'
          ? /\.(action|subject)$/.exec(key)?.[1]
          : undefined
    if (place !== 'title' && place !== 'action' && place !== 'subject') return []
    const length = text.replace(/\{\{\w+\}\}/g, '000000').replace(/\P{ASCII}/gu, '00').length
    return length > MOST[place]
      ? [[key, `${text.slice(0, 24)}…`, `is longer than ${WHERE[place]} shows.`, 'fewer words']]
      : []
  })
}
const WHERE = { action: 'a button', subject: 'a list of mails', title: 'a list of results' }

/** `deductible = excess` among groups of Chinese words. Abbreviations stand alone in both languages. */
const englishGroups = (file: Words): Told[] =>
  (textOf(file, 'same') ?? '')
    .split(/[;；]/)
    .flatMap((group): Told[] =>
      /^[\x20-\x7e]+$/.test(group) && /[a-z]{4,} ?=/.test(group)
        ? [
            [
              'same',
              group.trim(),
              'are English words, in the Chinese file: they belong in the English one.',
              '免赔额 = 起付线',
            ],
          ]
        : [],
    )
