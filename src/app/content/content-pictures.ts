/**
 * Pictures that editors put into `content/pictures`: whatever their size, Astro's image service makes them small for
 * each width of screen, with width and height, so that a page does not jump while it loads.
 */
import { basename, join } from 'node:path'
import sharp from 'sharp'

/** Names that a picture may have, for the check, the editing screen and the texts. */
export const PICTURE_NAME = /[a-z0-9]+(?:[-_.][a-z0-9]+)*\.(?:jpe?g|png|webp)/

/** As a text names one. Pictures that the site draws itself end in `.svg` and stay as they are. */
const ADDRESS = new RegExp(
  `(!\\[(?:[^[\\]]|\\[[^\\]]*\\])*\\]\\(\\s*)/pictures/(${PICTURE_NAME.source})(?=[\\s)])`,
  'g',
)

/** For the parser a picture is a file beside the text: `content/<collection>/<language>/<slug>.md`. */
export const withPicturePaths = (markdown: string): string => markdown.replace(ADDRESS, '$1../../pictures/$2')

/** Widths in pixels by the file's name: of every picture that a text names. `folder` is `content/pictures`. */
export async function pictureWidths(markdown: string, folder: string): Promise<Record<string, number>> {
  const names = new Set([...markdown.matchAll(ADDRESS)].map(([, , name = '']) => name))
  const widths = [...names].map(async (name): Promise<[string, number]> => {
    const { autoOrient } = await sharp(join(folder, name)).metadata()
    return [name, autoOrient.width]
  })
  return Object.fromEntries(await Promise.all(widths))
}

/** A column of text is this wide at most, in CSS pixels; screens with two pixels to each get twice as many. */
const WIDEST = 720
const STEPS = [480, WIDEST, WIDEST * 1.5, WIDEST * 2]

/** What Astro's parser leaves in the place of a picture, until the page is rendered: options of its image service. */
const WAITING = /<img __ASTRO_IMAGE_="([^"]*)"/g
const unescaped = (attribute: string): string =>
  attribute
    .replace(/&(?:quot|#x22);/g, '"')
    .replace(/&(?:apos|#x27);/g, "'")
    .replace(/&(?:amp|#x26);/g, '&')
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;')

function optionsOf(attribute: string): Record<string, unknown> {
  const options: unknown = JSON.parse(unescaped(attribute))
  return typeof options === 'object' && options !== null ? { ...options } : {}
}

/** Says how wide each picture is shown, never wider than it is. */
export const sizedPictures = (html: string, widths: Readonly<Record<string, number>>): string =>
  html.replace(WAITING, (_, attribute: string) => {
    const options = optionsOf(attribute)
    const own = widths[basename(String(options['src']))] ?? WIDEST
    const width = Math.min(own, WIDEST)
    const sized = {
      ...options,
      width,
      widths: [...new Set([...STEPS.filter((step) => step < own), Math.min(own, WIDEST * 2)])],
      sizes: `(min-width: ${width}px) ${width}px, 100vw`,
    }
    return `<img __ASTRO_IMAGE_="${escaped(JSON.stringify(sized))}"`
  })

/** Where pictures are not shown, in a feed, their descriptions stand in their place. */
export const withPictureWords = (html: string): string =>
  html.replace(/<img __ASTRO_IMAGE_="([^"]*)"[^>]*>/g, (_, attribute: string) => {
    const { alt } = optionsOf(attribute)
    return (typeof alt === 'string' ? alt : '').replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
  })
