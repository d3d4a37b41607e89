/** A thumbnail that is loaded when its row comes close to the visible area. */
import { useEffect, useRef, useState, type RefObject } from 'react'
import { usePicture } from '../../../../../app/photos/use-picture.ts'
import type { DocumentView } from '../../../contract.ts'
import { bytesOf } from '../../document-bytes.ts'

export function useThumbnail(
  claim: string,
  document: DocumentView,
): { ref: RefObject<HTMLLIElement | null>; url: string | undefined } {
  const ref = useRef<HTMLLIElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const row = ref.current
    if (!row || !document.hasThumb) return undefined
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          setNear(true)
          seen.disconnect()
        }
      },
      { rootMargin: '300px' },
    )
    seen.observe(row)
    return () => seen.disconnect()
  }, [document.hasThumb])
  return { ref, url: usePicture(near ? document.id : undefined, () => bytesOf(claim, document.id, 'thumb')).url }
}
