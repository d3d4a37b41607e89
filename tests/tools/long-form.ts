/**
 * Tests with many random runs have two forms: `npm test` takes a few, the same ones each time; `npm run faults` takes
 * many, by a seed that it prints and that `SEED=…` repeats.
 */
export const LONG_FORM = 'LONG_FORM'

/** Set by `npm test` without names of files: what only the long form runs everywhere is left out. */
export const SHORT_FORM = 'SHORT_FORM'

export const isLong = process.env[LONG_FORM] === '1'

interface Runs {
  numRuns: number
  seed: number
}

/** What random tests begin from: always 1 in the short form, or a change would turn red by a find that is not its own. */
export const SEED_OF_RUN = isLong ? Number(process.env['SEED'] ?? Date.now() % 1_000_000_000) : 1

/**
 * How often fast-check tries a property, and from which seed; the short form's seed may be chosen so that its few runs
 * cover everything.
 */
export function runs(short: number, long: number, shortSeed = SEED_OF_RUN): Runs {
  if (!isLong) return { numRuns: short, seed: shortSeed }
  process.stdout.write(`${long} runs of chance: SEED=${SEED_OF_RUN}\n`)
  return { numRuns: long, seed: SEED_OF_RUN }
}

/** Rows of a table of tests: all of them in the long form, these in the short one. */
export const rowsOf = <T>(all: readonly T[], inShort: (row: T, i: number) => boolean): readonly T[] =>
  isLong ? all : all.filter(inShort)

/** Each journey runs in one arrangement in the short form; the journeys of a file take turns where there are several. */
export const isFirst = (_: unknown, i: number): boolean => i === 0
export const isSecond = (_: unknown, i: number): boolean => i === 1
/** A journey of the long form alone. */
export const inNone = (): boolean => false
