/**
 * Destinations that plans are made for: the choices of the plan finder, and the places for which a plan says whether it
 * fits. Countries with a list of hospitals: `lib/hospitals/countries-with-hospital-list.ts`.
 */
export const DESTINATIONS = [
  'us',
  'uk',
  'ie',
  'au',
  'nz',
  'ca',
  'de',
  'fr',
  'schengen',
  'jp',
  'kr',
  'hk',
  'sg',
  'my',
  'other',
] as const
export type Destination = (typeof DESTINATIONS)[number]
/** Destinations of their own that are Schengen states: whoever names “Schengen states” has named them. */
export const IN_SCHENGEN: readonly string[] = ['de', 'fr'] satisfies readonly Destination[]
