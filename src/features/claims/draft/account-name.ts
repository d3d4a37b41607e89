/** Does the name on an account fit the person who is to be paid (spec §5)? */
import { compareNames, normaliseLatinName } from '../../../lib/person-names.ts'
import type { ClaimAnswers } from '../answers.ts'

/** The name that the account must carry: the insured person's in any form known, or the payee's. */
export type NameFit = 'same' | 'unsure' | 'different'

/**
 * Spec §5: the account name equals the card holder's name. `unsure`: another form of a rare character, or letters where only Chinese
 * characters are known; it passes, and a person looks at it.
 */
export function accountNameFit(answers: Pick<ClaimAnswers, 'accountOwn' | 'accountName' | 'payeeName'>, holders: readonly string[]): NameFit {
  const names = answers.accountOwn === false ? [answers.payeeName] : holders
  const fits = names.map((name) => fit(name, answers.accountName))
  if (fits.includes('same')) return 'same'
  if (fits.includes('unsure')) return 'unsure'
  const letters = isLatin(answers.accountName) && names.length > 0 && !names.some(isLatin)
  return letters ? 'unsure' : 'different'
}

const isLatin = (name: string): boolean => /[a-z]/i.test(name) && !/\p{Script=Han}/u.test(name)

/** Banks abroad write the given name first: the same words in another order are the same name. */
function fit(name: string, account: string): NameFit {
  const words = (text: string): string => normaliseLatinName(text).split(/[\s-]+/).sort().join(' ')
  return isLatin(name) && isLatin(account) && words(name) === words(account) ? 'same' : compareNames(name, account)
}
