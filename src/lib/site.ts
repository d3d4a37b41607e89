import type { Lang } from './locale.ts'
import { SITE_CONTACTS } from './site-contacts.ts'

type Contacts = typeof SITE_CONTACTS

/**
 * Who runs this site: the one place that a licensed operator replaces (design §2 "Name").
 * Everything here is a sample; `.example` addresses are reserved and reach nobody.
 */
export interface Site extends Contacts {
  name: string
  short: string
  /** Full legal name of the seller. */
  operator: string
  licence: string
  address: string
  /** Of the service line. */
  hours: string
}

export const SITE: Record<Lang, Site> = {
  en: {
    ...SITE_CONTACTS,
    name: 'Youfang Study-Abroad Insurance',
    short: 'Youfang',
    operator: 'Youfang Insurance Agency Co., Ltd. (sample operator)',
    licence: '000000-0000000 (sample number)',
    address: 'Room 1, 1 Sample Road, Shanghai 200000 (sample address)',
    hours: '09:00–18:00 Beijing time, Monday to Friday',
  },
  cn: {
    ...SITE_CONTACTS,
    name: '有方留学保险',
    short: '有方',
    operator: '有方保险代理有限公司（示例运营方）',
    licence: '000000-0000000（示例编号）',
    address: '上海市示例路1号1室（示例地址）',
    hours: '北京时间周一至周五9:00至18:00',
  },
}

/**
 * The service line's number and when somebody answers there, for a sentence: without its hours nobody may be told to
 * call at once.
 */
export function serviceLine(lang: Lang): string {
  const { phone, hours } = SITE[lang]
  return lang === 'cn' ? `${phone}（${hours}）` : `${phone} (${hours})`
}
