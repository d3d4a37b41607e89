/** One picture in full, over the page: closer and farther by button or key; arrows move within it. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useT } from '../../../../../app/words.tsx'
import { Button, IconButton } from '../../../../../ui/Button.tsx'
import type { ClaimView, DocumentView } from '../../../contract.ts'
import { usePicture } from './thumb.ts'

interface Props {
  claim: ClaimView
  document: DocumentView | undefined
  close: () => void
}

/** Widths of the picture, as classes: the content policy allows no inline style. */
const ZOOMS = ['max-h-full max-w-full object-contain', 'w-full', 'w-[150%] max-w-none', 'w-[220%] max-w-none', 'w-[330%] max-w-none'] as const

export function Viewer({ claim, document: shown, close }: Props) {
  const t = useT()
  const box = useRef<HTMLDialogElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(0)
  const { url, failed } = usePicture(claim.id, shown, 'full', shown !== undefined)
  const step = (by: number): void => setZoom((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + by)))
  useEffect(() => {
    setZoom(0)
    if (shown) {
      if (!box.current?.open) box.current?.showModal()
      pane.current?.focus()
    } else if (box.current?.open) box.current.close()
  }, [shown])

  function keyed(event: KeyboardEvent): void {
    const by = { '+': 1, '=': 1, '-': -1 }[event.key]
    if (by !== undefined) step(by)
    else if (event.key === '0') setZoom(0)
    else return
    event.preventDefault()
  }

  const title = shown ? t(`claims:document.${shown.kind}.name`) : ''
  return (
    <dialog ref={box} className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper p-0 backdrop:bg-black/60" aria-label={title} onCancel={(event) => { event.preventDefault(); close() }} onKeyDown={keyed}>
      {shown && (
        <div className="grid h-full grid-rows-[auto_minmax(0,1fr)]">
          <div className="flex items-center gap-1 border-b border-line px-4 py-1.5 pt-[calc(.375rem+env(safe-area-inset-top))]">
            <p className="min-w-0 flex-1 truncate"><span className="font-semibold">{title}</span> <span className="text-small text-ink-2">{shown.name}</span></p>
            <IconButton icon="minus" label={t('follow:viewer.farther')} onClick={() => step(-1)} />
            <IconButton icon="plus" label={t('follow:viewer.closer')} onClick={() => step(1)} />
            <IconButton icon="x" label={t('follow:viewer.close')} onClick={close} />
          </div>
          <div ref={pane} tabIndex={0} role="group" aria-label={t('follow:viewer.picture')} className={`overflow-auto p-3 ${zoom === 0 ? 'grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center' : ''}`}>
            {url && <img className={ZOOMS[zoom]} src={url} alt={shown.name} />}
            {!url && !failed && <p role="status" className="text-ink-2">{t('follow:viewer.loading')}</p>}
            {failed && <div role="alert" className="grid justify-items-start gap-3"><p>{t('follow:viewer.failed')}</p><Button onClick={close}>{t('follow:viewer.close')}</Button></div>}
          </div>
        </div>
      )}
    </dialog>
  )
}
