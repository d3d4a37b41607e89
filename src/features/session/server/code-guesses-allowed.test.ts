import { describe, expect, it } from 'vitest'
import { attemptsAllowed, backoffUntil, GUESSES_PER_DAY } from './code-guesses-allowed.ts'

const NOW = 1_800_000_000_000
const minutes = (n: number) => n * 60_000

describe('tries of a code', () => {
  it('are five, and two of a neighbour; one of a stranger once strangers asked for ten in a day', () => {
    expect(
      [attemptsAllowed(false, 9), attemptsAllowed(false, 10), attemptsAllowed(true, 10)].map(({ own, neighbours }) => [
        own,
        neighbours,
      ]),
    ).toEqual([
      [5, 2],
      [1, 0],
      [5, 2],
    ])
  })
  it('come to no more than 160 guesses a day at one destination', () => expect(GUESSES_PER_DAY).toBe(160))
})

describe('backoffUntil', () => {
  it('starts at the tenth failure in a row and doubles up to 16 hours', () => {
    expect(backoffUntil(NOW, 9)).toBe(0)
    expect(backoffUntil(NOW, 10)).toBe(NOW + minutes(15))
    expect(backoffUntil(NOW, 11)).toBe(NOW + minutes(30))
    expect(backoffUntil(NOW, 100)).toBe(NOW + minutes(15 * 64))
  })
})
