/** Whether the name on an account matches the person who is to be paid (spec §5). */
import { compareNames, normaliseLatinName } from './person-names.ts'
import { areVariants } from './chinese-variants.ts'

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

/** More words than a person has would take too long to put in every order. */
const WORDS_MAX = 6

/** Whether the words, in any order and without gaps, are these letters: YU TONG LIN and LINYUTONG. */
const spell = (words: readonly string[], letters: string): boolean =>
  words.length === 0
    ? letters === ''
    : words.some(
        (word, i) =>
          letters.startsWith(word) && spell([...words.slice(0, i), ...words.slice(i + 1)], letters.slice(word.length)),
      )

const wordsOf = (name: string): string[] =>
  normaliseLatinName(name)
    .replace(/'\s?|\./g, '')
    .split(/[\s/@-]+/)
    .filter(Boolean)
    .sort()

/**
 * Foreign banks write the given name first: the same words in another order are the same name. If they are also parted
 * otherwise (LIN YUTONG, Yu Tong Lin), a person checks them.
 */
function fit(name: string, account: string): NameFit {
  const known = compareNames(name, account)
  if (known !== 'different') return known
  if (!isLatin(name) || !isLatin(account)) return areVariants(name, account) ? 'unsure' : 'different'
  const [one, two] = [wordsOf(name), wordsOf(account)]
  if (one.join(' ') === two.join(' ')) return 'same'
  const [fewer, more] = one.length < two.length ? [one, two] : [two, one]
  if (more.length > WORDS_MAX) return 'different'
  const orders = fewer.map((_, i) => [...fewer.slice(i), ...fewer.slice(0, i)].join(''))
  return orders.some((letters) => spell(more, letters)) ? 'unsure' : 'different'
}
