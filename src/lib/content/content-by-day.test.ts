import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeDays, dayInName, filesOn, stateOn, treeOn } from './content-by-day.ts'
import { addDays } from '../days/dates.ts'

const FILES = [
  'plans/global-study.yaml',
  'plans/global-study.from-2027-01-01.yaml',
  'plans/global-study.from-2028-01-01.yaml',
  'notices/en/storm.from-2027-01-01.md',
]

describe('what holds on a day', () => {
  it('is the file with the latest day that has come, under the name without a day', () => {
    const on = (day: string) => Object.fromEntries(filesOn(FILES, day))
    expect(on('2026-12-31')).toEqual({ 'plans/global-study.yaml': 'plans/global-study.yaml' })
    expect(on('2027-01-01')).toEqual({
      'plans/global-study.yaml': 'plans/global-study.from-2027-01-01.yaml',
      'notices/en/storm.md': 'notices/en/storm.from-2027-01-01.md',
    })
    expect(on('2030-06-01')['plans/global-study.yaml']).toBe('plans/global-study.from-2028-01-01.yaml')
  })
  it('changes on the days that are named, and on no other', () => {
    const days = changeDays(FILES)
    expect(days).toEqual(['2027-01-01', '2028-01-01'])
    expect([stateOn(days, '2026-12-31'), stateOn(days, '2027-01-01'), stateOn(days, '2027-12-31')]).toEqual([
      '',
      '2027-01-01',
      '2027-01-01',
    ])
  })
  it('is told by name and kept as a tree with the places of its files', () => {
    expect(dayInName('legal/en/privacy.md')).toBeUndefined()
    expect(dayInName('legal/en/privacy.from-tomorrow.md')).toEqual({ path: 'legal/en/privacy.md', from: 'tomorrow' })
    const tree = treeOn({ root: 'content', files: new Map(FILES.map((file) => [file, file])) }, '2027-05-01')
    expect(tree.files.get('plans/global-study.yaml')).toBe('plans/global-study.from-2027-01-01.yaml')
    expect(tree.paths.get('notices/en/storm.md')).toBe('notices/en/storm.from-2027-01-01.md')
  })
  it('is the same on all days between two changes', () => {
    const day = fc.integer({ min: 0, max: 400 }).map((n) => addDays('2026-12-01', n))
    fc.assert(
      fc.property(fc.uniqueArray(day, { maxLength: 6 }), day, day, (from, a, b) => {
        const files = ['x.md', ...from.map((it) => `x.from-${it}.md`)]
        const days = changeDays(files)
        const held = (on: string) => filesOn(files, on).get('x.md')
        expect(held(a) === held(b)).toBe(stateOn(days, a) === stateOn(days, b))
        expect(held(a)).toBe(stateOn(days, a) ? `x.from-${stateOn(days, a)}.md` : 'x.md')
      }),
    )
  })
})
