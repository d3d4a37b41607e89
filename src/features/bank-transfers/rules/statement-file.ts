/** Reads a bank's statement of what came in: its columns by the names that banks give them, and its errors by line. */
import { endOfCover, isDay, type Day } from '../../../lib/days/dates.ts'
import { isCurrency } from '../../../lib/money/currencies.ts'
import type { Currency } from '../../../lib/money/money.ts'
import { parseMoney } from '../../../lib/money/parse-amount.ts'
import type { CsvRow } from '../../../lib/text/read-csv.ts'

export interface StatementLine {
  line: number
  /** The bank's own number of the entry, in the one form that every export of it has. */
  entry: string
  day: Day
  currency: Currency
  /** Minor units. */
  amount: number
  /** Everything that the payer wrote. */
  note: string
  payer: { name: string; account: string; bank: string }
}
interface StatementProblem {
  line: number
  column: string
  problem: string
}

const ALL = ['entry', 'day', 'amount', 'currency', 'note', 'name', 'account', 'bank'] as const
type Column = (typeof ALL)[number]
/** Headings without case, spaces, marks and what is in brackets. */
const HEADINGS: Readonly<Record<Column, string>> = {
  entry:
    'entry entryno entryreference transactionid bankreference 交易流水号 流水号 流水 银行流水号 核心流水号 交易号 凭证号',
  day: 'day date bookingdate valuedate 交易日期 记账日期 入账日期 日期 交易时间 记账时间',
  amount: 'credit creditamount amountin received 收入金额 收入 贷方金额 贷方发生额 贷方 收款金额 转入金额 存入金额',
  currency: 'currency 币种 币别 货币',
  note: 'note notes reference remittanceinformation purpose description 摘要 附言 用途 备注 交易附言 交易摘要 留言',
  name: 'payer payername counterpartyname 对方户名 对方账户名称 对方名称 付款人 付款人名称 付款方户名',
  account: 'payeraccount counterpartyaccount 对方账号 对方账户 付款人账号 付款方账号',
  bank: 'payerbank counterpartybank 对方开户行 对方开户机构 对方行名 付款人开户行 付款行',
}
const keyOf = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^)]*\)|[^\p{L}\p{N}]/gu, '')
const COLUMNS = new Map(
  ALL.flatMap((column) => HEADINGS[column].split(' ').map((heading) => [heading, column] as const)),
)
const NEEDED = ['entry', 'day', 'amount', 'note', 'name', 'account'] as const satisfies readonly Column[]
/** A title and the account's own data may stand above the table. */
const LINES_ABOVE = 20
const CURRENCY_NAMES: Readonly<Record<string, string>> = { 人民币: 'CNY', RMB: 'CNY', '01': 'CNY', '': 'CNY' }
const ENTRY = /^[\p{L}\p{N} ./:_-]{2,80}$/u
/** What a spreadsheet makes of a long number. */
const DAMAGED = /^\d(\.\d+)?E\+?\d+$/i

function dayIn(text: string): Day | undefined {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?!\d)/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? []
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(found) ? found : undefined
}

/** When the money came, for the books: the end of its day, so that what a day forbids is never allowed by its morning. */
export const receivedAt = (day: Day, now: number): number => Math.min(now, endOfCover(day) - 1)

export interface Statement {
  lines: StatementLine[]
  /** Lines by which the bank took money back that had come in: nothing is booked for them, and a person has to know. */
  takenBack: { line: number; amount: string }[]
  problems: StatementProblem[]
}

/** Lines of money that came in, or everything that is wrong. Lines of money that went out are left out. */
export function readStatement(table: readonly CsvRow[], today: Day): Statement {
  const columnsOf = (cells: readonly string[]): (Column | undefined)[] => cells.map((cell) => COLUMNS.get(keyOf(cell)))
  const at = table.slice(0, LINES_ABOVE).findIndex(({ cells }) => {
    const known = columnsOf(cells)
    return known.includes('amount') && known.includes('day')
  })
  const head = table[Math.max(at, 0)]
  const columns = columnsOf(head?.cells ?? [])
  const problems: StatementProblem[] = NEEDED.filter((column) => !columns.includes(column)).map((column) => ({
    line: head?.line ?? 1,
    column,
    problem: `no column is called ${HEADINGS[column].split(' ').join(', ')}`,
  }))
  // Which of two numbers an entry is known by must not follow from the order of columns in an export.
  if (columns.filter((it) => it === 'entry').length > 1)
    problems.push({
      line: head?.line ?? 1,
      column: 'entry',
      problem: 'is there twice: leave the bank’s one, always the same',
    })
  if (problems.length > 0) return { lines: [], takenBack: [], problems }
  const takenBack: Statement['takenBack'] = []
  const lines = table
    .slice(Math.max(at, 0) + 1)
    .flatMap((row) => readLine(row, columns, today, { problems, takenBack }))
  const first = new Map<string, StatementLine>()
  for (const it of lines) {
    const before = first.get(it.entry)
    if (before && !sameEntry(before, it))
      problems.push({ line: it.line, column: 'entry', problem: `is also that of line ${before.line}, which differs` })
    if (!before) first.set(it.entry, it)
  }
  return { lines: [...first.values()], takenBack, problems }
}

/** The same entry of the bank's book, in another statement or twice in one. */
export const sameEntry = (
  a: Pick<StatementLine, 'day' | 'amount' | 'currency'>,
  b: Pick<StatementLine, 'day' | 'amount' | 'currency'>,
): boolean => a.day === b.day && a.amount === b.amount && a.currency === b.currency

/** The same number in another export: of another width or case, padded with zeros, or in groups. */
const entryForm = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/^0+(?=.)/, '')

const entryProblem = (entry: string): string | undefined =>
  DAMAGED.test(entry)
    ? 'was shortened by a spreadsheet: export the column as text'
    : ENTRY.test(entryForm(entry))
      ? undefined
      : 'is no number of an entry'

const dayProblem = (day: Day | undefined, today: Day): string | undefined =>
  day === undefined ? 'is no day' : day > today ? 'is in the future' : undefined

/** Not money that went out. Sums below the table have neither entry nor day. */
const isMoved = (typed: string): boolean => !/^[-–—−]?[0.,]*$/.test(typed)
/** As banks write less than nothing. */
const NEGATIVE = /^([-–—−]|\(.*\)$)/

function readLine(
  { line, cells }: CsvRow,
  columns: readonly (Column | undefined)[],
  today: Day,
  { problems, takenBack }: Pick<Statement, 'problems' | 'takenBack'>,
): StatementLine[] {
  // A bank has the payer's words in several columns; every other column is there once.
  const all = (column: Column): string[] =>
    columns.flatMap((it, i) => (it === column && (cells[i] ?? '').trim() !== '' ? [(cells[i] ?? '').trim()] : []))
  const value = (column: Column): string => all(column)[0] ?? ''
  const typed = value('amount').replace(/^[¥￥]|元$/g, '')
  if (!isMoved(typed) || (value('entry') === '' && !dayIn(value('day')))) return []
  if (NEGATIVE.test(typed.normalize('NFKC'))) {
    takenBack.push({ line, amount: typed })
    return []
  }
  const before = problems.length
  const wrong = (column: Column, problem: string): void => void problems.push({ line, column, problem })
  const name = value('currency').toUpperCase()
  const currency = CURRENCY_NAMES[name] ?? name
  const day = dayIn(value('day'))
  const wrongDay = dayProblem(day, today)
  if (wrongDay) wrong('day', wrongDay)
  const amount = isCurrency(currency) ? parseMoney(typed, currency) : undefined
  if (!isCurrency(currency)) wrong('currency', 'is no currency of ours')
  else if (!amount) wrong('amount', 'is not one clear amount')
  const entry = entryForm(value('entry'))
  const wrongEntry = entryProblem(value('entry'))
  if (wrongEntry) wrong('entry', wrongEntry)
  if (problems.length > before || !day || !amount || !isCurrency(currency)) return []
  return [
    {
      line,
      entry,
      day,
      currency,
      amount: amount.amount,
      note: all('note').join(' · '),
      payer: { name: value('name'), account: value('account').replace(/[\s-]/g, ''), bank: value('bank') },
    },
  ]
}
