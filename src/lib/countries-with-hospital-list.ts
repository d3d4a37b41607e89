/** Countries and regions that we have a list of hospitals for: the files of `content/hospitals`, in their order. */
export const COUNTRY_IDS = [
  'us', 'uk', 'au', 'nz', 'ca', 'jp', 'kr', 'hk', 'sg', 'my', 'de', 'fr', 'nl', 'it', 'es', 'ie', 'ch', 'se', 'at', 'be', 'dk', 'fi', 'no', 'pl',
] as const
export type CountryId = (typeof COUNTRY_IDS)[number]
