import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTable } from '../../../lib/text/read-csv.ts'
import { readParityTable } from './central-parity-csv.ts'
import { unitsPerRate } from '../server/rates/printed-exchange-rates.ts'

const read = (text: string) => readParityTable(parseTable(text).rows, unitsPerRate)

describe('the central parity as it is published', () => {
  it('becomes CNY for one unit, for a hundred yen or won; a day without a figure stays without', () => {
    const { rows, errors } = read(readFileSync('tests/fixtures/central-parity.csv', 'utf8'))
    expect(errors).toEqual({})
    expect(rows.map((it) => it.day)).toEqual(['2026-03-02', '2026-02-27'])
    // 1 / 0.5798 = 1.72473, 100 / 204.91 = 0.48802, 1 / 1.4322 = 0.69823.
    expect(rows[0]).toMatchObject({
      USD: '7.0510',
      JPY: '4.6480',
      HKD: '0.9061',
      MYR: '1.7247',
      KRW: '0.4880',
      NOK: '0.6982',
    })
    expect(rows[1]?.NOK).toBeUndefined()
    expect(rows[0]?.RUB).toBe('9.0090')
    expect(read('Date,CNY/XDR\n2026-03-02,80.1').rows).toEqual([{ day: '2026-03-02' }])
  })

  it('names the line of what it cannot read, and takes nothing for something else', () => {
    expect(read('Date,USD/CNY,Dollar\n2026-03-02,7.05').errors).toEqual({
      'line 1.Dollar': expect.stringContaining('a pair') as string,
    })
    expect(read('Date,USD/CNY\n02/03/2026,7.05').errors).toEqual({ 'line 2': 'begins with a day: 2026-03-03' })
    expect(read('Date,USD/CNY\n2026-03-02,0\n2026-03-03,"7,05"').errors).toEqual({
      'line 2.USD/CNY': 'a rate: 7.1000',
      'line 3.USD/CNY': 'a rate: 7.1000',
    })
    expect(read('Date,USD/CNY\n2026-03-03,7,05').errors).toEqual({ 'line 2': 'more cells than the head' })
    expect(read('').errors).toEqual({ 'line 1': expect.stringContaining('a head') as string })
    expect(read('Date;USD/CNY\r\n2026-03-02;7.0500;\r\n').rows).toEqual([{ day: '2026-03-02', USD: '7.0500' }])
  })

  it('keeps a direct quote as it is, whatever its figure', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (figure) => {
        const text = `${Math.floor(figure / 10_000)}.${String(figure % 10_000).padStart(4, '0')}`
        expect(read(`Date,USD/CNY,100JPY/CNY\n2026-03-02,${text},${text}`).rows).toEqual([
          { day: '2026-03-02', USD: text, JPY: text },
        ])
      }),
    )
  })
})
