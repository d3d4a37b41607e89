/** What a thread can draw. */
import type { Lang } from '../../lib/locale.ts'

/**
 * The facts of each kind of document: the file that draws one adds its own here (declaration merging).
 *
 * @public
 */
export interface Drawings {}

/** What a thread is asked for. Facts are data without functions, because they are copied to it. */
export type DrawingOrder = {
  [K in keyof Drawings]: { lang: Lang; drawing: K; facts: Drawings[K] }
}[keyof Drawings]

/** Its answer: a PDF, or why there is none. `missing`: code points that no font draws (`MissingGlyphs`). */
export type DrawingAnswer = { bytes: Uint8Array<ArrayBuffer> } | { error: string; missing: readonly string[] | null }
