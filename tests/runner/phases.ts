import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { spawn, type ChildProcess } from 'node:child_process'
import { z } from 'zod'
import { ensureChromium } from '../browser/chromium.ts'
import { sandboxEnv } from './env.ts'
import { filesOfFeature, isFeature } from './feature-files.ts'
import { LONG_FORM, SHORT_FORM } from '../tools/long-form.ts'
import { DEMO_FOLDER } from './prepare-browser-tests.ts'
import { scratchFolder } from './scratch-folder.ts'
import { forgetTimes, slowestOfRun } from './slowest.ts'

export interface Options {
  only: string[] | undefined
  /** Only what belongs to this feature, in the phases `form` and `unit`, on SQLite. */
  feature?: string | undefined
  grep: string | undefined
  files: string[]
  /** Tests of chance and of faults in their long form. */
  long?: boolean
}

export interface Totals {
  passed: number
  failed: number
  skipped: number
}

interface Phase {
  name: string
  title: string
  run: (options: Options) => Promise<Totals>
}

const REPORTS = '.cache/tests'
const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

/** Totals of a vitest JSON report. A file that failed before its first test counts as one failure. */
export function totalsOf(text: string): Totals {
  const report = Report.parse(JSON.parse(text))
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests,
  }
}

/** Tests make much that is gone at once: with room for it, collecting takes a sixth less of the processor (measured). */
const YOUNG_HEAP = '--max-semi-space-size=64'

/** Of this run, handed to all of its commands. */
const extra: Record<string, string> = {}
const running = new Set<ChildProcess>()

/** Ctrl+C reaches the commands by themselves; another request to end is passed on, and what is left is removed. */
function endTogether(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      for (const child of running) child.kill('SIGTERM')
      process.exit(1)
    })
  }
}

function run(command: string, args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...sandboxEnv(), ...extra } })
    running.add(child)
    child.on('close', () => running.delete(child))
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`)
      resolve(127)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

type Command = [string, ...string[]]

/** One after the other, until one fails. */
async function commands(...steps: Command[]): Promise<Totals> {
  for (const [command, ...args] of steps) {
    if ((await run(command, args)) !== 0) return { passed: 0, failed: 1, skipped: 0 }
  }
  return { passed: 0, failed: 0, skipped: 0 }
}

async function vitest(name: string, projects: string[], { grep, files }: Options): Promise<Totals> {
  const report = `${REPORTS}/${name}.json`
  rmSync(report, { force: true })
  const code = await run('vitest', [
    'run',
    ...files,
    ...projects.map((project) => `--project=${project}`),
    ...(grep ? ['-t', grep] : []),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./tests/runner/slowest.ts',
    `--outputFile.json=${report}`,
  ])
  const totals = readTotals(report)
  // vitest can fail without a failed test: an unhandled rejection, a crash of a worker.
  if (code !== 0 && totals.failed === 0) totals.failed = 1
  return totals
}

function readTotals(report: string): Totals {
  try {
    return totalsOf(readFileSync(report, 'utf8'))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

export const PHASES: readonly Phase[] = [
  {
    name: 'form',
    title: 'Format, lint and types (npm run format:check, lint, check)',
    run: ({ feature }) =>
      feature === undefined
        ? commands(...['format:check', 'lint'].map((script): Command => ['npm', 'run', '--silent', script]), [
            'npm',
            'run',
            '--silent',
            'check',
            '--',
            // The linter's script has written the types of the collections.
            '--noSync',
          ])
        : commands(
            ['astro', 'sync'],
            ['oxfmt', '--check', filesOfFeature(feature).folder],
            ['oxlint', '--type-aware', '--type-check', filesOfFeature(feature).folder],
          ),
  },
  {
    name: 'unit',
    title: 'Rules of the trade, and the API on SQLite and PostgreSQL (vitest unit, api, api-postgres)',
    run: (o) => {
      if (o.feature === undefined) return vitest('unit', ['unit', 'api', 'api-postgres'], o)
      const { folder, tests } = filesOfFeature(o.feature)
      return vitest('unit', ['unit', 'api'], { ...o, files: [`${folder}/`, ...tests] })
    },
  },
  {
    name: 'build',
    title: 'Build (npm run build)',
    run: async ({ only }) => {
      const build = commands(['npm', 'run', '--silent', 'build', '--', '--lenient-dates'])
      if (only?.includes('e2e') ?? true) await run('node', ['tests/runner/prepare-browser-tests.ts'])
      return build
    },
  },
  { name: 'rules', title: 'House rules (vitest rules)', run: (o) => vitest('rules', ['rules'], o) },
  {
    name: 'e2e',
    title: 'Browser and faults (vitest e2e)',
    run: (o) => {
      process.stdout.write(`Browser: ${ensureChromium()}\n`)
      return vitest('e2e', ['e2e'], o)
    },
  },
]

/** What follows a flag belongs to it, unless it stands behind `=`. */
const FLAGS: Readonly<Record<string, (options: Options, value: () => string) => void>> = {
  '--only': (options, value) => void (options.only = value().split(',').filter(Boolean)),
  '--feature': (options, value) => void (options.feature = value()),
  '--grep': (options, value) => void (options.grep = value()),
  '--long': (options) => void (options.long = true),
}

/** Reads the command line; `error` names what cannot be understood. */
export function parseOptions(argv: string[]): Options | { error: string } {
  const options: Options = { only: undefined, grep: undefined, files: [] }
  const rest = [...argv]
  while (rest.length > 0) {
    const word = rest.shift() ?? ''
    const [flag = '', inline] = word.startsWith('--') ? word.split(/=(.*)/s) : [word]
    const take = FLAGS[flag]
    if (take) take(options, () => inline ?? rest.shift() ?? '')
    else if (word.startsWith('-')) return { error: `Unknown option ${word}` }
    else options.files.push(word)
  }
  return whatIsWrong(options) ?? options
}

/** Completes the options; answers what is wrong with them. */
function whatIsWrong(options: Options): { error: string } | undefined {
  const unknown = options.only?.find((name) => !PHASES.some((phase) => phase.name === name))
  if (unknown !== undefined) return { error: `Unknown phase ${unknown}` }
  if (options.only?.length === 0) return { error: '--only needs a phase' }
  if (options.feature === undefined) return undefined
  if (!isFeature(options.feature)) return { error: `No feature ${options.feature}` }
  options.only ??= ['form', 'unit']
  return undefined
}

const seconds = (from: number): string => `${((Date.now() - from) / 1000).toFixed(1)} s`
const say = (line: string): boolean => process.stdout.write(`${line}\n`)

async function runPhase(phase: Phase, options: Options): Promise<{ totals: Totals; line: string }> {
  say(`\n━━ ${phase.title}`)
  const from = Date.now()
  const totals = await phase.run(options).catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1, skipped: 0 }
  })
  return { totals, line: `${totals.failed > 0 ? '✗' : '✓'} ${phase.name.padEnd(6)} ${seconds(from).padStart(8)}` }
}

/** Runs the phases in order, prints the totals, and answers the exit code (spec of `npm test`, design §9). */
export async function runPhases(options: Options): Promise<number> {
  mkdirSync(REPORTS, { recursive: true })
  forgetTimes()
  endTogether()
  const scratch = scratchFolder()
  // The server's own sources, stripped of types and compiled: half of what a start costs, and browser tests start it a
  // hundred times.
  Object.assign(extra, {
    TMPDIR: scratch,
    [DEMO_FOLDER]: join(scratch, 'demo'),
    NODE_COMPILE_CACHE: join(scratch, 'compiled'),
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${YOUNG_HEAP}`.trim(),
    ...(options.long ? { [LONG_FORM]: '1' } : {}),
    ...(!options.long && options.files.length === 0 ? { [SHORT_FORM]: '1' } : {}),
  })
  const started = Date.now()
  const sum: Totals = { passed: 0, failed: 0, skipped: 0 }
  const lines: string[] = []
  for (const phase of PHASES.filter(({ name }) => options.only?.includes(name) ?? true)) {
    const { totals, line } = await runPhase(phase, options)
    sum.passed += totals.passed
    sum.failed += totals.failed
    sum.skipped += totals.skipped
    lines.push(line)
    if (sum.failed > 0) break
  }
  const slow = slowestOfRun()
  if (slow.length > 0) say(`\n━━ Slowest files\n${slow.join('\n')}`)
  say(`\n━━ Totals\n${lines.join('\n')}\n  all    ${seconds(started).padStart(8)}`)
  if (sum.skipped > 0) say(`${sum.skipped} skipped`)
  if (sum.passed + sum.failed === 0) say('No test ran.')
  say(`${sum.passed} passed, ${sum.failed} failed`)
  return sum.failed > 0 || sum.passed === 0 ? 1 : 0
}
