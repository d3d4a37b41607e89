/** Does the name on an account fit the person who is to be paid (spec §5)? */
import { compareNames, normaliseLatinName } from './person-names.ts'

/**
 * `unsure`: another form of a rare character, or letters where only Chinese characters are known; it passes, and a person looks at it.
 */
export type NameFit = 'same' | 'unsure' | 'different'

/** Names under which a bank may keep a person. */
export const namesOnAccounts = ({ idName, chineseName, passportName }: { idName: string; chineseName?: string | undefined; passportName?: string | undefined }): string[] =>
  [idName, chineseName, passportName].flatMap((name) => name || [])

/** The name of an account against every form known of a person's name. */
export function fitName(account: string, names: readonly string[]): NameFit {
  const fits = names.map((name) => fit(name, account))
  if (fits.includes('same')) return 'same'
  if (fits.includes('unsure')) return 'unsure'
  return isLatin(account) && names.length > 0 && !names.some(isLatin) ? 'unsure' : 'different'
}

const isLatin = (name: string): boolean => /[a-z]/i.test(name) && !/\p{Script=Han}/u.test(name)

/** Banks abroad write the given name first: the same words in another order are the same name. */
function fit(name: string, account: string): NameFit {
  const words = (text: string): string => normaliseLatinName(text).split(/[\s-]+/).sort().join(' ')
  return isLatin(name) && isLatin(account) && words(name) === words(account) ? 'same' : compareNames(name, account)
}
