import { describe, expect, test } from 'vitest'
import { loadWords } from '../../../../server/load-words.ts'
import { LANGS, type Lang } from '../../../../lib/locale.ts'
import { money } from '../../../../lib/money/money.ts'
import { answersSchema, TEXT_PAGES } from '../../contract.ts'
import { pageTextOf, textHashes } from './text-shown-to-buyer.ts'

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
    'The key facts about US Campus, Silver, Gold or Platinum, before you decide. The policy terms prevail.',
  )
  expect(lead('before-you-buy', 'cn')).toContain('（银计划、金计划或铂金计划）前')
  for (const lang of LANGS) expect(lead('not-covered', lang)).not.toContain('—')
})

test('the one that is chosen is named alone', () => {
  expect(lead('before-you-buy', 'en', 'gold')).toBe(
    'The key facts about US Campus, Gold, before you decide. The policy terms prevail.',
  )
})

describe('the checksum of a page', () => {
  const person = { idType: 'passport', idName: 'LIN Yue', idNumber: 'E12345678', birthDate: '2001-02-03' }
  const alone = { relationship: 'self', policyholder: person }
  const family = [{ key: 'p1', relationship: 'spouse', person: { ...person, idName: '{{plan.name}} LI Na' } }]
  const chosen = { plan: 'us-campus', tier: 'gold', start: '2026-09-01', end: '2027-08-31' }
  test.each([
    ['nothing chosen', { trip: { plan: 'us-campus' } }],
    ['a plan with one tier', { trip: { plan: 'short-camp' } }],
    ['one person', { trip: chosen, people: alone }],
    ['a family, with a name that looks like a placeholder', { trip: chosen, people: { ...alone, family } }],
    ['for a child', { trip: chosen, people: { relationship: 'child', policyholder: person, insured: person } }],
  ])('is that of its text: %s', (_, answers) => {
    const facts = {
      answers: answersSchema.parse(answers),
      today: '2026-03-01',
      consequences: NOBODY,
      premium: money(672_000, 'CNY'),
      questions: ['q1', 'q2', 'q10'],
      minor: false,
    }
    const hashOf = textHashes(words, facts)
    for (const page of TEXT_PAGES)
      for (const lang of LANGS)
        expect([page, lang, hashOf(page, lang)]).toEqual([page, lang, pageTextOf(words, page, lang, facts).sha256])
  })
})
