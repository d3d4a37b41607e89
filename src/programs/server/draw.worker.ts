/** A thread that draws documents, one after the other, with the words and fonts of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { fontsIn } from '../../server/pdf/load-fonts.ts'
import { MissingGlyphs } from '../../server/pdf/printable-characters.ts'
import { loadWords } from '../../server/load-words.ts'
import type { DrawingAnswer, DrawingOrder } from '../../server/pdf/drawings.ts'
import { draw } from './draw-document.ts'

const { documentFonts } = z.object({ documentFonts: z.string().optional() }).parse(workerData)
const words = loadWords()

async function answer(order: DrawingOrder): Promise<DrawingAnswer> {
  try {
    const bytes = await draw(order, (key, values) => words(order.lang, key, values), fontsIn(documentFonts))
    // A buffer may be a part of a larger one, which is not handed over.
    return { bytes: Uint8Array.from(bytes) }
  } catch (error) {
    const missing = error instanceof MissingGlyphs ? error.points : null
    return { error: error instanceof Error ? (error.stack ?? error.message) : 'no error', missing }
  }
}

parentPort?.on('message', (order: DrawingOrder) => {
  void answer(order).then((it) => parentPort?.postMessage(it, 'bytes' in it ? [it.bytes.buffer] : []))
})
