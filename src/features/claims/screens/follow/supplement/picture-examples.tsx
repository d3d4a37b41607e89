/** A picture as it should be, and one that would be sent back. */
import { useEffect } from 'react'
import { useT } from '../../../../../app/words/words.tsx'
import type { DocumentKind } from '../../../rules/document-kinds.ts'
import { hasSample } from '../../samples/sample-kinds.ts'
import GoodAndBad from '../../samples/GoodAndBad.tsx'

export default function PictureExamples({ kind }: { kind: DocumentKind }) {
  const t = useT()
  // The link "See an example" points here, but this part is loaded after the page has tried to scroll to it.
  useEffect(() => {
    if (location.hash === '#sample') document.getElementById('sample')?.scrollIntoView()
  }, [])
  if (!hasSample(kind)) return null
  return (
    <section id="sample" className="scroll-mt-20">
      <h2 className="mb-4 type-h3">{t('claimprogress:item.examples')}</h2>
      <GoodAndBad kind={kind} t={t} />
    </section>
  )
}
