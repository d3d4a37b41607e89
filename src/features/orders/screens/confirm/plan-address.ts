import { familyOf, insuredDraft } from '../../rules/people-draft.ts'
import type { Answers } from '../../contract.ts'

/**
 * The page of an order's plan, without language, with what its price was asked for (`plans/rules/plan-search.ts`): a
 * person who returns there sees the same price.
 */
export function planAddress({ trip, people }: Pick<Answers, 'trip' | 'people'>): string {
  const query = new URLSearchParams()
  const put = (name: string, value: string): void => (value === '' ? undefined : query.set(name, value))
  const born = (who: string): string =>
    familyOf(people)
      .filter(({ relationship }) => relationship === who)
      .map(({ person }) => person.birthDate || '0')
      .join(',')
  put('tier', trip.tier)
  put('to', trip.destination)
  put('start', trip.start)
  put('end', trip.end)
  put('birth', insuredDraft(people).birthDate || people.pricedBirthDate)
  put('spouse', born('spouse'))
  put('child', born('child'))
  return `/plan/details/${trip.plan}?${query}`
}
