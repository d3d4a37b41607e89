/**
 * The text of a new entry until someone writes it (`npm run content -- new`): sentences for the editor, none for
 * readers.
 */
import type { Lang } from '../../lib/locale.ts'
import type { CollectionName } from './collections.ts'
import { GUIDE_HEADINGS } from './guide-headings.ts'
import { EXCLUSIONS_HEADING } from './product-headings.ts'

/** Begins each sentence of a template. A text that still contains it is refused. */
export const UNWRITTEN = '✎'

/** Collections to which editors add entries; each entry gets a page automatically. */
export const NEW_IN = [
  'notices',
  'faq',
  'guides',
  'articles',
  'legal',
  'other',
  'overseas',
] as const satisfies readonly CollectionName[]
export type NewIn = (typeof NEW_IN)[number]

const WORDS = {
  en: {
    title: 'The title',
    question: 'The question, as a reader would ask it',
    summary: 'What it is about, in one or two sentences',
    answer: 'The short answer, in one or two sentences',
    heading: 'The first heading',
    text: 'Write here. Answer first, then when it differs, then the link.',
    when: 'When it differs',
    who: 'Who may have it, and who not',
    covered: 'What the insurer pays for',
    excluded: 'What the insurer does not pay for',
    claim: 'Whom to tell, with which documents, and within which time',
  },
  cn: {
    title: '标题',
    question: '读者会怎么问',
    summary: '一两句话说明内容',
    answer: '一两句话的简短回答',
    heading: '第一个小标题',
    text: '在此撰写：先答案，再例外，最后链接。',
    when: '例外情况',
    who: '哪些人可以投保，哪些人不可以',
    covered: '保险公司赔付哪些情况',
    excluded: '保险公司不赔付哪些情况',
    claim: '向谁报案、需要哪些材料、期限多长',
  },
} as const

/** Sections of a product; a plan of ours states its exclusions on its own page, and the section does no harm there. */
const PRODUCT_HEADINGS = {
  en: { covered: 'What is covered', claim: 'How to claim' },
  cn: { covered: '保障内容', claim: '怎么理赔' },
} as const

/** Lines that still have the template's words, even if the mark was removed. */
const LEFT = new RegExp(
  `^.*${UNWRITTEN}.*$|^(?:#+ |[a-z]+: ")?(?:${Object.values(WORDS)
    .flatMap((words) => Object.values(words))
    .map((words) => words.replace(/[.?]/g, '\\$&'))
    .join('|')})"?$`,
  'gm',
)

/** Lines of a file that nobody has written yet, counted from 1. */
export function unwrittenLines(raw: string): number[] {
  return [...raw.matchAll(LEFT)].map(({ index }) => raw.slice(0, index).split('\n').length)
}

/** A new file's text: its facts are filled in, its sentences say what to write. `facts` are lines of YAML. */
export function templateOf(collection: NewIn, lang: Lang, facts: readonly string[]): string {
  const say = (what: keyof (typeof WORDS)['en']): string => `${UNWRITTEN} ${WORDS[lang][what]}`
  const head =
    collection === 'faq'
      ? [`title: "${say('question')}"`, `answer: "${say('answer')}"`]
      : [`title: "${say('title')}"`, `summary: "${say('summary')}"`]
  const product = collection === 'other' || collection === 'overseas'
  if (product) head.push(`who: "${say('who')}"`)
  const body = product
    ? productBody(lang, say)
    : collection === 'guides'
      ? GUIDE_HEADINGS[lang].map((heading) => `## ${heading}\n\n${say('text')}`)
      : collection === 'faq'
        ? [say('when')]
        : [`## ${say('heading')}\n\n${say('text')}`]
  return `---\n${[...head, ...facts].join('\n')}\n---\n\n${body.join('\n\n')}\n`
}

function productBody(lang: Lang, say: (what: 'covered' | 'excluded' | 'claim') => string): string[] {
  const { covered, claim } = PRODUCT_HEADINGS[lang]
  return [
    `## ${covered}\n\n${say('covered')}`,
    `## ${EXCLUSIONS_HEADING[lang]}\n\n${say('excluded')}`,
    `## ${claim}\n\n${say('claim')}`,
  ]
}
