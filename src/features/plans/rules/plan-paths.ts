/** A page each for every plan and its terms in both languages. */
import { contentToday } from '../../../app/content/content-folder.ts'
import { addDays, type Day } from '../../../lib/days/dates.ts'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import type { Clauses } from '../content/clauses.ts'
import { loadPlans, termsVersions } from '../content/load-plans.ts'

const langParam = (lang: Lang): string | undefined => (lang === 'en' ? undefined : lang)

export const planPaths = (): { params: { lang: string | undefined; slug: string } }[] =>
  LANGS.flatMap((lang) => loadPlans().plans.map(({ id }) => ({ params: { lang: langParam(lang), slug: id } })))

export interface EarlierTerms {
  /** Address of its page: `us-j1-2024-9-2`. */
  slug: string
  /** Its last day. */
  until: Day
  clauses: (lang: Lang) => Clauses
}

/** Terms of a plan that are no longer sold, the latest first: policies name them, so they stay readable. */
export function earlierTerms(id: string): EarlierTerms[] {
  const begun = termsVersions(id).filter(({ from }) => from <= contentToday())
  return begun
    .flatMap(({ version, set }, at) => {
      const next = begun[at + 1]
      return next?.from
        ? [{ slug: `${id}-${version}`, until: addDays(next.from, -1), clauses: (lang: Lang) => set.clauses(lang, id) }]
        : []
    })
    .reverse()
}

/** The pages of terms: today's of each plan, and each earlier version. */
export const termsPaths = (): {
  params: { lang: string | undefined; slug: string }
  props: { id: string; earlier: EarlierTerms | undefined }
}[] =>
  LANGS.flatMap((lang) =>
    loadPlans().plans.flatMap(({ id }) =>
      [undefined, ...earlierTerms(id)].map((earlier) => ({
        params: { lang: langParam(lang), slug: earlier?.slug ?? id },
        props: { id, earlier },
      })),
    ),
  )
