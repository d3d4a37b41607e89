/**
 * `npm run bench`: figures beside their peers, in one run. `--only api,pages,build,lighthouse`, `--pages 10000` entries for the build,
 * `--paths /notice,/cn/notice` for Lighthouse, which is measured when it is asked for.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { sandboxEnv } from '../runner/env.ts'
import { benchApi } from './api.ts'
import { benchGrowth } from './growth.ts'
import { benchLighthouse } from './lighthouse.ts'

const LIMITS = { api: 0.6 }
const say = (line: string): boolean => process.stdout.write(`${line}\n`)

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}

const only = option('only')?.split(',') ?? ['api', 'pages', 'build']
const extra = Number(option('pages') ?? '10000')
const results: Record<string, unknown> = { at: new Date().toISOString(), node: process.version, cores: cpus().length }
let passed = true

function verdict(ok: boolean, line: string): void {
  passed &&= ok
  say(`${ok ? '✓' : '✗'} ${line}`)
}

if (only.includes('api')) {
  const api = await benchApi()
  results['api'] = api
  verdict(api.ratio >= LIMITS.api, `API reads: ${api.house}/s, a bare Fastify route over the same statement ${api.bare}/s: ${(api.ratio * 100).toFixed(0)} % (at least ${LIMITS.api * 100} %)`)
}

if (only.includes('build')) {
  const build = await benchGrowth(extra, say)
  results['build'] = build
  for (const { ok, line } of build.verdicts) verdict(ok, line)
}

if (only.includes('pages')) {
  const built = spawnSync('npm', ['run', '--silent', 'build', '--', '--lenient-dates'], { env: sandboxEnv(), stdio: ['ignore', 'ignore', 'inherit'] })
  if (built.status !== 0) throw new Error('The build failed')
  const { readPages } = await import('../rules/dist.ts')
  const { overweight, sizeOf, table } = await import('../rules/sizes.ts')
  const sizes = readPages().map(sizeOf)
  results['pages'] = sizes
  say(table(sizes).join('\n'))
  const heavy = sizes.flatMap(overweight)
  verdict(heavy.length === 0, `Page weights: ${sizes.length} pages, ${heavy.length} over their limit`)
}

if (only.includes('lighthouse')) {
  const { pages, verdict: said } = await benchLighthouse(option('paths')?.split(',') ?? [], say)
  results['lighthouse'] = pages
  verdict(said.ok, said.line)
}

mkdirSync('.cache', { recursive: true })
writeFileSync('.cache/bench.json', `${JSON.stringify(results, null, 1)}\n`)
say('Written to .cache/bench.json')
process.exitCode = passed ? 0 : 1
