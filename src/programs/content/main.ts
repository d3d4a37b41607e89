/**
 * `npm run content -- <verb> <noun> …`: commands that do an editor's work with a tool instead of by hand
 * (docs/editing.md).
 */
import { now } from '../../lib/days/clock.ts'
import { runContent } from './run-content-command.ts'

/** npm takes options before its two dashes as its own settings: `--as-of` becomes `npm_config_as_of`. */
const PREFIX = 'npm_config_'
const keptByNpm = new Set(
  Object.keys(process.env)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length).replaceAll('_', '-')),
)

process.exitCode = await runContent(process.argv.slice(2), {
  content: process.env['CONTENT_DIR'] ?? 'content',
  now: now(),
  print: console.log,
  fail: console.error,
  keptByNpm,
})
