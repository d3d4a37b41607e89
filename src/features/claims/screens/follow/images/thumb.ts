/** Pictures of a case come by call and not by address: they are sealed, and only their owner's login opens them. */
import { useEffect, useRef, useState, type RefObject } from 'react'
import { blob } from '../../../../../app/client.ts'
import { documentFile, type DocumentView } from '../../../contract.ts'

/** Fetches the bytes of a document as an address for `<img>`; undefined until it is there or when it could not be had. */
export function usePicture(claim: string, document: Pick<DocumentView, 'id'> | undefined, size: 'thumb' | 'full', wanted: boolean): { url: string | undefined; failed: boolean } {
  const [state, set] = useState<{ url: string | undefined; failed: boolean }>({ url: undefined, failed: false })
  const id = document?.id
  useEffect(() => {
    if (!wanted || id === undefined) return
    let gone = false
    let made: string | undefined
    const failed = (): void => { if (!gone) set({ url: undefined, failed: true }) }
    blob(documentFile, { id: claim, document: id, size })
      .then((reply) => {
        if (gone) return
        if (!reply.ok || !(reply.data instanceof Blob)) return failed()
        made = URL.createObjectURL(reply.data)
        set({ url: made, failed: false })
      })
      .catch(failed)
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
      set({ url: undefined, failed: false })
    }
  }, [claim, id, size, wanted])
  return state
}

/** A thumbnail that is fetched when its row comes near the window. */
export function useThumb(claim: string, document: DocumentView): { ref: RefObject<HTMLLIElement | null>; url: string | undefined } {
  const ref = useRef<HTMLLIElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const row = ref.current
    if (!row || !document.hasThumb) return
    const seen = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        setNear(true)
        seen.disconnect()
      }
    }, { rootMargin: '300px' })
    seen.observe(row)
    return () => seen.disconnect()
  }, [document.hasThumb])
  return { ref, url: usePicture(claim, document, 'thumb', near).url }
}
