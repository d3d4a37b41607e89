/** A picture as it should be, and one that is sent back. */
import { useEffect } from 'react'
import { useT } from '../../../../../app/words.tsx'
import type { DocumentKind } from '../../../document-kinds.ts'
import { hasSample } from '../../../samples/sample-kinds.ts'
import GoodAndBad from '../../../samples/GoodAndBad.tsx'

export default function PictureExamples({ kind }: { kind: DocumentKind }) {
  const t = useT()
  // "See an example" leads here; the part has come after the page had looked for it.
  useEffect(() => { if (location.hash === '#sample') document.getElementById('sample')?.scrollIntoView() }, [])
  if (!hasSample(kind)) return null
  return (
    <section id="sample" className="scroll-mt-20">
      <h2 className="mb-4 type-h3">{t('follow:item.examples')}</h2>
      <GoodAndBad kind={kind} t={t} />
    </section>
  )
}
