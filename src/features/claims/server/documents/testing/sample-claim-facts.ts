/** Sample facts for tests and for viewing the documents; persons, hospitals and sums are invented (sheets: domain §5.4). */
import type { Lang } from '../../../../../lib/locale.ts'
import { SITE } from '../../../../../lib/site.ts'
import { MADE_DOCUMENTS } from '../../../rules/draft/made-documents.ts'
import { EMPTY_ANSWERS } from '../../../rules/claim-fields.ts'
import { DECLARATIONS } from '../../../rules/draft/declarations.ts'
import { formText } from '../../draft/text-to-sign.ts'
import type { Sheet } from '../../../rules/settlement-sheet.ts'
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
      declarations: [...DECLARATIONS, ...Object.values(MADE_DOCUMENTS)],
    },
    documents: (['id_copy', 'invoice', 'invoice', 'medical_record', 'proof_of_account', 'payee_id'] as const).map(
      (kind, i) => ({
        kind,
        pages: i === 3 ? 3 : 1,
        size: 412_000 + i * 31_000,
        sha256,
        receivedAt: Date.UTC(2026, 10, 14, 6, 35, 8 + i * 20),
      }),
    ),
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
