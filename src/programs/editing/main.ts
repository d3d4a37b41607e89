/** `npm run edit`: the site with reload, and the screen in which its texts are edited (docs/editing.md). */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { now } from '../../lib/days/clock.ts'
import { createEditor } from './app.ts'
import { createSharedPreview, networkNames } from './samples/shared-preview.ts'

/** `--host`: colleagues and phones in the same network may look, at pages, mails and documents. The screen stays here. */
const { values } = parseArgs({ options: { host: { type: 'boolean', default: false } } })
const sitePort = Number(process.env['PORT'] ?? 4321)
const content = process.env['CONTENT_DIR'] ?? 'content'
// The site has its API on the port after its own (dev.ts).
const port = Number(process.env['EDIT_PORT'] ?? sitePort + 2)

const app = await createEditor({ content, sitePort, clock: now })
const cannotStart = (on: number) => (error: unknown) => {
  console.error(
    `The screen cannot start on port ${on}: ${error instanceof Error ? error.message : 'unknown'}. EDIT_PORT=… takes another.`,
  )
  process.exit(1)
}
await app.listen({ host: '127.0.0.1', port }).catch(cannotStart(port))
const shared = values.host ? createSharedPreview(now) : undefined
await shared?.listen({ host: '0.0.0.0', port: port + 1 }).catch(cannotStart(port + 1))
// If `npm run dev` is running already, it is used.
const site = (await siteRuns()) ? undefined : startSite()
console.log(`Edit on http://localhost:${port}, see on http://localhost:${sitePort}`)
for (const name of shared ? networkNames() : [])
  console.log(`In the network: pages on http://${name}:${sitePort}, mails and documents on http://${name}:${port + 1}`)
if (shared && !site) console.log('The pages are shared if `npm run dev` was started with `-- --host`, too.')

async function siteRuns(): Promise<boolean> {
  try {
    return (await fetch(`http://localhost:${sitePort}/healthz`)).ok
  } catch {
    return false
  }
}

function startSite(): ChildProcess {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../dev/main.ts'), ...(values.host ? ['--host'] : [])],
    {
      stdio: 'inherit',
      env: { ...process.env, PORT: String(sitePort), HOST: '127.0.0.1' },
    },
  )
  child.on('exit', (code) => end(code ?? 0))
  return child
}

/** When one process ends, all end. */
function end(code: number): void {
  site?.kill('SIGTERM')
  void app.close()
  void shared?.close()
  process.exitCode = code
}
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
