/** A visitor's search as in the address: can be shared as a link, and restored by the back button. */
import { searchHospitals, type HospitalEntry, type HospitalIndex } from '../../../lib/hospitals/hospitals.ts'

export interface HospitalSearch {
  /** What was typed. */
  q: string
  country: string
  state: string
  /** The English name of the city, so that a link works in both languages. */
  city: string
  department: string
}

export const FIELDS = ['q', 'country', 'state', 'city', 'department'] as const
export type HospitalSearchField = (typeof FIELDS)[number]
export const EMPTY_SEARCH: HospitalSearch = { q: '', country: '', state: '', city: '', department: '' }

/** A city's name for the address: its Latin name, if it has one, in both languages. */
export const cityKey = ({ city, otherCity }: Pick<HospitalEntry, 'city' | 'otherCity'>): string =>
  /\p{Script=Han}/u.test(city) ? otherCity : city

export function hospitalSearchOf(search: string): HospitalSearch {
  const query = new URLSearchParams(search)
  const chosen = { ...EMPTY_SEARCH }
  for (const field of FIELDS) chosen[field] = (query.get(field) ?? '').slice(0, 60)
  return chosen
}

/** `?country=jp&city=Tokyo`; other parameters of `search` stay, empty choices are left out. */
export function searchOf(chosen: HospitalSearch, search: string): string {
  const query = new URLSearchParams(search)
  for (const field of FIELDS) {
    query.delete(field)
    if (chosen[field].trim()) query.append(field, chosen[field].trim())
  }
  const text = query.toString()
  return text && `?${text}`
}

export const isEmpty = (chosen: HospitalSearch): boolean => searchOf(chosen, '') === ''

/** Changing a wider choice clears the narrower ones: another country has other states and cities. */
export function change(chosen: HospitalSearch, field: HospitalSearchField, value: string): HospitalSearch {
  const next = { ...chosen, [field]: value }
  if (field === 'country') return { ...next, state: '', city: '' }
  return field === 'state' ? { ...next, city: '' } : next
}

export function found(
  { hospitals }: HospitalIndex,
  { q, country, state, city, department }: HospitalSearch,
): HospitalEntry[] {
  const fits = (entry: HospitalEntry): boolean =>
    (state === '' || entry.state === state) &&
    (city === '' || cityKey(entry) === city) &&
    (department === '' || entry.departments.some((it) => it === department))
  return searchHospitals(hospitals, q, { country: country || undefined }).filter(fits)
}

export interface Option {
  value: string
  label: string
}

const sorted = (options: Option[], lang: string): Option[] =>
  options.sort((a, b) => a.label.localeCompare(b.label, lang))

/** States of the chosen country; none where there is nothing to choose. */
export function stateOptions({ countries }: HospitalIndex, { country }: HospitalSearch, lang: string): Option[] {
  const states = countries.find(({ id }) => id === country)?.states ?? []
  return states.length < 2
    ? []
    : sorted(
        states.map(({ id, name }) => ({ value: id, label: name })),
        lang,
      )
}

/** Cities of the chosen country, or of its chosen state; none where there is nothing to choose. */
export function cityOptions({ hospitals }: HospitalIndex, { country, state }: HospitalSearch, lang: string): Option[] {
  if (country === '') return []
  const here = hospitals.filter((entry) => entry.country === country && (state === '' || entry.state === state))
  const cities = new Map(here.map((entry) => [cityKey(entry), entry.city]))
  return cities.size < 2
    ? []
    : sorted(
        [...cities].map(([value, label]) => ({ value, label })),
        lang,
      )
}
