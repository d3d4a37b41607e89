/** Sample facts for tests and for viewing the documents; persons, hospitals and sums are invented (sheets: domain §5.4). */
import type { Lang } from '../../../../../lib/locale.ts'
import { SITE } from '../../../../../lib/site.ts'
import { EMPTY_ANSWERS } from '../../../rules/claim-fields.ts'
import { DECLARATIONS } from '../../../rules/draft/declarations.ts'
import { formText } from '../../draft/text-to-sign.ts'
import type { Sheet, SheetLine } from '../../../rules/settlement-sheet.ts'
import type { Strokes } from '../../../rules/draft/signature-strokes.ts'
import type { ClaimFormFacts, DecisionFacts } from '../../../rules/documents/claim-document-facts.ts'

const sha256 = '7f3a91c2e4b0d8a6f1537c9e2b84d06a7f3a91c2e4b0d8a6f1537c9e2b84d06a'

/** Three words by hand, with pressure. */
const STROKES: Strokes = [0, 1, 2].map((word) =>
  Array.from({ length: 40 }, (_, i) => [
    60 + word * 310 + i * 6,
    Math.round(200 + 90 * Math.sin(i / 3 + word) + 30 * Math.cos(i)),
    20 + Math.round(25 * Math.abs(Math.sin(i / 5))),
  ]),
)

function common(lang: Lang) {
  const en = lang === 'en'
  return {
    lang,
    site: SITE[lang],
    sampleNotice: en ? 'Sample data, not an offer by this insurer.' : '示例数据，非该公司在售产品。',
    caseNumber: 'YF-C-261114-0382',
    insurer: en ? 'Qinghe Property & Casualty Insurance Co., Ltd. (sample)' : '清禾财产保险股份有限公司（示例）',
    policy: {
      number: 'YF26-0901-003817',
      plan: en ? 'US Campus, Gold' : '美国校园医疗保障，金卡',
      start: '2026-09-01',
      end: '2027-08-31',
    },
    insured: {
      name: en ? 'LIN YUTONG' : '林语桐',
      otherName: en ? '林语桐' : 'LIN YUTONG',
      idType: en ? 'Passport' : '护照',
      idNumber: 'E •••• 00',
    },
  }
}

export function sampleForm(lang: Lang, over: Partial<ClaimFormFacts> = {}): ClaimFormFacts {
  const en = lang === 'en'
  const form = formText(lang, 'insured')
  return {
    ...common(lang),
    submittedAt: Date.UTC(2026, 10, 14, 7, 41, 20),
    form,
    answers: {
      ...EMPTY_ANSWERS,
      type: 'accident',
      incidentDay: '2026-11-12',
      incidentTime: '17:30',
      admitted: false,
      thirdParty: false,
      place: en ? 'Charles River path, Boston' : '波士顿查尔斯河步道',
      contactPerson: en ? 'Lin Yutong' : '林语桐',
      contactPhone: '+1 617 555 0142',
      email: 'yutong@example.com',
      description: en
        ? 'I fell off my bicycle on wet leaves on the way home and landed on my left hand.\nThe clinic took two X-rays and put on a splint.'
        : '骑车回宿舍，路上落叶湿滑，摔倒时左手撑地。\n诊所拍了两张X光，上了夹板。',
      hospital: { slug: '', name: 'Longfellow Urgent Care', city: 'Boston', country: 'US' },
      visits: [
        { id: 'aa11', day: '2026-11-12', amount: 90_410, currency: 'USD', invoice: 'INV-20877', elsewhere: null },
        { id: 'bb22', day: '2026-11-19', amount: 18_000, currency: 'USD', invoice: 'INV-21150', elsewhere: null },
        {
          id: 'cc33',
          day: '2026-11-20',
          amount: 3_200,
          currency: 'JPY',
          invoice: 'R-77',
          elsewhere: { slug: '', name: 'Sakura Pharmacy', city: 'Tokyo', country: 'JP' },
        },
      ],
      medicine: true,
      otherInsurance: false,
      accountOwn: false,
      payeeName: en ? 'CHEN JING' : '陈静',
      payeeRelation: 'parent',
      accountCountry: 'CN',
      accountName: en ? 'CHEN JING' : '陈静',
      accountNumber: '6217 0000 1234 5674 417',
      bankName: en ? 'Bank of China' : '中国银行',
      bankFields: { branch: en ? 'Shanghai, Xuhui' : '上海徐汇支行' },
      declarations: [...DECLARATIONS],
    },
    documents: (
      ['id_copy', 'invoice', 'invoice', 'medical_record', 'accident_statement', 'proof_of_account'] as const
    ).map((kind, i) => ({
      kind,
      pages: i === 3 ? 3 : 1,
      size: 412_000 + i * 31_000,
      sha256,
      receivedAt: Date.UTC(2026, 10, 14, 6, 35, 8 + i * 20),
    })),
    signature: {
      kind: 'drawn',
      name: en ? 'LIN YUTONG' : '林语桐',
      at: Date.UTC(2026, 10, 14, 6, 32, 5),
      lang,
      textVersion: form.version,
      textSha256: form.sha256,
      role: 'insured',
      strokes: STROKES,
    },
    ...over,
  }
}

const line = (
  id: string,
  en: string,
  cn: string,
  invoiced: number,
  deductions: SheetLine['deductions'] = [],
): SheetLine => ({
  id,
  name: { en, cn },
  invoiced,
  deductions,
  eligible: invoiced - deductions.reduce((sum, { amount }) => sum + amount, 0),
})

/** The sheet of domain §5.4, A. */
export const SHEET_A: Sheet = {
  currency: 'CNY',
  outcome: 'partially_approved',
  invoices: [
    {
      id: 'i1',
      visit: null,
      number: 'LDN-5521',
      provider: 'Bloomsbury Practice (sample)',
      day: '2026-03-03',
      currency: 'GBP',
      lines: [
        line('1', 'Visit', '诊疗费', 12_000),
        line('2', 'Blood test', '验血', 9_500, [
          {
            kind: 'above_customary',
            amount: 1_500,
            clause: '6.3',
            reason: { en: 'the usual price there is GBP 80.00', cn: '当地通常为80.00英镑' },
          },
        ]),
        line('3', 'Medicine', '药品', 3_840),
        line('4', 'Vitamins', '维生素', 2_200, [
          { kind: 'not_covered', amount: 2_200, clause: '6.7', reason: { en: 'not prescribed', cn: '无处方' } },
        ]),
      ],
      invoiced: 27_540,
      eligible: 23_840,
      rate: {
        rate: '9.1500',
        per: 1,
        day: '2026-03-03',
        source: { en: 'central parity', cn: '人民币汇率中间价' },
        clause: '8.7',
      },
      converted: 218_136,
    },
  ],
  eligible: 218_136,
  steps: [
    { kind: 'deductible', amount: 30_000, clause: '4.1', note: { en: 'this visit', cn: '本次就诊' } },
    { kind: 'share', amount: 18_814, clause: '4.2', note: { en: '10% of 1,881.36', cn: '1,881.36的10%' } },
    { kind: 'other_insurance', amount: 0, clause: '8.5', note: { en: 'none', cn: '无' } },
    { kind: 'above_limit', amount: 0, clause: '3.9', note: { en: 'the limit is not reached', cn: '未超限额' } },
  ],
  payable: 169_322,
  paidToHospital: 0,
  paidToYou: 169_322,
}

/** The sheet of domain §5.4, D. */
export const SHEET_D: Sheet = {
  currency: 'CNY',
  outcome: 'rejected',
  invoices: [
    {
      id: 'i1',
      visit: null,
      number: '',
      provider: 'Bloomsbury Practice (sample)',
      day: '2026-03-03',
      currency: 'GBP',
      lines: [
        line('1', 'Asthma clinic', '哮喘门诊', 64_000, [
          {
            kind: 'not_covered',
            amount: 64_000,
            clause: '5.2',
            reason: { en: 'asthma, known since 2023', cn: '哮喘，2023年已确诊' },
          },
        ]),
      ],
      invoiced: 64_000,
      eligible: 0,
      converted: 0,
      rate: {
        rate: '9.1500',
        per: 1,
        day: '2026-03-03',
        source: { en: 'central parity', cn: '人民币汇率中间价' },
        clause: '8.7',
      },
    },
  ],
  eligible: 0,
  steps: [],
  payable: 0,
  paidToHospital: 0,
  paidToYou: 0,
}

/**
 * Many invoices with many lines, so that pages break inside tables. Each line is 10.00, the third of each invoice loses
 * 2.50 twice.
 */
export function longSheet(invoices: number, lines: number): Sheet {
  const cut = (clause: string): SheetLine['deductions'][number] => ({
    kind: 'not_covered',
    amount: 250,
    clause,
    reason: { en: 'personal items and guest meals are not medical care', cn: '生活用品和陪护餐不属于医疗费用' },
  })
  const one = (i: number): Sheet['invoices'][number] => {
    const list = Array.from({ length: lines }, (_, n) =>
      line(
        `${n}`,
        `Service number ${n + 1} of the ward`,
        `病房服务第${n + 1}项`,
        1_000,
        n === 2 ? [cut('6.9'), cut('6.1')] : [],
      ),
    )
    const eligible = list.reduce((sum, it) => sum + it.eligible, 0)
    return {
      id: `i${i}`,
      visit: null,
      number: `INV-${2000 + i}`,
      provider: 'Harbour General Hospital (sample)',
      day: '2026-03-03',
      currency: 'CNY',
      lines: list,
      invoiced: lines * 1_000,
      eligible,
      rate: null,
      converted: eligible,
    }
  }
  const all = Array.from({ length: invoices }, (_, i) => one(i))
  const eligible = all.reduce((sum, it) => sum + it.converted, 0)
  return {
    currency: 'CNY',
    outcome: 'partially_approved',
    invoices: all,
    eligible,
    steps: [],
    payable: eligible,
    paidToHospital: 0,
    paidToYou: eligible,
  }
}

export function sampleDecision(lang: Lang, sheet: Sheet, over: Partial<DecisionFacts> = {}): DecisionFacts {
  const en = lang === 'en'
  const rejected = sheet.outcome === 'rejected'
  return {
    ...common(lang),
    type: 'outpatient',
    incidentDay: '2026-03-03',
    heirs: [],
    heirsBy: null,
    review: false,
    decision: {
      at: Date.UTC(2026, 10, 25, 8, 0),
      outcome: sheet.outcome,
      sheet,
      clauses: rejected ? ['5.2'] : [],
      appealUntil: '2027-01-25',
      reason: rejected
        ? {
            en: 'Asthma was diagnosed in 2023, before cover began. It is a pre-existing condition.',
            cn: '哮喘在2023年已确诊，早于保障开始，属于既往症。',
          }
        : null,
    },
    payment: rejected
      ? null
      : {
          bank: en ? 'Bank of China' : '中国银行',
          accountTail: '4417',
          accountName: en ? 'LIN YUTONG' : '林语桐',
          dueOn: '2026-12-05',
        },
    ...over,
  }
}
