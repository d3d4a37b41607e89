import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { LoggedFault } from '../logs/logging.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { callOutside } from './outgoing-call.ts'

let lines: string[]
let metrics: Metrics
beforeEach(() => {
  lines = []
  metrics = createMetrics()
})
const deps = () => ({ metrics, log: pino({}, { write: (line: string) => void lines.push(line) }) })
const call = { kind: 'payment', service: 'wechat', operation: 'create' } as const
const counted = async (result: string): Promise<number> => {
  const { values } = (await metrics.registry.getSingleMetric('youfang_outgoing_calls_total')?.get()) ?? { values: [] }
  return values.find(({ labels }) => labels['result'] === result)?.value ?? 0
}

test('an answer is counted, and handed back', async () => {
  expect(await callOutside(deps(), call, async () => 'paid')).toBe('paid')
  expect([await counted('ok'), await counted('failed')]).toEqual([1, 0])
  expect(lines.join('')).toMatch(/"service":"wechat","operation":"create","ms":\d+,"msg":"outgoing call"/)
})

test.each([
  ['our own words', new LoggedFault('answered 503'), 'answered 503'],
  ['only the kind of any other error, whose words quote values', new TypeError('card 6222…'), 'TypeError'],
])('a failure is counted and passed on; its line has %s', async (_, error, reason) => {
  await expect(callOutside(deps(), call, () => Promise.reject(error))).rejects.toBe(error)
  expect([await counted('ok'), await counted('failed')]).toEqual([0, 1])
  expect(lines.join('')).toContain(`"reason":"${reason}","msg":"outgoing call failed"`)
})

test('the caller may judge: what was thrown can be an answer, and an answer a failure', async () => {
  const refused = new LoggedFault('no such number')
  await expect(
    callOutside(deps(), call, () => Promise.reject(refused), { answers: (error) => error === refused }),
  ).rejects.toBe(refused)
  await callOutside(deps(), call, async () => 500, { faultOf: (status) => (status >= 500 ? 'status' : null) })
  expect([await counted('ok'), await counted('failed')]).toEqual([1, 1])
})
