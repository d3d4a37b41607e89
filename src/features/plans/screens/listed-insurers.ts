/** Insurers as pages list them: those in mainland China first, each by its full name and with its complaint line. */
import type { Day } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import { loadPlans } from '../content/load-plans.ts'
import type { Insurer } from '../rules/plan-types.ts'
import { telephone } from './telephone.ts'

export interface ListedInsurer extends Insurer {
  name: string
  /** The complaint line, to be called. */
  tel: string
}

export function listedInsurers(lang: Lang, day?: Day): Record<'mainland' | 'abroad', ListedInsurer[]> {
  const set = loadPlans(undefined, day)
  const listed = set.insurers.map((insurer) => ({
    ...insurer,
    name: set.insurerWords(lang, insurer.id).fullName,
    tel: telephone(insurer.complaints),
  }))
  return {
    mainland: listed.filter(({ kind }) => kind !== 'overseas'),
    abroad: listed.filter(({ kind }) => kind === 'overseas'),
  }
}
