import { beforeAll, describe, expect, test } from 'vitest'
import type { CountryId } from '../../../../lib/hospitals/countries-with-hospital-list.ts'
import { daysOfTerm } from '../../../../lib/days/dates.ts'
import { LANGS } from '../../../../lib/locale.ts'
import { countriesOf } from '../../../plans/rules/destinations/plans-for-country.ts'
import { hasWaiverLetter } from '../../../plans/server/door.ts'
import { documentFacts, type DocumentResources } from './policy-document-facts.ts'
import { document, flat, loadResources, people, plans, row, sold, textOf } from './testing/policy-samples.ts'
import type { PolicyTable } from '../../tables.ts'
import { summersWithin } from './waiver-answers.ts'

let resources: DocumentResources
beforeAll(() => {
  resources = loadResources()
})

describe('the insurance card', () => {
  const places = sold.flatMap(({ plan, tier, name }) =>
    Object.keys(plans.insurer(plan.insurer).assistance.phones.local).map((place) => ({ plan, tier, name, place })),
  )
  test.each(places)('of $name, for $place, has the number dialled there and the one for everywhere', async (of) => {
    const { plan, tier, place } = of
    const { anywhere, local } = plans.insurer(plan.insurer).assistance.phones
    for (const lang of LANGS) {
      const facts = documentFacts(
        resources,
        row(plan.id, tier.id, { destination: place }),
        people,
        document('card', lang),
      )
      const text = await textOf(facts, resources)
      expect(text).toContain(flat(anywhere))
      if (countriesOf(plan, [place as CountryId]).length > 0)
        expect(text).toContain(flat(local[place as CountryId] ?? '?'))
    }
  })
})

describe('the waiver letter', () => {
  const letter = (plan: string, tier: string, lang: (typeof LANGS)[number], over: Partial<PolicyTable> = {}) =>
    documentFacts(resources, row(plan, tier, over), people, document('waiver_letter', lang))

  test('says summer only of a period that holds a whole one, with its days', async () => {
    for (const [starts, ends, summers] of [
      ['2027-01-10', '2027-07-09', []],
      ['2027-06-02', '2028-05-31', []],
      ['2027-06-01', '2027-08-31', [2027]],
      ['2026-09-01', '2028-08-31', [2027, 2028]],
    ] as const) {
      expect(summersWithin(starts, ends)).toEqual(summers)
      for (const lang of LANGS) {
        const facts = letter('us-campus', 'gold', lang, { starts, ends })
        const text = await textOf(facts, resources)
        expect(text, `${starts} ${ends}`).toContain(String(daysOfTerm(starts, ends)))
        expect(/summer|暑期|holidays|假期/.test(text), `${starts} ${ends}`).toBe(summers.length > 0)
      }
    }
  })

  test.each(sold)('names no benefit that $name does not have, and always what the insured bears', ({ plan, tier }) => {
    for (const lang of LANGS) {
      const facts = letter(plan.id, tier.id, lang)
      const labels = facts.waiver.map(({ label }) => label)
      for (const label of facts.notCovered) expect(labels).not.toContain(label)
      for (const { label } of facts.bears) expect(labels).toContain(label)
    }
  })

  test('comes with the plans of the United States only', () => {
    expect(sold.filter(({ plan }) => hasWaiverLetter(plan)).map(({ plan }) => plan.id)).toEqual([
      ...plans.plan('us-campus').tiers.map(() => 'us-campus'),
      ...plans.plan('us-j1').tiers.map(() => 'us-j1'),
    ])
  })
})
