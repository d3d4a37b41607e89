import { describe, expect, it } from 'vitest'
import { EMPTY_ANSWERS, type Visit } from '../claim-fields.ts'
import type { ClaimedBefore } from '../draft-view-schema.ts'
import { claimWithVisit, latestOfEach } from './claimed-before.ts'

const found = (over: Partial<ClaimedBefore> = {}): ClaimedBefore => ({
  kind: 'visit',
  part: 'v001',
  claim: 'claim-00000001',
  submittedAt: 1_000,
  ...over,
})
const visit = (over: Partial<Visit> = {}): Visit => ({
  id: 'v001',
  day: '2026-03-01',
  amount: 8_540,
  currency: 'GBP',
  invoice: 'INV-20877',
  elsewhere: null,
  ...over,
})

describe('which claim is told', () => {
  it('the latest of several, and one for each visit or document', () => {
    const early = found()
    const late = found({ claim: 'claim-00000002', submittedAt: 2_000 })
    const other = found({ kind: 'file', part: 'upload-00000001' })
    for (const all of [
      [early, late, other],
      [other, late, early],
    ])
      expect(new Set(latestOfEach(all))).toEqual(new Set([late, other]))
    expect(latestOfEach([])).toEqual([])
  })
  it('the one with the same number, even if a later one has the same day and amount', () => {
    const number = found({ kind: 'invoice' })
    const later = found({ claim: 'claim-00000002', submittedAt: 2_000 })
    expect(latestOfEach([later, number])).toEqual([number])
    expect(latestOfEach([number, later])).toEqual([number])
  })
})

describe('until when it is told', () => {
  const hospital = { ...EMPTY_ANSWERS.hospital, name: 'Sample Street Practice' }
  const told = (kind: ClaimedBefore['kind'], over: Partial<Visit>, name = hospital.name) => {
    const draft = {
      claimedBefore: [found({ kind })],
      answers: { ...EMPTY_ANSWERS, hospital, visits: [visit()] },
    }
    const typed = visit(over)
    return claimWithVisit(draft, { hospital: { ...hospital, name }, visits: [typed] }, typed) !== undefined
  }
  it('as long as the number is the same, however it is written', () => {
    for (const invoice of ['INV-20877', 'inv 20877', 'ＩＮＶ２０８７７'])
      expect(told('invoice', { invoice })).toBe(true)
    expect(told('invoice', { amount: 1, day: '2026-03-02' })).toBe(true)
    expect(told('invoice', { invoice: 'INV-20878' })).toBe(false)
    expect(told('invoice', { invoice: '' })).toBe(false)
  })
  it('as long as day, hospital, currency and amount are the same', () => {
    expect(told('visit', { invoice: 'another' })).toBe(true)
    expect(told('visit', {}, 'sample street practice.')).toBe(true)
    for (const over of [{ day: '2026-03-02' }, { amount: 8_541 }, { amount: null }, { currency: 'USD' }] as const)
      expect(told('visit', over), JSON.stringify(over)).toBe(false)
    expect(told('visit', {}, 'Other')).toBe(false)
    expect(told('visit', { elsewhere: { ...hospital, name: 'Other' } })).toBe(false)
  })
  it('at its own visit only, and never for one that is not saved', () => {
    const answers = { ...EMPTY_ANSWERS, hospital, visits: [visit()] }
    const draft = { claimedBefore: [found()], answers }
    const other = visit({ id: 'v002' })
    expect(claimWithVisit(draft, { ...answers, visits: [visit(), other] }, other)).toBeUndefined()
    expect(claimWithVisit({ ...draft, answers: EMPTY_ANSWERS }, answers, visit())).toBeUndefined()
  })
})
