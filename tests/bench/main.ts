/**
 * `npm run bench`: our figures and those of peers, in one run. `npm run bench -- api pages` runs some sections; without
 * names those that need nothing but this machine. `--pages 10000` entries for `build`, `--calls session/me,claim/get`
 * some calls of `api` and `costs`, `--paths /notice,/cn/notice` pages for `lighthouse`, `--routes login,personal`
 * `--device mobile` `--film` for `phone`, `--people 100000` for `scale`. `--short` runs each section to
 * its end with tiny sizes, without verdicts, and installs nothing: to see that they run.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { benchApi } from './api.ts'
import { benchCosts } from './costs.ts'
import { benchGrowth, tryGrowth } from './growth.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLists } from './lists.ts'
import { benchPages } from './pages.ts'
import { benchPhone } from './phone.ts'
import { benchScale } from './scale.ts'
import { benchUpload } from './upload.ts'
import { DEVICES } from '../browser/visit.ts'

export interface Section {
  /** For `.cache/bench.json`. */
  result: unknown
  /** A result that is not ok makes the bench exit with 1. */
  verdicts: { ok: boolean; line: string }[]
}

/** What sections take besides their own options. */
export interface Shared {
  short: boolean
  say: (line: string) => unknown
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '10000' },
    people: { type: 'string', default: '100000' },
    calls: { type: 'string' },
    paths: { type: 'string' },
    routes: { type: 'string' },
    device: { type: 'string' },
    film: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
})
const { short } = values
const shared: Shared = { short, say }

const SECTIONS: Record<string, () => Promise<Section>> = {
  api: () => benchApi(values.calls?.split(',') ?? [], shared),
  lists: () => benchLists(shared),
  costs: () => benchCosts(values.calls?.split(',') ?? [], shared),
  scale: () => benchScale(Number(values.people), shared),
  upload: () => benchUpload(shared),
  pages: () => benchPages(shared),
  phone: () =>
    benchPhone(
      {
        routes: values.routes?.split(',') ?? [],
        device: DEVICES.find((device) => device === values.device),
        film: values.film,
      },
      shared,
    ),
  build: async () => {
    if (short) return { result: await tryGrowth(say), verdicts: [] }
    const build = await benchGrowth(Number(values.pages), say)
    return { result: build, verdicts: build.verdicts }
  },
  lighthouse: async () => {
    const { pages, verdict } = await benchLighthouse(values.paths?.split(',') ?? [], say)
    return { result: pages, verdicts: [verdict] }
  },
}
/** On request only: what takes most of an hour, and Lighthouse, which is installed from the network. */
const BY_DEFAULT = ['api', 'lists', 'costs', 'upload', 'pages', 'build']

const wanted = positionals.length > 0 ? positionals : short ? [...BY_DEFAULT, 'scale'] : BY_DEFAULT
const unknown = wanted.filter((name) => !SECTIONS[name])
if (unknown.length > 0)
  throw new Error(`No such section: ${unknown.join(', ')}. There are ${Object.keys(SECTIONS).join(', ')}.`)

const results: Record<string, unknown> = { at: new Date().toISOString(), node: process.version, cores: cpus().length }
let passed = true
for (const name of wanted) {
  const section = await SECTIONS[name]?.()
  say(`Section ${name} is done`)
  results[name] = section?.result
  for (const { ok, line } of section?.verdicts ?? []) {
    passed &&= ok
    say(`${ok ? '✓' : '✗'} ${line}`)
  }
}

if (!short) {
  mkdirSync('.cache', { recursive: true })
  writeFileSync('.cache/bench.json', `${JSON.stringify(results, null, 1)}\n`)
  say('Written to .cache/bench.json')
}
process.exitCode = passed ? 0 : 1
