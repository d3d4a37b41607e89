/** An outage of others is counted while it lasts, and one search over the log says what happened to a payment. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { payCreate } from '../../src/features/cashier/contract.ts'
import { ProviderUnavailable } from '../../src/features/cashier/server/providers/provider-interface.ts'
import { providers, replaceProviders } from '../../src/features/cashier/server/providers/provider-registry.ts'
import { openRefund } from '../../src/features/cashier/server/refunds/open-and-settle-refund.ts'
import { setFault } from '../../src/features/cashier/server/sandbox/faults.ts'
import { writeBackupEvent } from '../../src/server/backup/restore-tests.ts'
import { listenForMetrics, type MetricsServer } from '../../src/server/metrics/metrics-server.ts'
import { dialect } from '../stores/open.ts'
import { atGateway, newKey, openShop, payUrlOf, paymentsOf } from './payments-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer
let metrics: MetricsServer
beforeAll(async () => {
  server = await startServer({ env: { DEMO: '0' }, free: async () => 8e9 })
  // The age of the last backup is a figure once one was made.
  const made = { backup: '2026-03-01T02-00-00Z', at: server.deps.clock(), by: 'system', why: '', data: null }
  await server.deps.write((trx) => writeBackupEvent(trx, 'made', made))
  metrics = await listenForMetrics(server.deps, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await metrics.close()
  await server.close()
})

const scrape = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
/** The value of a series whose labels contain these. */
const value = (text: string, name: string, ...labels: string[]): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name}{`) && labels.every((it) => line.includes(it)))
      ?.split(' ')
      .at(-1),
  )

test('a gateway that does not answer is counted, and the buyer’s refusal has its code', async () => {
  const shop = await openShop(server)
  expect(
    value(await scrape(), 'youfang_outgoing_calls_total', 'service="sandbox"', 'operation="create"', 'failed'),
  ).toBe(0)
  await setFault(server.deps, 'api', 1)
  await shop.buyer.request(payCreate, { order: shop.order, method: 'wechat', key: newKey() })
  const after = await scrape()
  expect(value(after, 'youfang_outgoing_calls_total', 'service="sandbox"', 'operation="create"', 'failed')).toBe(1)
  expect(value(after, 'youfang_calls_total', 'path="pay/create"', 'status="0"', 'code="gateway"')).toBe(1)
  const [payment] = await paymentsOf(shop)
  const line = server
    .logs()
    .split('\n')
    .find((it) => it.includes('/index/pay/create'))
  expect(line).toContain(
    `"envelope":0,"code":"gateway","ids":{"order":"${shop.order}","payment":"${payment?.id ?? ''}"}`,
  )
  expect(server.logs()).toContain('"reason":"answered 503","msg":"outgoing call failed"')
})

test('all lines of a payment are found by its id: calls, states and the jobs that changed them', async () => {
  const shop = await openShop(server)
  await atGateway(shop, await payUrlOf(shop), 'pay')
  await server.drain()
  const [payment] = await paymentsOf(shop)
  const lines = server
    .logs()
    .split('\n')
    .filter((it) => it.includes(payment?.id ?? 'none'))
    .map((it) => z.looseObject({ msg: z.string(), state: z.string().optional() }).parse(JSON.parse(it)))
  expect(lines.flatMap(({ state }) => state ?? [])).toEqual(['created', 'started', 'succeeded'])
  expect(lines.find(({ state }) => state === 'created')).toMatchObject({
    entity: 'payment',
    request: expect.any(String),
  })
  expect(lines.find(({ state }) => state === 'succeeded')).toMatchObject({
    job: 'payment.notice',
    by: 'gateway:sandbox',
  })
  for (const line of lines) expect(line).toMatchObject({ pid: process.pid, hostname: expect.any(String) })
  const text = await scrape()
  expect(value(text, 'youfang_state_changes_total', 'entity="payment"', 'to="succeeded"', 'provider="sandbox"')).toBe(1)
  expect(value(text, 'youfang_jobs_total', 'kind="payment.notice"', 'result="done"')).toBe(1)
})

/** Of one payment, by the command that the documents show for it. */
function linesByDocumentedCommand(payment: string): unknown[] {
  const [, example = '', shown = ''] =
    /```sh\n(grep -h (\w{26}) .+)\n/.exec(readFileSync('docs/monitoring/README.md', 'utf8')) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'youfang-log-'))
  writeFileSync(join(folder, '2026-03-01.log'), server.logs())
  const env = { ...process.env, LOG_DIR: folder }
  const found = execFileSync('sh', ['-c', example.replace(shown, payment)], { env, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return found
    .trim()
    .split('\n')
    .map((it): unknown => JSON.parse(it))
}

test('so are a query and a refund that failed inside a job, and what reconciling stumbled over', async (context) => {
  if (spawnSync('jq', ['--version']).error) return context.skip('jq is missing: THE DOCUMENTED COMMAND IS NOT TESTED')
  const shops = [await openShop(server), await openShop(server), await openShop(server)] as const
  const [unasked, refunded, broken] = shops
  const address = await payUrlOf(refunded)
  for (const shop of [unasked, broken]) await payUrlOf(shop)
  await atGateway(refunded, address, 'pay')
  await server.drain()
  const ids = await Promise.all(shops.map(async (shop) => (await paymentsOf(shop))[0]?.id ?? ''))
  const [payment] = await paymentsOf(refunded)
  if (payment) {
    await server.deps.write((trx) => openRefund(trx, server.deps, payment, { reason: 'issue_failed', by: 'system' }))
  }
  const usual = providers(server.deps)
  const fails = async (): Promise<never> => {
    throw new ProviderUnavailable('answered 503')
  }
  replaceProviders(
    server.deps,
    usual.map((it) => ({
      ...it,
      refund: fails,
      query: (trade) => (trade.paymentId === ids[2] ? Promise.reject(new TypeError()) : fails()),
    })),
  )
  server.advance(60_000)
  await server.drain()
  replaceProviders(server.deps, usual)
  const [ofUnasked, ofRefunded, ofBroken] = ids.map((id) => linesByDocumentedCommand(id))
  const failed = { msg: 'outgoing call failed', service: 'sandbox' }
  expect(ofUnasked).toContainEqual(
    expect.objectContaining({ ...failed, operation: 'query', reason: 'answered 503', job: 'payment.reconcile' }),
  )
  expect(ofRefunded).toContainEqual(
    expect.objectContaining({ ...failed, operation: 'refund', reason: 'answered 503', job: 'payment.refund' }),
  )
  expect(ofBroken).toContainEqual(expect.objectContaining({ msg: 'reconciling stumbled', job: 'payment.reconcile' }))
  // Each line is about one payment, whatever else the job has in hand.
  for (const line of server
    .logs()
    .split('\n')
    .filter((it) => /outgoing call|stumbled/.test(it)))
    expect(ids.filter((id) => line.includes(id)).length).toBeLessThan(2)
})

test('what waits is shown with its lane, and the parts of health by name', async () => {
  const text = await scrape()
  expect(value(text, 'youfang_ready', 'part="all"')).toBe(1)
  expect(value(text, 'youfang_ready', 'part="disk"')).toBe(1)
  expect(text).toMatch(/^youfang_uploads_waiting 0$/m)
  expect(text).toMatch(/^youfang_files \d+$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(value(text, 'youfang_figure', 'name="paymentsInError"')).toBe(0)
  if (dialect === 'postgres') expect(value(text, 'youfang_database_connections', 'state="limit"')).toBeGreaterThan(0)
})

test('strangers cannot read them', async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${metrics.port}/`)).status).toBe(404)
})

const Alerts = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})
const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

test('every figure that alerts and the dashboard name is there, with its labels', async () => {
  const text = await scrape()
  const rules = Alerts.parse(parse(readFileSync('docs/monitoring/alerts.yml', 'utf8'))).groups.flatMap((it) => it.rules)
  const { panels } = Dashboard.parse(JSON.parse(readFileSync('docs/monitoring/dashboard.json', 'utf8')))
  const queries = [...rules.map((it) => it.expr), ...panels.flatMap((it) => it.targets.map(({ expr }) => expr))]
  expect(queries.length).toBeGreaterThan(40)
  const registered = new Map(
    server.deps.metrics.registry.getMetricsAsArray().map((it) => [it.name, 'labelNames' in it ? it.labelNames : []]),
  )
  const unknown = queries.flatMap((query) =>
    [...query.matchAll(/\b((?:youfang|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].flatMap(([, named = '', by = '']) => {
      const labels = registered.get(named) ?? registered.get(named.replace(/_bucket$/, ''))
      if (!Array.isArray(labels)) return [named]
      return [...by.matchAll(/(\w+)[=!]/g)].flatMap(([, label = '']) =>
        labels.includes(label) ? [] : [`${named}.${label}`],
      )
    }),
  )
  expect(unknown).toEqual([])
  const figures = [...queries.join(' ').matchAll(/youfang_figure\{name=~?"([\w|]+)"/g)].flatMap(([, names = '']) =>
    names.split('|'),
  )
  const missing = figures.filter((name) => !text.includes(`youfang_figure{name="${name}"}`))
  expect(missing).toEqual([])
})
