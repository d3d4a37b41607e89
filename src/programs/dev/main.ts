/**
 * `npm run dev [-- --host]`: pages with reload on `PORT`, and behind them the API on the next port, restarted when its
 * files change. Mistakes in the content are printed at each save.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { now } from '../../lib/days/clock.ts'
import { DOWNLOADS } from '../../lib/content/downloads.ts'
import { writeSprite } from '../../ui/icons.build.ts'
import { watchContent } from '../content/watch-content.ts'
import { writeDownloads } from '../build/write-downloads.ts'

const port = Number(process.env['PORT'] ?? 4321)
/** `--host`: colleagues and phones in the same network may look too. The API stays behind the pages. */
const { values } = parseArgs({ options: { host: { type: 'boolean', default: false } } })
const apiPort = port + 1
const env = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: '1',
  API_PORT: String(apiPort),
  CONTENT_DRAFTS: 'shown',
  PUBLIC_SITE_URL: process.env['PUBLIC_SITE_URL'] ?? `http://localhost:${port}`,
}

/** Content that the API caches in memory: prices, documents, texts that are signed. */
const SERVED = /^(plans|clauses|insurers|rates|purchase|claims|legal)[\\/]/
const RESTART_MS = 300

writeSprite()
if (!existsSync(DOWNLOADS.folder)) await writeDownloads(now())

// Content mistakes are printed in the same terminal, so the API logs only what is wrong with itself.
const startApi = (): ChildProcess =>
  begun(
    spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/programs/server/main.ts'], {
      stdio: 'inherit',
      env: { LOG_LEVEL: 'warn', ...env, PORT: String(apiPort), OUT_DIR: '.cache/no-site', DRAIN_SECONDS: '0' },
    }),
  )

let ending = false
let api = startApi()
const site = begun(
  spawn('astro', ['dev', '--port', String(port), ...(values.host ? ['--host'] : [])], { stdio: 'inherit', env }),
)
let restart: NodeJS.Timeout | undefined
const stopWatching = watchContent(process.env['CONTENT_DIR'] ?? 'content', console.error, (path) => {
  if (!SERVED.test(path)) return
  clearTimeout(restart)
  restart = setTimeout(restartApi, RESTART_MS)
})

function restartApi(): void {
  api.removeAllListeners('exit')
  api.once('exit', () => {
    if (!ending) api = startApi()
  })
  api.kill('SIGTERM')
}

/** When one process ends, all end. */
function end(code: number): void {
  ending = true
  clearTimeout(restart)
  stopWatching()
  for (const child of [api, site]) child.kill('SIGTERM')
  process.exitCode = code
}

function begun(child: ChildProcess): ChildProcess {
  child.on('error', (error) => {
    console.error(error.message)
    end(1)
  })
  return child.on('exit', (code) => end(code ?? 0))
}
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
