/** Countries and regions in which a hospital or a bank may be. A nationality is chosen from `nationalities`. */
import { HTML_LANG, type Lang } from '../locale.ts'
import { isState, nationalityName, states } from '../people/nationalities.ts'

/** Regions of China with hospitals, banks and currencies of their own, named as in `content/hospitals`. */
const REGIONS: Readonly<Record<string, Record<Lang, string>>> = {
  HK: { en: 'Hong Kong (China)', cn: '中国香港' },
  MO: { en: 'Macao (China)', cn: '中国澳门' },
  TW: { en: 'Taiwan (China)', cn: '中国台湾' },
}

export interface Country {
  code: string
  name: string
}

/** Whether a code is one that a person may choose. */
export const isCountry = (code: string): boolean => isState(code) || Object.hasOwn(REGIONS, code)

/** Every country and region with its name, China first, the rest by name in the reader's order. */
export function countries(lang: Lang): Country[] {
  const order = new Intl.Collator(HTML_LANG[lang])
  const all = [...states(lang), ...Object.entries(REGIONS).map(([code, name]) => ({ code, name: name[lang] }))]
  return all.sort((a, b) => Number(b.code === 'CN') - Number(a.code === 'CN') || order.compare(a.name, b.name))
}

/** The name of one country or region; the code itself when it is unknown. */
export const countryName = (code: string, lang: Lang): string => REGIONS[code]?.[lang] ?? nationalityName(code, lang)
