/**
 * Twenty people each send a photo of 4 MB at the same time, by the call that the page makes (one multipart request per
 * photo; an interrupted one is sent again completely): how long after its last byte does each get its receipt? Compared
 * with a bare Fastify route that streams the same bytes to disk without hashing, sealing, syncing or access checks.
 */
import { Child } from './api/child.ts'
import type { Section, Shared } from './main.ts'
import type { Sending, Waits } from './upload/senders.ts'
import type { Sender } from './upload/our-server.ts'

const LONG = { rounds: 5, senders: 20 }
const SHORT = { rounds: 1, senders: 2 }
/** A receipt after its last byte, ms (design §8). */
const MOST_MS = 1000

interface Receipts {
  /** Of the time from a photo's last byte to its receipt, ms. */
  p50: number
  p99: number
  most: number
  /** From the very first byte to the last receipt, ms; the median of the rounds. */
  whole: number
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

function receipts(rounds: readonly Waits[]): Receipts {
  const waits = rounds.flatMap((it) => it.waits).toSorted((a, b) => a - b)
  return {
    p50: at(waits, 0.5),
    p99: at(waits, 0.99),
    most: waits.at(-1) ?? 0,
    whole: at(
      rounds.map((it) => it.whole).toSorted((a, b) => a - b),
      0.5,
    ),
  }
}

export async function benchUpload({ short, say }: Shared): Promise<Section> {
  const { rounds: most, senders: count } = short ? SHORT : LONG
  const ours = new Child<'cpu', { port: number; people: Sender[] }>('tests/bench/upload/our-server.ts', [String(count)])
  const bare = new Child<'start', number>('tests/bench/upload/bare-fastify.ts')
  const senders = new Child<Sending, Waits>('tests/bench/upload/senders.ts')
  try {
    const { port, people } = await ours.hear()
    const barePort = await bare.ask('start')
    const rounds: { ours: Waits[]; bare: Waits[] } = { ours: [], bare: [] }
    for (let round = 0; round < most; round++) {
      rounds.ours.push(await senders.ask({ port, people, round }))
      rounds.bare.push(await senders.ask({ port: barePort, people, round }))
    }
    const result = { senders: count, ours: receipts(rounds.ours), bare: receipts(rounds.bare) }
    say(table(result).join('\n'))
    const line = `claim/upload: a receipt ${result.ours.most.toFixed(0)} ms after the last byte at most (at most ${MOST_MS}), ${count} senders`
    return { result, verdicts: short ? [] : [{ ok: result.ours.most <= MOST_MS, line }] }
  } finally {
    for (const child of [ours, bare, senders]) await child.end()
  }
}

function table(of: { ours: Receipts; bare: Receipts }): string[] {
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(13) : cell.padStart(10))).join('')
  const row = (name: string, { p50, p99, most, whole }: Receipts): string =>
    line([name, ...[p50, p99, most, whole].map((it) => it.toFixed(0))])
  return [line(['claim/upload', 'p50 ms', 'p99 ms', 'most ms', 'all ms']), row('ours', of.ours), row('bare', of.bare)]
}
