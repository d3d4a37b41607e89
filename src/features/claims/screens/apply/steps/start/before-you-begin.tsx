/** "Before you begin": what to have ready, and how long it takes. Folded, for those who want to read it. */
import { useT } from '../../../../../../app/words/words.tsx'
import type { Section } from '../../../../../../lib/content/text-sections.ts'
import { Accordion } from '../../../../../../ui/Accordion.tsx'
import type { WizardProps } from '../../props.ts'

export function BeforeYouBegin({ before }: Pick<WizardProps, 'before'>) {
  const t = useT()
  return (
    <div className="border-t border-line">
      <Accordion title={t('claimform:before')}>
        <div className="measure grid gap-6">
          <p>{before.lead}</p>
          {before.sections.map((section) => (
            <section key={section.id} className="grid gap-2">
              <h2 className="font-semibold text-ink">{section.title}</h2>
              <Blocks blocks={section.blocks} />
            </section>
          ))}
        </div>
      </Accordion>
    </div>
  )
}

function Blocks({ blocks }: { blocks: Section['blocks'] }) {
  return blocks.map((block, i) => {
    if ('text' in block)
      return (
        <p key={i} className={block.kind === 'strong' ? 'font-semibold' : ''}>
          {block.text}
        </p>
      )
    const items = block.items.map((item) => <li key={item}>{item}</li>)
    return block.kind === 'list' ? (
      <ul key={i} className="prose-list list-disc">
        {items}
      </ul>
    ) : (
      <ol key={i} className="prose-list list-decimal">
        {items}
      </ol>
    )
  })
}
