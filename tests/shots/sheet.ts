/** A contact sheet: the pictures of one route in rows, at most `WIDTH` px wide. */
import sharp from 'sharp'

const WIDTH = 2400
const GAP = 16
const TALLEST = 2600
const GROUND = { r: 128, g: 128, b: 128 }

export interface Picture {
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

async function row(pictures: readonly Picture[]): Promise<{ tiles: Scaled[]; height: number }> {
  const widths = await Promise.all(pictures.map(async ({ file }) => (await sharp(file).metadata()).width))
  const room = WIDTH - GAP * (pictures.length + 1)
  const factor = Math.min(1, room / widths.reduce((sum, width) => sum + width, 0))
  const tiles = await Promise.all(pictures.map(({ file }) => scaled(file, factor)))
  return { tiles, height: Math.max(...tiles.map((tile) => tile.height)) }
}

/** Writes a sheet: one row for each list of pictures, the pictures of a row scaled alike so that they fit its width. */
export async function writeSheet(rows: readonly (readonly Picture[])[], out: string): Promise<void> {
  const drawn = await Promise.all(rows.filter((pictures) => pictures.length > 0).map(row))
  if (drawn.length === 0) return
  const layers: { input: Buffer; left: number; top: number }[] = []
  let top = GAP
  let right = 0
  for (const { tiles, height } of drawn) {
    let left = GAP
    for (const { image, width } of tiles) {
      layers.push({ input: image, left, top })
      left += width + GAP
    }
    right = Math.max(right, left)
    top += height + GAP
  }
  await sharp({ create: { width: right, height: top, channels: 3, background: GROUND } })
    .composite(layers)
    .png()
    .toFile(out)
}
