/**
 * From the policy to the payment: a visit, a hospital stay, an accident; each claimed, handled and paid while its page
 * is open.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { DocumentKind } from '../../../src/features/claims/rules/document-kinds.ts'
import { addAll, checkAndSend, fillIn, follow, press, type EventAnswers } from './claim-steps.ts'
import { onOneLine } from '../../../src/lib/text/on-one-line.ts'
import { formatMoney } from '../../../src/lib/money/money.ts'
import {
  claimSite,
  focusPage,
  PHONE_AND_DESKTOP,
  daysAgo,
  FORMS,
  mark,
  marked,
  paidToday,
  seesClaimStatus,
  type Sent,
} from './claim-fixtures.ts'
import { at, picture, sees, type Visitor } from './journeys.ts'
import { inNone, isSecond, rowsOf } from '../../tools/long-form.ts'

const site = claimSite()
const CARE: readonly DocumentKind[] = ['id_copy', 'invoice', 'medical_record', 'proof_of_account']

interface Plot {
  told: EventAnswers
  documents: readonly DocumentKind[]
  /** What the handler types. */
  assessment: string
  /** The sum paid, in fen. */
  sum: number
  /** The order of the result's columns, which differs by insurer. */
  result: string
}

/** Filled in, photographed, sent, handled, paid; then the result line by line and its letter. */
async function claimed(
  visitor: Visitor,
  name: string,
  { told, documents, assessment, sum, result }: Plot,
): Promise<void> {
  await fillIn(visitor, told)
  await addAll(visitor, documents, told.visits.length)
  await press(visitor, 'claimform:documents.go')
  await handled(visitor, await checkAndSend(visitor), assessment, sum)
  await follow(visitor, 'claimprogress:decided.go')
  await at(visitor, result)
  const { page } = visitor
  // Where a hospital was paid too, the heading says what went to whom, and the next line when.
  await page.getByText(paidToday(visitor, sum)).first().waitFor()
  const download = page.waitForEvent('download')
  await press(visitor, 'claimprogress:result.get')
  expect(
    readFileSync(await (await download).path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await picture(visitor, `claims-${name}`)
}

/** The claim's page follows what the handler does, without a reload. */
async function handled(visitor: Visitor, { id, number }: Sent, assessment: string, sum: number): Promise<void> {
  const { page, say } = visitor
  await follow(visitor, 'claimform:success.follow')
  await at(visitor, '/claim/query/progress')
  await sees(visitor, say('claimprogress:need.nothing'))
  await mark(visitor)
  await site.desk('wu', 'register', number)
  await site.desk('wu', 'review', number)
  await site.desk('wu', 'accept-document', number, 'all')
  await focusPage(visitor)
  await seesClaimStatus(visitor, 'in_review')
  // The dry run lists what differs from the claim.
  const file = site.file(assessment)
  const doubts = [
    ...(await site.desk('wu', 'decide', number, '--file', file, '--dry-run')).matchAll(/^! (\S+) /gm),
  ].map((it) => it[1])
  await site.desk('wu', 'decide', number, '--file', file, '--confirm', doubts.join(','))
  await focusPage(visitor)
  const name = onOneLine(formatMoney({ amount: sum, currency: 'CNY' }, visitor.lang))
  await page.getByRole('heading', { name }).waitFor()
  await site.desk('wu', 'pay', number)
  await site.desk('wu', 'pay', number, '--reference', '2612 0210 1700 83')
  await focusPage(visitor)
  await page.getByText(paidToday(visitor, sum)).first().waitFor()
  expect(await marked(visitor)).toBe(true)
  await site.becomes(id, 'paid')
}

const day = daysAgo(4)

test.each(rowsOf(FORMS, inNone))('a visit to a doctor, $device in $lang', async ({ device, lang }) => {
  const { stored } = await site.insured(`visit-${device}`)
  const visitor = await site.visitor({ device, lang, stored })
  await claimed(visitor, `visit-${device}`, {
    told: {
      type: 'outpatient',
      description: '前一晚开始发烧、咽痛，第二天到诊所就诊，验血并开了药。',
      hospital: {
        cn: { type: '圣托马斯', name: '圣托马斯医院' },
        en: { type: 'st thom', name: 'St Thomas’ Hospital' },
      }[lang],
      visits: [{ day, amount: '275.40', currency: 'GBP', invoice: 'LDN-5521' }],
      medicine: true,
      otherInsurance: false,
    },
    documents: [...CARE, 'itemised_bill', 'prescription'],
    // Domain §5.4, example A.
    assessment: `
reason: { en: Vitamins are not covered., cn: 维生素不在保障内。 }
invoices:
  - number: LDN-5521
    currency: GBP
    rate: { rate: "9.1500", day: ${day}, source: { en: Central parity, cn: 人民币汇率中间价 } }
    lines:
      - { name: { en: GP visit, cn: 门诊诊疗 }, amount: "120.00" }
      - { name: { en: Blood test, cn: 血液检查 }, amount: "95.00", off: [{ kind: above_customary, amount: "15.00", clause: 6.3, reason: { en: Usual price there is 80.00, cn: 当地惯常费用为80.00 } }] }
      - { name: { en: Medicine, cn: 药品 }, amount: "38.40" }
      - { name: { en: Vitamins, cn: 维生素 }, amount: "22.00", off: [{ clause: 6.7, reason: { en: Not prescribed, cn: 无处方 } }] }
`,
    sum: 169_322,
    result: '/claim/query/detail_complete_pingan',
  })
})

test.each(rowsOf(FORMS, isSecond))('a stay in hospital, $device in $lang', async ({ device, lang }) => {
  const { stored } = await site.insured(`stay-${device}`, 'us-campus')
  const visitor = await site.visitor({ device, lang, stored })
  await claimed(visitor, `stay-${device}`, {
    told: {
      type: 'inpatient',
      description: 'Appendicitis. Operated the same night, two nights in hospital.',
      hospital: {
        cn: { type: '麻省总', name: '麻省总医院' },
        en: { type: 'Massachusetts Gen', name: 'Massachusetts General Hospital' },
      }[lang],
      medicine: false,
      otherInsurance: true,
      visits: [
        { day, amount: '26,915.00', currency: 'USD', invoice: 'CRH-88120' },
        { day, amount: '1,400.00', currency: 'USD', invoice: 'AMB-0093' },
      ],
    },
    documents: [...CARE, 'itemised_bill', 'discharge_summary', 'other_insurer'],
    // Example B.
    assessment: `
reason: { en: Guest meals and television are not covered., cn: 陪护餐和电视不在保障内。 }
groups: { hospital: { name: { en: hospital, cn: 住院 } }, ambulance: { name: { en: ambulance, cn: 救护车 }, deductible: "0" } }
invoices:
  - number: CRH-88120
    currency: USD
    rate: { rate: "7.1000", day: ${day}, source: { en: Central parity, cn: 人民币汇率中间价 } }
    lines:
      - { name: { en: Emergency room, cn: 急诊 }, amount: "2,480.00", off: [{ kind: network_discount, amount: "868.00", clause: 3.4, reason: { en: network price, cn: 网络协议价 } }] }
      - { name: { en: Surgeon and anaesthetist, cn: 手术及麻醉医师 }, amount: "6,300.00", off: [{ kind: network_discount, amount: "2,205.00", clause: 3.4, reason: { en: network price, cn: 网络协议价 } }] }
      - { name: { en: Theatre and ward, cn: 手术室及病房 }, amount: "14,900.00", off: [{ kind: network_discount, amount: "5,960.00", clause: 3.4, reason: { en: network price, cn: 网络协议价 } }] }
      - { name: { en: CT and laboratory, cn: CT及化验 }, amount: "3,150.00", off: [{ kind: network_discount, amount: "1,260.00", clause: 3.4, reason: { en: network price, cn: 网络协议价 } }] }
      - { name: { en: "Guest meals, television", cn: 陪护餐、电视 }, amount: "85.00", off: [{ clause: 6.9, reason: { en: personal items, cn: 个人用品 } }] }
  - number: AMB-0093
    currency: USD
    rate: { rate: "7.1000", day: ${day}, source: { en: Central parity, cn: 人民币汇率中间价 } }
    group: ambulance
    lines:
      - { name: { en: Ambulance, cn: 救护车 }, amount: "1,400.00", off: [{ kind: above_customary, amount: "350.00", clause: 6.3, reason: { en: "Usual price there is 1,050.00", cn: "当地惯常费用为1,050.00" } }] }
otherInsurance: [{ amount: "3,550.00", note: { en: "school fund USD 500.00, paid to hospital", cn: 学校基金500.00美元，已付医院 } }]
paidToHospital: "101,221.43"
`,
    sum: 670_950,
    result: '/claim/query/detail_complete',
  })
})

test.each(rowsOf(PHONE_AND_DESKTOP, inNone))('an accident, $device in $lang', async ({ device, lang }) => {
  const { stored } = await site.insured(`accident-${device}`)
  const visitor = await site.visitor({ device, lang, stored })
  await claimed(visitor, `accident-${device}`, {
    told: {
      type: 'accident',
      description: 'A cyclist hit me on the crossing. My wrist was X-rayed and put in plaster.',
      hospital: { cn: { type: '国王', name: '国王学院医院' }, en: { type: 'king', name: 'King’s College Hospital' } }[
        lang
      ],
      visits: [{ day, amount: '100.00', currency: 'GBP', invoice: 'KCH-117' }],
      medicine: false,
      otherInsurance: false,
      accident: { time: '18:40', place: 'Crossing at Sample Street, London', thirdParty: true, admitted: false },
    },
    documents: [...CARE, 'police_report'],
    assessment: `
invoices: [{ number: KCH-117, currency: GBP, rate: { rate: "9.0000", day: ${day}, source: { en: Central parity, cn: 人民币汇率中间价 } }, lines: [{ name: { en: X-ray and plaster, cn: X光及石膏 }, amount: "100.00" }] }]
`,
    sum: 54_000,
    result: '/claim/query/detail_complete_pingan',
  })
})
