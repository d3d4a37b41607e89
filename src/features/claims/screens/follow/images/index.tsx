/** `/claim/query/image_list?id=…`: every document by category (spec §3), who sent it, and its current state. */
import { useState } from 'react'
import { PhotoViewer } from '../../../../../app/photos/photo-viewer.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Empty } from '../../../../../ui/Empty.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import type { ClaimView, DocumentView } from '../../../contract.ts'
import { CATEGORIES } from '../../../rules/document-kinds.ts'
import { addDocumentPath, supplementPath } from '../../../rules/claim-paths.ts'
import { viewedOf } from '../../document-bytes.ts'
import { ofCategory, openRequest } from '../claim-selectors.ts'
import { PartHead } from '../part-head.tsx'
import { LoadClaim } from '../load-claim.tsx'
import { ImageRow } from './image-row.tsx'
import { buttonVariantFor } from '../button-look-after-death.ts'

export default function Images() {
  return <LoadClaim>{({ claim }) => <Categories claim={claim} />}</LoadClaim>
}

function Categories({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  const [shown, show] = useState<DocumentView>()
  return (
    <>
      <PartHead claim={claim} title={t('claimprogress:images.title')}>
        <p className="measure mt-2 text-ink-2">{t('claimprogress:images.lead')}</p>
        <p className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
          {openRequest(claim) && (
            <Button look={buttonVariantFor(claim)} icon="camera" href={localPath(lang, supplementPath(claim.id))}>
              {t('claimprogress:images.add')}
            </Button>
          )}
          {claim.may.addDocument && (
            <TextLink href={localPath(lang, addDocumentPath(claim.id))}>{t('claimprogress:add.title')}</TextLink>
          )}
        </p>
      </PartHead>
      {claim.documents.length === 0 && (
        <Empty title={t('claimprogress:images.none')}>{t('claimprogress:images.noneText')}</Empty>
      )}
      <div className="grid gap-12 mobile:gap-10">
        {CATEGORIES.map((category) => {
          const own = ofCategory(claim.documents, category)
          if (own.length === 0) return null
          return (
            <section key={category} className="grid gap-x-14 gap-y-2 lg:grid-cols-[14rem_minmax(0,1fr)]">
              <h2 className="flex items-baseline gap-2.5 self-start type-h3">
                {t(`claims:category.${category}`)}
                <small className="num text-small font-normal text-ink-3">{own.length}</small>
              </h2>
              <ul className="ruled">
                {own.map((document) => (
                  <ImageRow key={document.id} claim={claim} document={document} show={show} />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
      <PhotoViewer shown={shown && viewedOf(t, claim.id, shown)} close={() => show(undefined)} />
    </>
  )
}
