/** `npm run content -- <verb> <noun> …`: what an editor has done by a tool instead of by hand (docs/editing.md). */
import { runContent } from './run-content-command.ts'

/** npm makes settings of options that stand before its two dashes: `--as-of` becomes `npm_config_as_of`. */
const PREFIX = 'npm_config_'
const keptByNpm = new Set(Object.keys(process.env).filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length).replaceAll('_', '-')))

process.exitCode = runContent(process.argv.slice(2), {
  content: process.env['CONTENT_DIR'] ?? 'content',
  now: Date.now(),
  print: console.log,
  fail: console.error,
  keptByNpm,
})
