/** Compares what is below each heading in both languages: as many paragraphs, items and rows, and the same figures. */
import { problem } from '../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { childrenOf, lineOfNode, wordsOf, type MarkdownFile, type Node } from './markdown-blocks.ts'

interface Section {
  title: string
  depth: number
  line: number
  blocks: Node[]
}

function sectionsOf(text: MarkdownFile): Section[] {
  const sections: Section[] = [{ title: '', depth: 0, line: text.bodyLine, blocks: [] }]
  for (const block of text.blocks) {
    if (block.type === 'heading')
      sections.push({ title: wordsOf(block), depth: block.depth, line: lineOfNode(text, block), blocks: [] })
    else sections.at(-1)?.blocks.push(block)
  }
  return sections
}

const KINDS = {
  paragraph: ['paragraph', 'paragraphs'],
  item: ['item of a list', 'items of lists'],
  row: ['row of a table', 'rows of tables'],
  quote: ['quotation', 'quotations'],
} as const
type Kind = keyof typeof KINDS
type Counts = Readonly<Record<Kind, number>>

function countsOf({ blocks }: Section): Counts {
  const children = (type: Node['type']): number =>
    blocks.filter((block) => block.type === type).reduce((sum, block) => sum + childrenOf(block).length, 0)
  return {
    paragraph: blocks.filter(({ type }) => type === 'paragraph').length,
    item: children('list'),
    row: children('table'),
    quote: blocks.filter(({ type }) => type === 'blockquote').length,
  }
}

/** Texts of purchase pages and claim forms have a check of their own, which knows their sections. */
const CHECKED_ELSEWHERE = /^(purchase|claims)\//

const twinPath = (path: string): string => path.replace('/cn/', '/en/')

/** Says nothing while the headings differ: another check reports that, and everything below them would differ too. */
export function twinBlockProblems(texts: readonly MarkdownFile[]): SourceProblem[] {
  const byPath = new Map(texts.map((text) => [text.path, text]))
  return texts.flatMap((cn) => {
    const en = cn.lang === 'cn' ? byPath.get(twinPath(cn.path)) : undefined
    if (!en) return []
    const fields = [...lostInFields(cn, en), ...lostInFields(en, cn)]
    const [here, there] = [sectionsOf(cn), sectionsOf(en)]
    if (
      CHECKED_ELSEWHERE.test(cn.path) ||
      here.map(({ depth }) => depth).join() !== there.map(({ depth }) => depth).join()
    )
      return fields
    return [...fields, ...here.flatMap((section, i) => differing(cn, section, en, there[i] ?? section))]
  })
}

/** By the name of the field, all that stands below it included. */
function fieldsOf({ head }: MarkdownFile): Map<string, { line: number; figures: Set<string> }> {
  const fields = new Map<string, { line: number; figures: Set<string> }>()
  let last: { line: number; figures: Set<string> } | undefined
  for (const [i, line] of head.split('\n').entries()) {
    const name = /^(\w+):/.exec(line)?.[1]
    if (name !== undefined) fields.set(name, (last = { line: i + 2, figures: new Set() }))
    for (const figure of line.match(FIGURE) ?? []) last?.figures.add(figure)
  }
  return fields
}

/** `answer: 请在日内报案`, where English has the number of days. */
function lostInFields(text: MarkdownFile, other: MarkdownFile): SourceProblem[] {
  const own = fieldsOf(text)
  return [...fieldsOf(other)].flatMap(([name, { line, figures }]) => {
    const field = own.get(name)
    const [missing] = field ? [...figures.difference(field.figures)] : []
    const why = `does not name the figure ${missing}, which ${other.file}:${line} names.`
    return field && missing !== undefined ? [problem(text.file, field.line, name, 'twin_figures', why, missing)] : []
  })
}

function differing(cn: MarkdownFile, here: Section, en: MarkdownFile, there: Section): SourceProblem[] {
  const [mine, theirs] = [countsOf(here), countsOf(there)]
  const kind = (['paragraph', 'item', 'row', 'quote'] as const).find((it) => mine[it] !== theirs[it])
  if (kind !== undefined) {
    // Reported where something is missing: that is the file to write in.
    const [short, long] = mine[kind] < theirs[kind] ? [cn, en] : [en, cn]
    const [less, more] = mine[kind] < theirs[kind] ? [here, there] : [there, here]
    const said = (n: number): string => `${n} ${KINDS[kind][n === 1 ? 0 : 1]}`
    const [few, many] = [Math.min(mine[kind], theirs[kind]), Math.max(mine[kind], theirs[kind])]
    return [
      problem(
        short.file,
        less.line,
        less.title || 'text',
        'twin_blocks',
        `has ${said(few)}, and ${long.file}:${more.line} has ${said(many)}. Both languages say the same, in as many parts.`,
        EXAMPLES[short.lang][kind],
      ),
    ]
  }
  return differingFigures(cn, here, en, there)
}

const EXAMPLES = {
  en: { paragraph: 'The paragraph in English.', item: '- The item in English', row: '| Name | Amount |', quote: '> …' },
  cn: { paragraph: '同一段的中文。', item: '- 同一项的中文', row: '| 项目 | 金额 |', quote: '> …' },
} as const

/** Amounts, days and limits. Names (`{{insurer}}`, `{{site.name}}`) are repeated in one language and not in the other. */
const FIGURE = /\{\{(?!site\.|order\.|plan\.)[\w-]+\.[\w.-]+\}\}/g

const figuresOf = (text: MarkdownFile, { blocks }: Section): Set<string> =>
  new Set(
    blocks.flatMap(({ position }) =>
      position ? (text.body.slice(position.start.offset, position.end.offset).match(FIGURE) ?? []) : [],
    ),
  )

function differingFigures(cn: MarkdownFile, here: Section, en: MarkdownFile, there: Section): SourceProblem[] {
  const [mine, theirs] = [figuresOf(cn, here), figuresOf(en, there)]
  return [
    { missing: [...theirs].find((it) => !mine.has(it)), text: cn, section: here, other: en, at: there },
    { missing: [...mine].find((it) => !theirs.has(it)), text: en, section: there, other: cn, at: here },
  ].flatMap(({ missing, text, section, other, at }) =>
    missing === undefined
      ? []
      : [
          problem(
            text.file,
            section.line,
            section.title || 'text',
            'twin_figures',
            `does not name the figure ${missing}, which ${other.file}:${at.line} names.`,
            missing,
          ),
        ],
  )
}
