/**
 * Nationalities a person may choose: UN members and observers (ISO 3166-1 alpha-2), and what travel documents say of
 * those who are of none of them (ICAO 9303; Kosovo, whose passports say RKS, by the code in use for it). Names of
 * states come from the browser's own tables.
 */
import { HTML_LANG, type Lang } from '../locale.ts'

const CODES =
  'AF AL DZ AD AO AG AR AM AU AT AZ BS BH BD BB BY BE BZ BJ BT BO BA BW BR BN BG BF BI CV KH CM CA CF TD CL CN CO KM CG CD CR CI HR CU CY CZ ' +
  'DK DJ DM DO EC EG SV GQ ER EE SZ ET FJ FI FR GA GM GE DE GH GR GD GT GN GW GY HT HN HU IS IN ID IR IQ IE IL IT JM JP JO KZ KE KI KP KR KW ' +
  'KG LA LV LB LS LR LY LI LT LU MG MW MY MV ML MT MH MR MU MX FM MD MC MN ME MA MZ MM NA NR NP NL NZ NI NE NG MK NO OM PK PW PS PA PG PY PE ' +
  'PH PL PT QA RO RU RW KN LC VC WS SM ST SA SN RS SC SL SG SK SI SB SO ZA SS ES LK SD SR SE CH SY TJ TZ TH TL TG TO TT TN TR TM TV UG UA AE ' +
  'GB US UY UZ VU VA VE VN YE ZM ZW'

const STATES: ReadonlySet<string> = new Set(CODES.split(' '))
/** Of a person, but no place where a plan, a hospital or a bank of our lists is. */
const WITHOUT_STATE: Readonly<Record<string, Record<Lang, string>>> = {
  // China does not recognise Kosovo as a state: its list names the document that somebody holds.
  XK: { en: 'Kosovo', cn: '持科索沃旅行证件' },
  XXA: { en: 'Stateless person', cn: '无国籍人' },
  XXB: { en: 'Refugee (1951 Convention)', cn: '难民（1951年公约）' },
  XXC: { en: 'Refugee (other)', cn: '难民（其他）' },
}

/** Whether a code is that of a state in our lists of places. */
export const isState = (code: string): boolean => STATES.has(code)

/** Whether a code is one that a person may choose. Others have names too: "UK", "EU", the regions of China, "ZZ". */
export const isNationality = (code: string): boolean => isState(code) || Object.hasOwn(WITHOUT_STATE, code)

/** Every state of our lists of places, with its name, in no order. */
export const states = (lang: Lang): { code: string; name: string }[] => named([...STATES], lang)

/** Every nationality with its name: China first, the others by name in the reader's order, those without a state last. */
export function nationalities(lang: Lang): { code: string; name: string }[] {
  const order = new Intl.Collator(HTML_LANG[lang])
  const all = states(lang).sort(
    (a, b) => Number(b.code === 'CN') - Number(a.code === 'CN') || order.compare(a.name, b.name),
  )
  return [...all, ...named(Object.keys(WITHOUT_STATE), lang)]
}

const cached: Partial<Record<Lang, Intl.DisplayNames>> = {}
const regionNames = (lang: Lang): Intl.DisplayNames =>
  (cached[lang] ??= new Intl.DisplayNames(HTML_LANG[lang], { type: 'region' }))

const named = (codes: readonly string[], lang: Lang): { code: string; name: string }[] => {
  const names = regionNames(lang)
  return codes.map((code) => ({ code, name: WITHOUT_STATE[code]?.[lang] ?? names.of(code) ?? code }))
}

/** The name of one nationality; the code itself when it is unknown. */
export function nationalityName(code: string, lang: Lang): string {
  const stateless = WITHOUT_STATE[code]?.[lang]
  if (stateless !== undefined) return stateless
  return /^[A-Z]{2}$/.test(code) ? (regionNames(lang).of(code) ?? code) : code
}
