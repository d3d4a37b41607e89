/**
 * Calls that people make, signed in, with the demo account's data, beside what a team would choose instead of our
 * server: peers that do the same work over the same store, with opened values cached on every side, and on none
 * (decision 0098). All servers and the load run in separate processes; the peers' answers are compared with ours before
 * anything is timed; each round calls every server, forwards and then backwards.
 */
import { rmSync } from 'node:fs'
import type { Asked, Prepared } from './api/calls.ts'
import { Child } from './api/child.ts'
import type { Load, Wanted } from './api/load.ts'
import { MODES, preparePeers, startPeer, type Mode, type Peer } from './api/peers.ts'
import { answerTo, difference } from './api/same-answers.ts'
import { dataFolder } from './data-folder.ts'
import { PEER_CALLS } from './peers/rows.ts'
import type { Section, Shared } from './main.ts'

interface Timing {
  rounds: number
  roundMs: number
  /** A server runs for days: the measured code must be compiled by V8, which on a busy machine takes thousands of calls. */
  warmCalls: number
  warmMostMs: number
}
const LONG: Timing = { rounds: 6, roundMs: 700, warmCalls: 10_000, warmMostMs: 12_000 }
const SHORT: Timing = { rounds: 1, roundMs: 40, warmCalls: 0, warmMostMs: 0 }
const CONNECTIONS = 20

interface Server {
  name: string
  child: Child<'cpu', unknown>
  port: number
  /** Unknown of our own. */
  peer?: Peer
}
/** Of one server and call, over its rounds. */
interface Measured {
  server: string
  /** Calls per second. */
  rate: number
  /** ms */
  p99: number
  /** CPU time for one call, µs, which other programs change little. */
  cpu: number
  /** Our CPU time as a share of this server's. */
  ratio: number
}
interface CallResult {
  mode: Mode
  call: string
  bytes: number
  measured: Measured[]
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const mean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, it) => sum + Math.log(it), 0) / values.length)

export async function benchApi(only: readonly string[], { short, say }: Shared): Promise<Section> {
  const peers = await preparePeers(short)
  const folder = dataFolder()
  const load = new Child<Wanted, Load>('tests/bench/api/load-child.ts')
  const results: CallResult[] = []
  let asked: readonly Asked[] = []
  try {
    for (const mode of ['cached', 'uncached'] as const) {
      const servers: Server[] = []
      try {
        const child = new Child<'cpu', Prepared>('tests/bench/api/our-server.ts', [
          folder,
          mode,
          asked.length === 0 ? 'prepare' : '',
        ])
        const ours = { name: 'ours', child, port: 0 }
        servers.push(ours)
        const prepared = await child.hear()
        ours.port = prepared.port
        if (prepared.asked.length > 0)
          asked = prepared.asked.filter(({ call }) => only.length === 0 || only.includes(call))
        for (const peer of peers) {
          const process = startPeer(peer, folder, mode)
          const server: Server = { name: peer.name, child: process, port: 0, peer }
          servers.push(server)
          server.port = await process.hear()
        }
        for (const it of asked) await compareAnswers(it, servers)
        for (const it of asked) results.push(await measure(mode, it, servers, load, short ? SHORT : LONG))
      } finally {
        for (const { child } of servers) await child.end()
      }
      say(table(mode, results, peers).join('\n'))
    }
  } finally {
    await load.end()
    rmSync(folder, { recursive: true, force: true })
  }
  return { result: results, verdicts: short ? [] : peers.flatMap((peer) => verdictsOf(peer, results)) }
}

/** Peers answer only the calls that are compared; ours alone is measured with the others. */
const answering = ({ call }: Asked, servers: readonly Server[]): readonly Server[] =>
  servers.filter(({ peer }) => peer === undefined || PEER_CALLS.some((it) => it === call))

async function compareAnswers(it: Asked, servers: readonly Server[]): Promise<void> {
  const [ours, ...others] = answering(it, servers)
  const [request = ''] = it.requests
  const expected = ours && (await answerTo(ours.port, request))
  for (const { name, port } of others) {
    const found = difference(expected, await answerTo(port, request))
    if (found !== undefined) throw new Error(`${it.call}: ${name} answers something else at ${found}`)
  }
}

type Round = Load & { cpu: number }

async function measure(
  mode: Mode,
  it: Asked,
  all: readonly Server[],
  load: Child<Wanted, Load>,
  { rounds, roundMs, warmCalls, warmMostMs }: Timing,
): Promise<CallResult> {
  const servers = answering(it, all)
  const round = async ({ child, port }: Server): Promise<Round> => {
    const before = Number(await child.ask('cpu'))
    const done = await load.ask({ requests: it.requests, connections: CONNECTIONS, port, ms: roundMs })
    if (done.refused > 0) throw new Error(`${it.call}: ${done.refused} answers were refusals`)
    return { ...done, cpu: (Number(await child.ask('cpu')) - before) / done.count }
  }
  for (const server of servers) {
    const until = performance.now() + warmMostMs
    for (let count = 0; count < warmCalls && performance.now() < until;) count += (await round(server)).count
  }
  const found = new Map<Server, Round[]>(servers.map((server) => [server, []]))
  for (let i = 0; i < rounds; i++)
    for (const server of i % 2 === 0 ? servers : servers.toReversed()) found.get(server)?.push(await round(server))
  const [ours = []] = found.values()
  return {
    mode,
    call: it.call,
    bytes: Buffer.byteLength(it.body),
    measured: [...found].map(([{ name }, of]) => ({
      server: name,
      rate: Math.round(median(of.map(({ rate }) => rate))),
      p99: median(of.map(({ p99 }) => p99)),
      cpu: median(of.map(({ cpu }) => cpu)),
      // Compares neighbours in time, because other load on the machine affects both.
      ratio: median(of.map(({ cpu }, i) => (ours[i]?.cpu ?? 0) / cpu)),
    })),
  }
}

const ratiosTo = (peer: Peer, mode: Mode, results: readonly CallResult[]): number[] =>
  results
    .filter((it) => it.mode === mode)
    .flatMap(({ measured }) => measured.filter(({ server }) => server === peer.name).map(({ ratio }) => ratio))

function table(mode: Mode, results: readonly CallResult[], peers: readonly Peer[]): string[] {
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(13) : cell.padStart(9))).join('')
  const means = peers.flatMap((peer) => ['', mean(ratiosTo(peer, mode, results)).toFixed(2)])
  return [
    `CPU µs for a call, ${MODES[mode]}; × is our time as a share of the peer's`,
    line(['call', 'bytes', 'ours /s', 'p99 ms', 'ours', ...peers.flatMap(({ name }) => [name, '×'])]),
    ...results
      .filter((it) => it.mode === mode)
      .map(({ call, bytes, measured: [ours, ...others] }) =>
        line([
          call,
          String(bytes),
          String(ours?.rate ?? 0),
          (ours?.p99 ?? 0).toFixed(1),
          (ours?.cpu ?? 0).toFixed(0),
          ...others.flatMap(({ cpu, ratio }) => [cpu.toFixed(0), ratio.toFixed(2)]),
        ]),
      ),
    line(['mean', '', '', '', '', ...means]),
  ]
}

function verdictsOf(peer: Peer, results: readonly CallResult[]): Section['verdicts'] {
  return (['uncached', 'cached'] as const).map((mode) => {
    const share = mean(ratiosTo(peer, mode, results))
    return {
      ok: share <= peer.most[mode],
      line: `Calls, ${MODES[mode]}: ${share.toFixed(2)} of the processor time of ${peer.name} (at most ${peer.most[mode]})`,
    }
  })
}
