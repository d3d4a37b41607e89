import { readAmount } from '../../../../../lib/parse-amount.ts'

/** The most that is asked about, whole CNY. */
const MOST = 100_000_000

/** Whole yuan of a typed sum ("25万", "250,000"); `undefined` where it says none, is below zero, or can be read in two ways. */
export function readWholeYuan(text: string): number | undefined {
  const reading = readAmount(text, 'CNY')
  if (reading.kind !== 'sure' || reading.minor % 100 !== 0) return undefined
  const yuan = reading.minor / 100
  return yuan >= 0 && yuan <= MOST ? yuan : undefined
}
