import { describe, expect, test } from 'vitest'
import type { DraftView } from '../../../contract.ts'
import type { Strokes } from '../../../rules/draft/signature-strokes.ts'
import { signErrors, keepsEarlierSignature, type Signing } from './signature-store.ts'

const NAME: Strokes = [0, 1].map((row) =>
  Array.from({ length: 40 }, (_, i): [number, number, number] => [
    100 + i * 15,
    140 + row * 90 + Math.round(50 * Math.sin(i / 3)),
    60,
  ]),
)
const hand: Signing = {
  kind: 'drawn',
  strokes: [],
  typed: '',
  name: '',
  read: false,
  sentAt: null,
  claim: 'c',
  form: undefined,
  state: 'open',
  anew: false,
  message: '',
}
const draft = (signer: DraftView['signer'], stands?: boolean): DraftView => ({
  signer,
  ...(stands === undefined
    ? { signature: null }
    : {
        signature: {
          kind: 'drawn',
          name: signer.name,
          at: 1,
          lang: 'en',
          textVersion: '1',
          textSha256: 'f'.repeat(64),
          stands,
        },
      }),
  id: 'claim-00000001',
  version: 1,
  step: 'sign',
  done: [],
  movable: true,
  holderNames: [],
  accountOnFile: null,
  checklist: [],
  documents: [],
  claimedBefore: [],
  errors: {},
  savedAt: 0,
  lapsesAt: 0,
  policy: {
    id: 'p',
    number: 'n',
    plan: 'p',
    planName: 'p',
    tierName: 't',
    insurerName: 'i',
    insured: signer.name,
    start: '2026-01-01',
    end: '2026-12-31',
    cancelledOn: null,
    neverInForce: false,
    death: false,
  },
  answers: {
    type: '',
    incidentDay: '',
    incidentTime: '',
    admitted: null,
    thirdParty: null,
    place: '',
    contactPerson: '',
    contactPhone: '',
    email: '',
    description: '',
    hospital: { slug: '', name: '', city: '', country: '' },
    visits: [],
    admissionDay: '',
    dischargeDay: '',
    billPaid: null,
    medicine: null,
    otherInsurance: null,
    accountOwn: null,
    payeeName: '',
    payeeRelation: '',
    accountCountry: '',
    accountName: '',
    accountNumber: '',
    bankName: '',
    bankFields: {},
    accountFrom: '',
    idShown: '',
    unavailable: [],
    deathCause: '',
    deathDay: '',
    claimant: { name: '', relation: '', idType: '', idNumber: '' },
    heirs: [],
    heirShares: '',
    declarations: [],
  },
})
const insured = draft({ role: 'insured', name: '林语桐', reader: true })

describe('what a signature still wants', () => {
  test('by hand: a name that is one, and the text read', () => {
    expect(signErrors(hand, insured)).toEqual({ signature: 'signature_required', read: 'read_required' })
    expect(signErrors({ ...hand, strokes: [[[500, 200, 60]]], read: true }, insured)).toEqual({
      signature: 'signature_small',
    })
    expect(signErrors({ ...hand, strokes: NAME, read: true }, insured)).toEqual({})
  })

  test('typed: exactly the name of the one who signs', () => {
    const typed = { ...hand, kind: 'typed' as const, read: true }
    expect(signErrors(typed, insured)).toEqual({ typedName: 'signature_required' })
    expect(signErrors({ ...typed, typed: '林小桐' }, insured)).toEqual({ typedName: 'signature_name' })
    expect(signErrors({ ...typed, typed: ' 林语 桐' }, insured)).toEqual({})
  })

  test('a guardian whose name is not known writes it out', () => {
    const unknown = draft({ role: 'guardian', name: '', reader: true })
    expect(signErrors({ ...hand, strokes: NAME, read: true }, unknown)).toEqual({ guardianName: 'name_required' })
    expect(signErrors({ ...hand, strokes: NAME, read: true, name: '林伟' }, unknown)).toEqual({})
  })
})

test('an earlier signature stands until the person begins a new one', () => {
  const signed = draft({ role: 'insured', name: '林语桐', reader: true }, true)
  expect(keepsEarlierSignature(hand, signed)).toBe(true)
  expect(keepsEarlierSignature({ ...hand, anew: true }, signed)).toBe(false)
  expect(keepsEarlierSignature({ ...hand, strokes: NAME }, signed)).toBe(false)
  expect(keepsEarlierSignature(hand, draft({ role: 'insured', name: '林语桐', reader: true }, false))).toBe(false)
  expect(keepsEarlierSignature(hand, insured)).toBe(false)
})
