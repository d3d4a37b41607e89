import { expect, test } from 'vitest'
import { LANGS } from '../../../lib/locale.ts'
import { loadWords } from '../../../server/load-words.ts'
import { actInWords, type RecordedAct } from './sales-record-sentences.ts'

const words = loadWords()
const at = Date.UTC(2026, 2, 1, 2)
const said = (kind: string, data: RecordedAct['data'], lang: (typeof LANGS)[number], policy?: string) =>
  actInWords({ seq: 1, at, kind, data }, lang, (key, values) => words(lang, key, values), policy)

/** Every kind that is written (`grep "kind:"`), with its data. */
const ACTS: [kind: string, data: RecordedAct['data']][] = [
  [
    'created',
    { plan: 'us-campus', lang: 'cn', device: 'mobile', clauseVersion: '2026-11', again: 'YFO-260301-000000' },
  ],
  ['created', { plan: 'us-campus', lang: 'en', device: 'web', clauseVersion: '2026-11', another: 'YFO-260301-000000' }],
  ['link_sent', { to: 'l•••@example.com' }],
  [
    'next_term',
    {
      next: 'YF26-0301-000001',
      start: '2027-03-01',
      end: '2028-02-29',
      premium: 348_000,
      currency: 'CNY',
      clauseVersion: '2026-11',
    },
  ],
  ['changed', { groups: ['trip', 'people', 'health', 'check'] }],
  ...['enter', 'before-you-buy', 'terms', 'not-covered'].map((page): [string, RecordedAct['data']] => [
    'read',
    {
      page,
      lang: 'en',
      textVersion: '1.2',
      sha256: 'a'.repeat(64),
      openedAt: at - 40_000,
      confirmedAt: at,
      tier: 'gold',
      plan: 'us-campus',
      shown: 'differences',
      device: 'web',
    },
  ]),
  [
    'read',
    {
      page: 'health',
      lang: 'en',
      textVersion: '1.2',
      sha256: 'a'.repeat(64),
      openedAt: at,
      confirmedAt: at,
      answers: { q1: 'no', q3: 'yes', q12: 'no' },
      clauseVersion: '2026-11',
    },
  ],
  [
    'submitted',
    {
      premium: 348_000,
      currency: 'CNY',
      tier: 'gold',
      declarations: ['truth', 'sensitive'],
      textVersion: '1.1',
      second: true,
      deathBenefit: 0,
    },
  ],
  ...['under_review', 'reopened', 'discarded', 'cancelled', 'expired', 'refunded'].map(
    (kind): [string, RecordedAct['data']] => [kind, {}],
  ),
  ['under_review', { acceptedAt: at }],
  ['review_passed', { why: 'healed' }],
  ['review_declined', { why: 'not insurable' }],
  ['consent_sent', { channel: 'email', to: 's•••@example.com' }],
  ['consent_agreed', { amount: 300_000, lang: 'cn' }],
  ['consent_refused', { amount: null }],
  ['consent_void', { was: 'sent', why: 'sent again' }],
  ['paid', { payment: '01m8' }],
  ['issued', { policy: '01m9' }],
  ['endorsed', { versionNumber: 2 }],
  ['endorsed', { versionNumber: 3, premiumChange: -48_000, premiumNow: 300_000, currency: 'CNY' }],
  ['endorsed', { versionNumber: 4, premiumChange: 48_000, premiumNow: 348_000, currency: 'CNY' }],
  ['issue_failed', { why: 'no font draws U+31400' }],
]

test.each(LANGS)('every act is words of %s', (lang) => {
  for (const [kind, data] of ACTS) {
    const { what, details, checksum = '' } = said(kind, data, lang, 'YF26-0301-000001')
    const text = [what, ...details, checksum].join('\n')
    expect(text, kind).not.toMatch(/salesrecord:|\{\{|undefined|NaN|null/)
    expect(what, kind).not.toBe('')
    // No internal code and no raw instant is left in what a person reads.
    expect(text, kind).not.toMatch(new RegExp(`\\b(?:\\w+_\\w+|${at})\\b`))
  }
})

test('times are Beijing time, with the day only where it is another', () => {
  const read = said('read', { page: 'terms', openedAt: at - 40_000, confirmedAt: at }, 'en')
  expect(read.when).toBe('1\u00a0March\u00a02026, 10:00:00')
  expect(read.details).toEqual(['Opened 09:59:20, confirmed 10:00:00'])
  expect(said('read', { page: 'terms', openedAt: at - 86_400_000, confirmedAt: at }, 'cn').details).toEqual([
    '2月28日09:00:00打开，10:00:00确认'.replace('09:00', '10:00'),
  ])
})

test('questions are numbered as the page counted them, and sums are written out', () => {
  expect(said('read', { page: 'health', answers: { q12: 'no', q1: 'no', q3: 'yes' } }, 'en').details).toEqual([
    'Yes to questions 2',
    'No to questions 1, 3',
  ])
  expect(said('submitted', { premium: 348_000, currency: 'CNY', deathBenefit: 300_000 }, 'cn').details).toEqual([
    '确认的保费：3,480.00元',
    '身故保额：30万元',
  ])
})

test('what a later version writes is shown as it is', () => {
  expect(said('corrected', {}, 'en').what).toBe('Entry of kind corrected')
})
