/**
 * Texts that are agreed to or signed, as data that screens, PDFs and hashes share. An editor writes markdown of a small kind:
 * `## Heading {#id when=…}`, paragraphs, `- ` and `1. ` lists, `> ` for a worked example and a paragraph wholly in `**` for what
 * the law wants to catch the eye. Nothing inline; whatever no screen could show is refused.
 */
export type Block =
  | { kind: 'text' | 'strong' | 'example'; text: string }
  | { kind: 'list' | 'steps'; items: string[] }

export interface Section<Condition extends string = string> {
  id: string
  title: string
  when?: Condition
  blocks: Block[]
}

const HEADING = /^## (.+?) \{#([a-z][a-z0-9-]*)(?: when=([a-z-]+))?\}$/
const INLINE = /\*\*|`|\]\(|<[a-z/]/i

/** `conditions` are those a heading may name. `bodyLine` counts from the file's first line; every complaint names `file:line`. */
export function parseSections<Condition extends string>(body: string, file: string, bodyLine: number, conditions: readonly Condition[]): Section<Condition>[] {
  const sections: Section<Condition>[] = []
  for (const { text, line } of paragraphs(body, bodyLine)) {
    const refuse = (why: string): never => {
      throw new Error(`${file}:${line}: ${why}`)
    }
    if (text.startsWith('#')) {
      const m = HEADING.exec(text)
      if (!m?.[1] || !m[2]) return refuse('a heading is written `## Title {#id}` or `## Title {#id when=condition}`')
      const when = conditions.find((c) => c === m[3])
      if (m[3] && !when) return refuse(`unknown condition ${m[3]}`)
      if (sections.some((s) => s.id === m[2])) return refuse(`the id ${m[2]} is used twice`)
      sections.push({ id: m[2], title: m[1], ...(when ? { when } : {}), blocks: [] })
      continue
    }
    const block = toBlock(text)
    if (('items' in block ? block.items : [block.text]).some((t) => INLINE.test(t))) return refuse('no inline markdown here')
    const last = sections.at(-1)
    if (!last) return refuse('text before the first heading')
    last.blocks.push(block)
  }
  return sections
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

/** Sections as plain lines, for hashing and as evidence. */
export function plainLines(sections: readonly Section[]): string[] {
  const linesOf = (block: Block): string[] =>
    'items' in block ? block.items.map((item, i) => (block.kind === 'steps' ? `${i + 1}. ${item}` : `- ${item}`)) : [block.text]
  return sections.flatMap(({ title, blocks }) => ['', title, ...blocks.flatMap(linesOf)])
}
