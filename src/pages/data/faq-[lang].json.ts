/** What the search of the questions loads when it is first used (`src/features/info/screens/faq/faq-filter.ts`). */
import type { APIRoute } from 'astro'
import { words } from '../../app/words/i18n'
import { readings, slugOf } from '../../features/info/content/entries'
import { loadHospitals } from '../../features/info/content/hospital-list'
import type { AnswersBeside } from '../../features/info/rules/rank-answers'
import { joinedNames, langOf, LANGS, localPath } from '../../lib/locale'
import { pathFor } from '../../routes'

export const getStaticPaths = () => LANGS.map((lang) => ({ params: { lang } }))

export const GET: APIRoute = async ({ params }) => {
  const lang = langOf(params['lang'])
  const t = words(lang)
  const guides = (await readings('guides', lang)).map(({ id, data }) => ({
    title: data.title,
    text: data.summary,
    href: localPath(lang, pathFor('claims.entry', { slug: slugOf(id) })),
  }))
  const hospitals = loadHospitals().map(({ id, name, hospitals: rows }) => ({
    title: t('hospitals:countryTitle', { country: name[lang] }),
    text: joinedNames(lang, [...new Set(rows.map(({ city }) => city[lang]))]),
    href: localPath(lang, pathFor('hospital.country', { country: id })),
  }))
  const beside: AnswersBeside = { same: t('search:same'), pages: [...guides, ...hospitals] }
  return Response.json(beside)
}
