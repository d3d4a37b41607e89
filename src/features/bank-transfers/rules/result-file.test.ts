/** Parsing a bank's result file: every error is reported by line and field, and a truncated or changed file is refused. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../../tests/tools/long-form.ts'
import { readResultFile, type ReadResult } from './result-file.ts'

const HEAD = 'line,payment,currency,amount,outcome,reference,day,reason'
const GOOD = `batch,YF-B-260301-7KQ2XN
total,CNY,2,2234.10
total,JPY,1,500
${HEAD}
1,p1,CNY,1693.22,paid,2612 0210 1700 83,2026-03-02,
2,p2,CNY,540.88,returned,,2026-03-02,account_closed
3,p3,JPY,500,unknown,,,
end,3
`
const read = (text: string): ReadResult =>
  readResultFile(text, ['account_closed', 'name_differs'], (body) => `hash of ${body.length}`)
const problems = (text: string): string[] => {
  const found = read(text)
  return 'problems' in found ? found.problems.map(({ line, field, problem }) => `${line} ${field}: ${problem}`) : []
}

test('reads lines with their outcome, with any line ending and with a byte order mark', () => {
  for (const text of [GOOD, GOOD.replaceAll('\n', '\r\n'), `\ufeff${GOOD}`]) {
    expect(read(text)).toMatchObject({
      batch: 'YF-B-260301-7KQ2XN',
      results: [
        {
          fileLine: 5,
          position: 1,
          payment: 'p1',
          currency: 'CNY',
          amount: 169_322,
          outcome: 'paid',
          reference: '2612 0210 1700 83',
          day: '2026-03-02',
        },
        { fileLine: 6, position: 2, amount: 54_088, outcome: 'returned', reason: 'account_closed' },
        { fileLine: 7, position: 3, amount: 500, outcome: 'unknown' },
      ],
    })
  }
})

describe('refuses', () => {
  test.each([
    ['a file that names no batch', (text: string) => text.replace('batch,', 'b,'), /^1 batch: the first line/],
    ['a file without columns', (text: string) => text.replace(HEAD, 'a,b'), /line: one line names the columns/],
    [
      'a line twice',
      (text: string) => text.replace('2,p2,CNY,540.88', '1,p2,CNY,540.88'),
      /^6 line: line 1 stands in the file twice/,
    ],
    [
      'another sum of a currency',
      (text: string) => text.replace('2234.10', '2234.11'),
      /^2 total: is not the sum of the lines in CNY/,
    ],
    [
      'another count of a currency',
      (text: string) => text.replace('total,CNY,2', 'total,CNY,1'),
      /^2 total: says 1 lines in CNY, and 2 are here/,
    ],
    [
      'a currency without its total',
      (text: string) => text.replace('total,JPY,1,500\n', ''),
      /^1 total: there is no total for JPY/,
    ],
    [
      'a total of nothing',
      (text: string) => text.replace('total,JPY', 'total,EUR,1,5.00\ntotal,JPY'),
      /^3 total: no line is in EUR/,
    ],
    [
      'a total twice',
      (text: string) => text.replace('total,JPY', 'total,CNY,2,2234.10\ntotal,JPY'),
      /^3 total: stands in the file twice/,
    ],
    ['what was cut off', (text: string) => text.replace('end,3\n', ''), /end: the last line is “end”/],
    [
      'lines that are missing',
      (text: string) => text.replace('end,3', 'end,4'),
      /^8 end: says 4 lines, and 3 are here/,
    ],
    ['a hash of something else', (text: string) => text.replace('end,3', 'end,3,abc'), /^8 end: the SHA-256 is not/],
    [
      'a payment without a reference',
      (text: string) => text.replace('2612 0210 1700 83', ''),
      /^5 reference: a payment has/,
    ],
    ['a reference that is a formula', (text: string) => text.replace('2612 0210 1700 83', '=1+1'), /^5 reference/],
    [
      'a reference of what came back',
      (text: string) => text.replace('returned,,', 'returned,R-12,'),
      /^6 reference: only a payment/,
    ],
    [
      'a reason that is none',
      (text: string) => text.replace('account_closed', 'closed'),
      /^6 reason: is none of account_closed, name_differs/,
    ],
    [
      'a reason of a payment',
      (text: string) => text.replace('2026-03-02,\n', '2026-03-02,account_closed\n'),
      /^5 reason: only what came back/,
    ],
    [
      'an outcome that is none',
      (text: string) => text.replace(',paid,', ',done,'),
      /^5 outcome: is none of paid, returned, unknown/,
    ],
    [
      'a day that is none',
      (text: string) => text.replace('2026-03-02,account', '2026-02-30,account'),
      /^6 day: is no day/,
    ],
    [
      'a day of what is not known',
      (text: string) => text.replace('unknown,,,', 'unknown,,2026-03-02,'),
      /^7 day: is not known yet/,
    ],
    [
      'an amount as people write it',
      (text: string) => text.replace('1693.22', '"1,693.22"'),
      /^5 amount: is not an amount/,
    ],
    [
      'a currency that is none',
      (text: string) => text.replace('p3,JPY', 'p3,ZZZ'),
      /^7 currency: is no currency of ours/,
    ],
    [
      'a cell too many',
      (text: string) => text.replace('unknown,,,', 'unknown,,,,'),
      /^7 line: 8 cells are expected, and 9 are here/,
    ],
    ['a quote that is never closed', (text: string) => text.replace('p3', '"p3'), /a quotation mark is never closed/],
    ['nothing', () => '', /batch/],
  ])('%s', (_, change, said) => {
    expect(problems(change(GOOD)).join('\n')).toMatch(said)
  })
})

test('the hash over the lines before the last is checked', () => {
  const body = GOOD.slice(0, GOOD.indexOf('end,'))
  expect(problems(GOOD.replace('end,3', `end,3,hash of ${body.length}`))).toEqual([])
})

test('no text makes the parser fail or return part of a result', () => {
  const pieces = fc
    .array(
      fc.oneof(fc.constantFrom(...GOOD.split('\n'), '\n', ',', '"', 'end,3', 'batch,'), fc.string({ unit: 'binary' })),
      { maxLength: 12 },
    )
    .map((it) => it.join('\n'))
  fc.assert(
    fc.property(pieces, (text) => {
      const found = read(text)
      if ('problems' in found) expect(found.problems.length).toBeGreaterThan(0)
      else expect(found.results.length).toBeGreaterThan(0)
    }),
    runs(200, 5_000),
  )
})
