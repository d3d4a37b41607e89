/**
 * Alerts and dashboard in a real Prometheus (Debian's), over a real server: each query of the dashboard has data, each
 * alert fires where it should and stays silent otherwise, and outages of others are seen as they happen.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { payCreate } from '../../src/features/cashier/contract.ts'
import { setFault } from '../../src/features/cashier/server/sandbox/faults.ts'
import { login, sendCode } from '../../src/features/session/contract.ts'
import { now } from '../../src/lib/days/clock.ts'
import { openStore } from '../../src/server/db/database.ts'
import { listenForMetrics, type MetricsServer } from '../../src/server/metrics/metrics-server.ts'
import { startMailServer, type MailServer } from '../api/mail-server.ts'
import { atGateway, newKey, openShop } from '../api/payments-fixtures.ts'
import { startServer, type TestServer } from '../api/start-server.ts'
import { ensurePostgres } from '../stores/postgres-binaries.ts'
import { startPostgres, urlOf, type PostgresServer } from '../stores/postgres-server.ts'
import { aptInstall } from '../tools/apt.ts'
import { freePort } from './killable-process.ts'

const ALERTS = resolve('docs/monitoring/alerts.yml')
const folder = mkdtempSync(join(tmpdir(), 'youfang-monitoring-'))
const Rules = z.object({
  groups: z.array(
    z.object({ name: z.string(), rules: z.array(z.looseObject({ alert: z.string(), expr: z.string() })) }),
  ),
})
const alerts = Rules.parse(parse(readFileSync(ALERTS, 'utf8'))).groups.flatMap((it) => it.rules)

beforeAll(() => {
  if (spawnSync('promtool', ['--version']).error === undefined || aptInstall(['prometheus'])) return
  throw new Error('No Prometheus: install it (apt-get install prometheus)')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const answersWithin = (le: string, operation = 'send'): string =>
  `youfang_outgoing_call_seconds_bucket{kind="payment",service="s",operation="${operation}",le="${le}"}`
const callsWithin = (le: string, result = 'answered'): string =>
  `youfang_call_seconds_bucket{path="pay/create",result="${result}",le="${le}"}`
const outgoing = (kind: string, operation: string, result: 'ok' | 'failed'): string =>
  `youfang_outgoing_calls_total{kind="${kind}",service="s",operation="${operation}",result="${result}"}`

/** Series of a server at which nothing is wrong: a value every 15 s. */
const HEALTHY: Readonly<Record<string, string>> = {
  'up{job="youfang"}': '1x200',
  'youfang_ready{part="database"}': '1x200',
  'youfang_calls_total{path="pay/create",status="1",code="0"}': '0+10x200',
  'youfang_calls_total{path="pay/create",status="0",code="http_503"}': '0x200',
  ...Object.fromEntries(['0.1', '2.5', '+Inf'].map((le) => [callsWithin(le), '0+10x200'])),
  ...Object.fromEntries(
    ['payment', 'mail', 'sms', 'scanner', 'storage', 'partner'].flatMap((kind) => [
      [outgoing(kind, 'send', 'ok'), '0+10x200'],
      [outgoing(kind, 'send', 'failed'), '0x200'],
    ]),
  ),
  // A hundred of them for each that matters: what strangers cause, and what asks about messages that were sent.
  [outgoing('payment', 'identify', 'ok')]: '0+1000x200',
  [outgoing('payment', 'query', 'ok')]: '0+1000x200',
  [outgoing('sms', 'receipt', 'ok')]: '0+1000x200',
  ...Object.fromEntries(['5', '10', '+Inf'].map((le) => [answersWithin(le), '0+10x200'])),
  'youfang_responses_total{route="/notify/wechat",http="401"}': '0x200',
  'youfang_figure{name="paymentsInError"}': '0x200',
  'youfang_figure{name="refundsOverdue"}': '0x200',
  'youfang_figure{name="textMessagesHeldToday"}': '0x200',
  'youfang_figure{name="backupAgeHours"}': '20x200',
  'youfang_figure{name="backupUntestedDays"}': '0x200',
  'youfang_figure{name="freeDataMB"}': '9000x200',
  'youfang_jobs_oldest_seconds{lane="codeMails",kind="message.code"}': '2x200',
  'youfang_jobs_oldest_seconds{lane="records",kind="payment.notice"}': '2x200',
  'youfang_jobs_given_up{kind="message"}': '0x200',
  youfang_uploads_oldest_seconds: '2x200',
  'youfang_database_connections{state="waiting"}': '0x200',
  youfang_clock_seconds: '0+15x200',
  nodejs_eventloop_lag_p99_seconds: '0.01x200',
}

const failedCalls = (kind: string): Record<string, string> => ({ [outgoing(kind, 'send', 'failed')]: '0+20x200' })
/** What differs when each alert should fire. */
const WRONG: Readonly<Record<string, Record<string, string>>> = {
  ServerDown: { 'up{job="youfang"}': '0x200' },
  NotReady: { 'youfang_ready{part="database"}': '0x200' },
  CallsFailing: { 'youfang_calls_total{path="pay/create",status="0",code="http_503"}': '0+10x200' },
  CallsSlow: {
    [callsWithin('0.1')]: '0+1x200',
    [callsWithin('0.1', 'turned_away')]: '0+10000x200',
    [callsWithin('+Inf', 'turned_away')]: '0+10000x200',
  },
  GatewayFailing: failedCalls('payment'),
  GatewaySlow: { [answersWithin('5')]: '0+9x200' },
  NotificationsRefused: { 'youfang_responses_total{route="/notify/wechat",http="401"}': '0+1x200' },
  PaymentsInError: { 'youfang_figure{name="paymentsInError"}': '1x200' },
  RefundsOverdue: { 'youfang_figure{name="refundsOverdue"}': '2x200' },
  MailFailing: failedCalls('mail'),
  TextMessagesFailing: failedCalls('sms'),
  CodesLate: { 'youfang_jobs_oldest_seconds{lane="codeMails",kind="message.code"}': '90x200' },
  TextMessagesHeld: { 'youfang_figure{name="textMessagesHeldToday"}': '1x200' },
  JobsWaiting: { 'youfang_jobs_oldest_seconds{lane="records",kind="payment.notice"}': '400x200' },
  JobsGivenUp: { 'youfang_jobs_given_up{kind="message"}': '1x200' },
  UploadsWaiting: { youfang_uploads_oldest_seconds: '400x200' },
  ScannerFailing: failedCalls('scanner'),
  StorageFailing: failedCalls('storage'),
  PartnersNotTold: failedCalls('partner'),
  DatabaseConnectionsShort: { 'youfang_database_connections{state="waiting"}': '3x200' },
  StoreOnlyReads: { 'youfang_figure{name="storeOnlyReads"}': '1x200' },
  DiskFilling: { 'youfang_figure{name="freeDataMB"}': '1000x200' },
  ClockWrong: { youfang_clock_seconds: '7200+15x200' },
  EventLoopSlow: { nodejs_eventloop_lag_p99_seconds: '0.8x200' },
  BackupMissing: { 'youfang_figure{name="backupAgeHours"}': '27x200' },
  BackupNotTested: { 'youfang_figure{name="backupUntestedDays"}': '3x200' },
}

/** The alerts that must fire over these series after 45 minutes, as promtool finds it. */
function promtool(series: Readonly<Record<string, string>>, firing: readonly string[]): string {
  const file = join(folder, 'rules.test.yml')
  const expected = firing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 }))
  const asked = { expr: 'count by (alertname) (ALERTS{alertstate="firing"})', eval_time: '45m', exp_samples: expected }
  const input = Object.entries(series).map(([name, values]) => ({ series: name, values }))
  const scene = { interval: '15s', input_series: input, promql_expr_test: [asked] }
  writeFileSync(file, stringify({ rule_files: [ALERTS], evaluation_interval: '15s', tests: [scene] }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  return status === 0 ? 'as expected' : `${stdout}${stderr}`
}

describe('alerts', () => {
  test('are rules that Prometheus takes, and none fires when nothing is wrong', () => {
    expect(spawnSync('promtool', ['check', 'rules', ALERTS]).status).toBe(0)
    expect(promtool(HEALTHY, [])).toBe('as expected')
  })
  test.each(alerts.map(({ alert }) => alert))('%s fires, and no other', (alert) => {
    expect(promtool({ ...HEALTHY, ...WRONG[alert] }, [alert])).toBe('as expected')
  })

  test.each<[string, Record<string, string>]>([
    ['strangers make calls fail that identify a payer', { [outgoing('payment', 'identify', 'failed')]: '0+1000x200' }],
    ['receipts of text messages fail', { [outgoing('sms', 'receipt', 'failed')]: '0+1000x200' }],
    [
      'one call of a rare operation fails',
      { [outgoing('payment', 'refund', 'ok')]: '0x200', [outgoing('payment', 'refund', 'failed')]: '0x168 1x31' },
    ],
    [
      'the few calls of a rare operation are slow',
      {
        [outgoing('payment', 'refund', 'ok')]: '0x150 1x10 2x10 3x29',
        [answersWithin('5', 'refund')]: '0x200',
        [answersWithin('10', 'refund')]: '0x150 1x10 2x10 3x29',
        [answersWithin('+Inf', 'refund')]: '0x150 1x10 2x10 3x29',
      },
    ],
  ])('none fires when %s', (_, series) => {
    expect(promtool({ ...HEALTHY, ...series }, [])).toBe('as expected')
  })
})

/** Prometheus reads every second here. */
const OFTEN = { interval: 500 }

const Answer = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
})

describe('a real Prometheus', () => {
  let postgres: PostgresServer
  let mail: MailServer
  let server: TestServer
  let metrics: MetricsServer
  let prometheus: ChildProcess
  let url: string
  const disk = { free: 8e9 }
  beforeAll(async () => {
    const bin = ensurePostgres()
    if (bin === undefined) throw new Error('No PostgreSQL')
    postgres = await startPostgres(bin)
    mail = await startMailServer()
    const dataDir = join(folder, 'data')
    server = await startServer({
      dataDir,
      clock: now,
      free: async () => disk.free,
      store: openStore({ databaseUrl: urlOf(postgres.socket, 'postgres'), dataDir }),
      env: { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'hello@example.com' },
    })
    metrics = await listenForMetrics(server.deps, { host: '127.0.0.1', port: 0 })
    const soon = { groups: [{ name: 'soon', rules: alerts.map((it) => ({ ...it, for: '0s' })) }] }
    writeFileSync(join(folder, 'alerts.yml'), stringify(soon))
    writeFileSync(
      join(folder, 'prometheus.yml'),
      stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: ['alerts.yml'],
        scrape_configs: [{ job_name: 'youfang', static_configs: [{ targets: [`127.0.0.1:${metrics.port}`] }] }],
      }),
    )
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'tsdb')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    )
  })
  afterAll(async () => {
    prometheus.kill()
    await metrics.close()
    await server.close()
    await mail.close()
    await postgres.stop()
  })

  const query = async (expr: string) => {
    const reply = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expr })}`).catch(() => undefined)
    const answer = Answer.safeParse(await reply?.json())
    return answer.data?.data.result ?? []
  }
  const fires = (alert: string, acting: () => Promise<unknown> = async () => undefined) =>
    expect
      .poll(async () => {
        await acting()
        return (await query(`ALERTS{alertname="${alert}",alertstate="firing"}`)).length
      }, OFTEN)
      .toBeGreaterThan(0)

  let people = 0
  /** A code by mail, which one address gets twenty of in an hour, and a wrong login. */
  const askForCode = async (): Promise<void> => {
    const { request } = server.client()
    const destination = `person${++people}@example.com`
    await request(sendCode, { destination })
    await server.drain()
    await request(login, { destination, code: '000000', agreed: true })
  }
  /** A payment that is begun, and paid where the gateway answers. */
  const buy = async (): Promise<void> => {
    const shop = await openShop(server)
    const begun = await shop.buyer.request(payCreate, { order: shop.order, method: 'wechat', key: newKey() })
    const address = begun.ok ? begun.data.payment?.payUrl : undefined
    if (address) await atGateway(shop, address, 'pay')
    await server.drain()
  }

  test('every query of the dashboard has data', async () => {
    const panels = z
      .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })) })
      .parse(JSON.parse(readFileSync('docs/monitoring/dashboard.json', 'utf8'))).panels
    await expect
      .poll(async () => {
        if (people < 6) await askForCode()
        await buy()
        const found = await Promise.all(
          panels.flatMap(({ title, targets }) =>
            targets.map(async ({ expr }) => ((await query(expr)).some((it) => it.value[1] !== 'NaN') ? [] : [title])),
          ),
        )
        return found.flat()
      }, OFTEN)
      .toEqual([])
    expect(await query('ALERTS{alertname=~"GatewayFailing|MailFailing|NotReady|ServerDown|ClockWrong"}')).toEqual([])
  })

  test('a gateway that does not answer', async () => {
    await setFault(server.deps, 'api', 1000)
    await fires('GatewayFailing', buy)
    await setFault(server.deps, 'api', 0)
  })

  test('a mail server that takes nothing', async () => {
    mail.refuse.MAIL = Array.from({ length: 1000 }, () => '451 later')
    for (let i = 0; i < 6; i++) await askForCode()
    await fires('MailFailing')
    mail.refuse.MAIL = []
  })

  test('a disk that is too full', async () => {
    disk.free = 1000
    await fires('NotReady')
    disk.free = 8e9
  })

  test('a clock that runs ahead, and jobs that nobody runs', async () => {
    server.advance(20 * 60_000)
    await fires('ClockWrong')
    await fires('JobsWaiting')
  })

  test('a server that is gone', async () => {
    await metrics.close()
    await fires('ServerDown')
  })
})
