/** What a new text says until someone writes it (`npm run content -- new`): sentences for the editor, none for readers. */
import type { Lang } from '../../lib/locale.ts'
import type { CollectionName } from './collections.ts'
import { GUIDE_HEADINGS } from './guide-headings.ts'

/** Begins each sentence of a template. A text that still has it is refused. */
export const UNWRITTEN = '✎'

/** Collections to which editors add entries; each entry gets a page automatically. */
export const NEW_IN = ['notices', 'faq', 'guides', 'articles', 'legal'] as const satisfies readonly CollectionName[]
export type NewIn = (typeof NEW_IN)[number]

const WORDS = {
  en: {
    title: 'The title', question: 'The question, as a reader would ask it', summary: 'What it is about, in one or two sentences',
    answer: 'The short answer, in one or two sentences', heading: 'The first heading', text: 'Write here. Answer first, then when it differs, then the link.',
    when: 'When it differs',
  },
  cn: {
    title: '标题', question: '读者会怎么问', summary: '一两句话说明内容', answer: '一两句话的简短回答', heading: '第一个小标题',
    text: '在此撰写：先答案，再例外，最后链接。', when: '例外情况',
  },
} as const

/** Lines that still have the template's words, even if the mark was removed. */
const LEFT = new RegExp(`^.*${UNWRITTEN}.*$|^(?:#+ |[a-z]+: ")?(?:${Object.values(WORDS).flatMap((words) => Object.values(words)).map((words) => words.replace(/[.?]/g, '\\$&')).join('|')})"?$`, 'gm')

/** Lines of a file that nobody has written yet, counted from 1. */
export function unwrittenLines(raw: string): number[] {
  return [...raw.matchAll(LEFT)].map(({ index }) => raw.slice(0, index).split('\n').length)
}

/** The text of a fresh file: its facts stand, its words say what to write. `facts` are lines of YAML. */
export function templateOf(collection: NewIn, lang: Lang, facts: readonly string[]): string {
  const say = (what: keyof (typeof WORDS)['en']): string => `${UNWRITTEN} ${WORDS[lang][what]}`
  const head = collection === 'faq'
    ? [`title: "${say('question')}"`, `answer: "${say('answer')}"`]
    : [`title: "${say('title')}"`, `summary: "${say('summary')}"`]
  const body = collection === 'guides'
    ? GUIDE_HEADINGS[lang].map((heading) => `## ${heading}\n\n${say('text')}`)
    : collection === 'faq' ? [say('when')] : [`## ${say('heading')}\n\n${say('text')}`]
  return `---\n${[...head, ...facts].join('\n')}\n---\n\n${body.join('\n\n')}\n`
}
