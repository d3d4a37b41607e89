/** What happened in each claim of the demo account, in days before now. Providers and illnesses are invented. */
import { addDays, dayOf, type Day } from '../../lib/days/dates.ts'
import { loadCase } from '../../features/claims/server/case/load-case.ts'
import { getClaim, withdrawClaim } from '../../features/claims/contract.ts'
import { pay, paymentFailed } from '../../features/claims/server/settlement/payment-results.ts'
import { registerClaim, takeIntoReview } from '../../features/claims/server/case/handler-actions.ts'
import { acceptDocument, refuseDocument } from '../../features/claims/server/case/review-document.ts'
import { sameInBothLanguages, requestDocuments } from '../../features/claims/server/case/document-requests.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { Actor } from './call-as.ts'
import {
  decideBy,
  addDocument,
  HANDLER,
  inpatient,
  type Answers,
  type Decision,
  type Kind,
  type StoryStep,
} from './make-claim.ts'
import { ACCOUNT, claimDocuments } from './claim-documents.ts'
import * as decisions from './claim-decisions.ts'

export const DAY = 86_400_000

/** Every time is in days before now. */
interface StoryPlan {
  plan: 'us-campus' | 'global-study'
  ill: number
  began: number
  /** Left out: it stays a draft. */
  sent?: number
  answers: (day: Day) => Answers
  /** For a draft: the documents that are uploaded already. */
  has?: readonly Kind[]
  steps?: (scene: StoryContext, day: Day) => StoryStep[]
}

export interface StoryContext {
  deps: Deps
  ago: (days: number) => Deps
  person: (days: number) => Actor
}

const COMMON_ANSWERS: Answers = { contactPerson: 'Lin Yutong', medicine: false, otherInsurance: false, ...ACCOUNT }
const inBoston = (name: string): NonNullable<Answers['hospital']> => ({
  slug: '',
  name: `${name} (sample)`,
  city: 'Boston',
  country: 'US',
})
const usd = (id: string, day: Day, amount: number, invoice: string) => ({
  id,
  day,
  amount,
  currency: 'USD' as const,
  invoice,
  elsewhere: null,
})

const review = ({ ago }: StoryContext, days: number): StoryStep => ({
  moves: 2,
  run: (id) => takeIntoReview(ago(days), { ...HANDLER, id }),
})
const decision = ({ ago }: StoryContext, days: number, of: Decision): StoryStep => ({
  moves: 1,
  run: (id) => decideBy(ago(days), id, of),
})
const payment = ({ ago }: StoryContext, days: number, reference?: string): StoryStep => ({
  moves: 1,
  run: (id) => pay(ago(days), { ...HANDLER, id, ...(reference ? { reference } : {}) }),
})

const INHALER = {
  en: 'The invoice names an inhaler. Send the prescription for it.',
  cn: '账单上有吸入剂，请上传该药品的处方。',
}

/** Accepts what is correct, sends the record back, and also asks for a prescription; the person has sent that one. */
async function askForTwo({ ago, deps, person }: StoryContext, id: string): Promise<void> {
  const desk = ago(7)
  const { documents } = await loadCase(deps, id)
  for (const it of documents) {
    if (it.kind === 'medical_record')
      await refuseDocument(desk, {
        ...HANDLER,
        id,
        document: it.id,
        reason: sameInBothLanguages(deps, 'sentback:medical_record.no_diagnosis'),
      })
    else await acceptDocument(desk, { ...HANDLER, id, document: it.id })
  }
  await requestDocuments(desk, { ...HANDLER, id, items: [{ kind: 'prescription', reason: INHALER }] })
  const { items } = await loadCase(deps, id)
  const item = items.find((it) => it.kind === 'prescription')
  const [prescription] = claimDocuments(deps, asthma(addDays(dayOf(deps.clock()), -16)), ['prescription'])
  if (item && prescription) await addDocument(person(1), id, prescription, item.id)
}

const asthma = (day: Day): Answers => ({
  ...COMMON_ANSWERS,
  type: 'outpatient',
  description: 'Asthma attack at night. Seen in the clinic the next morning.',
  hospital: inBoston('Fenway Student Clinic'),
  visits: [usd('as01', day, 9_800, 'FSC-3391')],
})

export const STORIES: Record<string, StoryPlan> = {
  /** Global Study, Standard: domain §5.4 A, on two invoices, in the lines of its insurer. */
  'paid-visit': {
    plan: 'global-study',
    ill: 100,
    began: 98,
    sent: 97,
    answers: (day) => ({
      ...COMMON_ANSWERS,
      type: 'outpatient',
      description: 'Fever and cough for five days. GP visit, blood test, medicine.',
      hospital: { slug: '', name: 'Bloomsbury Practice (sample)', city: 'London', country: 'GB' },
      visits: [
        { id: 'gp01', day, amount: 21_500, currency: 'GBP', invoice: 'LDN-5521', elsewhere: null },
        {
          id: 'ph02',
          day,
          amount: 6_040,
          currency: 'GBP',
          invoice: 'RX-1187',
          elsewhere: { slug: '', name: 'Russell Pharmacy (sample)', city: 'London', country: 'GB' },
        },
      ],
    }),
    steps: (scene) => [
      review(scene, 96),
      decision(scene, 94, decisions.visit),
      payment(scene, 93),
      payment(scene, 91, '2608 1412 0093 51'),
    ],
  },
  /** US Campus, Gold: domain §5.4 B, most of it paid to the hospital. */
  'paid-operation': {
    plan: 'us-campus',
    ill: 60,
    began: 52,
    sent: 50,
    answers: (day) => ({
      ...COMMON_ANSWERS,
      ...inpatient(day, addDays(day, 2)),
      description: 'Appendicitis. Operated the same night, two nights in hospital.',
      hospital: inBoston('Charles River Hospital'),
      visits: [
        usd('ho01', day, 2_061_500, 'CRH-88120'),
        usd('su02', addDays(day, 1), 630_000, 'CRS-4471'),
        usd('am03', day, 140_000, 'AMB-0093'),
      ],
    }),
    steps: (scene) => [
      review(scene, 49),
      decision(scene, 46, decisions.operation),
      payment(scene, 45),
      payment(scene, 41, '2609 2208 1170 06'),
    ],
  },
  'payment-failed': {
    plan: 'us-campus',
    ill: 14,
    began: 12,
    sent: 12,
    answers: (day) => ({
      ...COMMON_ANSWERS,
      type: 'outpatient',
      description: '皮疹两天未退，看皮肤科，开了药膏。',
      hospital: inBoston('Back Bay Dermatology'),
      visits: [usd('de01', day, 24_000, 'BBD-2204')],
    }),
    steps: (scene) => [
      review(scene, 11),
      decision(scene, 9, {}),
      payment(scene, 8),
      {
        moves: 1,
        run: (id) =>
          paymentFailed(scene.ago(2), {
            ...HANDLER,
            id,
            reason: sameInBothLanguages(scene.deps, 'claims:bankReason.account_closed'),
          }),
      },
    ],
  },
  withdrawn: {
    plan: 'us-campus',
    ill: 24,
    began: 22,
    sent: 22,
    answers: (day) => ({
      ...COMMON_ANSWERS,
      type: 'outpatient',
      description: 'Sprained wrist. The school’s own plan has paid since.',
      hospital: inBoston('Campus Health Service'),
      visits: [usd('wr01', day, 6_000, 'CHS-0718')],
    }),
    steps: ({ ago, person }) => [
      { moves: 1, run: (id) => registerClaim(ago(21), { ...HANDLER, id }) },
      {
        moves: 1,
        run: async (id) => {
          const { call } = person(21)
          await call(withdrawClaim, { id, version: (await call(getClaim, { id })).version })
        },
      },
    ],
  },
  supplement: {
    plan: 'us-campus',
    ill: 16,
    began: 11,
    sent: 10,
    answers: asthma,
    steps: (scene) => [review(scene, 9), { moves: 1, run: (id) => askForTwo(scene, id) }],
  },
  /** A review can still be asked for. */
  rejected: {
    plan: 'us-campus',
    ill: 13,
    began: 9,
    sent: 8,
    answers: (day) => ({
      ...COMMON_ANSWERS,
      type: 'dental',
      description: 'Cleaning, and two fillings replaced at the yearly visit.',
      hospital: inBoston('Beacon Dental'),
      visits: [usd('be01', day, 38_500, 'BD-1042')],
    }),
    steps: (scene, day) => [review(scene, 7), decision(scene, 5, decisions.routine(day))],
  },
  review: {
    plan: 'us-campus',
    ill: 5,
    began: 3,
    sent: 2,
    answers: (day) => ({
      ...COMMON_ANSWERS,
      type: 'accident',
      incidentTime: '17:30',
      admitted: false,
      thirdParty: false,
      place: 'Charles River path, Boston',
      description: '骑车回宿舍，落叶湿滑摔倒，左手撑地。拍了两张X光，上了夹板。',
      hospital: inBoston('Longfellow Urgent Care'),
      visits: [usd('ac01', day, 90_410, 'LUC-20877'), usd('ac02', addDays(day, 2), 18_000, 'LUC-21150')],
    }),
    steps: (scene) => [review(scene, 1)],
  },
  submitted: {
    plan: 'us-campus',
    ill: 2,
    began: 0.1,
    sent: 0.08,
    answers: (day) => ({
      ...COMMON_ANSWERS,
      type: 'outpatient',
      description: 'Sore throat and fever since the night before. Rapid test, no medicine.',
      hospital: inBoston('Campus Health Service'),
      visits: [usd('th01', day, 8_500, 'CHS-0791')],
    }),
  },
  draft: {
    plan: 'us-campus',
    ill: 6,
    began: 1,
    has: ['id_copy', 'invoice'],
    answers: (day) => ({
      ...COMMON_ANSWERS,
      type: 'outpatient',
      description: 'Ear pain after swimming. Drops prescribed.',
      medicine: true,
      hospital: inBoston('Cambridge Ear Clinic'),
      visits: [usd('ea01', day, 17_500, 'CEC-611')],
    }),
  },
}
