/** What the demo account claims for. Persons, hospitals and sums are invented. */
import { addDays, type Day } from '../../../lib/dates.ts'
import type { AnswerPatch } from '../answers.ts'
import { DEMO_EMAIL } from '../../session/contract.ts'
import { DEMO_NAME } from '../../../server/demo/people.ts'

const CONTACT: AnswerPatch = { contactPerson: DEMO_NAME, contactPhone: '+1 617 555 0142', email: DEMO_EMAIL, otherInsurance: false }
const ACCOUNT: AnswerPatch = {
  accountOwn: true, accountCountry: 'CN', accountName: DEMO_NAME, accountNumber: '6222021234567890128', bankName: '中国工商银行', bankFields: { branch: '北京中关村支行' },
}

/** A visit to a clinic; where it is paid to is still open. */
export const CARE = (day: Day): AnswerPatch => ({
  ...CONTACT, type: 'outpatient', medicine: true, description: '前一晚开始发烧、咽痛，到诊所就诊，医生诊断为急性咽炎并开了药。',
  hospital: { slug: '', name: 'Harbor Point Clinic (sample)', city: 'Boston', country: 'US' },
  visits: [{ id: 'demo1', day, amount: 18_500, currency: 'USD', invoice: 'HP-20418', elsewhere: null }],
})

/** A stay in hospital, complete. */
export const SURGERY = (day: Day): AnswerPatch => ({
  ...CONTACT, ...ACCOUNT, type: 'inpatient', medicine: false, description: '夜间突发右下腹剧痛，急诊入院，诊断为急性阑尾炎，当晚手术，住院两晚后出院。',
  hospital: { slug: '', name: 'Charles River General Hospital (sample)', city: 'Boston', country: 'US' },
  visits: [
    { id: 'demo2', day, amount: 86_000, currency: 'USD', invoice: 'CR-77120', elsewhere: null },
    { id: 'demo3', day: addDays(day, 1), amount: 1_240_000, currency: 'USD', invoice: 'CR-77135', elsewhere: null },
  ],
})
