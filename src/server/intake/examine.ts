/** Says what a file is, refuses what we do not take, and makes what is kept. All of it by content; the name only has to agree. */
import { holdsForeign } from './foreign.ts'
import { jpegFrame, pngFrame } from './frame.ts'
import { MOST_PIXELS, redraw } from './image.ts'
import { claimsOurs, nameAgrees } from './names.ts'
import { afterPdf, rewritePdf } from './pdf.ts'
import { refuse } from './refuse.ts'
import { sniff } from './sniff.ts'

export interface Examined {
  bytes: Uint8Array
  thumb: Uint8Array | null
  mime: 'image/jpeg' | 'application/pdf'
  pages: number
}

/** Throws `Refusal` with a code of `IntakeCode`. Takes the bytes' memory over. */
export async function examine(bytes: Buffer<ArrayBuffer>, name: string): Promise<Examined> {
  const kind = sniff(bytes)
  if (kind === 'heic') refuse('file_heic')
  // A name of ours over something else is a damaged or disguised file: "use a JPEG" would be no help.
  if (kind === undefined) refuse(claimsOurs(name) ? 'file_mismatch' : 'file_type')
  if (!nameAgrees(name, kind)) refuse('file_mismatch')
  return kind === 'pdf' ? document(bytes) : picture(bytes, kind)
}

async function picture(bytes: Buffer, kind: 'jpeg' | 'png'): Promise<Examined> {
  const frame = kind === 'jpeg' ? jpegFrame(bytes) : pngFrame(bytes)
  if (!frame || frame.width === 0 || frame.height === 0) refuse('file_broken')
  if (frame.width * frame.height > MOST_PIXELS) refuse('file_pixels')
  if (holdsForeign(bytes.subarray(0, frame.head), bytes.subarray(frame.end))) refuse('file_mixed')
  const { file, thumb } = await redraw(bytes, { sharpEdges: kind === 'png' }).catch(() => refuse('file_broken'))
  return { bytes: file, thumb, mime: 'image/jpeg', pages: 1 }
}

async function document(bytes: Buffer<ArrayBuffer>): Promise<Examined> {
  const tail = afterPdf(bytes)
  if (!tail) refuse('file_broken')
  if (holdsForeign(tail)) refuse('file_mixed')
  const answer = await rewritePdf(bytes)
  if (!answer.ok) refuse(answer.code)
  return { bytes: answer.bytes, thumb: null, mime: 'application/pdf', pages: answer.pages }
}
