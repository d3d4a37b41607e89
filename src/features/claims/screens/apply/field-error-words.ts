/** Error texts for fields of a claim: a claim's own contain the policy's days; the rest are those of all forms. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay, isDay } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { ClaimAnswers } from '../../rules/claim-fields.ts'
import type { CoverDays } from '../../rules/draft/cover-on-day.ts'
import { CLAIM_FIELD_ERRORS } from '../../rules/draft/claim-errors.ts'

/** Code → words. */
export function useFieldErrorWords(
  policy: CoverDays,
  { incidentDay }: Pick<ClaimAnswers, 'incidentDay'>,
): (code: string) => string {
  const t = useT()
  const lang = useLang()
  const day = (text: string | null): string => (text !== null && isDay(text) ? formatDay(text, lang) : '')
  const values = {
    start: day(policy.start),
    end: day(policy.end),
    cancelled: day(policy.cancelledOn),
    began: day(incidentDay),
    days: LIMITS.outlastDays,
  }
  return (code) => {
    const own = CLAIM_FIELD_ERRORS.find((one) => one === code)
    return own ? t(`claimform:fieldError.${own}`, values) : t(`errors:field.${code}`)
  }
}
