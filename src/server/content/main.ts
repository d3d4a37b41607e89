/** `npm run content -- <verb> <noun> …`: what an editor has done by a tool instead of by hand (docs/editing.md). */
import { runContent } from './run.ts'

process.exitCode = runContent(process.argv.slice(2), {
  content: process.env['CONTENT_DIR'] ?? 'content',
  now: Date.now(),
  print: console.log,
  fail: console.error,
})
