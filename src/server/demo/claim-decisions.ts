/** What a handler typed for the demo's decisions: the worked examples of domain §5.4, and a refusal. Amounts are the invoice's. */
import { formatDay, type Day } from '../../lib/dates.ts'
import type { Decision } from './claim.ts'

const both = (en: string, cn: string) => ({ en, cn })
const off = (kind: 'not_covered' | 'network_discount' | 'above_customary', amount: string, clause: string, reason: ReturnType<typeof both>) => ({ kind, amount, clause, reason })
const network = (amount: string) => off('network_discount', amount, '3.4', both('network price', '网络协议价'))

/** Example A. */
export const visit: Decision = {
  reason: both('Vitamins are not prescribed medicine, and the blood test cost more than is usual there.', '维生素非处方药品；血液检查费用高于当地惯常水平。'),
  groups: { visit: { name: both('this visit', '本次就诊') } },
  invoices: [
    {
      visit: 'gp01', lines: [
        { name: both('GP visit', '门诊诊疗'), amount: '120.00' },
        { name: both('Blood test', '血液检查'), amount: '95.00', off: [off('above_customary', '15.00', '6.3', both('usual price there is 80.00', '当地惯常费用为80.00'))] },
      ],
    },
    {
      visit: 'ph02', lines: [
        { name: both('Medicine', '药品'), amount: '38.40' },
        { name: both('Vitamins', '维生素'), amount: '22.00', off: [off('not_covered', '22.00', '6.7', both('not prescribed', '无处方'))] },
      ],
    },
  ],
}

/** Example B. */
export const operation: Decision = {
  reason: both('Guest meals and television are personal items, and the ambulance cost more than is usual there.', '陪护餐和电视属于个人用品；救护车费用高于当地惯常水平。'),
  groups: { hospital: { name: both('hospital', '住院') }, ambulance: { name: both('ambulance', '救护车'), deductible: '0' } },
  invoices: [
    {
      visit: 'ho01', lines: [
        { name: both('Emergency room', '急诊'), amount: '2,480.00', off: [network('868.00')] },
        { name: both('Theatre and ward, two nights', '手术室及病房两晚'), amount: '14,900.00', off: [network('5,960.00')] },
        { name: both('CT and laboratory', 'CT及化验'), amount: '3,150.00', off: [network('1,260.00')] },
        { name: both('Guest meals, television', '陪护餐、电视'), amount: '85.00', off: [off('not_covered', '85.00', '6.9', both('personal items', '个人用品'))] },
      ],
    },
    { visit: 'su02', lines: [{ name: both('Surgeon and anaesthetist', '手术及麻醉医师'), amount: '6,300.00', off: [network('2,205.00')] }] },
    {
      visit: 'am03', group: 'ambulance',
      lines: [{ name: both('Ambulance', '救护车'), amount: '1,400.00', off: [off('above_customary', '350.00', '6.3', both('usual price there is 1,050.00', '当地惯常费用为1,050.00'))] }],
    },
  ],
  otherInsurance: [{ amount: '3,550.00', note: both('school fund USD 500.00, paid to hospital', '学校基金500.00美元，已付医院') }],
  paidToHospital: '101,221.43',
}

/** Routine care, refused as a whole. */
export const routine = (day: Day): Decision => {
  const reason = both(
    `Cleaning and replacing fillings at the visit of ${formatDay(day, 'en')} is routine dental care, which the plan does not cover. Care for pain or an injury would be covered.`,
    `${formatDay(day, 'cn')}的洁牙和更换补牙材料属于常规牙科，不在保障范围内。因急痛或外伤的治疗可以赔付。`,
  )
  return {
    reason, clauses: ['5.6'],
    invoices: [{ visit: 'be01', lines: [{ name: both('Cleaning and fillings', '洁牙及补牙'), amount: '385.00', off: [{ clause: '5.6', reason: both('routine dental care', '常规牙科') }] }] }],
  }
}
