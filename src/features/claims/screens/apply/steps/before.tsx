/** "Before you begin": what to have ready, how long it takes. Folded: it is there for those who ask. */
import { useT } from '../../../../../app/words.tsx'
import type { Section } from '../../../../../lib/prose.ts'
import { Accordion } from '../../../../../ui/Accordion.tsx'
import type { WizardProps } from '../types.ts'

export function Before({ before }: Pick<WizardProps, 'before'>) {
  const t = useT()
  return (
    <section className="grid gap-3" aria-labelledby="before">
      <div className="grid gap-1">
        <h2 className="type-h3" id="before">{t('apply:before')}</h2>
        <p className="text-ink-2">{before.lead}</p>
      </div>
      <div className="ruled">
        {before.sections.map((section) => (
          <Accordion key={section.id} title={section.title}>
            <Blocks blocks={section.blocks} />
          </Accordion>
        ))}
      </div>
    </section>
  )
}

function Blocks({ blocks }: { blocks: Section['blocks'] }) {
  return (
    <div className="measure grid gap-3">
      {blocks.map((block, i) => {
        if ('text' in block) return <p key={i} className={block.kind === 'strong' ? 'font-semibold' : ''}>{block.text}</p>
        const items = block.items.map((item) => <li key={item}>{item}</li>)
        return block.kind === 'list' ? <ul key={i} className="prose-list list-disc">{items}</ul> : <ol key={i} className="prose-list list-decimal">{items}</ol>
      })}
    </div>
  )
}
