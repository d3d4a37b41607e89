/** A purchase text as sections: exactly the words whose checksum is recorded, with nothing added. */
import { Accordion } from '../../../../ui/Accordion.tsx'
import { FiguresWithUnits } from '../../../../ui/FiguresWithUnits.tsx'
import type { PageText } from '../../contract.ts'

type Section = PageText['sections'][number]
type Block = Section['blocks'][number]

export interface Chapter {
  title: string
  sections: Section[]
}

/** Consecutive sections of one chapter are grouped; those without a chapter stay single. */
export function chaptersOf(sections: readonly Section[]): Chapter[] {
  const chapters: Chapter[] = []
  for (const section of sections) {
    const last = chapters.at(-1)
    if (section.group !== undefined && last?.title === section.group) last.sections.push(section)
    else chapters.push({ title: section.group ?? '', sections: [section] })
  }
  return chapters
}

export function TextSections({ sections, strong = false }: { sections: readonly Section[]; strong?: boolean }) {
  return (
    <div className={`grid gap-8 ${strong ? 'mobile:gap-5' : ''}`}>
      {chaptersOf(sections).map(({ title, sections: own }) =>
        title === '' ? (
          own.map((section) => <Plain key={section.id} section={section} strong={strong} />)
        ) : (
          <section key={title} className="grid gap-3 mobile:gap-1.5">
            <h2 className="type-h3 border-b border-ink pb-2">{title}</h2>
            <Articles sections={own} strong={strong} />
          </section>
        ),
      )}
    </div>
  )
}

function Plain({ section: { id, title, fold, blocks }, strong }: { section: Section; strong: boolean }) {
  const text = (
    <div className="grid gap-2">
      {blocks.map((block, i) => (
        <TextBlock key={i} block={block} strong={strong} />
      ))}
    </div>
  )
  if (fold)
    return (
      <div className="-my-4 border-t border-line">
        <Accordion title={<h2 className="inline">{title}</h2>}>{text}</Accordion>
      </div>
    )
  return (
    <section id={`text-${id}`} className="grid gap-2">
      <h2 className="type-h3">{title}</h2>
      {text}
    </section>
  )
}

/** Numbered articles of a chapter, set close together; on phones, bold ones continue on the line of their name. */
export function Articles({ sections, strong = false }: { sections: readonly Section[]; strong?: boolean }) {
  return sections.map(({ id, title, blocks }) => (
    <section
      key={id}
      id={`text-${id}`}
      className={
        strong
          ? 'web:grid web:gap-1 mobile:leading-normal mobile:[&:lang(en)]:leading-[1.45] mobile:[&>h3+p]:inline'
          : 'grid gap-1'
      }
    >
      <h3 className={strong ? 'font-semibold text-teal mobile:me-2 mobile:inline mobile:text-wrap' : 'font-semibold'}>
        {title}
      </h3>
      {blocks.map((block, i) => (
        <TextBlock key={i} block={block} strong={strong} />
      ))}
    </section>
  ))
}

function TextBlock({ block, strong }: { block: Block; strong: boolean }) {
  const weight = strong ? 'font-semibold' : ''
  if ('items' in block)
    return block.kind === 'list' ? (
      <ul className={`prose-list measure list-disc ${weight}`}>{items(block.items)}</ul>
    ) : (
      <ol className={`prose-list measure list-decimal ${weight}`}>{items(block.items)}</ol>
    )
  const text = <FiguresWithUnits>{block.text}</FiguresWithUnits>
  return block.kind === 'example' ? (
    <p className="notice measure num">
      <span>{text}</span>
    </p>
  ) : (
    <p className={`measure ${block.kind === 'strong' ? 'font-semibold' : weight}`}>{text}</p>
  )
}

const items = (texts: readonly string[]) =>
  texts.map((text, i) => (
    <li key={i}>
      <FiguresWithUnits>{text}</FiguresWithUnits>
    </li>
  ))
