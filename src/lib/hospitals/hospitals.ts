/**
 * Hospitals as browsers load them: the index of `/data/hospitals-<lang>.json`, and the search in it.
 * Shared by the finder (`/claims/hospital`) and by the claim form's choice of a hospital.
 */
import { containsWord } from '../text/contains-word.ts'
import type { Lang } from '../locale.ts'

/** Departments that a list may name, in display order. `hospitals:departments.<id>` is the word. */
export const DEPARTMENTS = [
  'emergency',
  'general',
  'surgery',
  'orthopaedics',
  'womens-health',
  'paediatrics',
  'mental-health',
  'dental',
  'eye',
  'ent',
  'dermatology',
  'rehabilitation',
  'student-health',
  'travel-medicine',
] as const
type Department = (typeof DEPARTMENTS)[number]

export interface HospitalEntry {
  slug: string
  /** The name in the language of the index. */
  name: string
  /** The name in the other language. */
  other: string
  /** The name in the local script, where that is neither Latin nor the Chinese of `name` or `other`. */
  local?: string
  localLang?: string
  /** Id of a `HospitalCountry`. */
  country: string
  /** Id of one of the country's `states`. */
  state: string
  city: string
  /** The city in the other language. */
  otherCity: string
  /** City, state and country in both languages: for the search. */
  places: string
  departments: Department[]
  address?: string
  phone?: string
  hours?: string
  /** Latitude and longitude. */
  at?: [number, number]
  /** Absent: unknown, ask. */
  directBilling?: boolean
}

interface HospitalCountry {
  id: string
  name: string
  other: string
  emergency: { ambulance: string; police?: string }
  /** What to know before seeing a doctor there. */
  note: string
  states: { id: string; name: string }[]
  /** Latitude and longitude of city centres, by state and city (`ma Boston`) as in the list. */
  centres?: Record<string, [number, number]>
}

export interface HospitalIndex {
  /** True for a sample list that no insurer has confirmed; pages that show it must say so. */
  sample: boolean
  /** The date of the least recently checked country list, `YYYY-MM-DD`. */
  asOf: string
  countries: HospitalCountry[]
  hospitals: HospitalEntry[]
}

export const hospitalIndexPath = (lang: Lang): string => `/data/hospitals-${lang}.json`

/** True if a response is the hospital index; false for an error page or the login page of a public network. */
export const isHospitalIndex = (value: unknown): value is HospitalIndex =>
  typeof value === 'object' &&
  value !== null &&
  'countries' in value &&
  Array.isArray(value.countries) &&
  'hospitals' in value &&
  Array.isArray(value.hospitals)

/** "City, State"; the name once where city and state are the same (Singapore). */
export const placeOf = (city: string, state: string, lang: Lang): string =>
  city === state || state === '' ? city : lang === 'cn' ? state + city : `${city}, ${state}`

/** Link to a map search; on phones it opens the map app. The name in the local script gives the best results. */
export function mapLink(entry: HospitalEntry, lang: Lang): string {
  const [name, city] = lang === 'en' ? [entry.name, entry.city] : [entry.other, entry.otherCity]
  const query = entry.at ? entry.at.join(',') : `${entry.local ?? name}, ${city}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query }).toString()}`
}

const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', œ: 'oe', æ: 'ae', ł: 'l', đ: 'd', ı: 'i' }

/** Normalises text for comparison: case, accents, full-width forms and punctuation are ignored. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßøœæłđı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’‘.·]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const SMALL = new Set(['of', 'the', 'and', 'for', 'at', 'de', 'la', 'du', 'di', 'der'])

/** Initials of a name, by which people search: `Massachusetts General Hospital` → `mgh`. */
const initials = (folded: string): string =>
  folded
    .split(' ')
    .filter((word) => !SMALL.has(word))
    .map((word) => word[0] ?? '')
    .join('')

interface Folded {
  names: string[]
  short: string[]
  all: string
}
const kept = new WeakMap<HospitalEntry, Folded>()

function foldedOf(entry: HospitalEntry): Folded {
  const held = kept.get(entry)
  if (held) return held
  const names = [entry.name, entry.other, entry.local ?? ''].filter(Boolean).map(fold)
  const made = { names, short: names.map(initials), all: [...names, fold(entry.places)].join(' ') }
  kept.set(entry, made)
  return made
}

/**
 * 0: a name begins with it · 1: it is a name's initials, or begins a word · 2: it is in a name · 3: in city or state ·
 * none.
 */
function rankOf({ names, short, all }: Folded, query: string, words: readonly string[]): number | undefined {
  if (names.some((name) => name.startsWith(query) || name.startsWith(`the ${query}`))) return 0
  if (short.some((it) => it.length > 1 && it.startsWith(query)) || names.some((name) => name.includes(` ${query}`)))
    return 1
  if (names.some((name) => words.every((word) => name.includes(word)))) return 2
  return words.every((word) => containsWord(all, word)) ? 3 : undefined
}

/**
 * Entries that match a text in either language, the closest first; an empty text returns all in their own order, one
 * without any letter none. Every word of the text must occur, in a name, the city, the state or the country.
 */
export function searchHospitals(
  list: readonly HospitalEntry[],
  text: string,
  { country }: { country?: string | undefined } = {},
): HospitalEntry[] {
  const here = country ? list.filter((entry) => entry.country === country) : [...list]
  const query = fold(text)
  if (query === '') return text.trim() === '' ? here : []
  const words = query.split(' ')
  return here
    .flatMap((entry) => {
      const rank = rankOf(foldedOf(entry), query, words)
      return rank === undefined ? [] : [{ entry, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
}
