/**
 * Hospitals by nearness, where the person allows their place to be read: loaded when it is asked for. The place stays
 * in the browser.
 */
import { kilometres, type Place } from '../../../lib/hospitals/distance.ts'
import type { HospitalEntry, HospitalIndex } from '../../../lib/hospitals/hospitals.ts'

export interface Nearness {
  km: number
  /** True for the hospital's own place, false for the centre of its city. */
  exact: boolean
}

/** How far a hospital is; undefined where neither its place nor its city's is known. */
function nearnessOf(index: HospitalIndex, entry: HospitalEntry, here: Place): Nearness | undefined {
  const centres = index.countries.find(({ id }) => id === entry.country)?.centres
  const at = entry.at ?? centres?.[`${entry.state} ${entry.city}`]
  return at && { km: kilometres(here, { latitude: at[0], longitude: at[1] }), exact: entry.at !== undefined }
}

/** The nearest first; those of an unknown place last, in their own order. */
export function byNearness(
  index: HospitalIndex,
  hits: readonly HospitalEntry[],
  here: Place,
): { entry: HospitalEntry; near: Nearness | undefined }[] {
  return hits
    .map((entry) => ({ entry, near: nearnessOf(index, entry, here) }))
    .sort((a, b) => (a.near?.km ?? Infinity) - (b.near?.km ?? Infinity) || 0)
}

/** `1.2 km`, `340 km`, `3公里`: a tenth only where the place is exact and near; a city's centre is no closer than 1 km. */
export function distanceText({ km, exact }: Nearness, lang: string): string {
  const digits = exact && km < 10 ? 1 : 0
  return new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: digits,
  }).format(exact ? Math.max(km, 0.1) : Math.max(Math.round(km), 1))
}
