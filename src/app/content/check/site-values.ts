/** What `src/lib/site.ts` says of the operator, typed in a text: it stays there when the operator changes it. */
import { problem, type Tree } from '../../../lib/content/content-tree.ts'
import { LANGS } from '../../../lib/locale.ts'
import { SITE, type Site } from '../../../lib/site.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { isEarlierVersion } from './content-files.ts'

/** Without our name, which is part of sentences: of messages, of where the name comes from. */
const WHAT = {
  phone: 'our phone number',
  email: 'our email address',
  privacyEmail: 'our email address for personal information',
  complaintsEmail: 'our email address for complaints',
  operator: 'the name of the operator',
  licence: 'our licence number',
  address: 'our address',
  hours: 'the hours of our phone line',
} as const satisfies Partial<Record<keyof Site, string>>
type SiteField = keyof typeof WHAT
const FIELDS = [
  'phone',
  'email',
  'privacyEmail',
  'complaintsEmail',
  'operator',
  'licence',
  'address',
  'hours',
] as const satisfies SiteField[]

/** Between the digits of a number: `021-5550 0199`, `(21) 5550-0199`. */
const APART = String.raw`[\s()（）-]*`
const digitsOf = (text: string): string => (text.match(/\d/g) ?? []).join(APART)

/** With or without the country and the code of the city. */
function phonePattern(phone: string): string {
  const [country = '', ...rest] = phone.startsWith('+') ? phone.slice(1).split(' ') : ['', phone]
  const [area = '', ...local] = rest.length > 2 ? rest : ['', ...rest]
  const before = area === '' ? '' : `(?:0?${digitsOf(area)}${APART})?`
  const abroad = country === '' ? '' : `(?:(?:\\+|00)?${country}${APART})?`
  return String.raw`(?<!\d)${abroad}${before}${digitsOf(local.join(''))}(?!\d)`
}

const literal = (text: string): string =>
  text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`)

const addressPattern = (email: string): string => String.raw`(?<![\w.+-])${literal(email)}(?![\w-]|\.\w)`

const TYPED = FIELDS.map((field) => ({
  field,
  what: WHAT[field],
  pattern: new RegExp(
    [...new Set(LANGS.map((lang) => SITE[lang][field]))]
      .map((value) =>
        field === 'phone' ? phonePattern(value) : value.includes('@') ? addressPattern(value) : literal(value),
      )
      .join('|'),
    'i',
  ),
}))

interface TypedValue {
  field: SiteField
  /** As the text has it. */
  found: string
  what: string
}

/** The first of each kind in a text. */
export const typedSiteValues = (text: string): TypedValue[] =>
  TYPED.flatMap(({ field, what, pattern }) => {
    const found = pattern.exec(text)?.[0]
    return found === undefined ? [] : [{ field, found, what }]
  })

/** In the texts; figures and lists know no names in braces. */
export const siteValueProblems = ({ root, files }: Tree): SourceProblem[] =>
  [...files].flatMap(([path, text]) =>
    !path.endsWith('.md') || isEarlierVersion(path) || typedSiteValues(text).length === 0
      ? []
      : text.split('\n').flatMap((line, i) =>
          typedSiteValues(line).map(({ field, found, what }) => {
            const why = `is ${what}, typed. Write its name in double braces: then it is right here too when it changes.`
            return problem(`${root}/${path}`, i + 1, found, 'typed_site', why, `{{site.${field}}}`)
          }),
        ),
  )
