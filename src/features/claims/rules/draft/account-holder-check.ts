/** Does the name on a claim's account match the insured person's or the payee's (spec §5)? */
import { fitName, type NameFit } from '../../../../lib/people/compare-account-name.ts'
import type { ClaimAnswers } from '../claim-fields.ts'

export const accountNameFit = (
  answers: Pick<ClaimAnswers, 'accountOwn' | 'accountName' | 'payeeName'>,
  holders: readonly string[],
): NameFit => fitName(answers.accountName, answers.accountOwn === false ? [answers.payeeName] : holders)
