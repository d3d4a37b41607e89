/**
 * Reads the markdown of a plan: paragraphs, lists and named sections. Plain text only, so that pages, PDF and mail
 * agree.
 */
import type { Lang } from '../../../lib/locale.ts'
import { SECTIONS, type Block, type SectionId } from '../rules/plan-words.ts'

/** The headings of a plan's prose, in each language. */
const HEADINGS: Record<Lang, Record<SectionId | 'questions', string>> = {
  en: {
    fits: 'Where it fits',
    school: 'School and visa',
    billing: 'Direct billing',
    claim: 'How to claim',
    questions: 'Questions',
  },
  cn: { fits: '适合哪些情况', school: '学校与签证', billing: '直付', claim: '怎么理赔', questions: '常见问题' },
}

export interface Part {
  /** Heading without its marks. */
  readonly title: string
  readonly level: number
  /** Line of the heading within the body, counted from 0. */
  readonly line: number
  readonly blocks: readonly Block[]
}

/** Splits a markdown body at its headings. Text before the first heading has the title ''. */
export function parts(body: string): Part[] {
  const out: { title: string; level: number; line: number; lines: string[] }[] = [
    { title: '', level: 0, line: 0, lines: [] },
  ]
  body.split('\n').forEach((text, line) => {
    const heading = /^(#{1,3}) +(.+?)\s*$/.exec(text)
    if (heading) out.push({ title: heading[2] ?? '', level: (heading[1] ?? '').length, line, lines: [] })
    else out.at(-1)?.lines.push(text)
  })
  return out
    .map(({ lines, ...part }) => ({ ...part, blocks: blocks(lines) }))
    .filter((part) => part.level > 0 || part.blocks.length > 0)
}

/** Blank lines part paragraphs; lines that begin with `- ` are the items of a list. */
export function blocks(lines: readonly string[]): Block[] {
  const out: Block[] = []
  let paragraph: string[] = []
  let items: string[] = []
  const close = (): void => {
    if (paragraph.length > 0) out.push({ kind: 'p', text: paragraph.join(' ') })
    if (items.length > 0) out.push({ kind: 'list', items })
    paragraph = []
    items = []
  }
  for (const line of [...lines, '']) {
    const text = line.trim()
    const item = /^- +(.+)$/.exec(text)?.[1]
    if (text === '' || (item === undefined) === items.length > 0) close()
    if (item !== undefined) items.push(item)
    else if (text !== '') paragraph.push(text)
  }
  return out
}

export interface Body {
  readonly sections: Readonly<Record<SectionId, readonly Block[]>>
  readonly questions: readonly { readonly question: string; readonly answer: readonly Block[] }[]
  /** What is wrong with the headings. */
  readonly faults: readonly {
    readonly line: number
    readonly field: string
    readonly message: string
    readonly example: string
  }[]
}

/** The sections of a plan's prose by their headings, and its questions. */
export function readBody(body: string, lang: Lang): Body {
  const heads = HEADINGS[lang]
  const sections: Record<SectionId, readonly Block[]> = { fits: [], school: [], billing: [], claim: [] }
  const questions: { question: string; answer: readonly Block[] }[] = []
  const faults: Body['faults'][number][] = []
  for (const part of parts(body)) {
    const id = SECTIONS.find((section) => heads[section] === part.title)
    if (part.level === 2 && id) sections[id] = part.blocks
    else if (part.level === 3) questions.push({ question: part.title, answer: part.blocks })
    else if (part.level !== 2 || part.title !== heads.questions) {
      faults.push({
        line: part.line,
        field: part.title || '(text)',
        message: 'is not one of the headings.',
        example: `## ${heads.fits}`,
      })
    }
  }
  for (const id of SECTIONS) {
    if (sections[id].length === 0)
      faults.push({
        line: 0,
        field: heads[id],
        message: 'the section is missing or empty.',
        example: `## ${heads[id]}`,
      })
  }
  if (questions.length === 0)
    faults.push({
      line: 0,
      field: heads.questions,
      message: 'there are no questions.',
      example: `## ${heads.questions}`,
    })
  return { sections, questions, faults }
}
