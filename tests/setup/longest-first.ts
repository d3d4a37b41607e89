/**
 * The order of test files: vitest knows no times in a fresh clone and goes by size, so that the longest two, which are
 * short texts, came last.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Every screen on one device: five minutes each, which one core would otherwise do alone at the end. */
const LONGEST = /\/axe-(web|mobile)\.test\.ts$/

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const [first, rest] = [true, false].map((wanted) =>
      sorted.filter(({ moduleId }) => LONGEST.test(moduleId) === wanted),
    )
    return [...(first ?? []), ...(rest ?? [])]
  }
}
