/**
 * Sections that the pages of the rate table, of the insurers and of complaints generate from the plans' data, for "on
 * this page".
 */
import { words } from '../../../app/words/i18n.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { Day } from '../../../lib/days/dates.ts'
import { loadPlans } from '../content/load-plans.ts'

export interface DrawnSection {
  depth: 2
  slug: string
  text: string
}

/** By the short name of the text in `content/legal` that they follow. */
const SECTIONS: Readonly<Record<string, (lang: Lang, day?: Day) => DrawnSection[]>> = {
  'rate-table': (lang, day) => {
    const { plans, words: of } = loadPlans(undefined, day)
    return [
      { depth: 2, slug: 'example', text: words(lang)('disclosure:rates.example') },
      ...plans.map(({ id }): DrawnSection => ({ depth: 2, slug: id, text: of(lang, id).name })),
    ]
  },
  insurers: (lang) =>
    (['mainland', 'abroad'] as const).map((slug) => ({
      depth: 2,
      slug,
      text: words(lang)(`disclosure:insurers.${slug}`),
    })),
  complaints: (lang) => [{ depth: 2, slug: 'lines', text: words(lang)('disclosure:complaints.title') }],
}

/** As they are on `day`, today where none is given. Empty for a text without generated sections. */
export const drawnSections = (lang: Lang, slug: string, day?: Day): DrawnSection[] => SECTIONS[slug]?.(lang, day) ?? []
