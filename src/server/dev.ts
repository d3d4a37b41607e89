/** `npm run dev`: pages with reload on `PORT`, and behind them the API on the next port, restarted when its files change. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { DOWNLOADS } from '../lib/downloads.ts'
import { writeSprite } from '../ui/icons.build.ts'
import { writeDownloads } from './downloads.ts'

const port = Number(process.env['PORT'] ?? 4321)
const apiPort = port + 1
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', API_PORT: String(apiPort), PUBLIC_SITE_URL: process.env['PUBLIC_SITE_URL'] ?? `http://localhost:${port}` }

writeSprite()
if (!existsSync(DOWNLOADS.folder)) await writeDownloads(Date.now())
const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/main.ts'], { stdio: 'inherit', env: { ...env, PORT: String(apiPort), OUT_DIR: '.cache/no-site' } }),
  spawn('astro', ['dev', '--port', String(port)], { stdio: 'inherit', env }),
]

/** One ends, all end. */
function end(code: number): void {
  for (const child of children) child.kill('SIGTERM')
  process.exitCode = code
}

for (const child of children) {
  child.on('error', (error) => {
    console.error(error.message)
    end(1)
  })
  child.on('exit', (code) => end(code ?? 0))
}
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
