/**
 * Schema of `content/schools/<slug>.yaml`: the schools whose tuition can be paid through us, with currencies, limits
 * and days.
 */
import { z } from 'zod'
import { closestWord } from '../../../lib/text/closest-word.ts'
import { COUNTRY_IDS } from '../../../lib/hospitals/countries-with-hospital-list.ts'
import type { Currency } from '../../../lib/money/money.ts'
import { CURRENCIES } from '../../../lib/money/currencies.ts'
import { keysOf } from '../../../lib/object-keys.ts'
import { readYamlSource, type Path, type SourceProblem } from '../../../lib/content/source-problems.ts'

const words = z
  .string({ error: 'must be text, in quotes if it is a number.' })
  .trim()
  .min(1, 'must not be empty.')
  .max(100, 'must be shorter.')
const both = z.strictObject({ en: words, cn: words }, { error: 'must have the words in both languages, en and cn.' })
const whole = (least: number) => z.int({ error: 'must be a whole number.' }).min(least, `must be ${least} or more.`)

/** Limits of one payment, in whole units of the currency. */
const limits = z
  .strictObject({ least: whole(1), most: whole(1).max(10_000_000, 'must be smaller.') })
  .refine(({ least, most }) => least <= most, 'must have a most that is not below its least.')

const schoolFile = z.strictObject({
  /** A fictitious school: every page that shows it says so. */
  sample: z.boolean({ error: 'must be true or false.' }),
  /** No more payments to it are taken; those that were made keep its name. */
  closed: z.boolean({ error: 'must be true or false.' }).optional(),
  order: whole(1),
  name: both,
  country: z.enum(COUNTRY_IDS, { error: `must be one of: ${COUNTRY_IDS.join(', ')}.` }),
  city: both,
  currencies: z
    .partialRecord(z.enum(CURRENCIES, { error: `must be one of: ${CURRENCIES.join(', ')}.` }), limits)
    .refine((all) => Object.keys(all).length > 0, 'must name at least one currency.'),
  /** Most days from our transfer until the school has booked it. */
  settlementDays: whole(1).max(30, 'must be smaller.'),
  /** Length of the school's student numbers, and whether they contain letters. */
  studentNumber: z
    .strictObject({
      from: whole(1),
      to: whole(1).max(20, 'must be smaller.'),
      letters: z.boolean({ error: 'must be true or false.' }),
      example: words,
    })
    .refine(({ from, to }) => from <= to, 'must have a to that is not below its from.'),
})

export interface School extends z.output<typeof schoolFile> {
  /** The file's name. */
  slug: string
}

/** Currencies that a school accepts, in the order of its file. */
export const currenciesOf = ({ currencies }: Pick<School, 'currencies'>): Currency[] => keysOf(currencies)

const EXAMPLES: Record<string, string> = {
  sample: 'sample: true',
  closed: 'closed: true',
  order: 'order: 3',
  name: 'name: { en: Northbridge University, cn: 诺思布里奇大学 }',
  country: 'country: uk',
  city: 'city: { en: Leeds, cn: 利兹 }',
  currencies: 'GBP: { least: 100, most: 40000 }',
  least: 'least: 100',
  most: 'most: 40000',
  settlementDays: 'settlementDays: 3',
  studentNumber: 'studentNumber: { from: 9, to: 9, letters: false, example: "201834567" }',
  from: 'from: 9',
  to: 'to: 9',
  letters: 'letters: false',
  example: 'example: "201834567"',
  en: 'en: Leeds',
  cn: 'cn: 利兹',
}

function exampleOf(path: Path): string {
  const last = path.filter((part) => typeof part === 'string').at(-1) ?? 'name'
  const known = /^[A-Z]{3}$/.test(last) ? 'currencies' : closestWord(last, Object.keys(EXAMPLES))
  return EXAMPLES[known ?? 'name'] ?? ''
}

/** Reads one file; `slug` is its name without `.yaml`. */
export function readSchool(
  slug: string,
  text: string,
  file = `content/schools/${slug}.yaml`,
): { school?: School; problems: SourceProblem[] } {
  const { value, problems } = readYamlSource(schoolFile, text, file, exampleOf)
  return value ? { school: { ...value, slug }, problems } : { problems }
}
