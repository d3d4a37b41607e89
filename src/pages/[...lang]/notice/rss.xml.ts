/** The feed of notices: `/notice/rss.xml`, `/cn/notice/rss.xml`. */
import type { APIRoute } from 'astro'
import { withPictureWords } from '../../../app/content/content-pictures'
import { words } from '../../../app/words/i18n'
import { entriesOf, slugOf } from '../../../features/info/content/entries'
import { feedXml } from '../../../features/info/content/rss-feed'
import { langOf, langPaths, localPath } from '../../../lib/locale'
import { pathFor } from '../../../routes'

export const getStaticPaths = langPaths

export const GET: APIRoute = async ({ params, site, url }) => {
  const lang = langOf(params['lang'])
  const t = words(lang)
  const at = (path: string): string => new URL(localPath(lang, path), site ?? url).href
  const items = (await entriesOf('notices', lang)).map(({ id, data, rendered }) => ({
    title: data.title,
    url: at(pathFor('notice.entry', { slug: slugOf(id) })),
    date: data.date,
    summary: data.summary,
    html: withPictureWords(rendered?.html ?? ''),
  }))
  const xml = feedXml({
    lang,
    title: `${t('titles:notice.list')} · ${t('titles:site')}`,
    about: t('info:notice.lead'),
    url: at(pathFor('notice.list')),
    self: at('/notice/rss.xml'),
    items,
  })
  return new Response(xml, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } })
}
