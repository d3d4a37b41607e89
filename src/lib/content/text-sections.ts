/**
 * Texts that people agree to or sign, as data that screens, PDFs and hashes share. An editor writes a small markdown:
 * `## Heading {#id when=… fold}`, paragraphs, `- ` and `1. ` lists, `> ` for a worked example and a paragraph wholly in
 * `**` for what the law requires to be conspicuous. No inline markup; whatever no screen could show is refused
 * (`parse-text-sections.ts`).
 */
export type Block = { kind: 'text' | 'strong' | 'example'; text: string } | { kind: 'list' | 'steps'; items: string[] }

export interface Section<Condition extends string = string> {
  id: string
  title: string
  when?: Condition
  /** Collapsed by default: only the heading is shown until it is opened. */
  fold?: true
  /** The chapter that this section belongs to, with its number. */
  group?: string
  blocks: Block[]
}

/** Sections as plain lines, for hashing and as evidence. */
export function plainLines(sections: readonly Section[]): string[] {
  const linesOf = (block: Block): string[] =>
    'items' in block
      ? block.items.map((item, i) => (block.kind === 'steps' ? `${i + 1}. ${item}` : `- ${item}`))
      : [block.text]
  return sections.flatMap(({ title, group, blocks }, i) => [
    ...(group !== undefined && group !== sections[i - 1]?.group ? ['', group] : []),
    '',
    title,
    ...blocks.flatMap(linesOf),
  ])
}
