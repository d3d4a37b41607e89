/**
 * What each call takes when the rows behind it and its input are as large as the limits allow
 * (`src/lib/storage-limits.ts`): processor time, and the longest turn of the event loop, in which nobody else is
 * answered.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cost } from './costs/measure-calls.ts'
import type { Section, Shared } from './main.ts'

/** Longest turn of the event loop, ms of processor. */
const MOST_MS = 50

interface Measured {
  costs: Cost[]
  /** Calls that could not be measured, with the reason. */
  skipped: string[]
}

/** The job that makes a copy of a person's data, measured when `COSTS_CALLS` names it. */
export const COPY_JOB = 'job: copy of the data'

/**
 * `calls`: only these, all when there are none. The job is measured in a process of its own, as a server's is: the
 * collector that it wakes goes through the whole heap, and half of this process's heap after all calls is the bench's
 * (a collection takes 65 to 100 ms there, 20 to 30 ms in a running server).
 */
export async function benchCosts(calls: readonly string[], { short, say }: Shared): Promise<Section> {
  const measure = (wanted: readonly string[]): Promise<Measured> =>
    inVitest<Measured>('costs', { COSTS_CALLS: wanted.join(','), ...(short ? { COSTS_SHORT: '1' } : {}) })
  const ofCalls = await measure(calls)
  const ofJob = short || calls.length > 0 ? { costs: [], skipped: [] } : await measure([COPY_JOB])
  return sectionOf(
    { costs: [...ofCalls.costs, ...ofJob.costs], skipped: [...ofCalls.skipped, ...ofJob.skipped] },
    { short, say },
  )
}

/** What a project of vitest writes to `MEASURED_FILE`: the helpers of tests run nowhere else. */
export async function inVitest<T>(project: string, settings: Record<string, string>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `youfang-${project}-`))
  try {
    const file = join(folder, 'measured.json')
    const env = { ...process.env, MEASURED_FILE: file, ...settings }
    const child = spawn('vitest', ['run', `--project=${project}`], { stdio: ['ignore', 'ignore', 'inherit'], env })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`vitest ended with ${code}`)
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function sectionOf({ costs, skipped }: Measured, { short, say }: Shared): Section {
  const sorted = costs.toSorted((a, b) => b.longest - a.longest)
  say(`${'call'.padEnd(34)}${'all ms'.padStart(9)}${'turn ms'.padStart(9)}  answer`)
  for (const { call, all, longest, told, largest } of sorted)
    say(
      `${call.padEnd(34)}${all.toFixed(1).padStart(9)}${longest.toFixed(1).padStart(9)}  ${told}${largest ? ', largest input' : ''}`,
    )
  for (const line of skipped) say(`not measured: ${line}`)
  const long = sorted.filter(({ longest }) => longest > MOST_MS)
  return {
    result: { costs: sorted, skipped },
    verdicts: short
      ? []
      : [
          {
            ok: long.length === 0,
            line: `${costs.length} calls at their limits: no turn of the event loop above ${MOST_MS} ms${long.map(({ call, longest }) => `, but ${call} ${longest.toFixed(0)} ms`).join('')}`,
          },
        ],
  }
}
