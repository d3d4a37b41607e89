/** A thread that draws documents, one after the other, with the words and fonts of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Translate } from '../../features/policies/documents/document-words.server.ts'
import type { Fonts } from '../../features/policies/documents/font-types.server.ts'
import { fontsIn } from '../../features/policies/documents/load-fonts.server.ts'
import { MissingGlyphs } from '../../features/policies/documents/printable-characters.server.ts'
import { loadWords } from '../load-words.ts'
import { DRAWINGS, type DrawingAnswer, type DrawingOrder } from './drawings.ts'

const { documentFonts } = workerData as { documentFonts: string | undefined }
const words = loadWords()

/** The types of name and facts fit each other in an order, which TypeScript does not follow through the table. */
type Draw = (facts: unknown, t: Translate, fonts: Fonts) => Promise<Uint8Array>

async function answer({ drawing, lang, facts }: DrawingOrder): Promise<DrawingAnswer> {
  try {
    const draw = (await DRAWINGS[drawing]()) as Draw
    const bytes = await draw(facts, (key, values) => words(lang, key, values), fontsIn(documentFonts))
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
