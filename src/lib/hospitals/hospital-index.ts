/** The lists of `content/hospitals` as browsers load them. */
import { otherLang, type Lang } from '../locale.ts'
import type { Country, HospitalRow } from './hospital-files.ts'
import type { HospitalEntry, HospitalIndex } from './hospitals.ts'

/** The index of one language for `hospitalIndexPath`. Countries in list order, hospitals in file order. */
export function indexOf(countries: readonly Country[], lang: Lang): HospitalIndex {
  const other = otherLang(lang)
  return {
    sample: countries.some(({ sample }) => sample),
    asOf: countries.map(({ asOf }) => asOf).sort()[0] ?? '',
    countries: countries.map(({ id, name, emergency, note, states, ...list }) => ({
      id,
      name: name[lang],
      other: name[other],
      emergency: { ambulance: emergency.ambulance, ...(emergency.police && { police: emergency.police }) },
      note: note[lang],
      states: Object.entries(states).map(([state, names]) => ({ id: state, name: names[lang] })),
      ...(list.centres && { centres: centresIn(list, lang) }),
    })),
    hospitals: countries.flatMap((country) => country.hospitals.map((row) => entryOf(country, row, lang))),
  }
}

/** Centres of the cities that the list has: by state and city in the language of the index. */
const centresIn = (
  { centres, hospitals }: Pick<Country, 'centres' | 'hospitals'>,
  lang: Lang,
): Record<string, [number, number]> =>
  Object.fromEntries(
    hospitals.flatMap(({ state, city }) => {
      const at = centres?.[state]?.[city.en]
      return at ? [[`${state} ${city[lang]}`, at]] : []
    }),
  )

function entryOf(country: Country, row: HospitalRow, lang: Lang): HospitalEntry {
  const other = otherLang(lang)
  const state = country.states[row.state]
  return {
    slug: row.slug,
    name: row.name[lang],
    other: row.name[other],
    ...(row.local && { local: row.local.text, localLang: row.local.lang }),
    country: country.id,
    state: row.state,
    city: row.city[lang],
    otherCity: row.city[other],
    places: [
      ...new Set([row.city[other], row.city[lang], state?.en, state?.cn, country.name.en, country.name.cn]),
    ].join(' '),
    departments: row.departments,
    ...(row.address && { address: row.address }),
    ...(row.phone && { phone: row.phone }),
    ...(row.hours && { hours: row.hours }),
    ...(row.coordinates && { at: [row.coordinates.latitude, row.coordinates.longitude] }),
    ...(row.directBilling !== undefined && { directBilling: row.directBilling }),
  }
}
