/** `npm run edit`: the site with reload, and the screen in which its texts are edited (docs/editing.md). */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { now } from '../../lib/clock.ts'
import { createEditor } from './app.ts'

const sitePort = Number(process.env['PORT'] ?? 4321)
const content = process.env['CONTENT_DIR'] ?? 'content'
// The site has its API on the port after its own (dev.ts).
const port = Number(process.env['EDIT_PORT'] ?? sitePort + 2)

const app = await createEditor({ content, sitePort, clock: now })
await app.listen({ host: '127.0.0.1', port }).catch((error: unknown) => {
  console.error(
    `The screen cannot start on port ${port}: ${error instanceof Error ? error.message : 'unknown'}. EDIT_PORT=… takes another.`,
  )
  process.exit(1)
})
// If `npm run dev` is running already, it is used.
const site = (await siteRuns()) ? undefined : startSite()
console.log(`Edit on http://localhost:${port}, see on http://localhost:${sitePort}`)

async function siteRuns(): Promise<boolean> {
  try {
    return (await fetch(`http://localhost:${sitePort}/healthz`)).ok
  } catch {
    return false
  }
}

function startSite(): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../dev.ts')], {
    stdio: 'inherit',
    env: { ...process.env, PORT: String(sitePort), HOST: '127.0.0.1' },
  })
  child.on('exit', (code) => end(code ?? 0))
  return child
}

/** When one process ends, all end. */
function end(code: number): void {
  site?.kill('SIGTERM')
  void app.close()
  process.exitCode = code
}
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
