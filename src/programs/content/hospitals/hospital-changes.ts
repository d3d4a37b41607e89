/** What a new list of a country changes, row by row; and hospitals under a new name, which keep their short name. */
import type { Country, HospitalRow } from '../../../lib/hospitals/hospital-files.ts'
import { fold } from '../../../lib/hospitals/hospitals.ts'

export interface CountryChanges {
  country: string
  before: number
  after: number
  /** `+` added, `~` changed, `-` removed; none if the list stays as it is. */
  lines: string[]
}

const digits = (phone: string | undefined): string => phone?.replace(/\D/g, '') ?? ''

/** Of the same city, with the same name in one language, the same number or the same address. */
function isSame(a: HospitalRow, b: HospitalRow): boolean {
  if (fold(a.city.en) !== fold(b.city.en)) return false
  const equal = (one: string | undefined, other: string | undefined): boolean =>
    one !== undefined && other !== undefined && fold(one) !== '' && fold(one) === fold(other)
  return (
    equal(a.name.cn, b.name.cn) ||
    equal(a.name.en, b.name.en) ||
    equal(a.local?.text, b.local?.text) ||
    equal(a.address, b.address) ||
    (digits(a.phone) !== '' && digits(a.phone) === digits(b.phone))
  )
}

/**
 * Claims store a hospital's short name. A row without one (`made`) that is a hospital of the old list under a new name
 * keeps the old one.
 */
export function withKeptSlugs(
  before: readonly HospitalRow[],
  after: readonly HospitalRow[],
  made: ReadonlySet<string>,
): HospitalRow[] {
  const taken = new Set(after.map(({ slug }) => slug))
  const free = before.filter(({ slug }) => !taken.has(slug))
  const held = new Set(before.map(({ slug }) => slug))
  return after.map((row) => {
    if (!made.has(row.slug) || held.has(row.slug)) return row
    const same = free.filter((old) => isSame(old, row))
    const [old] = same
    if (!old || same.length > 1) return row
    free.splice(free.indexOf(old), 1)
    return { ...row, slug: old.slug }
  })
}

/** A hospital of the old list that the table gives another short name. */
export function otherSlugs({ hospitals }: Country, after: readonly HospitalRow[]): string[] {
  const gone = hospitals.filter(({ slug }) => !after.some((row) => row.slug === slug))
  return after.flatMap((row) => {
    if (hospitals.some(({ slug }) => slug === row.slug)) return []
    const [old, ...more] = gone.filter((it) => isSame(it, row))
    return old && more.length === 0
      ? [`${row.slug} seems to be ${old.slug} of the old list. Claims store the short name: write ${old.slug} in slug.`]
      : []
  })
}

const named = ({ name, city, slug }: HospitalRow): string => `${name.en} ${name.cn}, ${city.en} (${slug})`

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.join('; ')
  return typeof value === 'object' && value !== null
    ? Object.values(value).join(' · ')
    : JSON.stringify(value).replace(/^"|"$/g, '')
}

const FIELDS = [
  'name',
  'local',
  'state',
  'city',
  'departments',
  'address',
  'phone',
  'hours',
  'coordinates',
  'directBilling',
] as const

const differences = (old: HospitalRow, row: HospitalRow): string[] =>
  FIELDS.filter((field) => JSON.stringify(old[field]) !== JSON.stringify(row[field])).map(
    (field) => `${field}: ${shown(old[field])} → ${shown(row[field])}`,
  )

/** Order within the page is not said: it is that of the table. */
export function changesOf(country: Country, after: readonly HospitalRow[], sample: boolean): CountryChanges {
  const before = country.hospitals
  const old = new Map(before.map((row) => [row.slug, row]))
  const slugs = new Set(after.map(({ slug }) => slug))
  const kind = (is: boolean): string => (is ? 'a sample, and pages say so' : 'no sample')
  const lines = [
    ...(country.sample === sample ? [] : [`~ the list: ${kind(country.sample)} → ${kind(sample)}`]),
    ...after.flatMap((row) => {
      const was = old.get(row.slug)
      if (!was) return [`+ ${named(row)}`]
      const changed = differences(was, row)
      return changed.length > 0 ? [`~ ${row.slug}: ${changed.join('; ')}`] : []
    }),
    ...before.filter(({ slug }) => !slugs.has(slug)).map((row) => `- ${named(row)}`),
  ]
  return { country: country.id, before: before.length, after: after.length, lines }
}
