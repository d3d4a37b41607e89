/** Shares of heirs: parses them as typed, checks that they add up to exactly 100 per cent, and words them. Pure. */
import type { Heir, HEIR_SHARES } from './heirs.ts'

const HUNDREDTHS = 10_000

/** "33.34" or "33.34%" in hundredths of a per cent; `undefined` for anything that is no share above 0 and up to 100. */
export function readPercent(text: string): number | undefined {
  const plain = text.normalize('NFKC').replace(/[\s%]/g, '')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(plain)) return undefined
  const [whole = '', part = ''] = plain.split('.')
  const parts = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return parts > 0 && parts <= HUNDREDTHS ? parts : undefined
}

/** The sum of the typed shares, in hundredths of a per cent. */
export const percentTyped = (heirs: readonly Pick<Heir, 'percent'>[]): number =>
  heirs.reduce((sum, it) => sum + (readPercent(it.percent) ?? 0), 0)
/** Do they add up to exactly 100 per cent? */
export const sharesAddUp = (heirs: readonly Pick<Heir, 'percent'>[]): boolean => percentTyped(heirs) === HUNDREDTHS
/** The error of agreed shares; none while one of them is no share yet. */
export const sharesError = (heirs: readonly Pick<Heir, 'percent'>[]): 'shares_not_100' | undefined =>
  heirs.every(({ percent }) => readPercent(percent) !== undefined) && !sharesAddUp(heirs) ? 'shares_not_100' : undefined

/** The parts of each heir for `dueShares`: one each, or hundredths of a per cent. */
export const partsOfHeirs = (
  heirs: readonly Pick<Heir, 'percent'>[],
  shares: (typeof HEIR_SHARES)[number] | '',
): number[] => heirs.map((it) => (shares === 'agreed' && heirs.length > 1 ? (readPercent(it.percent) ?? 0) : 1))

/** "1/3", "33.34%" or "100%": a share as the letter and the pages state it. */
export function shareWords(parts: number, all: readonly number[]): string {
  const whole = all.reduce((sum, it) => sum + it, 0)
  if (parts === whole) return '100%'
  const hundredths = (parts * HUNDREDTHS) / whole
  return Number.isInteger(hundredths) ? `${hundredths / 100}%` : `${parts}/${whole}`
}
