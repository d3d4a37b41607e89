/** The worker: decodes, draws and measures outside of the page's thread, so that the page stays responsive. */
import { resizePhoto, type Drawing, type Picture } from './resize-photo.ts'
import { Refused, type Prepared } from './upload-types.ts'

export interface Order {
  id: number
  raw: Blob
}
/** `code` of a refusal; `null` when this worker cannot draw at all and the page must do it. */
export type Done = { id: number; prepared: Prepared } | { id: number; code: string | null }

const offscreen: Drawing = {
  async decode(raw) {
    const bitmap = await createImageBitmap(raw, { imageOrientation: 'from-image' })
    return { source: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() }
  },
  surface(width, height) {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No drawing in a worker here')
    const free = (): void => void (canvas.width = canvas.height = 0)
    return {
      context,
      encode: (type, quality) => canvas.convertToBlob({ type, ...(quality === undefined ? {} : { quality }) }),
      free,
    }
  },
  isOpaque,
}

/** Rows that are looked at together: phones have little memory. */
const ROWS = 256

function isOpaque({ source, width, height }: Picture): boolean {
  const rows = Math.min(ROWS, height)
  const context = new OffscreenCanvas(width, rows).getContext('2d', { willReadFrequently: true })
  if (!context) return false
  for (let top = 0; top < height; top += rows) {
    context.clearRect(0, 0, width, rows)
    context.drawImage(source, 0, -top)
    const { data } = context.getImageData(0, 0, width, Math.min(rows, height - top))
    for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  }
  return true
}

addEventListener('message', (event: MessageEvent<Order>) => {
  const { id, raw } = event.data
  const answer = (done: Done): void => globalThis.postMessage(done)
  resizePhoto(raw, offscreen).then(
    (prepared) => answer({ id, prepared }),
    (error: unknown) => answer({ id, code: error instanceof Refused ? error.code : null }),
  )
})
