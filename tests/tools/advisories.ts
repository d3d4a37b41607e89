/**
 * Known advisories of the packages that the site runs with, as `npm audit` reads them from the registry: `npm run
 * advisories`. Apart from `npm test`, which must not fail overnight because somebody published something. Exit codes: 0
 * nothing to do, 1 an advisory that is high or critical, 2 the registry gave no answer.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'

const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const
const Severity = z.enum(SEVERITIES)

/** The form of npm 7 and later. `via` names the advisory, or another package that has one. */
export const Report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      name: z.string(),
      via: z.array(
        z.union([z.string(), z.object({ title: z.string(), url: z.string(), severity: Severity, range: z.string() })]),
      ),
      fixAvailable: z.union([z.boolean(), z.object({ name: z.string(), version: z.string() })]),
    }),
  ),
})
export type Report = z.infer<typeof Report>

export interface Advisory {
  package: string
  severity: (typeof SEVERITIES)[number]
  title: string
  url: string
  /** Versions that it concerns. */
  range: string
  /** What to install, where there is something. */
  fix: string
}

/** Every advisory once, the gravest first. */
export const advisoriesOf = ({ vulnerabilities }: Report): Advisory[] =>
  Object.values(vulnerabilities)
    .flatMap(({ name, via, fixAvailable }) =>
      via.flatMap((it) => (typeof it === 'string' ? [] : [{ package: name, ...it, fix: fixOf(fixAvailable) }])),
    )
    .sort(
      (a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) || a.package.localeCompare(b.package),
    )

function fixOf(fix: Report['vulnerabilities'][string]['fixAvailable']): string {
  if (typeof fix === 'object') return `${fix.name} ${fix.version}`
  return fix ? 'a newer version within the ranges of package.json' : 'none yet'
}

export const isGrave = ({ severity }: Advisory): boolean => severity === 'high' || severity === 'critical'

/** What `npm audit` says, or what stands in a file that it was saved to; `undefined` where that is no report. */
function readReport(file: string | undefined): Report | undefined {
  const text =
    file === undefined
      ? spawnSync('npm', ['audit', '--json', '--omit=dev'], { encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout
      : readFileSync(file, 'utf8')
  try {
    return Report.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function main(): number {
  const { values } = parseArgs({ options: { report: { type: 'string' } } })
  const report = readReport(values.report)
  if (!report) {
    process.stderr.write('The registry gave no list of advisories: try again later, or with `--report FILE`.\n')
    return 2
  }
  const found = advisoriesOf(report)
  for (const it of found)
    process.stdout.write(`${it.severity}  ${it.package} ${it.range}  ${it.title}  ${it.url}  (to install: ${it.fix})\n`)
  process.stdout.write(`${found.length} advisories, ${found.filter(isGrave).length} of them high or critical\n`)
  return found.some(isGrave) ? 1 : 0
}

if (import.meta.main) process.exitCode = main()
