/**
 * A rule about the sources, the built site or a list of the product, together with a seeded fault for each kind of
 * fault that it is for: a rule that finds nothing may be a rule that looks nowhere.
 */
import { describe, expect, test } from 'vitest'
import { isBuilt } from './dist.ts'

type Some<T> = readonly [T, ...T[]]

export interface Rule<In> {
  /** What the rule is about; read when its test runs. */
  of: () => In
  /** A sentence for each fault, none when all is well. */
  faults: (input: In) => readonly string[] | Promise<readonly string[]>
  /** Names of what `faults` looks at, chosen by the same code as there. */
  looksAt: (input: In) => Iterable<string>
  /** Some that must be among them. A renamed folder or word list falls here instead of leaving the rule blind. */
  among: Some<string>
  atLeast?: number
  /** By fault: an input that has it, and (parts of) all the sentences that `faults` says about it. */
  seeds: Readonly<Record<string, readonly [input: In, ...said: Some<string>]>>
  /** What is right although it resembles a fault. */
  sound?: Readonly<Record<string, In>>
  /** Needs the built site; without one only the seeds are tested. */
  built?: true
}

/** What a rule should have looked at and did not. */
export function notSeen<In>(
  { looksAt, among, atLeast = 1 }: Pick<Rule<In>, 'looksAt' | 'among' | 'atLeast'>,
  input: In,
) {
  const seen = new Set(looksAt(input))
  return [
    ...among.filter((name) => !seen.has(name)).map((name) => `does not look at ${name}`),
    ...(seen.size < atLeast ? [`looks at ${seen.size} of at least ${atLeast}`] : []),
  ]
}

export function rule<In>(name: string, { of, faults, seeds, sound = {}, built, ...sight }: Rule<In>): void {
  if (Object.keys(seeds).length === 0) throw new Error(`${name}: a rule needs a seeded fault`)
  describe(name, () => {
    test.runIf(isBuilt || !built)('holds', async () => {
      const input = of()
      expect(notSeen(sight, input)).toEqual([])
      expect(await faults(input)).toEqual([])
    })
    test.each(Object.entries(seeds))('falls for %s', async (_, [input, ...said]) => {
      expect(await faults(input)).toEqual(said.map((sentence) => expect.stringContaining(sentence)))
    })
    test.each(Object.entries(sound))('lets pass %s', async (_, input) => {
      expect(await faults(input)).toEqual([])
    })
  })
}

/** Reads once what several rules of a file are about. */
export function once<T>(read: () => T): () => T {
  let known: { value: T } | undefined
  return () => (known ??= { value: read() }).value
}
