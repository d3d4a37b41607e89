/** A policy, its people and what documents are made from, for tests of the documents. */
import type { LANGS } from '../../../../../lib/locale.ts'
import { loadWords } from '../../../../../server/load-words.ts'
import { loadPlans } from '../../../../plans/server/door.ts'
import { drawDocument } from '../draw-document.ts'
import type { DocumentFacts, KINDS } from '../fact-types.ts'
import { loadFonts } from '../../../../../server/pdf/load-fonts.ts'
import { readPages } from '../../../../../server/pdf/read-pdf.testing.ts'
import type { DocumentResources } from '../policy-document-facts.ts'
import type { People } from '../../../../orders/server/door.ts'
import { loadRates } from '../../rates/printed-exchange-rates.ts'
import { loadSchoolForms } from '../load-school-forms.ts'
import type { PolicyTable } from '../../../tables.ts'

export const plans = loadPlans()
export const sold = plans.plans
  .filter((plan) => plan.online)
  .flatMap((plan) => plan.tiers.map((tier) => ({ plan, tier, name: `${plan.id} ${tier.id}` })))

export const loadResources = (): DocumentResources => ({
  plans,
  rates: loadRates(process.cwd()),
  fonts: loadFonts(),
  schoolForms: loadSchoolForms(process.cwd()),
  words: loadWords(),
  siteUrl: 'https://youfang.example',
})

export const person: People['insured'] = {
  idType: 'passport',
  idName: 'LIN YUTONG',
  idNumber: 'E00000000',
  gender: 'female',
  birthDate: '2004-05-27',
  nationality: 'CN',
  chineseName: '林语桐',
}
export const people: People = { policyholder: { ...person, idName: 'CHEN JING', chineseName: '陈静' }, insured: person }
export const row = (plan: string, tier: string, over: Partial<PolicyTable> = {}): PolicyTable => ({
  id: 'p',
  status: 'issued',
  version: 1,
  updated_at: 0,
  number: 'YF26-1120-003817',
  order_id: 'o',
  person: 1,
  order_person: 'o',
  lang: 'cn',
  plan,
  tier,
  insurer: plans.plan(plan).insurer,
  starts: '2027-01-10',
  ends: '2027-04-09',
  premium_minor: 45_000,
  currency: 'CNY',
  clause_version: '2026-11',
  destination: null,
  relationship: 'child',
  death_benefit: 100_000,
  people: '',
  holder: null,
  user_id: null,
  buyer_mobile_mac: null,
  buyer_email_mac: null,
  insured_mobile_mac: null,
  insured_email_mac: null,
  insured_id_mac: '',
  issued_at: Date.UTC(2026, 10, 20),
  cancelled_at: null,
  current_version: 1,
  next_notice_on: null,
  previous_policy_id: null,
  ...over,
})
export const document = (kind: (typeof KINDS)[number], lang: (typeof LANGS)[number]) => ({
  kind,
  lang,
  verify_code: '7K3M9QXT2HVD',
})
const same = { amount: 45_000, currency: 'CNY' as const }
export const endorsement = {
  number: 'YF26-1120-003817-02',
  from: '2027-01-10',
  changed: [{ label: '1', value: '2', note: '3' }],
  premium: { before: same, after: same, change: { ...same, amount: 0 } },
}
export const flat = (text: string): string => text.replace(/[\s\u00a0]+/g, '')

/** The whole text of a document, without spaces. */
export const textOf = async (facts: DocumentFacts, { words, fonts }: DocumentResources): Promise<string> =>
  flat(
    readPages(await drawDocument(facts, (key, values) => words(facts.lang, key, values), fonts, { plain: true })).join(
      '\n',
    ),
  )
