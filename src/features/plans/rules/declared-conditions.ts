/**
 * What an insurer's acceptance does not change: how an illness that was declared, and is pre-existing, is treated by
 * the plan (terms 5.2). One sentence, or two.
 */
import { sentences, type Lang } from '../../../lib/locale.ts'
import { formatAmount } from '../../../lib/money/money.ts'
import type { T } from './benefits.ts'
import type { Tier } from './plan-types.ts'

export function declaredConditionWords({ preExisting: it }: Pick<Tier, 'preExisting'>, t: T, lang: Lang): string {
  const sudden = 'suddenOnset' in it && it.suddenOnset ? formatAmount(it.suddenOnset, lang) : undefined
  switch (it.kind) {
    case 'excluded':
      return sentences(lang, t('plans:declared.excluded'), sudden && t('plans:declared.sudden', { amount: sudden }))
    case 'after_months':
      return it.months === 0
        ? t('plans:declared.fromStart')
        : sentences(
            lang,
            t('plans:declared.afterMonths', { months: it.months }),
            sudden && t('plans:declared.suddenBefore', { amount: sudden }),
          )
    case 'on_application':
    case 'stable_days':
      return t('plans:declared.byTerms')
  }
}
