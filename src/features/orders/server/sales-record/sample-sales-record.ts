/** A sales record without acts, for viewing the document: its texts are the content's, its order is invented. */
import { formatInstant } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import type { SalesRecordFacts } from './draw-sales-record.ts'
import { loadPurchaseTexts } from '../../content/load-purchase-text-templates.ts'

type Say = (key: string, values?: Record<string, unknown>) => string

const ORDER = 'YF26112300042'

export const sampleSalesRecord = (lang: Lang, t: Say, madeAt: number): SalesRecordFacts => ({
  lang,
  number: ORDER,
  site: SITE[lang],
  sampleNotice: t('reading:download.sample'),
  madeAt,
  made: t('salesrecord:made', { at: formatInstant(madeAt, lang) }),
  about: [{ label: t('salesrecord:order'), value: ORDER }],
  acts: [],
  intact: true,
  verdict: t('salesrecord:check.intact', { count: 0 }),
  lastHash: '',
  text: loadPurchaseTexts(lang)['sales-record'],
})
