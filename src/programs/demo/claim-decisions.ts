/**
 * What a handler typed for the demo's decisions: the worked examples of domain §5.4, and a refusal. Amounts are the
 * invoice's.
 */
import { formatDay, type Day } from '../../lib/days/dates.ts'
import type { Decision } from './make-claim.ts'

const bothTexts = (en: string, cn: string) => ({ en, cn })
const deduction = (
  kind: 'not_covered' | 'network_discount' | 'above_customary',
  amount: string,
  clause: string,
  reason: ReturnType<typeof bothTexts>,
) => ({ kind, amount, clause, reason })
const network = (amount: string) =>
  deduction('network_discount', amount, '3.4', bothTexts('network price', '网络协议价'))

/** Example A. */
export const visit: Decision = {
  reason: bothTexts(
    'Vitamins are not prescribed medicine, and the blood test cost more than is usual there.',
    '维生素非处方药品；血液检查费用高于当地惯常水平。',
  ),
  groups: { visit: { name: bothTexts('this visit', '本次就诊') } },
  invoices: [
    {
      visit: 'gp01',
      lines: [
        { name: bothTexts('GP visit', '门诊诊疗'), amount: '120.00' },
        {
          name: bothTexts('Blood test', '血液检查'),
          amount: '95.00',
          off: [
            deduction(
              'above_customary',
              '15.00',
              '6.3',
              bothTexts('usual price there is GBP 80.00', '当地惯常费用为80.00英镑'),
            ),
          ],
        },
      ],
    },
    {
      visit: 'ph02',
      lines: [
        { name: bothTexts('Medicine', '药品'), amount: '38.40' },
        {
          name: bothTexts('Vitamins', '维生素'),
          amount: '22.00',
          off: [deduction('not_covered', '22.00', '6.7', bothTexts('not prescribed', '无处方'))],
        },
      ],
    },
  ],
}

/** Example B. */
export const operation: Decision = {
  reason: bothTexts(
    'Guest meals and television are personal items, and the ambulance cost more than is usual there.',
    '陪护餐和电视属于个人用品；救护车费用高于当地惯常水平。',
  ),
  groups: {
    hospital: { name: bothTexts('hospital', '住院') },
    ambulance: { name: bothTexts('ambulance', '救护车'), deductible: '0' },
  },
  invoices: [
    {
      visit: 'ho01',
      lines: [
        { name: bothTexts('Emergency room', '急诊'), amount: '2,480.00', off: [network('868.00')] },
        {
          name: bothTexts('Theatre and ward, two nights', '手术室及病房两晚'),
          amount: '14,900.00',
          off: [network('5,960.00')],
        },
        { name: bothTexts('CT and laboratory', 'CT及化验'), amount: '3,150.00', off: [network('1,260.00')] },
        {
          name: bothTexts('Guest meals, television', '陪护餐、电视'),
          amount: '85.00',
          off: [deduction('not_covered', '85.00', '6.9', bothTexts('personal items', '个人用品'))],
        },
      ],
    },
    {
      visit: 'su02',
      lines: [
        {
          name: bothTexts('Surgeon and anaesthetist', '手术及麻醉医师'),
          amount: '6,300.00',
          off: [network('2,205.00')],
        },
      ],
    },
    {
      visit: 'am03',
      group: 'ambulance',
      lines: [
        {
          name: bothTexts('Ambulance', '救护车'),
          amount: '1,400.00',
          off: [
            deduction(
              'above_customary',
              '350.00',
              '6.3',
              bothTexts('usual price there is USD 1,050.00', '当地惯常费用为1,050.00美元'),
            ),
          ],
        },
      ],
    },
  ],
  otherInsurance: [
    { amount: '3,550.00', note: bothTexts('school fund USD 500.00, paid to hospital', '学校基金500.00美元，已付医院') },
  ],
  paidToHospital: '101,221.43',
}

/** Routine care, refused as a whole. */
export const routine = (day: Day): Decision => {
  const reason = bothTexts(
    `Cleaning and replacing fillings at the visit of ${formatDay(day, 'en')} is routine dental care, which the plan does not cover. Care for pain or an injury would be covered.`,
    `${formatDay(day, 'cn')}的洁牙和更换补牙材料属于常规牙科，不在保障范围内。因急性牙痛或外伤的治疗可以赔付。`,
  )
  return {
    reason,
    clauses: ['5.6'],
    invoices: [
      {
        visit: 'be01',
        lines: [
          {
            name: bothTexts('Cleaning and fillings', '洁牙及补牙'),
            amount: '385.00',
            off: [{ clause: '5.6', reason: bothTexts('routine dental care', '常规牙科') }],
          },
        ],
      },
    ],
  }
}
