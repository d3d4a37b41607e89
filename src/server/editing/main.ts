/** `npm run edit`: the site with reload, and beside it the screen in which its texts are edited (docs/editing.md). */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createEditor } from './app.ts'

const sitePort = Number(process.env['PORT'] ?? 4321)
const content = process.env['CONTENT_DIR'] ?? 'content'
// The site has its API on the port after its own (dev.ts).
const port = Number(process.env['EDIT_PORT'] ?? sitePort + 2)

const site = spawn(process.execPath, [join(import.meta.dirname, '../dev.ts')], { stdio: 'inherit', env: { ...process.env, PORT: String(sitePort) } })
const app = await createEditor({ content, sitePort, clock: () => Date.now() })
await app.listen({ host: '127.0.0.1', port })
console.log(`Edit on http://localhost:${port}, see on http://localhost:${sitePort}`)

/** One ends, all end. */
function end(code: number): void {
  site.kill('SIGTERM')
  void app.close()
  process.exitCode = code
}
site.on('exit', (code) => end(code ?? 0))
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
