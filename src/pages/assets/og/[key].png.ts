/** Pictures of shared links: `/assets/og/<key>.png` (`src/app/social/link-picture.ts`). */
import type { APIRoute } from 'astro'
import { picturePagePaths, type PicturePage } from '../../../app/social/picture-paths'
import { SECTIONS, sectionPicture } from '../../../app/social/sections'
import { textPictures } from '../../../features/info/rules/entry-head-tags'
import { planPictures } from '../../../features/plans/rules/plan-head-tags'
import { LANGS } from '../../../lib/locale'

export const getStaticPaths = async () =>
  picturePagePaths([
    ...LANGS.flatMap((lang) => SECTIONS.map((section) => sectionPicture(lang, section))),
    ...planPictures(),
    ...(await textPictures()),
  ])

export const GET: APIRoute<PicturePage> = async ({ props: { picture } }) => {
  // Rendering loads fonts of 10 MB, so it happens only when a picture is requested.
  const { pictureBytes } = await import('../../../app/social/render-png')
  return new Response(await pictureBytes(picture), { headers: { 'content-type': 'image/png' } })
}
