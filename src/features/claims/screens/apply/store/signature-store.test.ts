import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { $durable, deleteAllFromDevice, writeToDevice } from '../../../../../app/storage/device-store.ts'
import type { DraftView } from '../../../contract.ts'
import type { Strokes } from '../../../rules/draft/signature-strokes.ts'
import {
  $sign,
  finishSigning,
  followSigning,
  keepsEarlierSignature,
  openSigning,
  sendWaiting,
  setForm,
  sign,
  signErrors,
  type Signing,
} from './signature-store.ts'
import { $answers, $draft, adopt } from './wizard-store.ts'

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

describe('the signature of a claim that is open', () => {
  const UNSIGNED = insured
  const TEXT = {
    lang: 'en' as const,
    version: '1',
    title: '',
    lead: '',
    points: [],
    sections: [],
    sha256: 'a'.repeat(64),
  }
  const signed = (at: number, stands = true): DraftView => {
    const { signature, ...rest } = draft(insured.signer, stands)
    return { ...rest, version: 1 + at, signature: signature && { ...signature, at } }
  }
  /** What the server was sent, and what it answers; no answer while there is no connection. */
  const server: { asked: FormData[]; answer: DraftView | undefined } = { asked: [], answer: undefined }
  const shasSent = (): unknown[] => server.asked.map((form) => form.get('sha256'))
  let close = (): void => undefined

  /** As a page does that is loaded: it knows what the server and the device have. */
  async function load(from: DraftView): Promise<void> {
    close()
    $draft.set(null)
    $sign.set({ ...hand, claim: '' })
    adopt(from)
    close = followSigning()
    await openSigning()
  }
  async function signAs(from: DraftView, answer?: DraftView): Promise<boolean> {
    server.answer = answer
    await load(from)
    await setForm(TEXT)
    sign({ strokes: NAME, read: true })
    return finishSigning()
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('location', { pathname: '/en/claim/application/read', search: '', hash: '' })
    vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
      if (!server.answer) return Promise.reject(new TypeError('no connection'))
      if (body instanceof FormData) server.asked.push(body)
      return Promise.resolve(Response.json({ status: 1, code: 0, message: '', data: server.answer }))
    })
  })
  afterEach(async () => {
    close()
    vi.clearAllTimers()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    await deleteAllFromDevice()
    $durable.set(true)
    $draft.set(null)
    $answers.set(null)
    $sign.set({ ...hand, claim: '' })
    server.asked = []
  })

  test('counts as sent while it stands; then it is asked for anew and sent again', async () => {
    expect(await signAs(UNSIGNED, signed(5))).toBe(true)
    expect($sign.get()).toMatchObject({ state: 'saved', sentAt: 5, strokes: NAME })
    adopt({ ...signed(5, false), version: 7 })
    expect($sign.get()).toMatchObject({ state: 'open', sentAt: null, strokes: [], read: false })
    server.answer = signed(9)
    sign({ strokes: NAME, read: true })
    expect([await finishSigning(), $sign.get().state, server.asked.length]).toEqual([true, 'saved', 2])
  })

  test('is not restored as sent when it has fallen, or another device has signed since', async () => {
    await signAs(UNSIGNED, signed(5))
    await load(signed(5))
    expect($sign.get().state).toBe('saved')
    for (const since of [signed(5, false), signed(8)]) {
      await load(since)
      expect($sign.get()).toMatchObject({ state: 'open', strokes: [], read: false })
      expect(keepsEarlierSignature($sign.get(), since)).toBe(since.signature?.stands)
    }
  })

  test('drawn without a connection, it is sent for the text that was read when the claim is opened again', async () => {
    expect([await signAs(UNSIGNED), $sign.get().state]).toEqual([true, 'offline'])
    server.answer = signed(5)
    await load(UNSIGNED)
    await sendWaiting()
    expect([$sign.get().state, shasSent()]).toEqual(['saved', [TEXT.sha256]])
  })

  test('opened again without a connection it waits', async () => {
    await signAs(UNSIGNED)
    await load(UNSIGNED)
    await sendWaiting()
    expect($sign.get().state).toBe('offline')
  })

  test('left unsent it does not replace one that another device has given since, unasked', async () => {
    await signAs(UNSIGNED)
    server.answer = signed(9)
    await load(signed(8))
    await sendWaiting()
    expect([$sign.get().state, shasSent()]).toEqual(['open', []])
  })

  test('left unsent it replaces the one that the person signed again for', async () => {
    await signAs(signed(5))
    server.answer = signed(9)
    await load(signed(5))
    await sendWaiting()
    expect([$sign.get().state, server.asked.length]).toEqual(['saved', 1])
  })

  test('what was ticked for another text, or by an older page for one that is not known, is not sent unseen', async () => {
    await signAs(UNSIGNED)
    await load(UNSIGNED)
    await sendWaiting()
    await setForm({ ...TEXT, sha256: 'b'.repeat(64) })
    expect($sign.get()).toMatchObject({ state: 'open', read: false, strokes: NAME })
    await writeToDevice('claim-signature', UNSIGNED.id, { ...hand, strokes: NAME, read: true })
    server.answer = signed(5)
    await load(UNSIGNED)
    await sendWaiting()
    expect([$sign.get().state, shasSent()]).toEqual(['open', []])
  })
})
