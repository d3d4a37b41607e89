/**
 * The cost of lists and details for an account with two thousand policies and claims beside one with ten: one server,
 * in turn (decision 0066).
 */
import { Child } from './api/child.ts'
import type { Asked, PreparedAccounts } from './api/calls.ts'
import type { Load, Wanted } from './api/load.ts'
import type { Section, Shared } from './main.ts'

const LONG = { rounds: 7, roundMs: 700, warmMs: 1000, few: 10, many: 2000 }
const SHORT = { rounds: 1, roundMs: 40, warmMs: 0, few: 2, many: 25 }
const CONNECTIONS = 4

/**
 * Maximum cost of a call for the large account, in calls of the small one. A search opens sealed names one by one:
 * measured for information only.
 */
const MOST = 2
const UNBOUNDED = ['policy/list, search']

interface Cost {
  rate: number
  /** CPU time for one call, µs. */
  cpu: number
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export async function benchLists({ short, say }: Shared): Promise<Section> {
  const { rounds: most, roundMs, warmMs, ...sizes } = short ? SHORT : LONG
  const server = new Child<'cpu', PreparedAccounts | number>('tests/bench/api/accounts-server.ts', [
    String(sizes.few),
    String(sizes.many),
  ])
  const load = new Child<Wanted, Load>('tests/bench/api/load-child.ts')
  try {
    const prepared = await server.hear()
    if (typeof prepared === 'number') throw new Error('The server was not prepared')
    const { port, few, many } = prepared
    const round = async ({ requests }: Asked, ms: number): Promise<Cost> => {
      const before = Number(await server.ask('cpu'))
      const done = await load.ask({ port, requests, ms, connections: CONNECTIONS })
      if (done.refused > 0)
        throw new Error(`${requests[0]?.split(' ')[1] ?? ''}: ${done.refused} answers were refusals`)
      return { rate: done.rate, cpu: (Number(await server.ask('cpu')) - before) / done.count }
    }
    const results = []
    for (const [i, small] of few.entries()) {
      const large = many[i]
      if (!large) continue
      for (const it of [small, large]) await round(it, warmMs)
      const rounds: { small: Cost; large: Cost }[] = []
      for (let n = 0; n < most; n++)
        rounds.push({ small: await round(small, roundMs), large: await round(large, roundMs) })
      // Compares neighbours in time, because other load on the machine affects both.
      results.push({
        call: small.call,
        few: median(rounds.map((it) => it.small.cpu)),
        many: median(rounds.map((it) => it.large.cpu)),
        ratio: median(rounds.map((it) => it.large.cpu / it.small.cpu)),
        slower: median(rounds.map((it) => it.small.rate / it.large.rate)),
      })
    }
    for (const { call, few: a, many: b, ratio, slower } of results)
      say(
        `${call.padEnd(24)}${a.toFixed(0).padStart(8)} µs${b.toFixed(0).padStart(8)} µs  ×${ratio.toFixed(2)}  (rate ×${slower.toFixed(2)})`,
      )
    return {
      result: results,
      verdicts: (short ? [] : results)
        .filter(({ call }) => !UNBOUNDED.includes(call))
        .map(({ call, ratio }) => ({
          ok: ratio <= MOST,
          line: `${call}: ${ratio.toFixed(2)} times the cost with 2,000 policies and claims (at most ${MOST})`,
        })),
    }
  } finally {
    for (const child of [server, load]) await child.end()
  }
}
