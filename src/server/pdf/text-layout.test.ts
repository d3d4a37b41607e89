import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mixesDirections } from './choose-typeface.ts'
import { loadFonts } from './load-fonts.ts'
import { gapBetween, breakLines, pieces, runsOf } from './text-layout.ts'

const byLength = (text: string): number => Array.from(text).length

test('words stay whole, signs stay with what they close, brackets with what they open', () => {
  expect(pieces('保额（合计）为USD 500.00。')).toEqual(['保', '额', '（合', '计）', '为', 'USD ', '500.00。'])
})

test('a telephone number stays whole, as on the site', () => {
  expect(pieces('From other countries: +86 21 5550 0188')).toEqual([
    'From ',
    'other ',
    'countries: ',
    '+86\u00a021\u00a05550\u00a00188',
  ])
})

test('lines keep every character and their width, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('林', '语', 'a', 'Bc', ' ', '（', '）', '，', '𬱖', '-', '1,000')),
      fc.integer({ min: 3, max: 12 }),
      (parts, width) => {
        const text = parts.join('')
        const lines = breakLines(text, width, byLength)
        expect(lines.join('').replace(/ /g, '')).toBe(text.replace(/ /g, ''))
        for (const line of lines) expect(byLength(line)).toBeLessThanOrEqual(width)
      },
    ),
  )
})

test('runs part Chinese from Latin, and an apostrophe belongs to its word', () => {
  const fonts = loadFonts()
  const runs = runsOf('就读King’s College，2027年', fonts.regular, fonts, 'cn')
  expect(runs.map(({ text, latin }) => [text, latin])).toEqual([
    ['就读', false],
    ['King’s College', true],
    ['，', false],
    ['2027', true],
    ['年', false],
  ])
  expect(runs.slice(1).map((run, i) => gapBetween(runs[i] ?? run, run))).toEqual([0.125, 0, 0, 0.125])
  const [, quoted] = runsOf('在“Global”读书', fonts.regular, fonts, 'cn')
  expect(quoted?.text).toBe('“Global”')
})

test('a word that one face cannot draw is set whole in another, and a phrase read from the right stays one run', () => {
  const fonts = loadFonts()
  const faces = (text: string): string[][] =>
    runsOf(text, fonts.regular, fonts, 'en').map((run) => [run.text, run.face.name])
  expect(faces('at Boğaziçi now')).toEqual([
    ['at ', 'regular'],
    ['Boğaziçi', 'noto-sans'],
    [' now', 'regular'],
  ])
  expect(faces('at جامعة الملك عبد now')).toEqual([
    ['at ', 'regular'],
    ['جامعة الملك عبد', 'noto-sans-arabic'],
    [' now', 'regular'],
  ])
  expect(runsOf('서울', fonts.bold, fonts, 'en').map((run) => run.face.name)).toEqual(['nanum-gothic-bold'])
})

test('figures or Latin letters among letters read from the right are told apart', () => {
  expect(
    ['جامعة القاهرة', 'جامعة 6 أكتوبر', 'جامعة (Cairo)', 'Cairo University', '서울대학교'].map(mixesDirections),
  ).toEqual([false, true, true, false, false])
})
