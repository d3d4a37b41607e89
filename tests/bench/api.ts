/**
 * Calls that people make, signed in, with the demo account's data, each compared with a bare Fastify route that answers
 * the same bytes (decision 0040). Both servers and the load run in separate processes; each round calls one server and
 * then the other.
 */
import { Child } from './api/child.ts'
import type { Asked, Prepared } from './api/calls.ts'
import type { Load, Wanted } from './api/load.ts'
import type { Section } from './main.ts'

const ROUNDS = 5
const ROUND_MS = 1000
/** A server runs for days: the measured code must be compiled by V8, which on a busy machine takes thousands of calls. */
const WARM_CALLS = 10_000
const WARM_MOST_MS = 15_000
const CONNECTIONS = 20

/** Minimum share of the bare route's rate (design §8). Calls without one are measured for information only. */
const LEAST: Readonly<Record<string, number>> = {
  'session/me': 0.5,
  'policy/list': 0.25,
  'order/list': 0.25,
  'claim/list': 0.25,
  'claim/get': 0.2,
}

interface Measured {
  /** Calls per second. */
  rate: number
  /** ms */
  p99: number
  /** CPU time for one call, µs, which other programs change little. */
  cpu: number
}
type Round = Load & { cpu: number }
interface CallResult {
  call: string
  bytes: number
  ours: Measured
  bare: Measured
  ratio: number
  least: number | undefined
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const measured = (rounds: readonly Round[]): Measured => ({
  rate: Math.round(median(rounds.map((it) => it.rate))),
  p99: median(rounds.map((it) => it.p99)),
  cpu: median(rounds.map((it) => it.cpu)),
})

export async function benchApi(only: readonly string[], say: (line: string) => unknown): Promise<Section> {
  const ours = new Child<'cpu', Prepared | number>('tests/bench/api/our-server.ts')
  const bare = new Child<'cpu' | Asked[], number>('tests/bench/api/bare-fastify.ts')
  const load = new Child<Wanted, Load>('tests/bench/api/load-child.ts')
  try {
    const prepared = await ours.hear()
    if (typeof prepared === 'number') throw new Error('Our server was not prepared')
    const { port, asked } = prepared
    const barePort = await bare.ask(asked)
    const round = async (server: Child<'cpu', unknown>, wanted: Wanted): Promise<Round> => {
      const before = Number(await server.ask('cpu'))
      const done = await load.ask(wanted)
      return { ...done, cpu: (Number(await server.ask('cpu')) - before) / done.count }
    }
    const results: CallResult[] = []
    for (const it of asked.filter(({ call }) => only.length === 0 || only.includes(call))) {
      const wanted = { requests: it.requests, connections: CONNECTIONS }
      results.push(
        await compare(it, {
          ours: (ms) => round(ours, { ...wanted, port, ms }),
          bare: (ms) => round(bare, { ...wanted, port: barePort, ms }),
        }),
      )
    }
    say(table(results).join('\n'))
    return { result: results, verdicts: results.flatMap(verdictOf) }
  } finally {
    for (const child of [ours, bare, load]) child.end()
  }
}

type Sides = Record<'ours' | 'bare', (ms: number) => Promise<Round>>

/** Calls both servers alternately, round by round. */
async function compare({ call, body }: Asked, sides: Sides): Promise<CallResult> {
  const rounds: { ours: Round[]; bare: Round[] } = { ours: [], bare: [] }
  for (const side of [sides.ours, sides.bare]) {
    const until = performance.now() + WARM_MOST_MS
    for (let count = 0; count < WARM_CALLS && performance.now() < until;) count += (await side(ROUND_MS)).count
  }
  for (let i = 0; i < ROUNDS; i++) {
    rounds.ours.push(await sides.ours(ROUND_MS))
    rounds.bare.push(await sides.bare(ROUND_MS))
  }
  const refused = [...rounds.ours, ...rounds.bare].reduce((sum, it) => sum + it.refused, 0)
  if (refused > 0) throw new Error(`${call}: ${refused} answers were refusals`)
  // Compares neighbours in time, because other load on the machine affects both.
  const ratio = median(rounds.ours.map((it, i) => it.rate / (rounds.bare[i]?.rate ?? Infinity)))
  return {
    call,
    bytes: Buffer.byteLength(body),
    ours: measured(rounds.ours),
    bare: measured(rounds.bare),
    ratio,
    least: LEAST[call],
  }
}

function table(results: readonly CallResult[]): string[] {
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(13) : cell.padStart(10))).join('')
  return [
    line([
      'call',
      'bytes',
      'calls/s',
      'p99 ms',
      'CPU µs',
      'bare /s',
      'p99 ms',
      'CPU µs',
      'share',
      'of CPU',
      'at least',
    ]),
    ...results.map(({ call, bytes, ours, bare, ratio, least }) =>
      line([
        call,
        String(bytes),
        ...cells(ours),
        ...cells(bare),
        ratio.toFixed(3),
        (bare.cpu / ours.cpu).toFixed(3),
        least?.toFixed(2) ?? '–',
      ]),
    ),
  ]
}

const cells = ({ rate, p99, cpu }: Measured): string[] => [String(rate), p99.toFixed(1), cpu.toFixed(0)]

const verdictOf = ({ call, ratio, least }: CallResult): Section['verdicts'] =>
  least === undefined
    ? []
    : [{ ok: ratio >= least, line: `${call}: ${ratio.toFixed(2)} of a bare Fastify route (at least ${least})` }]
