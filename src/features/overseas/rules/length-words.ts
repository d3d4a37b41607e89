import type { Translate } from '../../../app/words/translate.ts'
import type { ApplicationLimits } from './check-application.ts'

const DAYS_OF_YEAR = 365
/** A year of twelve months of 31 days, which the longest term of a plan in months is counted as, has 7 more. */
const MORE = 7

/** How long cover may last: "5 years" for 1,860 days, "180 days". */
export function lengthWords(t: Translate, days: number): string {
  const years = Math.floor(days / DAYS_OF_YEAR)
  return years > 0 && days - years * DAYS_OF_YEAR <= years * MORE
    ? t('referral:trip.years', { count: years })
    : t('referral:trip.days', { count: days })
}

/** What the messages about an application's limits say. */
export const limitValues = (t: Translate, { longest, ages }: Pick<ApplicationLimits, 'longest' | 'ages'>) => ({
  length: lengthWords(t, longest),
  ...ages,
})
