/**
 * Data that the search dialog loads when it is first used: its words, frequent questions, the service line
 * (`src/app/search/search-data.ts`).
 */
import type { APIRoute } from 'astro'
import { synonymsOf } from '../../app/content/term-list'
import { namespace } from '../../app/words/i18n'
import type { SearchData } from '../../app/search/search-data'
import { FREQUENT_QUESTIONS } from '../../app/search/frequent-questions'
import { questionGroups, slugOf } from '../../features/info/content/entries'
import { LANGS, langOf, localPath } from '../../lib/locale'
import { SITE } from '../../lib/site'
import { pathFor } from '../../routes'

export const getStaticPaths = () => LANGS.map((lang) => ({ params: { lang } }))

export const GET: APIRoute = async ({ params }) => {
  const lang = langOf(params['lang'])
  const all = (await questionGroups(lang)).flatMap(({ questions }) => questions)
  const asked = FREQUENT_QUESTIONS.flatMap((slug) => all.filter(({ id }) => slugOf(id) === slug)).map(
    ({ id, data }) => ({
      title: data.title,
      href: localPath(lang, pathFor('faq.entry', { slug: slugOf(id) })),
    }),
  )
  const facts: SearchData = {
    words: { search: namespace(lang, 'search') },
    terms: synonymsOf(lang),
    asked,
    phone: SITE[lang].phone,
  }
  return Response.json(facts)
}
