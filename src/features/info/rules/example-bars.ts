/** The settlement example as bars on one scale, so that the effect of each line is visible. */
import { convert } from '../../../lib/money/money.ts'
import { EXAMPLE_CNY, EXAMPLE_GBP, EXAMPLE_RATE, type ExampleLine } from '../../../lib/money/settlement-example.ts'

export interface ExampleBar {
  line: ExampleLine
  /** Per cent of the invoice that is left after this line, and that this line deducts. */
  left: number
  taken: number
}

/** In the order of the sheet; the invoice is 100. Pounds and yuan are compared at the example's own rate. */
export function exampleBars(): ExampleBar[] {
  const inYuan = (line: ExampleLine): number =>
    line.sum.currency === 'CNY' ? line.sum.amount : convert(line.sum, { rate: EXAMPLE_RATE.rate }, 'CNY').amount
  const lines = [...EXAMPLE_GBP, ...EXAMPLE_CNY]
  const whole = lines[0] ? inYuan(lines[0]) : 1
  const percent = (amount: number): number => Math.round((amount / whole) * 10_000) / 100
  let left = 0
  return lines.map((line) => {
    const amount = inYuan(line)
    left = line.kind === 'deduction' ? left + amount : amount
    return { line, left: percent(left), taken: line.kind === 'deduction' ? percent(-amount) : 0 }
  })
}
