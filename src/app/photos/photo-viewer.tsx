/** One picture in full size, over the page: zoom by button or key; arrow keys move within it. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useBackCloses } from '../../ui/use-back-closes.ts'
import { useT } from '../words/words.tsx'
import { usePicture } from './use-picture.ts'

export interface ViewedPhoto {
  id: string
  /** What the picture is of. */
  title: string
  /** The file's own name. */
  name: string
  load: () => Promise<Blob | undefined>
}

interface Props {
  shown: ViewedPhoto | undefined
  close: () => void
}

/** Widths of the picture, as classes: the content policy forbids inline styles. */
const ZOOMS = [
  'max-h-full max-w-full object-contain',
  'w-full',
  'w-[150%] max-w-none',
  'w-[220%] max-w-none',
  'w-[330%] max-w-none',
] as const

export function PhotoViewer({ shown, close }: Props) {
  const t = useT()
  const box = useRef<HTMLDialogElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(0)
  const { url, failed } = usePicture(shown?.id, async () => shown?.load())
  const step = (by: number): void => setZoom((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + by)))
  const id = shown?.id
  useBackCloses(id !== undefined, close)
  const [zoomed, setZoomed] = useState(id)
  if (zoomed !== id) {
    setZoomed(id)
    setZoom(0)
  }
  useEffect(() => {
    if (id !== undefined) {
      if (!box.current?.open) box.current?.showModal()
      pane.current?.focus()
    } else if (box.current?.open) box.current.close()
  }, [id])

  function keyed(event: KeyboardEvent): void {
    const by = { '+': 1, '=': 1, '-': -1 }[event.key]
    if (by !== undefined) step(by)
    else if (event.key === '0') setZoom(0)
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={box}
      className="m-0 h-(--screen-h) max-h-none w-full max-w-none beside-notch bg-paper backdrop:bg-black/60"
      aria-label={shown?.title}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onKeyDown={keyed}
    >
      {shown && (
        <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
          <div className="flex items-center gap-1 border-b border-line px-4 py-1.5">
            <p className="min-w-0 flex-1 truncate">
              <span className="font-semibold">{shown.title}</span>{' '}
              <span className="text-small text-ink-2">{shown.name}</span>
            </p>
            <IconButton icon="minus" label={t('app:viewer.farther')} onClick={() => step(-1)} />
            <IconButton icon="plus" label={t('app:viewer.closer')} onClick={() => step(1)} />
            <IconButton icon="x" label={t('app:viewer.close')} onClick={close} />
          </div>
          <div
            ref={pane}
            tabIndex={0}
            role="group"
            aria-label={t('app:viewer.picture')}
            className={`overflow-auto p-3 ${zoom === 0 ? 'grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center' : ''}`}
          >
            {url && <img className={ZOOMS[zoom]} src={url} alt={shown.name} />}
            {!url && !failed && (
              <p role="status" className="text-ink-2">
                {t('app:viewer.loading')}
              </p>
            )}
            {failed && (
              <div role="alert" className="grid justify-items-start gap-3">
                <p>{t('app:viewer.failed')}</p>
                <Button onClick={close}>{t('app:viewer.close')}</Button>
              </div>
            )}
          </div>
        </div>
      )}
    </dialog>
  )
}
