/** The schema of `content/hospitals/<country>.yaml`, and the rules between its fields and between files. */
import { z } from 'zod'
import { outsideOf } from './country-bounds.ts'
import type { Place } from './distance.ts'
import { isDay } from '../days/dates.ts'
import { DEPARTMENTS } from './hospitals.ts'
import { LANGS, otherLang } from '../locale.ts'
import { closestWord } from '../text/closest-word.ts'
import { readYamlSource, type Lines, type Path, type SourceProblem } from '../content/source-problems.ts'

const words = z
  .string({ error: 'must be text, in quotes if it is a number.' })
  .trim()
  .min(1, 'must not be empty.')
  .refine((text) => !/^[=@＝＠]/.test(text), 'is a formula of a spreadsheet: write what it shows.')
  .refine((text) => !/^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!)/.test(text), 'is an error of a spreadsheet.')
  .refine((text) => !/<\/?[a-z][^>]*>|&(?:[a-z]+|#\d+);/i.test(text), 'has marks of HTML: write plain words.')
const both = z.strictObject({ en: words, cn: words }, { error: 'must have the words in both languages, en and cn.' })
const idText = (what: string) =>
  z
    .string({ error: `must be ${what}.` })
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case Latin letters, digits and hyphens.')
/** An international telephone number: country code first, digits in groups. */
const phone = z
  .string({ error: 'must be a phone number in quotes.' })
  .regex(/^\+\d[\d ]{5,18}\d$/, 'must be an international number: + and digits, in quotes.')
const dial = z
  .string({ error: 'must be a number in quotes.' })
  .regex(/^\d{2,6}$/, 'must be the digits one dials, in quotes.')
const degrees = (limit: number) =>
  z
    .number({ error: 'must be a number of degrees.' })
    .min(-limit, 'is not on the globe.')
    .max(limit, 'is not on the globe.')

const centre = z.tuple([degrees(90), degrees(180)], { error: 'must be latitude and longitude, in degrees.' })

export const hospitalRow = z.strictObject({
  slug: idText('the short name of the hospital'),
  name: both,
  /** The name in the local script, with its language (`ja`, `ko`, `zh-HK`). */
  local: z
    .strictObject({
      text: words,
      lang: z.string().regex(/^[a-z]{2}(-[A-Za-z]{2,4})?$/, 'must be a language, e.g. ja.'),
    })
    .optional(),
  state: idText('the id of a state'),
  city: both,
  departments: z
    .array(z.enum(DEPARTMENTS, { error: `must be one of: ${DEPARTMENTS.join(', ')}.` }))
    .min(1, 'must name at least one.'),
  address: words.optional(),
  phone: phone.optional(),
  hours: words.optional(),
  coordinates: z.strictObject({ latitude: degrees(90), longitude: degrees(180) }).optional(),
  /** Absent: unknown. The page then advises to ask. */
  directBilling: z.boolean({ error: 'must be true or false.' }).optional(),
})
export type HospitalRow = z.output<typeof hospitalRow>

const countryFile = z.strictObject({
  name: both,
  /** Marks a sample list; every page that shows it says so. */
  sample: z.boolean({ error: 'must be true or false.' }),
  /** Day on which the list was last checked. */
  asOf: z.string({ error: 'must be a day.' }).refine(isDay, 'must be a day that exists, year-month-day.'),
  order: z.int({ error: 'must be a whole number.' }),
  emergency: z.strictObject({ ambulance: dial, police: dial.optional() }),
  note: both,
  states: z.record(idText('the id of a state'), both),
  /** Centres of cities, by state and English name: the order by nearness where a hospital has no coordinates. */
  centres: z.record(idText('the id of a state'), z.record(words, centre)).optional(),
  hospitals: z.array(hospitalRow),
})
type CountryFile = z.output<typeof countryFile>
export interface Country extends CountryFile {
  /** The file's name, e.g. `us`. */
  id: string
}

const EXAMPLES: Record<string, string> = {
  slug: 'slug: queen-mary-hospital',
  name: 'name: { en: Queen Mary Hospital, cn: 玛丽医院 }',
  city: 'city: { en: Boston, cn: 波士顿 }',
  local: 'local: { text: 瑪麗醫院, lang: zh-HK }',
  lang: 'lang: ja',
  state: 'state: ma',
  states: 'ma: { en: Massachusetts, cn: 马萨诸塞州 }',
  departments: 'departments: [emergency, general]',
  phone: 'phone: "+1 617 555 0100"',
  hours: 'hours: Mo–Fr 09:00–17:00',
  coordinates: 'coordinates: { latitude: 42.3626, longitude: -71.0694 }',
  directBilling: 'directBilling: true',
  sample: 'sample: true',
  asOf: 'asOf: 2026-11-20',
  order: 'order: 3',
  emergency: 'emergency: { ambulance: "112" }',
  ambulance: 'ambulance: "112"',
  police: 'police: "110"',
  note: 'note: { en: Call 112., cn: 请拨112。 }',
  centres: 'ma: { Boston: [42.36, -71.06] }',
  hospitals: '- slug: queen-mary-hospital',
  address: 'address: 55 Fruit Street',
  latitude: 'latitude: 42.3626',
  longitude: 'longitude: -71.0694',
  en: 'en: Boston',
  cn: 'cn: 波士顿',
  text: 'text: 瑪麗醫院',
}

function exampleOf(path: Path): string {
  const last = path.filter((part) => typeof part === 'string').at(-1) ?? 'name'
  const of = typeof path.at(-2) === 'string' && path.includes('states') ? 'states' : last
  return EXAMPLES[closestWord(of, Object.keys(EXAMPLES)) ?? 'hospitals'] ?? ''
}

export interface ReadCountry {
  file: string
  country?: Country
  problems: SourceProblem[]
  lines: Lines
}

/** Reads one file; `id` is its name without `.yaml`. */
export function readCountry(id: string, text: string, file = `content/hospitals/${id}.yaml`): ReadCountry {
  const { value, problems, lines } = readYamlSource(countryFile, text, file, exampleOf)
  if (!value) return { file, problems, lines }
  return {
    file,
    country: { ...value, id },
    problems: [
      ...doubtfulCentres(id, value, file, lines),
      ...value.hospitals.flatMap((row, i) => [
        ...lostState(value, row, i, file, lines),
        ...otherName(value, row, i, file, lines),
        ...elsewhere(id, value, row.coordinates, ['hospitals', i, 'coordinates'], file, lines),
      ]),
    ],
    lines,
  }
}

const problem = (
  file: string,
  lines: Lines,
  path: Path,
  code: string,
  message: string,
  example = exampleOf(path),
): SourceProblem => ({ file, line: lines.of(path), field: path.join('.'), code, message, example })

function lostState(country: CountryFile, row: HospitalRow, i: number, file: string, lines: Lines): SourceProblem[] {
  if (row.state in country.states) return []
  const known = Object.keys(country.states)
  const message = `“${row.state}” is not among the states above: ${known.join(', ') || 'there are none yet'}.`
  const like = closestWord(row.state, known)
  return [problem(file, lines, ['hospitals', i, 'state'], 'unknown_state', message, like && `state: ${like}`)]
}

/** A map must not show a hospital of Japan in Australia. */
function elsewhere(
  id: string,
  { name }: CountryFile,
  place: Place | undefined,
  path: Path,
  file: string,
  lines: Lines,
): SourceProblem[] {
  const outside = place && outsideOf(id, place)
  if (!outside) return []
  const { latitude, longitude } = outside.meant ?? { latitude: 42.3626, longitude: -71.0694 }
  const meant =
    path[0] === 'centres'
      ? `${path.at(-1)}: [${latitude}, ${longitude}]`
      : `coordinates: { latitude: ${latitude}, longitude: ${longitude} }`
  return [
    problem(file, lines, path, 'elsewhere', `is outside of ${name.en}: look at the signs, and which is which.`, meant),
  ]
}

/**
 * A centre must lie in its country. One of a city that the list does not have is kept, for an import may bring it back,
 * but where a city without a centre is spelt nearly the same, one of the two is misspelt.
 */
function doubtfulCentres(id: string, country: CountryFile, file: string, lines: Lines): SourceProblem[] {
  return Object.entries(country.centres ?? {}).flatMap(([state, centres]) => {
    const cities = new Set(country.hospitals.flatMap((row) => (row.state === state ? [row.city.en] : [])))
    const without = [...cities].filter((city) => !(city in centres))
    return Object.entries(centres).flatMap(([city, [latitude, longitude]]) => {
      const path = ['centres', state, city]
      const meant = cities.has(city) ? undefined : closestWord(city, without)
      const said = `is no city of the list, and “${meant}” has no centre.`
      return [
        ...elsewhere(id, country, { latitude, longitude }, path, file, lines),
        ...(meant ? [problem(file, lines, path, 'centre', said, `${meant}: [${latitude}, ${longitude}]`)] : []),
      ]
    })
  })
}

/**
 * Each city must have a single name in each language, or the list of cities would show it twice. Imports refuse this as
 * well.
 */
function otherName(
  { hospitals }: CountryFile,
  row: HospitalRow,
  i: number,
  file: string,
  lines: Lines,
): SourceProblem[] {
  return LANGS.flatMap((lang) => {
    const at = hospitals.findIndex(
      ({ state, city }) => state === row.state && city[otherLang(lang)] === row.city[otherLang(lang)],
    )
    const first = hospitals[at]?.city[lang]
    if (first === undefined || first === row.city[lang]) return []
    const message = `is “${row.city[lang]}” here and “${first}” on line ${lines.of(['hospitals', at, 'city', lang])}.`
    return [
      problem(
        file,
        lines,
        ['hospitals', i, 'city', lang],
        'city',
        message,
        `city: { en: ${hospitals[at]?.city.en}, cn: ${hospitals[at]?.city.cn} }`,
      ),
    ]
  })
}

/** Refuses duplicates: a short name must be unique on the site, a name unique within its city. */
export function twins(files: readonly ReadCountry[]): SourceProblem[] {
  const seen = new Map<string, string>()
  return files.flatMap(({ file, country, lines }) =>
    (country?.hospitals ?? []).flatMap((row, i) => {
      const keys = [
        ['slug', row.slug],
        ['name', `${country?.id}/${row.city.en}/${row.name.en.toLowerCase()}`],
      ] as const
      return keys.flatMap(([field, key]) => {
        const first = seen.get(`${field} ${key}`)
        const path: Path = ['hospitals', i, field]
        if (first === undefined) seen.set(`${field} ${key}`, `${file}:${lines.of(path)}`)
        return first === undefined ? [] : [problem(file, lines, path, 'twin', `is already used at ${first}.`)]
      })
    }),
  )
}
