/** Cells of a list of hospitals as people write them, in the form of the files: 是, 急诊；全科, 03-5555-0100, 35,68. */
import type { CountryId } from '../../../lib/hospitals/countries-with-hospital-list.ts'
import { DEPARTMENTS, fold } from '../../../lib/hospitals/hospitals.ts'
import type { Country } from '../../../lib/hospitals/hospital-files.ts'

const found = <V>(list: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(list, key) ? list[key] : undefined

/** By its short name, or by its name in either language. */
export function countryNamed(cell: string, known: readonly Country[]): Country | undefined {
  const name = fold(cell)
  return known.find(({ id, name: { en, cn } }) =>
    [id, fold(en), fold(cn), fold(cn.replace(/^中国/, ''))].includes(name),
  )
}

const withoutKind = (name: string): string => fold(name).replace(/(?<=.)[州省都道府县]$|(?<=..)特别行政区$/u, '')

/** The short name of a state, by its short name or by one of its names; `东京` and `东京都` are one. */
export function stateNamed(cell: string, states: Country['states']): string | undefined {
  const name = withoutKind(cell)
  return Object.entries(states).find(([id, { en, cn }]) => [fold(id), fold(en), withoutKind(cn)].includes(name))?.[0]
}

const DEPARTMENT_WORDS: Readonly<Record<(typeof DEPARTMENTS)[number], string>> = {
  emergency: 'er|emergency department|emergency room|a e|急诊|急诊科|急救',
  general: 'general medicine|internal medicine|gp|family medicine|全科|内科|普通内科|内科与全科|全科医学',
  surgery: 'general surgery|外科|普通外科|普外科',
  orthopaedics: 'orthopedics|骨科',
  'womens-health': 'womens health|gynaecology|gynecology|obstetrics|obgyn|ob gyn|妇产科|妇科|产科',
  paediatrics: 'pediatrics|儿科',
  'mental-health': 'mental health|psychiatry|psychology|精神科|心理科|心理与精神科|精神心理科|身心科',
  dental: 'dentistry|dentist|牙科|口腔科|口腔',
  eye: 'ophthalmology|眼科',
  ent: 'ear nose and throat|耳鼻喉科|耳鼻喉|耳鼻咽喉科',
  dermatology: '皮肤科',
  rehabilitation: 'physiotherapy|康复科|康复',
  'student-health': 'student health|校医院|学生健康|校医',
  'travel-medicine': 'travel medicine|旅行医学|旅行门诊',
}
const DEPARTMENT_BY_WORD = new Map(
  Object.entries(DEPARTMENT_WORDS).flatMap(([id, words]) =>
    [id.replaceAll('-', ' '), ...words.split('|')].map((word) => [word, id] as const),
  ),
)

/** Short names of departments; a word that is none stays as it is, and is refused later. */
export function departmentsIn(cell: string): string[] {
  const parts = cell.split(/[;；,，、|/／\n]+/).map((part) => part.trim())
  const ids = parts
    .filter((part) => part !== '')
    .flatMap((part) => {
      const whole = DEPARTMENT_BY_WORD.get(fold(part))
      if (whole !== undefined) return [whole]
      const words = part.split(/\s+/)
      const each = words.flatMap((word) => DEPARTMENT_BY_WORD.get(fold(word)) ?? [])
      return each.length === words.length ? each : [part]
    })
  return [...new Set(ids)]
}

const YES = new Set(['yes', 'y', 'true', '1', '是', '有', '可', '支持', '可直付', '√', '✓', '✔'])
const NO = new Set(['no', 'n', 'false', '0', '否', '无', '不', '不可', '不支持', '不可直付', '×', '✗', 'x'])

/** True or false; anything else stays as it is, and is refused later. */
export const yesOrNo = (cell: string): boolean | string => {
  const word = cell.toLowerCase()
  return YES.has(word) ? true : NO.has(word) ? false : cell
}

/** `42.3626`, `42,3626`, `42.3626° N`; anything else stays as it is, and is refused later. */
export function degreesIn(cell: string): number | string {
  const [, sign = '', digits = '', side = ''] =
    /^([-−–]?)(\d+(?:[.,]\d+)?)\s*°?\s*([NSEW北南东西]?)$/iu.exec(cell.normalize('NFKC')) ?? []
  if (digits === '') return cell
  const value = Number(digits.replace(',', '.'))
  return sign !== '' || /[SW南西]/iu.test(side) ? -value : value
}

interface Dialling {
  code: string
  /** What stands before a number within the country, and not after the code. */
  trunk?: '0'
  /** Digits of a number without a trunk. */
  digits?: number
}
const zero = (code: string): Dialling => ({ code, trunk: '0' })
const fixed = (code: string, digits: number): Dialling => ({ code, digits })
const DIALLING: Readonly<Record<CountryId, Dialling>> = {
  us: fixed('1', 10),
  ca: fixed('1', 10),
  uk: zero('44'),
  au: zero('61'),
  nz: zero('64'),
  jp: zero('81'),
  kr: zero('82'),
  hk: fixed('852', 8),
  sg: fixed('65', 8),
  my: zero('60'),
  de: zero('49'),
  fr: zero('33'),
  nl: zero('31'),
  // The zero belongs to the number.
  it: { code: '39' },
  es: fixed('34', 9),
  ie: zero('353'),
  ch: zero('41'),
  se: zero('46'),
  at: zero('43'),
  be: zero('32'),
  dk: fixed('45', 8),
  fi: zero('358'),
  no: fixed('47', 8),
  pl: fixed('48', 9),
}

/** Calling codes by the names that the site has for countries. */
export const CALLING_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(DIALLING).map(([country, { code }]) => [country, code]),
)

/** An international number with its groups; what cannot be one stays as it is, and is refused later. */
export function phoneIn(cell: string, country: string): string {
  const groups = cell
    .normalize('NFKC')
    .replace(/^(tel|phone|电话)[:：\s]*/i, '')
    .replace(/\(0\)/g, ' ')
    .replace(/[()[\]\-‐‑–—./]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^\+ /, '+')
    .trim()
  if (/[^\d+ ]/.test(groups)) return cell
  if (groups.startsWith('+')) return groups
  if (groups.startsWith('00')) return `+${groups.slice(2).trim()}`
  const dialling = found<Dialling>(DIALLING, country)
  if (!dialling) return cell
  const { code, trunk, digits } = dialling
  const count = groups.replaceAll(' ', '').length
  if (trunk !== undefined) return groups.startsWith(trunk) ? `+${code} ${groups.slice(1).trim()}` : cell
  if (digits !== undefined && count === digits + code.length && groups.startsWith(code)) return `+${groups}`
  return digits === undefined || count === digits ? `+${code} ${groups}` : cell
}

/** The country that a number is dialled in is not this one. */
export function foreignPhone(phone: string, country: string): boolean {
  const code = found<Dialling>(DIALLING, country)?.code
  return code !== undefined && phone.startsWith('+') && !phone.replaceAll(' ', '').startsWith(`+${code}`)
}

/** Fewer digits than any number that works from abroad has, its country’s code included. */
const FEWEST = 10
/** Of countries whose numbers are all of one length, or have no shorter ones. */
const LEAST: Readonly<Record<string, number>> = {
  1: 11,
  44: 12,
  33: 11,
  34: 11,
  31: 11,
  41: 11,
  48: 11,
  81: 11,
  852: 11,
  61: 11,
  86: 12,
}
/** How many digits an international number has, if that is fewer than numbers there have. */
export function tooFewDigits(phone: string): number | undefined {
  const digits = phone.replace(/\D/g, '').length
  const least = Object.entries(LEAST).find(([code]) => phone.startsWith(`+${code} `))?.[1] ?? FEWEST
  return digits < least ? digits : undefined
}

/** Hours and minutes as lists write them: 9:75, 9.75, 8h75; 2575; 25点; 13 pm; 9–25. */
const TIMES: readonly (readonly [pattern: RegExp, latest: number])[] = [
  [/(?<![\d.:])(\d{1,2})[:.h点时](\d\d)(?!\d)/g, 24],
  [/(?<!\d)(\d\d)(\d\d)(?!\d)/g, 24],
  [/(?<![\d.:])(\d{1,2}) ?[点时](?![\d间])/g, 24],
  [/(?<![\d.:])(\d{1,2}) ?[ap]\.?m\b/gi, 12],
  [/(?<=(?<![\d.:])\d{1,2} ?[-–—~] ?)(\d{1,2})(?![\d:.h])/g, 24],
]
/** What no clock shows among the hours of a hospital. */
export function impossibleTime(hours: string): string | undefined {
  const words = hours.normalize('NFKC')
  return TIMES.flatMap(([pattern, latest]) =>
    [...words.matchAll(pattern)].filter(
      ([, hour, minute = '0']) => Number(hour) > latest || Number(minute) > 59 || (hour === '24' && Number(minute) > 0),
    ),
  )[0]?.[0]
}
