/** Whether the name on an account matches the person who is to be paid (spec §5). */
import { compareNames, normaliseLatinName, normaliseChineseName } from './person-names.ts'

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
  // Banks leave out a second given name, or have one that the document lacks.
  if (fewer.length > 1 && fewer.every((word) => more.includes(word))) return 'unsure'
  if (more.length > WORDS_MAX) return 'different'
  const orders = fewer.map((_, i) => [...fewer.slice(i), ...fewer.slice(0, i)].join(''))
  return orders.some((letters) => spell(more, letters)) ? 'unsure' : 'different'
}

/** Simplified forms that are traditional characters as well, with the other form; those that names have. */
const BOTH =
  '云雲叶葉万萬丰豐杰傑宁寧于於范範余餘郁鬱台臺党黨岳嶽松鬆志誌升昇谷穀沈瀋涂塗游遊里裡历歷适適圣聖灵靈后後才纔几幾卜蔔干乾向嚮面麵'

/** All characters that two bytes of an encoding can be. */
function charactersOf(encoding: string, leads: readonly [number, number], trails: readonly number[]): Set<string> {
  const bytes: number[] = []
  for (let lead = leads[0]; lead <= leads[1]; lead += 1) for (const trail of trails) bytes.push(lead, trail)
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)))
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

let standards: { simplified: Set<string>; traditional: Set<string> } | undefined

function areForms(a: string, b: string): boolean {
  standards ??= {
    simplified: charactersOf('gb2312', [0xb0, 0xf7], range(0xa1, 0xfe)),
    traditional: charactersOf('big5', [0xa4, 0xf9], [...range(0x40, 0x7e), ...range(0xa1, 0xfe)]),
  }
  const { simplified, traditional } = standards
  const onlySimplified = (it: string): boolean => simplified.has(it) && !traditional.has(it)
  const onlyTraditional = (it: string): boolean => traditional.has(it) && !simplified.has(it)
  return (onlySimplified(a) && onlyTraditional(b)) || BOTH.includes(a + b)
}

/**
 * Whether two Chinese names may be one, in simplified and in traditional forms (林语桐, 林語桐). A table of all pairs would
 * weigh more than the form that asks for the name; but every browser knows which characters the simplified standard (GB 2312)
 * has and which the traditional (Big5). Two characters, one in each alone, may be one; a person compares them.
 */
function areVariants(one: string, two: string): boolean {
  const [a, b] = [one, two].map((name) => Array.from(normaliseChineseName(name)))
  if (!a || !b || a.length !== b.length || a.length === 0) return false
  return a.every((character, i) => {
    const other = b[i] ?? ''
    return character === other || areForms(character, other) || areForms(other, character)
  })
}
