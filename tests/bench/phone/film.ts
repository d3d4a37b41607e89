/** A strip of pictures of a page that arrives, one each quarter of a second. */
import type { CDPSession } from 'playwright-core'
import sharp from 'sharp'

const STEP_MS = 250
const WIDTH = 260
const GAP = 8
const MOST = 40

/** Begins to film; what it answers ends the film and writes it as `<file>.png`. */
export async function startFilm(cdp: CDPSession, file: string): Promise<() => Promise<void>> {
  const frames: { at: number; data: Buffer }[] = []
  cdp.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1000, data: Buffer.from(data, 'base64') })
    void cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await cdp.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  const begun = Date.now()
  return async () => {
    await cdp.send('Page.stopScreencast')
    const last = (frames.at(-1)?.at ?? begun) - begun
    const steps = Array.from({ length: Math.min(MOST, Math.ceil(last / STEP_MS) + 1) }, (_, i) => (i + 1) * STEP_MS)
    const shown = steps.flatMap((until) => frames.findLast(({ at }) => at - begun <= until) ?? [])
    const pictures = await Promise.all(shown.map(({ data }) => sharp(data).resize({ width: WIDTH }).png().toBuffer()))
    const heights = await Promise.all(pictures.map(async (picture) => (await sharp(picture).metadata()).height ?? 0))
    const height = Math.max(1, ...heights)
    await sharp({
      create: { width: Math.max(1, pictures.length) * (WIDTH + GAP), height, channels: 3, background: '#888' },
    })
      .composite(pictures.map((input, i) => ({ input, left: i * (WIDTH + GAP), top: 0 })))
      .png()
      .toFile(`${file}.png`)
  }
}
