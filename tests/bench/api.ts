/** API reads beside a bare Fastify route over the same statement, in turns, in one run (design §8: at least 60 %). */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { load } from './load.ts'
import { messageId } from './read.ts'

const ROUNDS = 5
const ROUND_MS = 2000
const WARM_MS = 1500

const request = `POST /index/bench/read?id=${messageId(17)}&lang=en HTTP/1.1\r\nhost: bench\r\nx-request-id: W1767000000000123456\r\ncontent-length: 0\r\n\r\n`

async function start(kind: 'house' | 'bare'): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, ['tests/bench/api-child.ts', kind], { stdio: ['ignore', 'ignore', 'pipe'] })
  const port = await new Promise<number>((done, fail) => {
    let text = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /port (\d+)/.exec(text)?.[1]
      if (found) done(Number(found))
    })
    child.on('exit', () => fail(new Error(`The ${kind} server ended\n${text}`)))
  })
  return { port, child }
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export interface ApiResult {
  house: number
  bare: number
  ratio: number
}

export async function benchApi(): Promise<ApiResult> {
  const [house, bare] = await Promise.all([start('house'), start('bare')])
  const rates = { house: [] as number[], bare: [] as number[] }
  try {
    await load(house.port, request, WARM_MS)
    await load(bare.port, request, WARM_MS)
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, { port }] of [['house', house], ['bare', bare]] as const) {
        const { rate, refused } = await load(port, request, ROUND_MS)
        if (refused > 0) throw new Error(`${refused} answers of ${name} were no 200`)
        rates[name].push(rate)
      }
    }
  } finally {
    house.child.kill('SIGTERM')
    bare.child.kill('SIGTERM')
  }
  const result = { house: Math.round(median(rates.house)), bare: Math.round(median(rates.bare)) }
  return { ...result, ratio: result.house / result.bare }
}
