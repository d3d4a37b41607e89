/** Measures an outage: what a caller sees, what `/status.json` and the metrics say, which alert fires, when it is over. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { encodeRequest } from '../../src/app/requests/api.ts'
import type { Store } from '../../src/app/storage/storage.ts'
import type { Call, Input } from '../../src/lib/contract.ts'
import { aptInstall } from '../tools/apt.ts'
import { WAIT_MS } from '../browser/wait-limit.ts'
import { freePort, pause } from './killable-process.ts'

/** What a call came to, in words; `good` where nothing is wrong. */
export interface Seen {
  good: boolean
  words: string
}

const seconds = (since: number): number => Math.round((performance.now() - since) / 1000)

/** One call as the browser makes it, and its envelope. */
export async function seenBy<C extends Call>(base: string, store: Store, call: C, input: Input<C>): Promise<Seen> {
  const around = { base, store, lang: () => 'en' as const, device: () => 'web' as const, now: Date.now }
  const nothing = (): void => undefined
  const actions = { toLogin: nothing, toHome: nothing, toast: nothing }
  const { address, headers, body } = encodeRequest(call, input, undefined, { ...around, ...actions })
  const begun = performance.now()
  try {
    const reply = await fetch(address, { method: 'POST', headers, ...(body ? { body } : {}) })
    const bytes = Buffer.from(await reply.arrayBuffer())
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true
    const { status, code } = isJson
      ? (JSON.parse(bytes.toString()) as { status: number; code: string | number })
      : { status: 1, code: 0 }
    const good = reply.status === 200 && status === 1
    return { good, words: `\`${call.path}\`: HTTP ${reply.status}, \`${code}\`, after ${seconds(begun)} s` }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return { good: false, words: `\`${call.path}\`: ${cause}` }
  }
}

const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.looseObject({ alert: z.string(), for: z.optional(z.string()) })) })),
})
const ALERTS = Rules.parse(parse(readFileSync('docs/monitoring/alerts.yml', 'utf8'))).groups.flatMap((it) => it.rules)
const Answer = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
})

/** A real Prometheus with our alerts, each of which fires as soon as its condition holds. */
export class Watch {
  readonly #url: string
  readonly #process: ChildProcess
  private constructor(url: string, process: ChildProcess) {
    this.#url = url
    this.#process = process
  }

  static async start(folder: string, ports: readonly number[]): Promise<Watch> {
    if (spawnSync('promtool', ['--version']).error !== undefined && !aptInstall(['prometheus']))
      throw new Error('No Prometheus: install it (apt-get install prometheus)')
    const rules = ALERTS.map((it) => ({ ...it, for: '0s' }))
    writeFileSync(join(folder, 'alerts.yml'), stringify({ groups: [{ name: 'soon', rules }] }))
    const scrape = { job_name: 'youfang', static_configs: [{ targets: ports.map((it) => `127.0.0.1:${it}`) }] }
    // Where the database hangs, a server answers within five seconds.
    const config = {
      global: { scrape_interval: '6s', scrape_timeout: '6s', evaluation_interval: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: [scrape],
    }
    writeFileSync(join(folder, 'prometheus.yml'), stringify(config))
    const port = await freePort()
    const options = [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ]
    return new Watch(`http://127.0.0.1:${port}`, spawn('prometheus', options, { stdio: 'ignore' }))
  }

  async query(expr: string): Promise<{ metric: Record<string, string>; value: number }[]> {
    const address = `${this.#url}/api/v1/query?${new URLSearchParams({ query: expr })}`
    const reply = await fetch(address).catch(() => undefined)
    const found = Answer.safeParse(await reply?.json()).data?.data.result ?? []
    return found.map(({ metric, value }) => ({ metric, value: Number(value[1]) }))
  }

  fires = async (alert: string): Promise<boolean> =>
    (await this.query(`ALERTS{alertname="${alert}",alertstate="firing"}`)).length > 0

  stop(): void {
    this.#process.kill()
  }
}

export interface Outage {
  name: string
  begin: () => Promise<unknown>
  /** What somebody does meanwhile. */
  probe: () => Promise<Seen>
  end: () => Promise<unknown>
  /** That must fire; nothing where it is over too soon for any. */
  alert?: string
  /** The figure that shows it, as Prometheus is asked. */
  figure: string
  /** No call fails. */
  unseen?: true
  /** How long it lasts at least, s. */
  lasts?: number
}

const statusOf = async (url: string): Promise<string> => {
  const reply = await fetch(`${url}/status.json`).catch(() => undefined)
  const parts = Object.entries(((await reply?.json()) ?? {}) as Record<string, string>)
  const slow = parts.filter(([, state]) => state !== 'ok').map(([part]) => part)
  return slow.length === 0 ? 'ok' : `${slow.join(', ')} slow`
}

/** Repeats something until it says something; gives up where `WAIT_MS` ends every wait. */
async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + WAIT_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > end) throw new Error(`${what} did not come within ${WAIT_MS / 1000} s`)
    await pause(250)
  }
}

/** Lets it happen, and answers its line of the table. */
export async function measured(outage: Outage, url: string, watch: Watch): Promise<string> {
  const { name, begin, probe, end, alert } = outage
  const good = (): Promise<true> => until('a good call', async () => ((await probe()).good ? true : undefined))
  // An earlier outage is over: what is measured is this one.
  if (alert !== undefined) await until('silence', async () => ((await watch.fires(alert)) ? undefined : true))
  await good()
  await begin()
  let during = ''
  try {
    during = await whileItLasts(outage, url, watch)
  } finally {
    await end()
  }
  const ended = performance.now()
  await good()
  return `| ${name} | ${during} | ${seconds(ended)} s |`
}

/** What is seen of it while it lasts. */
async function whileItLasts({ probe, alert, figure, unseen, lasts = 0 }: Outage, url: string, watch: Watch) {
  const begun = performance.now()
  const worse = async (): Promise<string | undefined> => {
    const seen = await probe()
    return seen.good ? undefined : seen.words
  }
  const seen = unseen ? `no call fails: ${(await probe()).words}` : await until('a failure', worse)
  // People go on.
  const firing = async (): Promise<true | undefined> => {
    await probe()
    return alert === undefined || (await watch.fires(alert)) ? true : undefined
  }
  await until(`alert ${alert}`, firing)
  const fired = seconds(begun)
  while (seconds(begun) < lasts) await pause(250)
  const status = await statusOf(url)
  const [found] = (await watch.query(figure)).toSorted((a, b) => b.value - a.value)
  const wait = ALERTS.find((it) => it.alert === alert)?.for ?? '0s'
  const fires = alert === undefined ? 'none' : `\`${alert}\`, after ${fired} s and its ${wait}`
  const shown = found === undefined ? 'no value' : String(Math.round(found.value * 100) / 100)
  return `${seen} | ${status} | \`${figure}\` = ${shown} | ${fires}`
}
