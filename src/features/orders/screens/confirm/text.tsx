/** A purchase text as sections: exactly the words whose checksum goes into the record, nothing added between them. */
import type { PageText } from '../../contract.ts'

type Section = PageText['sections'][number]
type Block = Section['blocks'][number]

export function TextSections({ sections, strong = false }: { sections: readonly Section[]; strong?: boolean }) {
  return (
    <div className="grid gap-8">
      {sections.map((section) => (
        <section key={section.id} id={`text-${section.id}`} className="grid gap-2">
          <h2 className="type-h3">{section.title}</h2>
          {section.blocks.map((block, i) => (
            <TextBlock key={i} block={block} strong={strong} />
          ))}
        </section>
      ))}
    </div>
  )
}

function TextBlock({ block, strong }: { block: Block; strong: boolean }) {
  const weight = strong ? 'font-semibold' : ''
  switch (block.kind) {
    case 'text':
      return <p className={`measure ${weight}`}>{block.text}</p>
    case 'strong':
      return <p className="measure font-semibold">{block.text}</p>
    case 'example':
      return <p className="notice measure num">{block.text}</p>
    case 'list':
      return <ul className={`prose-list measure list-disc ${weight}`}>{items(block.items)}</ul>
    case 'steps':
      return <ol className={`prose-list measure list-decimal ${weight}`}>{items(block.items)}</ol>
  }
}

const items = (texts: readonly string[]) => texts.map((text, i) => <li key={i}>{text}</li>)
