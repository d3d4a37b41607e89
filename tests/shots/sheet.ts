/** A contact sheet: the pictures of one route side by side, at most `WIDTH` wide. */
import sharp from 'sharp'

const WIDTH = 2400
const GAP = 16
const TALLEST = 2600
const GROUND = { r: 128, g: 128, b: 128 }

export interface Picture {
  label: string
  file: string
}

interface Scaled {
  image: Buffer
  width: number
  height: number
}

async function scaled(file: string, factor: number): Promise<Scaled> {
  const { width, height } = await sharp(file).metadata()
  const wide = Math.max(1, Math.round(width * factor))
  const tall = Math.max(1, Math.round(height * factor))
  const whole = await sharp(file).resize({ width: wide }).png().toBuffer()
  if (tall <= TALLEST) return { image: whole, width: wide, height: tall }
  const image = await sharp(whole).extract({ left: 0, top: 0, width: wide, height: TALLEST }).png().toBuffer()
  return { image, width: wide, height: TALLEST }
}

/** Writes the sheet of the pictures, all scaled alike so that they fit beside each other. */
export async function writeSheet(pictures: readonly Picture[], out: string): Promise<void> {
  if (pictures.length === 0) return
  const widths = await Promise.all(pictures.map(async ({ file }) => (await sharp(file).metadata()).width))
  const room = WIDTH - GAP * (pictures.length + 1)
  const factor = Math.min(1, room / widths.reduce((sum, width) => sum + width, 0))
  const tiles = await Promise.all(pictures.map(({ file }) => scaled(file, factor)))
  let left = GAP
  const layers = tiles.map(({ image, width }) => {
    const layer = { input: image, left, top: GAP }
    left += width + GAP
    return layer
  })
  const height = Math.max(...tiles.map((tile) => tile.height)) + 2 * GAP
  await sharp({ create: { width: left, height, channels: 3, background: GROUND } }).composite(layers).png().toFile(out)
}
