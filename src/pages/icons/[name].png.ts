/** `/icons/app-192.png` and the like, made from the logo. */
import type { APIRoute } from 'astro'
import { APP_ICONS, drawAppIcon, type AppIcon } from '../../app/social/app-icon'

export const getStaticPaths = () => APP_ICONS.map((icon) => ({ params: { name: icon.name }, props: { icon } }))

export const GET: APIRoute<{ icon: AppIcon }> = async ({ props: { icon } }) => {
  const { renderPng } = await import('../../app/social/render-png')
  return new Response(new Uint8Array(await renderPng(drawAppIcon(icon))), { headers: { 'content-type': 'image/png' } })
}
