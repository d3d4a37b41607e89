import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY_ANSWERS } from './claim-fields.ts'
import { emptyHeir, type Heir } from './heirs.ts'
import { partsOfHeirs, readPercent, shareWords, sharesAddUp } from './heir-shares.ts'
import { sharesOf } from './settlement/split-among-payees.ts'
import { deathErrors } from './draft/death-errors.ts'
import { accountOfHeir, heirErrors } from './heir-rules.ts'
import { requiredDocuments } from './draft/required-documents.ts'

const TODAY = '2026-03-01'
const heir = (id: string, over: Partial<Heir> = {}): Heir => ({
  ...emptyHeir(id),
  name: '林建国',
  relation: 'parent',
  idType: 'resident_id',
  idNumber: '11010519491231002X',
  accountName: over.name ?? '林建国',
  accountNumber: '6222021234567890128',
  bankName: '中国工商银行',
  bankFields: { branch: '北京中关村支行' },
  ...over,
})
const mother = heir('bbbb', { name: '王美兰', idType: 'passport', idNumber: 'E12345678', birthDate: '1951-02-03' })
const child = heir('cccc', {
  name: '林小雨',
  idType: 'passport',
  idNumber: 'E22345678',
  birthDate: '2015-02-03',
  relation: 'child',
  guardian: '王美兰',
})
const of = (heirs: Heir[], heirShares: 'equal' | 'agreed' | '' = 'equal') => heirErrors({ heirs, heirShares }, TODAY)

describe('the heirs', () => {
  test('whole, they want nothing; none at all is named', () => {
    expect(of([heir('aaaa'), mother, child])).toEqual({})
    expect(of([heir('aaaa')], '')).toEqual({})
    expect(of([])).toEqual({ heirs: 'heir_required' })
  })
  test('an heir under 18 has a guardian, who is somebody else and may be paid', () => {
    expect(of([{ ...child, guardian: '' }])).toEqual({ 'heirs.cccc.guardian': 'guardian_required' })
    expect(of([{ ...child, guardian: '林小雨' }])).toEqual({ 'heirs.cccc.guardian': 'guardian_is_heir' })
    expect(accountOfHeir({ ...child, accountName: '王美兰' }).payeeName).toBe('王美兰')
    expect(accountOfHeir(child).payeeName).toBe('林小雨')
  })
  test('nobody is named twice, and an account is their own', () => {
    expect(of([heir('aaaa'), heir('dddd')])).toEqual({ 'heirs.dddd.name': 'heir_twice' })
    expect(of([heir('aaaa', { accountName: '王美兰' })])).toEqual({ 'heirs.aaaa.accountName': 'heir_account_name' })
  })
  test('shares that were agreed make 100 per cent, no more and no less', () => {
    const sharing = (...percents: string[]) =>
      of(
        [heir('aaaa'), mother, child].map((it, i) => ({ ...it, percent: percents[i] ?? '' })),
        'agreed',
      )
    expect(sharing('33.33', '33.33', '33.34')).toEqual({})
    expect(sharing('33.33', '33.33', '33.33')).toEqual({ heirs: 'shares_not_100' })
    expect(sharing('50', '50', '0')).toEqual({ 'heirs.cccc.percent': 'percent_format' })
    expect(of([heir('aaaa'), mother], '')).toEqual({ heirShares: 'shares_required' })
  })
})

test('shares as typed pay every sum to the cent', () => {
  const cuts = fc
    .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 11 })
    .map((all) => [0, ...all.sort((a, b) => a - b), 10_000])
  fc.assert(
    fc.property(cuts, fc.integer({ min: 0, max: 10 ** 9 }), (points, sum) => {
      const heirs = points.slice(1).map((it, i) => ({ percent: ((it - (points[i] ?? 0)) / 100).toFixed(2) }))
      expect(sharesAddUp(heirs)).toBe(true)
      const parts = partsOfHeirs(heirs, 'agreed')
      const paid = sharesOf(sum, parts)
      expect(paid.reduce((all, it) => all + it, 0)).toBe(sum)
      paid.forEach((it, i) => expect(Math.abs(it - (sum * (parts[i] ?? 0)) / 10_000)).toBeLessThan(parts.length))
    }),
  )
})

test('shares in words, and what is no share', () => {
  expect(['33.34%', ' 50 ', '100'].map(readPercent)).toEqual([3334, 5000, 10_000])
  expect(['', '0', '-1', '100.01', '33.333', '1e2', '½'].map(readPercent)).toEqual(Array(7).fill(undefined))
  expect([
    shareWords(1, [1]),
    shareWords(1, [1, 1]),
    shareWords(1, [1, 1, 1]),
    shareWords(3334, [3333, 3333, 3334]),
  ]).toEqual(['100%', '50%', '1/3', '33.34%'])
})

test('the day of death is no earlier than the accident and not to come; without an accident there is one day', () => {
  const claimant = { ...EMPTY_ANSWERS.claimant, relation: 'parent' as const }
  const at = (deathDay: string, deathCause: 'accident' | 'illness' = 'accident') =>
    deathErrors({ ...EMPTY_ANSWERS, claimant, incidentDay: '2026-02-10', deathCause, deathDay }, TODAY)
  expect([at('2026-02-10'), at('2026-03-01'), at('', 'illness')]).toEqual([{}, {}, {}])
  expect([at(''), at('2026-02-09'), at('2026-03-02')]).toEqual([
    { deathDay: 'death_day_required' },
    { deathDay: 'death_before_accident' },
    { deathDay: 'death_future' },
  ])
  expect(deathErrors(EMPTY_ANSWERS, TODAY)).toEqual({ deathCause: 'cause_required', claimant: 'relation_required' })
})

test('papers follow from the heirs: both sides of each card, a proof for each account, a statement where there are several', () => {
  const wanted = (heirs: Heir[], twoSided = true) =>
    Object.fromEntries(
      requiredDocuments({
        answers: { ...EMPTY_ANSWERS, type: 'death', deathCause: 'accident', heirs },
        twoSided,
        guardian: false,
      })
        .filter(({ required }) => required)
        .map(({ kind, least }) => [kind, least]),
    )
  expect(wanted([heir('aaaa')])).toEqual({
    death_certificate: 1,
    deregistration: 1,
    relationship: 1,
    heir_id: 2,
    proof_of_account: 1,
    police_report: 1,
  })
  expect(wanted([heir('aaaa'), mother, child], false)).toEqual({
    id_copy: 1,
    death_certificate: 1,
    relationship: 1,
    heir_id: 4,
    heirs_agreement: 1,
    proof_of_account: 3,
    police_report: 1,
  })
})
