/** The web app manifest, for home screens of phones: `/site.webmanifest`, `/cn/site.webmanifest`. */
import type { APIRoute } from 'astro'
import { words } from '../../app/words/i18n'
import { APP_ICONS } from '../../app/social/app-icon'
import { HTML_LANG, langOf, langPaths, localPath } from '../../lib/locale'
import { SITE } from '../../lib/site'

export const getStaticPaths = langPaths

export const GET: APIRoute = ({ params }) => {
  const lang = langOf(params['lang'])
  const manifest = {
    name: SITE[lang].name,
    short_name: SITE[lang].short,
    description: words(lang)('titles:description'),
    lang: HTML_LANG[lang],
    id: localPath(lang, '/home'),
    start_url: localPath(lang, '/home'),
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: APP_ICONS.filter(({ purpose }) => purpose !== undefined).map(({ name, size, purpose }) => ({
      src: `/icons/${name}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  })
}
