/** Runs checks one by one. One that ends unexpectedly is itself a problem: the others are still told. */
import type { DatedProblem } from '../../app/content/check/entry-problems.ts'
import { problem } from '../../lib/content/content-tree.ts'
import { ContentError, type SourceProblem } from '../../lib/content/source-problems.ts'

export class Attempts {
  readonly found: DatedProblem[] = []
  readonly #root: string
  /** `root`: the folder below which the files lie, which a problem names. */
  constructor({ root }: { root: string }) {
    this.#root = root
  }
  /** `by`: what an engineer looks for, where several look at the same files. */
  run<T>(part: string, check: () => T, by = ''): T | undefined {
    try {
      return check()
    } catch (error) {
      this.found.push(
        ...(error instanceof ContentError ? error.problems : [unchecked(`${this.#root}/${part}`, error, by)]),
      )
      return undefined
    }
  }
  /** What a check finds; nothing where it ends unexpectedly. */
  list<T>(part: string, check: () => readonly T[], by = ''): readonly T[] {
    return this.run(part, check, by) ?? []
  }
}

const unchecked = (part: string, error: unknown, by: string): SourceProblem =>
  problem(
    part,
    1,
    '(file)',
    'unchecked',
    `could not be checked${by && ` (${by})`}: ${error instanceof Error ? error.message : String(error)}. Tell an engineer.`,
    'the file as it was before the last change',
  )
