/** Tells at the end of `npm test` what took longest, and at once why a test fails: a run that is cut off has said it. */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { z } from 'zod'

const TIMES = '.cache/tests/times.jsonl'
const LISTED = 20

const Time = z.object({ project: z.string(), file: z.string(), ms: z.number() })
export type Time = z.infer<typeof Time>

/** Vitest makes one per phase and hands it each file that has ended. */
export default class Times implements Reporter {
  onTestCaseResult(test: TestCase): void {
    for (const { message } of test.result().errors ?? []) process.stdout.write(`✗ ${test.fullName}\n${message}\n`)
  }
  onTestModuleEnd(module: TestModule): void {
    const { duration, prepareDuration, collectDuration } = module.diagnostic()
    const time: Time = {
      project: module.project.name,
      file: module.relativeModuleId,
      ms: duration + prepareDuration + collectDuration,
    }
    appendFileSync(TIMES, `${JSON.stringify(time)}\n`)
  }
}

/** Forgets the times of an earlier run. */
export const forgetTimes = (): void => rmSync(TIMES, { force: true })

/** The slowest files of what ran, longest first, with the dialect or project that each ran in. */
export function slowest(times: readonly Time[]): string[] {
  const longest = times.toSorted((a, b) => b.ms - a.ms).slice(0, LISTED)
  return longest.map(
    ({ project, file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${project.padEnd(12)}  ${file}`,
  )
}

/** The same, of this run. */
export function slowestOfRun(): string[] {
  if (!existsSync(TIMES)) return []
  return slowest(
    readFileSync(TIMES, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => Time.parse(JSON.parse(line))),
  )
}
