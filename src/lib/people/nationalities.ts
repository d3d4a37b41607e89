/**
 * Nationalities a person may choose (ISO 3166-1 alpha-2): UN members and observers. Names come from the browser's own
 * tables.
 */
import { HTML_LANG, type Lang } from '../locale.ts'

const CODES =
  'AF AL DZ AD AO AG AR AM AU AT AZ BS BH BD BB BY BE BZ BJ BT BO BA BW BR BN BG BF BI CV KH CM CA CF TD CL CN CO KM CG CD CR CI HR CU CY CZ ' +
  'DK DJ DM DO EC EG SV GQ ER EE SZ ET FJ FI FR GA GM GE DE GH GR GD GT GN GW GY HT HN HU IS IN ID IR IQ IE IL IT JM JP JO KZ KE KI KP KR KW ' +
  'KG LA LV LB LS LR LY LI LT LU MG MW MY MV ML MT MH MR MU MX FM MD MC MN ME MA MZ MM NA NR NP NL NZ NI NE NG MK NO OM PK PW PS PA PG PY PE ' +
  'PH PL PT QA RO RU RW KN LC VC WS SM ST SA SN RS SC SL SG SK SI SB SO ZA SS ES LK SD SR SE CH SY TJ TZ TH TL TG TO TT TN TR TM TV UG UA AE ' +
  'GB US UY UZ VU VA VE VN YE ZM ZW'

const KNOWN: ReadonlySet<string> = new Set(CODES.split(' '))

/** Whether a code is one that a person may choose. Others have names too: "UK", "EU", the regions of China, "ZZ". */
export const isNationality = (code: string): boolean => KNOWN.has(code)

/** Every nationality with its name, China first, the rest by name in the reader's order. */
export function nationalities(lang: Lang): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(HTML_LANG[lang], { type: 'region' })
  const all = CODES.split(' ').map((code) => ({ code, name: names.of(code) ?? code }))
  const order = new Intl.Collator(HTML_LANG[lang])
  return all.sort((a, b) => Number(b.code === 'CN') - Number(a.code === 'CN') || order.compare(a.name, b.name))
}

/** The name of one nationality; the code itself when it is unknown. */
export function nationalityName(code: string, lang: Lang): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(HTML_LANG[lang], { type: 'region' }).of(code) ?? code) : code
}
