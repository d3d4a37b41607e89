/**
 * Parses the small markdown of `text-sections.ts` into sections. Separate from it, so that browsers do not load a file
 * parser.
 */
import { problem } from './content-tree.ts'
import type { Block, Section } from './text-sections.ts'
import { ContentError, type SourceProblem } from './source-problems.ts'

const HEADING = /^## (.+?) \{#([a-z][a-z0-9-]*)(?: when=([a-z-]+))?( fold)?\}$/
const INLINE = /\*\*|`|\]\(|<[a-z/]/i

/**
 * `conditions` are those that a heading may name. `bodyLine` counts from the file's first line. Throws `ContentError`
 * with everything that is wrong.
 */
export function parseSections<Condition extends string>(
  body: string,
  file: string,
  bodyLine: number,
  conditions: readonly Condition[],
): Section<Condition>[] {
  const sections: Section<Condition>[] = []
  const problems: SourceProblem[] = []
  for (const { text, line } of paragraphs(body, bodyLine)) {
    const refuse = ([message, example]: Wrong): void =>
      void problems.push(problem(file, line, text.split('\n')[0] ?? '', 'prose', message, example))
    if (text.startsWith('#')) {
      const { section, wrong } = readHeading(text, sections, conditions)
      sections.push(section)
      if (wrong) refuse(wrong)
      continue
    }
    const block = toBlock(text)
    const last = sections.at(-1)
    wrongIn(block, last).forEach(refuse)
    last?.blocks.push(block)
  }
  if (problems.length > 0) throw new ContentError(problems)
  return sections
}

type Wrong = [message: string, example: string]

function readHeading<Condition extends string>(
  text: string,
  before: readonly Section<Condition>[],
  conditions: readonly Condition[],
): { section: Section<Condition>; wrong?: Wrong } {
  const m = HEADING.exec(text)
  const [, title = '', id = '', condition, fold] = m ?? []
  const when = conditions.find((it) => it === condition)
  const section = { id, title, ...(when ? { when } : {}), ...(fold ? { fold: true as const } : {}), blocks: [] }
  if (!m) return { section, wrong: ['is not written as a heading: two #, the title, an id.', '## Title {#id}'] }
  if (condition && !when) {
    const example = `## ${title} {#${id} when=${conditions[0] ?? ''}}`
    return { section, wrong: [`names an unknown condition, ${condition}.`, example] }
  }
  return before.some((it) => it.id === id)
    ? { section, wrong: [`has the id ${id}, which is used above.`, `## ${title} {#${id}-2}`] }
    : { section }
}

function wrongIn(block: Block, section: Section | undefined): Wrong[] {
  const wrong: Wrong[] = []
  if (('items' in block ? block.items : [block.text]).some((it) => INLINE.test(it)))
    wrong.push(['has bold words, a link or code: no screen could show them.', 'a paragraph of plain words'])
  if (!section) wrong.push(['is before the first heading.', '## Title {#id}'])
  else if (section.fold && block.kind === 'strong')
    wrong.push([
      'is in bold words, which the law wants to be seen, and its section is folded: take out fold in both languages.',
      `## ${section.title} {#${section.id}${section.when ? ` when=${section.when}` : ''}}`,
    ])
  return wrong
}

function* paragraphs(body: string, firstLine: number): Generator<{ text: string; line: number }> {
  let line = firstLine
  for (const part of body.split(/(\n{2,})/)) {
    const leading = /^\n*/.exec(part)?.[0].length ?? 0
    const text = part.trim()
    if (text) yield { text, line: line + leading }
    line += part.split('\n').length - 1
  }
}

function toBlock(text: string): Block {
  const lines = text.split('\n')
  if (lines.every((l) => l.startsWith('- '))) return { kind: 'list', items: lines.map((l) => l.slice(2)) }
  if (lines.every((l) => /^\d+\. /.test(l))) return { kind: 'steps', items: lines.map((l) => l.replace(/^\d+\. /, '')) }
  if (lines.every((l) => l.startsWith('> '))) return { kind: 'example', text: lines.map((l) => l.slice(2)).join('\n') }
  const whole = lines.join(' ')
  const strong = /^\*\*([^*]+)\*\*$/.exec(whole)
  return strong?.[1] ? { kind: 'strong', text: strong[1] } : { kind: 'text', text: whole }
}
