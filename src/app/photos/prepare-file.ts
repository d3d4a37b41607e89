/**
 * Prepares a chosen file: in a worker, or in the page where there is none (iOS before 16.4, a worker that did not
 * load).
 */
import { resizePhoto, type Drawing, type Surface } from './resize-photo.ts'
import type { Done, Order } from './prepare-file.worker.ts'
import { Refused, type Prepared } from './upload-types.ts'

/** Time-out in ms: a worker that the system stopped for lack of memory never answers. */
const WORKER_MS = 60_000

/** Rejects with `Refused` when the file cannot be used. */
export async function prepareFile(raw: Blob): Promise<Prepared> {
  const done = await inWorker(raw)
  if (done && 'prepared' in done) return done.prepared
  if (done?.code) throw new Refused(done.code)
  return inPage(raw)
}

let worker: Worker | undefined
let broken = typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined'
let orders = 0
let waiting = 0

/** Undefined when no worker is available. */
async function inWorker(raw: Blob): Promise<Done | undefined> {
  if (broken) return undefined
  worker ??= new Worker(new URL('./prepare-file.worker.ts', import.meta.url), { type: 'module' })
  const asked = worker
  const id = ++orders
  const heard = new AbortController()
  waiting++
  let timer: ReturnType<typeof setTimeout> | undefined
  // Separate listeners: several files may be prepared at the same time.
  const done = await new Promise<Done | undefined>((answer) => {
    timer = setTimeout(() => answer(undefined), WORKER_MS)
    asked.addEventListener('error', () => answer(undefined), heard)
    asked.addEventListener(
      'message',
      ({ data }: MessageEvent<Done>) => {
        if (data.id === id) answer(data)
      },
      heard,
    )
    asked.postMessage({ id, raw } satisfies Order)
  })
  clearTimeout(timer)
  heard.abort()
  waiting--
  if (!done || ('code' in done && done.code === null)) broken = true
  // Terminated only when no other file waits for its answer.
  if (broken && waiting === 0) {
    worker?.terminate()
    worker = undefined
  }
  return done
}

const elements: Drawing = {
  async decode(raw) {
    const url = URL.createObjectURL(raw)
    try {
      const image = new Image()
      image.src = url
      await image.decode()
      return { source: image, width: image.naturalWidth, height: image.naturalHeight, close: () => undefined }
    } finally {
      URL.revokeObjectURL(url)
    }
  },
  surface(width, height) {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) throw new Refused('file_pixels')
    const encode: Surface['encode'] = (type, quality) =>
      new Promise((done, failed) =>
        canvas.toBlob((blob) => (blob ? done(blob) : failed(new Refused('file_pixels'))), type, quality),
      )
    return { context, encode, free: () => void (canvas.width = canvas.height = 0) }
  },
}

/** Yields to the event loop before each file, because the page itself does the work. */
async function inPage(raw: Blob): Promise<Prepared> {
  await new Promise((go) => setTimeout(go))
  return resizePhoto(raw, elements)
}
