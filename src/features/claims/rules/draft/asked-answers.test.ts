import { expect, test } from 'vitest'
import { EMPTY_ANSWERS, type ClaimAnswers } from '../claim-fields.ts'
import { CLAIM_TYPES } from '../document-kinds.ts'
import { askedAnswers } from './asked-answers.ts'
import { eventErrors } from './claim-errors.ts'
import { declarationsFor } from './declarations.ts'

/** Everything was answered once, whatever is chosen now. */
const ALL: ClaimAnswers = {
  ...EMPTY_ANSWERS,
  incidentDay: '2026-03-01',
  incidentTime: '10:30',
  admitted: true,
  thirdParty: true,
  place: 'Road',
  hospital: { slug: '', name: 'Hospital', city: 'Boston', country: 'US' },
  admissionDay: '2026-03-01',
  dischargeDay: '2026-03-02',
  billPaid: true,
  medicine: true,
  otherInsurance: true,
  visits: [
    {
      id: 'v001',
      day: '2026-03-01',
      amount: 100,
      currency: 'USD',
      invoice: '',
      elsewhere: null,
      other: { payer: 'School plan', typed: '1', amount: 100 },
    },
  ],
  accountOwn: true,
  payeeName: 'Someone Else',
  payeeRelation: 'parent',
  deathCause: 'accident',
  deathDay: '2026-03-02',
}

const POLICY = { start: '2026-01-01', end: '2026-12-31', cancelledOn: null }

test('what another kind of claim was asked is not sent', () => {
  const kept = (answers: ClaimAnswers): string[] => {
    const asked = askedAnswers(answers)
    return [
      ...(asked.place ? ['place'] : []),
      ...(asked.thirdParty === null ? [] : ['thirdParty']),
      ...(asked.hospital.name ? ['hospital'] : []),
      ...(asked.admissionDay ? ['stay'] : []),
      ...(asked.medicine === null ? [] : ['medicine']),
      ...(asked.otherInsurance === null ? [] : ['otherInsurance']),
      ...(asked.visits[0]?.other ? ['other'] : []),
      ...(asked.deathDay ? ['deathDay'] : []),
      ...(asked.payeeName ? ['payee'] : []),
    ]
  }
  expect(kept({ ...ALL, type: 'accident' })).toEqual([
    'place',
    'thirdParty',
    'hospital',
    'stay',
    'medicine',
    'otherInsurance',
    'other',
  ])
  expect(kept({ ...ALL, type: 'accident', admitted: false, otherInsurance: false, accountOwn: false })).toEqual([
    'place',
    'thirdParty',
    'hospital',
    'medicine',
    'otherInsurance',
    'payee',
  ])
  expect(kept({ ...ALL, type: 'outpatient' })).toEqual(['hospital', 'medicine', 'otherInsurance', 'other'])
  expect(kept({ ...ALL, type: 'liability' })).toEqual(['otherInsurance', 'other'])
  expect(kept({ ...ALL, type: 'death' })).toEqual(['deathDay'])
  expect(kept({ ...ALL, type: 'death', deathCause: 'illness' })).toEqual([])
})

test.each(CLAIM_TYPES)('for %s it asks for nothing more, and a second time changes nothing', (type) => {
  const asked = askedAnswers({ ...ALL, type })
  expect(askedAnswers(asked)).toEqual(asked)
  expect(eventErrors(asked, '2026-03-05', POLICY)).toEqual(eventErrors({ ...ALL, type }, '2026-03-05', POLICY))
})

test('what is not asked is not refused either: its field is not on the page', () => {
  expect(eventErrors({ ...ALL, type: 'liability', place: 'Ro\u200bad' }, '2026-03-05', POLICY)['place']).toBeUndefined()
})

test('only a hospital outside of mainland China receives data abroad', () => {
  const asked = (country: string): boolean =>
    declarationsFor({ hospital: { ...ALL.hospital, country } }).includes('cross-border')
  expect(['CN', 'HK', 'US', ''].map(asked)).toEqual([false, true, true, true])
})
