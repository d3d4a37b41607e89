/** What a collector is sent of requests and jobs: the whole of each, and nothing that a person typed. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { payCreate } from '../../src/features/cashier/contract.ts'
import { sendTraces } from '../../src/server/traces/send-traces.ts'
import { atGateway, newKey, openShop, payUrlOf } from './payments-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const value = z.looseObject({
  stringValue: z.string().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
})
const span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value })),
  status: z.looseObject({ code: z.number().optional() }),
})
const delivery = z.object({
  resourceSpans: z.array(z.looseObject({ scopeSpans: z.array(z.looseObject({ spans: z.array(span) })) })),
})
type Span = z.infer<typeof span>

let collector: Server
let server: TestServer
let end: () => Promise<void>
const bodies: string[] = []
let answers = 200

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(answers, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const { port } = collector.address() as AddressInfo
  server = await startServer({ env: { DEMO: '0', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` } })
})
afterAll(async () => {
  await server.close()
  collector.close()
})

/** Everything that was recorded while `act` ran. */
async function recorded(act: () => Promise<unknown>): Promise<Span[]> {
  const { traces, mode } = server.deps.config
  if (!traces) throw new Error('no traces are asked for')
  bodies.length = 0
  end = sendTraces(traces, { metrics: server.deps.metrics, mode })
  await act()
  await end()
  return bodies.flatMap((body) =>
    delivery.parse(JSON.parse(body)).resourceSpans.flatMap((it) => it.scopeSpans.flatMap(({ spans }) => spans)),
  )
}
const attribute = ({ attributes }: Span, name: string): string | undefined => {
  const found = attributes.find(({ key }) => key === name)?.value
  return found?.stringValue ?? (found?.intValue === undefined ? undefined : String(found.intValue))
}
const named = (spans: readonly Span[], name: string): Span => {
  const found = spans.find((it) => it.name === name)
  if (!found) throw new Error(`no span ${name} among ${spans.map((it) => it.name).join(', ')}`)
  return found
}

test('a call is one trace: its statements and the gateway that it asked, its records and how it ended', async () => {
  const shop = await openShop(server)
  const spans = await recorded(() =>
    shop.buyer.request(payCreate, { order: shop.order, method: 'wechat', key: newKey() }),
  )
  const call = named(spans, 'POST /index/pay/create')
  expect(call.parentSpanId ?? '').toBe('')
  expect(attribute(call, 'http.response.status_code')).toBe('200')
  expect(attribute(call, 'youfang.status')).toBe('1')
  expect(attribute(call, 'youfang.order')).toBe(shop.order)
  const parts = spans.filter((it) => it.parentSpanId === call.spanId)
  expect(parts.map((it) => it.traceId)).toEqual(parts.map(() => call.traceId))
  expect(parts.map((it) => it.name)).toEqual(expect.arrayContaining(['select', 'insert', 'payment create']))
  // The line of the outgoing call leads to its trace.
  expect(server.logs()).toContain(`"trace":"${call.traceId}"`)
})

test('a notification and a job are traces of their own; no value of a person is in any of them', async () => {
  const shop = await openShop(server)
  const spans = await recorded(async () => {
    await atGateway(shop, await payUrlOf(shop), 'pay')
    await server.drain()
  })
  const job = spans.find((it) => it.name.startsWith('job '))
  expect(job?.parentSpanId ?? '').toBe('')
  expect(spans.some((it) => it.name.startsWith('POST /notify/'))).toBe(true)
  expect(spans.some((it) => it.parentSpanId === job?.spanId)).toBe(true)
  const values = spans.flatMap(({ name, attributes }) => [name, ...attributes.map((it) => it.value.stringValue ?? '')])
  expect(values).toContain('commit')
  expect(values.filter((it) => /@|(?<!\w)(?:1[3-9]\d{9}|\d{17}[\dXx])(?!\w)|\p{Script=Han}/u.test(it))).toEqual([])
})

test('a trace that a stranger names is not taken over', async () => {
  const theirs = '4bf92f3577b34da6a3ce929d0e0e4736'
  const spans = await recorded(() =>
    fetch(`${server.url}/index/session/me`, {
      method: 'POST',
      headers: { traceparent: `00-${theirs}-00f067aa0ba902b7-01`, 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  expect(spans.length).toBeGreaterThan(0)
  expect(spans.filter((it) => it.traceId === theirs)).toEqual([])
})

test('a collector that refuses costs no call anything, and is a figure', async () => {
  const shop = await openShop(server)
  answers = 500
  const spans = await recorded(async () => {
    const { ok } = await shop.buyer.request(payCreate, { order: shop.order, method: 'alipay', key: newKey() })
    expect(ok).toBe(true)
  })
  answers = 200
  expect(spans.length).toBeGreaterThan(0)
  const figures = await server.deps.metrics.registry.metrics()
  expect(figures).toMatch(/youfang_outgoing_calls_total\{kind="traces",.*result="failed"\} [1-9]/)
})
