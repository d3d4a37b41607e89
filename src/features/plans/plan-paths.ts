/** A page each for every plan in both languages. */
import { LANGS } from '../../lib/locale.ts'
import { loadPlans } from './load-plans.ts'

export const planPaths = (): { params: { lang: string | undefined; slug: string } }[] =>
  LANGS.flatMap((lang) =>
    loadPlans().plans.map(({ id }) => ({ params: { lang: lang === 'en' ? undefined : lang, slug: id } })),
  )
