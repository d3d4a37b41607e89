/**
 * Roughly where a country lies, in degrees: a place outside of it has a sign or two numbers exchanged. Wide enough for
 * every hospital that a student reaches; islands far away are left out.
 */
import type { CountryId } from './countries-with-hospital-list.ts'
import type { Place } from './distance.ts'

interface Bounds {
  south: number
  north: number
  west: number
  east: number
}

const around = (south: number, north: number, west: number, east: number): Bounds => ({ south, north, west, east })

const COUNTRY_BOUNDS: Readonly<Record<CountryId, Bounds>> = {
  us: around(17.5, 71.5, -179.5, -64.5),
  uk: around(49.5, 61, -8.7, 2),
  au: around(-44, -9.9, 112.5, 154),
  nz: around(-47.5, -34, 166, 179),
  ca: around(41.5, 83.5, -141.5, -52),
  jp: around(24, 46, 122.5, 146.5),
  kr: around(33, 38.7, 124.5, 132),
  hk: around(22.1, 22.6, 113.8, 114.5),
  sg: around(1.1, 1.5, 103.5, 104.2),
  my: around(0.8, 7.5, 99.5, 119.5),
  de: around(47.2, 55.1, 5.8, 15.1),
  fr: around(41.3, 51.2, -5.3, 9.7),
  nl: around(50.7, 53.7, 3.3, 7.3),
  it: around(35.4, 47.2, 6.5, 18.6),
  es: around(27.5, 43.9, -18.3, 4.4),
  ie: around(51.3, 55.5, -10.8, -5.9),
  ch: around(45.8, 47.9, 5.9, 10.6),
  se: around(55.2, 69.1, 10.9, 24.2),
  at: around(46.3, 49.1, 9.5, 17.2),
  be: around(49.4, 51.6, 2.5, 6.5),
  dk: around(54.5, 57.8, 8, 15.3),
  fi: around(59.7, 70.2, 19, 31.7),
  no: around(57.9, 71.3, 4.4, 31.3),
  pl: around(49, 54.9, 14, 24.2),
}

const isIn = ({ latitude, longitude }: Place, { south, north, west, east }: Bounds): boolean =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east

/**
 * Nothing where the place lies in the country, or the country is not known; otherwise the place that was probably
 * meant: with another sign, or with its numbers exchanged.
 */
export function outsideOf(country: string, place: Place): { meant?: Place } | undefined {
  const bounds: Bounds | undefined = new Map<string, Bounds>(Object.entries(COUNTRY_BOUNDS)).get(country)
  if (!bounds || isIn(place, bounds)) return undefined
  const { latitude, longitude } = place
  const meant = [
    { latitude: -latitude, longitude },
    { latitude, longitude: -longitude },
    { latitude: -latitude, longitude: -longitude },
    { latitude: longitude, longitude: latitude },
  ].find((it) => isIn(it, bounds))
  return meant ? { meant } : {}
}
