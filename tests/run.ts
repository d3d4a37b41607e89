/**
 * `npm test`: every check, in phases, cheapest first; after a phase that failed no other begins.
 * Options: `--only form,types,unit,build,rules,e2e` runs some phases; `--grep <words>` runs tests whose names match;
 * `--feature <name>` checks form, types, rules and API of one feature (on SQLite) in a minute or two;
 * `--long` (`npm run faults`) runs the long form of random tests and fault tests;
 * anything else is a file filter for vitest. The last line is always `N passed, N failed`.
 */
import { PHASES, parseOptions, runPhases } from './runner/phases.ts'

const options = parseOptions(process.argv.slice(2))
if ('error' in options) {
  process.stderr.write(`${options.error}\nPhases: ${PHASES.map((phase) => phase.name).join(', ')}\n`)
  process.exit(2)
}
process.exitCode = await runPhases(options)
