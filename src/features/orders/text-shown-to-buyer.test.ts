import { expect, test } from 'vitest'
import { loadWords } from '../../server/load-words.ts'
import { LANGS, type Lang } from '../../lib/locale.ts'
import { answersSchema } from './contract.ts'
import { pageTextOf } from './text-shown-to-buyer.server.ts'

const words = loadWords()
const NOBODY = {
  deathBenefitExcluded: null,
  deathBenefit: 0,
  minorLimit: null,
  consentNeeded: null,
  proofOfRelationship: false,
  askElsewhere: false,
}
const lead = (page: 'before-you-buy' | 'not-covered', lang: Lang, tier = ''): string =>
  pageTextOf(words, page, lang, {
    answers: answersSchema.parse({ trip: { plan: 'us-campus', tier } }),
    today: '2026-03-01',
    consequences: NOBODY,
    premium: null,
    questions: [],
    minor: false,
  }).lead

test('while no tier is chosen the lead names all of them', () => {
  expect(lead('before-you-buy', 'en')).toBe(
    'What matters about US Campus, Silver, Gold or Platinum, before you decide. The policy terms prevail.',
  )
  expect(lead('before-you-buy', 'cn')).toContain('（银计划、金计划或铂金计划）前')
  for (const lang of LANGS) expect(lead('not-covered', lang)).not.toContain('—')
})

test('the one that is chosen is named alone', () => {
  expect(lead('before-you-buy', 'en', 'gold')).toBe(
    'What matters about US Campus, Gold, before you decide. The policy terms prevail.',
  )
})
