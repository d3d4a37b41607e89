import { describe, expect, test } from 'vitest'
import { parseTable } from '../../../lib/text/read-csv.ts'
import { readStatement, receivedAt } from './statement-file.ts'

const TODAY = '2026-03-10'
const read = (text: string) => readStatement(parseTable(text).rows, TODAY)
const HEAD = 'entry,date,credit,currency,note,payer,payer account,payer bank'

describe('a statement', () => {
  test('is read as a mainland bank writes it: a title above, several notes, money that went out, sums below', () => {
    const { lines, problems } = read(
      [
        '账户交易明细,,,,,,,',
        '账号：0000 0000,,,,,,,',
        '交易日期,交易流水号,借方发生额,贷方发生额,对方户名,对方账号,对方开户行,摘要,附言',
        '20260305,A-001,,"27,840.00",湖畔大学,6222 0200 0001,示例银行,转账,保费 RF12 3456 7890',
        '2026-03-06 10:22:31,A-002,500.00,,某公司,1,示例银行,付款,',
        '2026年3月6日,A-003,0.00,¥1.5,某人,2,,转账,',
        '合计,,500.00,"27,841.50",,,,,',
      ].join('\n'),
    )
    expect(problems).toEqual([])
    expect(lines).toMatchObject([
      {
        line: 4,
        entry: 'A-001',
        day: '2026-03-05',
        currency: 'CNY',
        amount: 2_784_000,
        note: '转账 · 保费 RF12 3456 7890',
        payer: { name: '湖畔大学', account: '622202000001', bank: '示例银行' },
      },
      { line: 6, day: '2026-03-06', amount: 150, payer: { bank: '' } },
    ])
  })

  test('says by line and column all that is wrong, and books nothing of it', () => {
    const { problems } = read(
      `${HEAD}\nA1,2026-03-11,1.00,CNY,x,L,1,B\nA2,soon,1.00,CNY,x,L,1,B\nA3,2026-03-05,one,CNY,x,L,1,B\n1.2E+17,2026-03-05,1.00,CNY,x,L,1,B\nA4,2026-03-05,1.00,QQQ,x,L,1,B`,
    )
    expect(problems.map(({ line, column }) => `${line} ${column}`)).toEqual([
      '2 day',
      '3 day',
      '4 amount',
      '5 entry',
      '6 currency',
    ])
    expect(read('date,credit\n2026-03-05,1.00').problems.map(({ column }) => column)).toEqual([
      'entry',
      'note',
      'name',
      'account',
    ])
  })

  test('knows an entry in every form that exports give its number', () => {
    const [first, ...others] = ['a-0017', 'A-0017', '00A-0017', 'Ａ－００１７', ' A-00 17'].map(
      (entry) => read(`${HEAD}\n${entry},2026-03-05,1.00,CNY,x,L,1,B`).lines[0]?.entry,
    )
    expect(first).toBe('A-0017')
    expect(new Set(others)).toEqual(new Set([first]))
  })

  test('with two columns that could be the number of an entry is refused, whatever their order', () => {
    for (const head of ['流水号,凭证号', '凭证号,流水号'])
      expect(read(`${head},date,credit,note,payer,payer account\nA1,V1,2026-03-05,1.00,x,L,1`)).toMatchObject({
        lines: [],
        problems: [{ line: 1, column: 'entry' }],
      })
  })

  test('names what the bank took back', () => {
    const { lines, takenBack, problems } = read(
      `${HEAD}\nA1,2026-03-05,"-1,000.00",CNY,x,L,1,B\nA2,2026-03-05,(5.00),CNY,x,L,1,B\nA3,2026-03-05,-0.00,CNY,x,L,1,B`,
    )
    expect({ lines, problems }).toEqual({ lines: [], problems: [] })
    expect(takenBack).toEqual([
      { line: 2, amount: '-1,000.00' },
      { line: 3, amount: '(5.00)' },
    ])
  })

  test('with the same entry twice has it once; with another sum under its number it is refused', () => {
    const entry = 'A1,2026-03-05,1.00,CNY,x,L,1,B'
    expect(read(`${HEAD}\n${entry}\n${entry}`)).toMatchObject({ lines: [{ line: 2 }], problems: [] })
    expect(read(`${HEAD}\n${entry}\n${entry.replace('1.00', '2.00')}`).problems).toMatchObject([
      { line: 3, column: 'entry' },
    ])
  })
})

test('money counts as received at the end of its day, and never in the future', () => {
  const end = Date.UTC(2026, 2, 5, 16) - 1
  expect(receivedAt('2026-03-05', end + 1_000_000)).toBe(end)
  expect(receivedAt('2026-03-05', end - 1_000_000)).toBe(end - 1_000_000)
})
