/** Uploads the photos that wait on this device also from steps that do not list them, and shows that they wait. */
import { useStore } from '@nanostores/react'
import { PhotosWaiting } from '../photos-waiting.tsx'
import { $wizard, show } from './store/wizard-store.ts'
import { useClaimFiles } from './store/use-claim-files.ts'

export function DraftPhotosWaiting({ claim }: { claim: string }) {
  const { page } = useStore($wizard)
  // The steps of documents and of sending show the photos themselves.
  if (page === 'documents' || page === 'check') return null
  return <Elsewhere claim={claim} />
}

function Elsewhere({ claim }: { claim: string }) {
  const uploads = useClaimFiles(claim)
  if (uploads.pending === 0) return null
  return (
    <div className="mb-6">
      <PhotosWaiting uploads={uploads} go={{ onClick: () => show('documents') }} />
    </div>
  )
}
