/** Photos for a sent claim that wait on this device: uploads them from its other pages too, and links to their place. */
import { useLang } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import type { ClaimView } from '../../contract.ts'
import { useUploads } from '../configure-uploads.ts'
import { PhotosWaiting } from '../photos-waiting.tsx'
import { photosPath } from './photos-path.ts'

export default function ClaimPhotosWaiting({ claim }: { claim: ClaimView }) {
  const lang = useLang()
  const uploads = useUploads(claim.id)
  const first = uploads.items.find(({ receipt }) => receipt === null)
  const path = first && photosPath(claim, first.slot)
  // For photos that are no longer asked for only the sign-out shows a notice.
  if (!path) return null
  return (
    <div className="mb-6">
      <PhotosWaiting uploads={uploads} go={{ href: localPath(lang, path) }} />
    </div>
  )
}
