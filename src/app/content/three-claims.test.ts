/** The three settlement sheets of the article “three-claims” add up to the cent, equally in both languages. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LANGS, type Lang } from '../../lib/locale.ts'
import { readEntry } from './entry.ts'

interface Line {
  clause: string
  /** In hundredths of the currency unit. */
  amount: number
  text: string
}

function sheetsOf(lang: Lang): Line[][] {
  const file = `content/articles/${lang}/three-claims.md`
  const { body, problems } = readEntry('articles', lang, 'three-claims', file, readFileSync(file, 'utf8'))
  expect(problems).toEqual([])
  const tables = body.split(/\n{2,}/).filter((part) => part.startsWith('|'))
  return tables.map((table) =>
    table
      .split('\n')
      .slice(2)
      .map((row) => {
        const [text = '', clause = '', amount = ''] = row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.replaceAll('*', '').trim())
        const figure = Number(/[\d,]+(?:\.\d+)?/.exec(amount)?.[0].replaceAll(',', ''))
        return { text, clause, amount: Math.round(figure * 100) * (/^[−－]/.test(amount) ? -1 : 1) }
      }),
  )
}

const at = (lines: readonly Line[], words: RegExp): number => lines.findIndex(({ text }) => words.test(text))
const sum = (lines: readonly Line[]): number => lines.reduce((total, { amount }) => total + amount, 0)
const ARTICLES = new Set(
  [...readFileSync('content/clauses/en/mainland.md', 'utf8').matchAll(/^## \**(\d+\.\d+)/gm)].map(
    ([, number]) => number,
  ),
)

describe.each(LANGS)('settlement sheets in %s', (lang) => {
  const sheets = sheetsOf(lang)

  test('there are three', () => expect(sheets.map((lines) => lines.length)).toEqual([7, 8, 4]))

  test.each([0, 1, 2])('sheet %i adds up', (index) => {
    const lines = sheets[index] ?? []
    const eligible = at(lines, /^(Eligible|可赔付范围内的金额)$/)
    const converted = at(lines, /^(Converted|按)/)
    const payable = at(lines, /^(Payable|应赔金额)$/)
    expect(payable).toBe(lines.length - 1)
    expect(sum(lines.slice(0, eligible))).toBe(lines[eligible]?.amount)
    if (converted === -1) expect(lines[payable]?.amount).toBe(lines[eligible]?.amount)
    else {
      const rate = /(?:at |汇率)(\d+\.\d+)/.exec(lines[converted]?.text ?? '')?.[1]
      expect(lines[converted]?.amount).toBe(
        Math.round(Number(((lines[eligible]?.amount ?? 0) * Number(rate)).toFixed(4))),
      )
      expect(sum(lines.slice(converted, payable))).toBe(lines[payable]?.amount)
    }
  })

  test('each deduction and each conversion names an article of the terms', () => {
    for (const { text, clause, amount } of sheets.flat()) {
      if (amount < 0 || clause !== '') expect(ARTICLES, text).toContain(clause)
    }
  })
})

test('both languages show the same figures', () => {
  const figures = (lang: Lang) => sheetsOf(lang).map((lines) => lines.map(({ clause, amount }) => ({ clause, amount })))
  expect(figures('cn')).toEqual(figures('en'))
})
