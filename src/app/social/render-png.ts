/** Link pictures as PNG, cached in `.cache/og` (below `CACHE_DIR`) by their contents: a second build renders nothing. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawPicture } from './link-picture-svg.ts'
import { pictureKey, type Picture } from './link-picture.ts'

const FOLDER = join(process.env['CACHE_DIR'] ?? '.cache', 'og')

/** The PNG of a picture, rendered unless an earlier build cached it. */
export async function pictureBytes(picture: Picture, folder = FOLDER): Promise<Uint8Array<ArrayBuffer>> {
  const file = join(folder, `${pictureKey(picture)}.png`)
  const kept = await readFile(file).catch(() => undefined)
  if (kept) return new Uint8Array(kept)
  const bytes = await renderPng(drawPicture(picture))
  await mkdir(folder, { recursive: true })
  // Under a temporary name first: a build that is stopped leaves no half-written picture for the next one.
  const part = `${file}.${randomUUID()}`
  await writeFile(part, bytes)
  await rename(part, file)
  return new Uint8Array(bytes)
}

/**
 * Flat colours: 64 of them include the soft edges, in a third of the bytes. More effort saves a twentieth and takes ten
 * times as long.
 */
export const renderPng = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ palette: true, colours: 64, dither: 0, compressionLevel: 9, effort: 1 }).toBuffer()
