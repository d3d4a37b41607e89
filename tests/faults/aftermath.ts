/**
 * Looks at what is left after kills, apart from the product: it reads the database by SQL of its own, the API as the
 * callers, the mails as they arrived, and the operator's commands and metrics as they print. Nothing here is imported
 * from the product.
 */
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import pg from 'pg'
import type { Credentials, Entry } from './journal.ts'

type Row = Record<string, string | number | null>
export type Rows = (table: string) => Promise<Row[]>

/** Whole tables of a database, read by its own driver. */
export async function readTables(from: { sqlite: string } | { postgres: string }): Promise<{
  rows: Rows
  close: () => Promise<void>
}> {
  if ('sqlite' in from) {
    const database = new Database(from.sqlite, { readonly: true })
    return {
      rows: async (table) => database.prepare(`select * from "${table}"`).all() as Row[],
      close: async () => void database.close(),
    }
  }
  // One connection, on which the reads wait for each other.
  const client = new pg.Pool({ connectionString: from.postgres, max: 1 })
  return {
    rows: async (table) => (await client.query<Row>(`select * from "${table}"`)).rows,
    close: () => client.end(),
  }
}

export interface Witness {
  journal: readonly Entry[]
  rows: Rows
  /** Address of the server. */
  url: string
  mails: readonly { id: string; to: string; subject: string; text: string }[]
  /** What `/metrics` says. */
  metrics: string
  /** An operator's command, by its words. */
  operator: (...words: string[]) => Promise<{ code: number; text: string }>
}

const of = <W extends Entry['what']>(journal: readonly Entry[], what: W) =>
  journal.filter((it): it is Extract<Entry, { what: W }> => it.what === what)
const by = (rows: readonly Row[], column: string): Map<unknown, Row[]> => Map.groupBy(rows, (row) => row[column])
const sum = (rows: readonly Row[], column: string): number =>
  rows.reduce((total, row) => total + Number(row[column] ?? 0), 0)
/** Values that stand there more than once. */
const repeated = (values: readonly unknown[]): unknown[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
]

/** Everything that was acknowledged and is not there. */
async function lost({ journal, rows }: Witness): Promise<string[]> {
  const missing = async (what: Entry['what'], table: string, is: (row: Row, entry: never) => boolean) => {
    const all = await rows(table)
    return of(journal, what)
      .filter((entry) => !all.some((row) => is(row, entry as never)))
      .map((entry) => `lost: ${what} ${JSON.stringify(entry)}`)
  }
  type Of<W extends Entry['what']> = Extract<Entry, { what: W }>
  const found = await Promise.all([
    missing('order', 'orders', (row, it: Of<'order'>) => row['id'] === it.id),
    missing('submitted', 'orders', (row, it: Of<'submitted'>) => row['id'] === it.id && row['submitted_at'] !== null),
    missing('paid', 'orders', (row, it: Of<'paid'>) => row['id'] === it.order && row['paid_at'] !== null),
    missing('payment', 'payments', (row, it: Of<'payment'>) => row['id'] === it.id && row['payable_id'] === it.order),
    missing(
      'policy',
      'policies',
      (row, it: Of<'policy'>) => row['id'] === it.id && row['number'] === it.number && row['order_id'] === it.order,
    ),
    missing('claim', 'claims', (row, it: Of<'claim'>) => row['id'] === it.id),
    missing('case', 'claims', (row, it: Of<'case'>) => row['id'] === it.id && row['case_number'] === it.caseNumber),
    missing(
      'document',
      'claim_documents',
      (row, it: Of<'document'>) => row['id'] === it.id && row['claim_id'] === it.claim && row['sha256'] === it.sha256,
    ),
  ])
  return found.flat()
}

/** Every effect that is there twice, and every order whose money and policies do not fit its state. */
async function doubled({ rows }: Witness): Promise<string[]> {
  const payments = by(await rows('payments'), 'payable_id')
  const refunds = by(await rows('refunds'), 'payable_id')
  const policies = by(await rows('policies'), 'order_id')
  const trades = by(await rows('gateway_trades'), 'subject')
  const returned = by(await rows('gateway_refunds'), 'trade_ref')
  const faults: string[] = []
  for (const order of await rows('orders')) {
    const { id, status, premium_minor: premium } = order
    const due = status === 'issued' ? Number(premium) : 0
    const booked = (payments.get(id) ?? []).filter((it) => it['status'] === 'succeeded')
    const back = (refunds.get(id) ?? []).filter((it) => it['status'] === 'succeeded')
    const ours = sum(booked, 'paid_minor') - sum(back, 'amount_minor')
    if (ours !== due) faults.push(`booked: ${id} is ${status} with ${ours} of ${due} in our books`)
    const taken = (trades.get(id) ?? []).filter((it) => it['status'] === 'paid')
    const given = taken.flatMap((it) => returned.get(it['ref']) ?? []).filter((it) => it['status'] === 'done')
    const theirs = sum(taken, 'amount_minor') - sum(given, 'amount_minor')
    if (theirs !== due) faults.push(`booked: ${id} is ${status} with ${theirs} of ${due} at the gateway`)
    const issued = policies.get(id)?.length ?? 0
    if (issued !== (status === 'issued' ? 1 : 0)) faults.push(`issued: ${id} is ${status} with ${issued} policies`)
  }
  const twice = (what: string, values: readonly unknown[]): void => {
    for (const value of repeated(values)) faults.push(`twice: ${what} ${String(value)}`)
  }
  twice(
    'policy number',
    (await rows('policies')).map((it) => it['number']),
  )
  const events = await rows('events')
  for (const status of ['paid', 'issued', 'submitted'])
    twice(
      `event ${status} of`,
      events.filter((it) => it['to_status'] === status).map((it) => `${it['entity']} ${it['entity_id']}`),
    )
  return faults
}

/** Calls the API as somebody of the journal. */
async function call({ url, journal }: Witness, who: string, path: string, input: Record<string, string>) {
  const session = of(journal, 'session').findLast((it) => it.who === who) as Credentials
  return fetch(`${url}${path}?${new URLSearchParams({ ...input, lang: 'en' })}`, {
    method: 'POST',
    headers: {
      'platform-token': session.token,
      unique: session.unique,
      'csrf-name': session.csrf.name,
      'csrf-token': session.csrf.token,
    },
  })
}

/** What the API does not give, or gives otherwise, to the callers who were told of it. */
async function unread(witness: Witness): Promise<string[]> {
  const faults: string[] = []
  for (const { who, path, input, sha256 } of of(witness.journal, 'file')) {
    const reply = await call(witness, who, path, input)
    const got = createHash('sha256').update(Buffer.from(await reply.arrayBuffer()))
    if (!reply.ok || got.digest('hex') !== sha256)
      faults.push(`file: ${path} ${JSON.stringify(input)} is another one now (HTTP ${reply.status})`)
  }
  const says = async (who: string, path: string, input: Record<string, string>, part: string): Promise<void> => {
    const text = await (await call(witness, who, path, input)).text()
    if (!text.includes('"status":1') || !text.includes(part))
      faults.push(`answer: ${path} ${JSON.stringify(input)} does not say ${part}: ${text.slice(0, 200)}`)
  }
  for (const { who, id } of of(witness.journal, 'submitted')) await says(who, '/index/order/get', { id }, id)
  for (const { who, id, number } of of(witness.journal, 'policy')) await says(who, '/index/policy/get', { id }, number)
  for (const { who, id, caseNumber } of of(witness.journal, 'case'))
    await says(who, '/index/claim/get', { id }, caseNumber)
  for (const { who, id, claim, sha256 } of of(witness.journal, 'document')) {
    await says(who, '/index/claim/documents', { id: claim }, id)
    await says(who, '/index/claim/documents', { id: claim }, sha256)
  }
  return faults
}

/** A mail that is repeated with its id is shown once by a mailbox; the same words under two ids are told twice. */
function toldTwice({ mails }: Witness): string[] {
  const told = new Map(mails.map((it) => [`${it.id} ${it.to}`, `${it.to}: ${it.subject} | ${it.text}`]))
  return repeated([...told.values()]).map((it) => `mail: twice to ${String(it).slice(0, 200)}`)
}

async function broken({ operator }: Witness): Promise<string[]> {
  const { code, text } = await operator('sales-log', 'verify')
  return code === 0 ? [] : [`chain: sales-log verify ends with ${code}: ${text.trim()}`]
}

/** The value of a gauge, over all of its series with this part of a label. */
const gauge = (metrics: string, name: string, label = ''): number =>
  metrics
    .split('\n')
    .filter((line) => line.startsWith(name) && line.includes(label))
    .reduce((most, line) => Math.max(most, Number(line.split(' ').at(-1))), 0)

/** What does not go on, by plain rules: each must be in a metric, in a job that waits, or on an operator's list. */
async function stuck({ rows, metrics, operator }: Witness): Promise<string[]> {
  const faults: string[] = []
  const jobs = await rows('jobs')
  const waiting = jobs.filter((it) => it['done_at'] === null && it['failed_at'] === null)
  const given = jobs.filter((it) => it['failed_at'] !== null)
  const listed = (await operator('jobs', 'list', '--state', 'failed')).text
  for (const { id, kind } of given) {
    const counted = gauge(metrics, 'youfang_jobs_given_up', `kind="${kind}"`) > 0
    if (!counted || !listed.includes(String(id))) faults.push(`unseen: job ${id} ${kind} was given up`)
  }
  const pursued = (id: unknown): boolean =>
    [...waiting, ...given].some((it) => String(it['payload']).includes(String(id)))
  const ended: Record<string, readonly string[]> = {
    orders: ['created', 'issued', 'cancelled', 'expired', 'refunded'],
    payments: ['succeeded', 'failed'],
    refunds: ['succeeded', 'rejected'],
  }
  const lists =
    (await operator('refunds', 'list')).text + (await operator('payments', 'list', '--status', 'error')).text
  for (const [table, final] of Object.entries(ended))
    for (const { id, status } of await rows(table))
      if (!final.includes(String(status)) && !pursued(id) && !lists.includes(String(id)))
        faults.push(`stuck: ${table} ${id} is ${status}, and nothing pursues or names it`)
  return faults
}

/** The same of claims and their documents. */
async function stuckClaims({ rows, metrics, operator }: Witness): Promise<string[]> {
  const faults: string[] = []
  const cases = (await operator('claims', 'list', '--limit', '1000')).text
  for (const { case_number: number, status } of await rows('claims'))
    if (status !== 'draft' && !cases.includes(String(number))) faults.push(`stuck: claim ${number} is on no list`)
  const incoming = await rows('incoming')
  if (incoming.length > 0 && gauge(metrics, 'youfang_uploads_waiting') === 0)
    faults.push(`unseen: ${incoming.length} files wait to be checked`)
  const received = new Set(incoming.map((it) => it['id']))
  for (const { id, status, file_id: file } of await rows('claim_documents'))
    if (status === 'checking' && !received.has(file)) faults.push(`stuck: document ${id} is checked by nobody`)
  return faults
}

/** All faults, one sentence each. */
export async function faultsOf(witness: Witness): Promise<string[]> {
  return [
    ...(await lost(witness)),
    ...(await doubled(witness)),
    ...(await unread(witness)),
    ...toldTwice(witness),
    ...(await broken(witness)),
    ...(await stuck(witness)),
    ...(await stuckClaims(witness)),
  ]
}
