/** Whether the name on an account matches the person who is to be paid (spec §5). */
import { compareNames, normaliseLatinName } from './person-names.ts'

/**
 * `unsure`: another form of a rare character, or Latin letters where only Chinese characters are known; it is accepted,
 * and a person checks it.
 */
export type NameFit = 'same' | 'unsure' | 'different'

/** Forms of a person's name that a bank may have on record. */
export const namesOnAccounts = ({
  idName,
  chineseName,
  passportName,
}: {
  idName: string
  chineseName?: string | undefined
  passportName?: string | undefined
}): string[] => [idName, chineseName, passportName].flatMap((name) => name || [])

/** Compares an account's name with every known form of a person's name. */
export function fitName(account: string, names: readonly string[]): NameFit {
  const fits = names.map((name) => fit(name, account))
  if (fits.includes('same')) return 'same'
  if (fits.includes('unsure')) return 'unsure'
  return isLatin(account) && names.length > 0 && !names.some(isLatin) ? 'unsure' : 'different'
}

const isLatin = (name: string): boolean => /[a-z]/i.test(name) && !/\p{Script=Han}/u.test(name)

/** Foreign banks write the given name first: the same words in another order are the same name. */
function fit(name: string, account: string): NameFit {
  const words = (text: string): string =>
    normaliseLatinName(text)
      .split(/[\s-]+/)
      .sort()
      .join(' ')
  return isLatin(name) && isLatin(account) && words(name) === words(account) ? 'same' : compareNames(name, account)
}
