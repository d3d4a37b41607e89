/** A picture as it should be, and one that is sent back. */
import { useEffect } from 'react'
import { useT } from '../../../../../app/words.tsx'
import type { DocumentKind } from '../../../kinds.ts'
import { Sample } from '../../../samples/Sample.tsx'
import { hasSample } from '../../../samples/sheets.ts'

export default function Examples({ kind }: { kind: DocumentKind }) {
  const t = useT()
  // "See an example" leads here; the part has come after the page had looked for it.
  useEffect(() => { if (location.hash === '#sample') document.getElementById('sample')?.scrollIntoView() }, [])
  if (!hasSample(kind)) return null
  return (
    <section id="sample" className="scroll-mt-20">
      <h2 className="mb-4 type-h3">{t('follow:item.examples')}</h2>
      <div className="grid gap-8 sm:grid-cols-2">
        <Sample kind={kind} quality="good" t={t} />
        <Sample kind={kind} quality="bad" t={t} />
      </div>
    </section>
  )
}
