/** Sample facts for tests and for viewing the documents; the persons are invented. */
import type { DocumentFacts, DocumentKind } from '../fact-types.ts'
import { localPath, type Lang } from '../../../../../lib/locale.ts'
import { SITE } from '../../../../../lib/site.ts'

const EN = {
  plan: 'US Campus',
  tier: 'Gold',
  insurer: 'Qinghe P&C (sample)',
  insurerFull: 'Qinghe Property & Casualty Insurance Co., Ltd. (sample)',
  sampleNotice: 'Sample data, not an offer by this insurer.',
  territory: 'United States; trips elsewhere up to 30 days',
  relationship: 'Child',
}
const CN = {
  plan: '美国校园医疗保障',
  tier: '金卡',
  insurer: '清禾财险（示例）',
  insurerFull: '清禾财产保险股份有限公司（示例）',
  sampleNotice: '示例数据，非该公司在售产品。',
  territory: '美国；其他地区旅行不超过30天',
  relationship: '子女',
}

const yuanIn =
  (lang: Lang) =>
  (figure: string, chinese: string): string =>
    lang === 'en' ? `CNY ${figure}` : `${chinese}元`

export function sampleFacts(kind: DocumentKind, lang: Lang, over: Partial<DocumentFacts> = {}): DocumentFacts {
  const en = lang === 'en'
  const yuan = yuanIn(lang)
  return {
    kind,
    lang,
    ...(en ? EN : CN),
    number: 'YF26-1120-003817',
    issuedAt: Date.UTC(2026, 10, 20, 4, 12),
    verifyCode: '7K3M-9QXT-2HVD',
    verifyUrl: `https://youfang.example${localPath(lang, '/verify')}?code=7K3M9QXT2HVD`,
    start: '2027-01-10',
    end: '2028-01-09',
    premium: { amount: 672_000, currency: 'CNY' },
    insured: {
      name: en ? 'LIN YUTONG' : '林语桐',
      otherName: en ? '林语桐' : 'LIN YUTONG',
      idType: en ? 'Passport' : '护照',
      idNumber: 'E00000000',
      gender: en ? 'Female' : '女',
      birthDate: '2004-05-27',
      nationality: en ? 'China' : '中国',
      institution: 'Charles River College (sample)',
    },
    policyholder: { name: en ? 'CHEN JING' : '陈静', idType: en ? 'ID card' : '身份证', idNumber: '1101 **** 002X' },
    insurerLicence: 'SAMPLE-P002',
    deathBenefit: true,
    clauseVersion: '2026-10',
    helpLine: '+1 800 555 0199',
    helpLineAnywhere: '+86 21 5550 0188',
    assistance: en ? 'Hengtu Assistance (sample)' : '恒途救援（示例）',
    benefits: [
      {
        label: en ? 'Yearly maximum, medical' : '医疗年度保额',
        value: yuan('4,000,000', '400万'),
        note: 'USD 563,380.28',
      },
      {
        label: en ? 'Per illness or injury' : '每次疾病或意外伤害限额',
        value: yuan('2,000,000', '200万'),
        note: 'USD 281,690.14',
      },
      {
        label: en ? 'Medical evacuation and return' : '医疗运送和送返',
        value: yuan('1,000,000', '100万'),
        note: 'USD 140,845.07',
      },
      {
        label: en ? 'Return of remains' : '身故遗体送返（含丧葬）',
        value: yuan('300,000', '30万'),
        note: 'USD 42,253.52',
      },
      { label: en ? 'Mental health' : '心理及精神治疗', value: en ? '20 visits' : '20次' },
      { label: en ? 'Personal liability' : '个人第三者责任', value: yuan('500,000', '50万'), note: 'USD 70,422.54' },
    ],
    bears: [
      {
        label: en ? 'Deductible' : '免赔额',
        value: en ? 'CNY 1,000 a year' : '每年1,000元',
        note: en ? 'and CNY 1,500 for each emergency room visit, waived if admitted' : '急诊每次另加1,500元，住院则免',
      },
      { label: en ? 'Share we pay' : '赔付比例', value: en ? '90% in network, 70% outside' : '网络内90%，网络外70%' },
      { label: en ? 'Waiting period' : '等待期', value: en ? 'None' : '无' },
    ],
    required: [
      {
        label: en ? 'Medical, per illness or injury' : '每次疾病或意外伤害医疗',
        value: 'USD 281,690.14',
        note: yuan('2,000,000', '200万'),
      },
      {
        label: en ? 'Medical evacuation and return' : '医疗运送和送返',
        value: 'USD 140,845.07',
        note: yuan('1,000,000', '100万'),
      },
      {
        label: en ? 'Return of remains' : '身故遗体送返（含丧葬）',
        value: 'USD 42,253.52',
        note: yuan('300,000', '30万'),
      },
      { label: en ? 'Deductible, per year' : '免赔额（每年）', value: 'USD 140.85', note: yuan('1,000', '1,000') },
    ],
    exchange: { to: 'USD', rate: '7.1000', day: '2026-11-20', source: en ? 'sample rate table' : '示例汇率表' },
    waiver: [
      { label: en ? 'Yearly maximum' : '年度保额', value: 'USD 563,380.28', note: yuan('4,000,000', '400万') },
      { label: en ? 'Mental health' : '心理及精神治疗', value: en ? '20 visits' : '20次' },
    ],
    notCovered: [en ? 'Hospital cash' : '住院津贴'],
    conditions: [en ? 'Renewal is not guaranteed.' : '本保单不保证续保。'],
    contacts: [{ label: en ? 'Claims and complaints' : '理赔与投诉', value: SITE[lang].email }],
    history: [
      {
        number: 1,
        reason: 'issue',
        validFrom: '2027-01-10',
        madeAt: Date.UTC(2026, 10, 20, 4, 12),
        premiumChange: { amount: 672_000, currency: 'CNY' },
      },
    ],
    ...(kind === 'endorsement'
      ? {
          endorsement: {
            number: 'YF26-1120-003817-02',
            from: '2027-01-10',
            changed: [
              {
                label: en ? 'Date of birth' : '出生日期',
                value: en ? '27 May 2004' : '2004年5月27日',
                note: en ? 'before: 27 May 2001' : '批改前：2001年5月27日',
              },
            ],
            premium: {
              before: { amount: 912_000, currency: 'CNY' as const },
              after: { amount: 672_000, currency: 'CNY' as const },
              change: { amount: -240_000, currency: 'CNY' as const },
            },
          },
        }
      : {}),
    site: SITE[lang],
    ...over,
  }
}
