/** The checker of what is left after kills: each kind of damage, done to a store that is whole, is told. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../src/lib/days/dates.ts'
import { faultsOf, type Witness } from './aftermath.ts'
import { Cell } from './kill-cell.ts'
import { Caller } from './kill-callers.ts'

const DAY = 86_400_000
let cell: Cell
let database: Database.Database
beforeAll(async () => {
  cell = await Cell.start({})
  const caller = new Caller(cell, 'caller')
  await caller.signIn()
  const order = await caller.apply()
  await caller.pay(order)
  await caller.receive(order)
  await cell.goOnLater(2 * DAY)
  await caller.signIn()
  await caller.claim(caller.policies[0] ?? '', dayOf(cell.now()))
  await cell.settle()
  // Nothing mends what is damaged below.
  await cell.worker.end('SIGTERM')
  database = new Database(join(cell.dataDir, 'youfang.db'))
  database.pragma('foreign_keys = off')
})
afterAll(async () => {
  database.close()
  await cell.stop()
})

type Row = Record<string, string | number | null>
const rowOf = (table: string): Row => database.prepare(`select * from "${table}" limit 1`).get() as Row
const insert = (table: string, row: Row): void => {
  const names = Object.keys(row)
  const columns = names.map((it) => `"${it}"`).join()
  database
    .prepare(`insert into "${table}" (${columns}) values (${names.map(() => '?').join()})`)
    .run(Object.values(row))
}
const remove = (table: string, id: unknown): void =>
  void database.prepare(`delete from "${table}" where id = ?`).run(String(id))
const change = (table: string, id: unknown, column: string, value: unknown): void =>
  void database.prepare(`update "${table}" set "${column}" = ? where id = ?`).run(value, String(id))

/** Does the damage, and answers how it is undone. */
type Damage = () => () => void
const withoutRow =
  (table: string): Damage =>
  () => {
    const row = rowOf(table)
    remove(table, row['id'])
    return () => insert(table, row)
  }
const secondRow =
  (table: string, other: Row): Damage =>
  () => {
    insert(table, { ...rowOf(table), id: 'second', ...other })
    return () => remove(table, 'second')
  }
const otherValue =
  (table: string, column: string, value: string): Damage =>
  () => {
    const row = rowOf(table)
    change(table, row['id'], column, value)
    return () => change(table, row['id'], column, row[column])
  }
/** One bit of the file of a document. */
const otherFile: Damage = () => {
  const { file_id: id } = rowOf('claim_documents')
  const folder = join(cell.dataDir, 'files')
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((it) => it.endsWith(String(id))) ?? ''
  const path = join(folder, name)
  const whole = readFileSync(path)
  const changed = Buffer.from(whole)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  writeFileSync(path, changed)
  return () => writeFileSync(path, whole)
}
const failedJob: Damage = () => {
  const row = { ...rowOf('jobs'), id: 'second', dedupe_key: null, done_at: null, failed_at: 1, last_error: null }
  insert('jobs', row)
  return () => remove('jobs', 'second')
}
/** The database refuses changes of these entries, until somebody takes its triggers away. */
const otherEntry: Damage = () => {
  const triggers = database
    .prepare("select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'sales_log'")
    .all() as { name: string; sql: string }[]
  for (const { name } of triggers) database.exec(`drop trigger "${name}"`)
  const { at } = database.prepare('select at from sales_log where seq = 2').get() as { at: number }
  const set = database.prepare('update sales_log set at = ? where seq = 2')
  set.run(at + 1)
  return () => {
    set.run(at)
    for (const { sql } of triggers) database.exec(sql)
  }
}

/** What commands print of the whole store: most damage changes nothing of it, and each is a process. */
const printed = new Map<string, ReturnType<Witness['operator']>>()
const asBefore: Witness['operator'] = (...words) => {
  const known = printed.get(words.join()) ?? cell.operator(...words)
  printed.set(words.join(), known)
  return known
}

async function faults(over: Partial<Witness> = { operator: asBefore }): Promise<string[]> {
  const witness = await cell.witness()
  try {
    return await faultsOf({ ...witness, ...over })
  } finally {
    await witness.close()
  }
}

test('a store that is whole has no faults', async () => {
  expect(await faults()).toEqual([])
})

test.each<[string, Damage, RegExp]>([
  ['a lost policy', withoutRow('policies'), /^lost: policy /],
  ['a lost claim', withoutRow('claims'), /^lost: case /],
  ['a lost receipt', withoutRow('claim_documents'), /^lost: document /],
  ['a lost payment', withoutRow('payments'), /^lost: payment /],
  ['a payment that is booked twice', secondRow('payments', { credited_at: null }), /^booked: .* in our books$/],
  [
    'a payment that was taken twice',
    () => {
      insert('gateway_trades', { ...rowOf('gateway_trades'), ref: 'second', merchant_ref: 'second', token: 'second' })
      return () => void database.prepare("delete from gateway_trades where ref = 'second'").run()
    },
    /^booked: .* at the gateway$/,
  ],
  [
    'a second policy of an order',
    secondRow('policies', { number: 'second', order_person: 'second' }),
    /^issued: .* with 2 policies$/,
  ],
  ['a file that was changed', otherFile, /^file: \/file\/claim\/document .* is another one now/],
  ['an order that nothing pursues', otherValue('orders', 'status', 'issuing'), /^stuck: orders /],
  ['a document that nobody checks', otherValue('claim_documents', 'status', 'checking'), /^stuck: document /],
  ['a job that was given up and is not counted', failedJob, /^unseen: job second /],
  ['an entry of a sales record that was changed', otherEntry, /^chain: sales-log verify .* BROKEN at entry 2/],
])('%s is told', async (_, damage, sentence) => {
  const undo = damage()
  try {
    expect(await faults(damage === otherEntry ? {} : undefined)).toContainEqual(expect.stringMatching(sentence))
  } finally {
    undo()
  }
})

test('a mail that was sent twice is told, unless it is the same one', async () => {
  const witness = await cell.witness()
  await witness.close()
  const [mail] = witness.mails
  if (!mail) throw new Error('no mail')
  expect(await faults({ operator: asBefore, mails: [...witness.mails, mail] })).toEqual([])
  expect(await faults({ operator: asBefore, mails: [...witness.mails, { ...mail, id: 'second' }] })).toContainEqual(
    expect.stringMatching(/^mail: twice to caller@example.com/),
  )
})
