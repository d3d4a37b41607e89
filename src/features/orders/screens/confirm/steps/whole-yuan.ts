import { readAmount } from '../../../../../lib/money/parse-amount.ts'

/** The highest sum that is accepted, whole CNY. */
const MOST = 100_000_000

/** Whole yuan of a typed sum ("25万", "250,000"); `undefined` where it contains none, is below zero, or is ambiguous. */
export function readWholeYuan(text: string): number | undefined {
  const reading = readAmount(text, 'CNY')
  if (reading.kind !== 'sure' || reading.minor % 100 !== 0) return undefined
  const yuan = reading.minor / 100
  return yuan >= 0 && yuan <= MOST ? yuan : undefined
}
