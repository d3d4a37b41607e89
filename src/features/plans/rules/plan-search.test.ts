import { describe, expect, it } from 'vitest'
import { EMPTY_SEARCH, readSearch, needsOf, writeSearch, type PlanSearch } from './plan-search.ts'

const search: PlanSearch = {
  to: 'us',
  visa: 'f1',
  start: '2026-12-01',
  end: '2027-06-01',
  birth: '2005-05-22',
  family: [
    { who: 'spouse', birth: '2004-01-02' },
    { who: 'child', birth: '' },
    { who: 'child', birth: '2025-03-04' },
  ],
  needs: ['noDeductible', 'mental'],
  insurers: ['qinghe'],
  sort: 'name',
  compare: ['us-campus.gold', 'us-campus.silver'],
}

describe('a search in the address', () => {
  it('comes back as it was written', () => expect(readSearch(writeSearch(search))).toEqual(search))
  it('is empty for nothing', () => {
    expect(writeSearch(EMPTY_SEARCH)).toBe('')
    expect(readSearch('')).toEqual(EMPTY_SEARCH)
  })
  it('keeps parameters that are not its own', () =>
    expect(writeSearch(EMPTY_SEARCH, '?in_id=7&to=us')).toBe('?in_id=7'))
  it('leaves out what does not fit', () => {
    expect(readSearch('?to=moon&start=2026-02-30&need=gold,dental&sort=price&compare=a,b.c,d.e,f.g,h.i')).toEqual({
      ...EMPTY_SEARCH,
      needs: ['dental'],
      compare: ['b.c', 'd.e', 'f.g'],
    })
  })
  it('counts a day that is still being typed as nothing', () => {
    expect(needsOf({ ...EMPTY_SEARCH, start: '1 De', end: '2027', birth: '20' }, '2026-11-20')).toEqual({})
  })
  it('takes the age at the start of cover', () => {
    expect(needsOf({ ...EMPTY_SEARCH, birth: '2006-12-15', start: '2026-12-20' }, '2026-11-20').age).toBe(20)
    expect(needsOf({ ...EMPTY_SEARCH, birth: '2006-12-15' }, '2026-11-20').age).toBe(19)
    expect(needsOf({ ...EMPTY_SEARCH, birth: '2030-01-01' }, '2026-11-20').age).toBeUndefined()
  })
})
