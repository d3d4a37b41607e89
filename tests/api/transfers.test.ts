/**
 * A school pays its list by bank transfer: what a statement proposes by itself, what people propose, that a second
 * person confirms either, and that nothing is booked twice.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { incomingCommands } from '../../src/features/bank-transfers/server/incoming-commands.ts'
import { deleteAccounts } from '../../src/features/bank-transfers/server/waiting-batches.ts'
import { bankTransfers } from '../../src/features/bank-transfers/server/feature.ts'
import { bankCommands } from '../../src/features/bank-transfers/server/bank-commands.ts'
import { payClose, payMethods } from '../../src/features/cashier/contract.ts'
import { loadProviders, replaceProviders } from '../../src/features/cashier/server/providers/provider-registry.ts'
import { transferProviders } from '../../src/features/cashier/server/transfers/transfer-provider.ts'
import { moveAccount } from '../../src/features/cashier/server/refunds/refund-account.ts'
import { awaitingAccount } from '../../src/features/cashier/server/refunds/waiting-refund-accounts.ts'
import { cancelOrder } from '../../src/features/orders/contract.ts'
import { uniqueKey } from '../../src/app/storage/storage.ts'
import { holderOf } from '../../src/server/http/caller.ts'
import { campaignFeatures, type TestCampaign } from './collection-fixtures.ts'
import {
  closedList,
  group,
  paymentSums,
  placeStudents,
  School,
  schoolCampaign,
  settled,
  statusOf,
} from './group-fixtures.ts'
import { commandOutput } from './operator-commands.ts'
import { messages, ok } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const DAY = 86_400_000
const operator = (who: string, ...words: string[]) =>
  commandOutput(server.deps, [...incomingCommands, ...bankCommands], [...words, '--by', who, '--why', 'of the day'])

let server: TestServer
let folder: string
let campaign: TestCampaign
let school: School
let students: string[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'youfang-statement-'))
  server = await startServer({ features: [...campaignFeatures, bankTransfers] })
  campaign = await schoolCampaign(server)
  students = await placeStudents(server, campaign, 2)
  const { link } = await closedList(server, campaign, '--to', 'finance@lakeside.example')
  school = new School(server, link)
  await loadProviders(server.deps)
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 2 })
})

/** Chooses a transfer; returns the payment's id and its reference. */
async function choose(): Promise<{ id: string; reference: string; amount: number }> {
  const { payment } = ok(await school.tryPay('transfer'))
  return {
    id: payment?.id ?? '',
    reference: payment?.inPage?.['reference'] ?? '',
    amount: payment?.amount.amount ?? 0,
  }
}

let entries = 0
interface Entry {
  amount: number
  note: string
  entry?: string
  account?: string
}
/** A statement as the bank exports it. */
function statement(...list: readonly Entry[]): string {
  const rows = list.map(
    ({ amount, note, entry = `BANK-${++entries}`, account = '6222000000000001' }) =>
      `${entry},2026-03-01,${(amount / 100).toFixed(2)},CNY,${note},湖畔大学,${account},示例银行`,
  )
  const file = join(folder, `${++entries}.csv`)
  writeFileSync(file, ['流水号,交易日期,贷方金额,币种,附言,对方户名,对方账号,对方开户行', ...rows].join('\n'))
  return file
}
const book = async (...list: readonly Entry[]) => operator('lin', 'transfers', 'book', statement(...list))
/** Booked by one, confirmed by another. */
async function credit(...list: readonly Entry[]) {
  const file = statement(...list)
  await operator('lin', 'transfers', 'book', file)
  return operator('chen', 'transfers', 'confirm-statement', file)
}
const transfers = () => server.deps.db.selectFrom('incoming_transfers').selectAll().orderBy('id').execute()
const idOf = async (at = 0): Promise<string> => (await transfers())[at]?.id ?? ''
const eventsOf = (status: string) =>
  server.deps.db
    .selectFrom('events')
    .selectAll()
    .where('entity', '=', 'incoming_transfer')
    .where('to_status', '=', status)
    .execute()
const refunds = () => server.deps.db.selectFrom('refunds').selectAll().execute()

describe('a transfer', () => {
  test('is offered with account, sum and reference, and everybody with the link sees the same', async () => {
    const view = ok(await school.client.request(payMethods, { link: school.link }))
    expect(view.methods.map(({ id }) => id)).toContain('transfer')
    const { id, reference, amount } = await choose()
    expect(amount).toBe(696_000)
    expect(reference).toMatch(/^RF\d{10}$/)
    const colleague = new School(server, school.link, undefined, server.client())
    await loadProviders(server.deps)
    expect(ok(await colleague.tryPay('transfer')).payment).toMatchObject({ id, inPage: { reference } })
    expect((await colleague.status()).payment?.inPage).toMatchObject({ reference })
    server.advance(DAY)
    await server.drain()
    expect((await school.status()).payment?.status).toBe('started')
  })

  test('pays the list as a gateway does, once, however often the statement is read', async () => {
    const { reference, amount } = await choose()
    const entry = { amount, note: `保费 ${reference}`, entry: 'BANK-7' }
    expect((await credit(entry)).said).toContain('1 confirmed')
    await settled(server)
    for (const id of students) expect(await statusOf(server, id)).toBe('issued')
    expect(await school.sees()).toMatchObject({ status: 'done' })
    expect((await messages(server)).filter(({ to }) => to === 'finance@lakeside.example').length).toBe(3)
    const again = await book(entry)
    expect(again.said).toContain('known before')
    expect((await book({ ...entry, amount: amount + 1 })).said).toContain('nothing changed')
    expect(await transfers()).toHaveLength(1)
    expect(await paymentSums(server)).toMatchObject([{ status: 'succeeded', paid_minor: amount, refund_minor: 0 }])
  })

  test('is not offered in the last days of a list, nor for a single application', async () => {
    server.advance(23 * DAY)
    const view = ok(await school.client.request(payMethods, { link: school.link }))
    expect(view.methods.map(({ id }) => id)).not.toContain('transfer')
    expect((await school.tryPay('transfer')).ok).toBe(false)
  })
})

describe('what does not fit', () => {
  test('with too little waits, is shown to the school, and pays with the rest once a second person confirms', async () => {
    const { id, reference, amount } = await choose()
    await book({ amount: amount - 5_000, note: reference })
    expect((await school.status()).payment).toMatchObject({ status: 'started', arrived: { amount: amount - 5_000 } })
    expect((await operator('lin', 'transfers', 'assign', id, await idOf())).said).toContain('too_little')
    await book({ amount: 5_000, note: 'Rest' })
    const ids = (await transfers()).map((it) => it.id)
    expect((await operator('lin', 'transfers', 'assign', id, ids.join(','))).code).toBe(0)
    expect((await operator('lin', 'transfers', 'confirm', ids[0] ?? '', id)).said).toContain('same_operator')
    expect((await operator('chen', 'transfers', 'confirm', ids[0] ?? '', id)).code).toBe(0)
    await settled(server)
    expect(await statusOf(server, students[0] ?? '')).toBe('issued')
    expect((await transfers()).map((it) => it.status)).toEqual(['booked', 'booked'])
    expect((await school.status()).payment?.arrived).toBeNull()
  })

  test('with too much pays the sum, and the rest goes back with the bank’s reference', async () => {
    const { id, reference, amount } = await choose()
    await book({ amount: amount + 100, note: reference })
    await operator('lin', 'transfers', 'assign', id, await idOf())
    expect((await operator('chen', 'transfers', 'confirm', await idOf(), id)).said).toContain(
      'CNY\u00a01.00 back to 湖畔大学',
    )
    expect((await operator('chen', 'transfers', 'returned', await idOf(), '--reference', 'OUT-1')).code).toBe(0)
    await settled(server)
    expect(await statusOf(server, students[1] ?? '')).toBe('issued')
    expect(await transfers()).toMatchObject([{ status: 'returned', return_minor: 100, return_reference: 'OUT-1' }])
    expect(await paymentSums(server)).toMatchObject([{ paid_minor: amount, refund_minor: 0 }])
  })

  test('without a reference, or with a mistyped one, waits; it can be sent back', async () => {
    const { reference, amount } = await choose()
    await book(
      { amount, note: '保费' },
      { amount, note: `${reference.slice(0, -1)}${(Number(reference.at(-1)) + 1) % 10}` },
    )
    expect((await transfers()).map((it) => it.problem)).toEqual(['no_reference', 'wrong_reference'])
    const listed = await operator('lin', 'transfers', 'list')
    expect(listed.said).toContain('湖畔大学')
    await operator('lin', 'transfers', 'give-back', await idOf())
    expect((await operator('lin', 'transfers', 'withdraw', await idOf())).code).toBe(0)
    await operator('lin', 'transfers', 'give-back', await idOf())
    await operator('chen', 'transfers', 'confirm', await idOf(), 'return')
    expect((await transfers())[0]).toMatchObject({ status: 'to_return', return_minor: amount })
    expect(await paymentSums(server)).toMatchObject([{ status: 'started', paid_minor: null }])
  })

  test('a second transfer of a paid list waits, and is not booked on it', async () => {
    const { id, reference, amount } = await choose()
    await book({ amount, note: reference }, { amount, note: reference })
    expect((await transfers()).map((it) => it.problem)).toEqual([null, 'paid_before'])
    expect((await operator('lin', 'transfers', 'assign', id, await idOf(1))).said).toContain('proposed_before')
    await operator('chen', 'transfers', 'confirm', await idOf(), id)
    expect((await operator('lin', 'transfers', 'assign', id, await idOf(1))).said).toContain('paid_before')
  })

  test('a file with one wrong line books nothing', async () => {
    const { reference, amount } = await choose()
    const { said, code } = await book({ amount, note: reference }, { amount, note: reference, entry: '1.2E+17' })
    expect([code, await transfers()]).toEqual([1, []])
    expect(said).toContain('line 3, entry')
  })
})

describe('money that is not wanted any more', () => {
  test('after the list was paid otherwise goes back to the account it came from, by the batch file', async () => {
    const { reference, amount } = await choose()
    const gateway = new School(server, school.link)
    replaceProviders(server.deps, [gateway.gateway, ...transferProviders(server.deps.config)])
    await gateway.pay()
    await credit({ amount, note: reference, account: '6222000000009876' })
    expect(await refunds()).toMatchObject([
      { status: 'approved', reason: 'duplicate', way: 'bank', amount_minor: amount },
    ])
    const gathered = await operator('lin', 'bank', 'collect')
    expect(gathered.said).toContain('•••• 9876')
    expect(gathered.said).toContain('! the name on the account')
    expect(gathered.said).toContain('CNY\u00a06,960.00')
  })

  test('after the list had expired goes back', async () => {
    const { reference, amount } = await choose()
    server.advance(40 * DAY)
    await settled(server)
    await credit({ amount, note: reference })
    // The statement's day is before the end of the list, but nobody stands on it any more.
    expect(await refunds()).toMatchObject([{ status: 'approved', reason: 'late', way: 'bank' }])
  })

  test('of a student who left after the school was told the sum goes back, and the others are insured', async () => {
    const client = server.client()
    const [own = ''] = await placeStudents(server, campaign, 1, {
      holder: holderOf({ unique: uniqueKey(client.store) }) ?? '',
    })
    const [other = ''] = await placeStudents(server, campaign, 1)
    const { link } = await closedList(server, campaign)
    school = new School(server, link)
    await loadProviders(server.deps)
    const { reference, amount } = await choose()
    const { version } = await server.deps.db
      .selectFrom('orders')
      .select('version')
      .where('id', '=', own)
      .executeTakeFirstOrThrow()
    ok(await client.request(cancelOrder, { id: own, version }))
    await credit({ amount, note: reference })
    await settled(server)
    expect(await statusOf(server, other)).toBe('issued')
    expect(await refunds()).toMatchObject([{ reason: 'left_list', way: 'bank', amount_minor: amount / 2 }])
  })

  test('given up, the payment is paid all the same if the transfer was under way', async () => {
    const { id, reference, amount } = await choose()
    ok(await school.client.request(payClose, { link: school.link, payment: id }))
    const { payment } = ok(await school.tryPay('transfer'))
    expect(payment?.inPage?.['reference']).not.toBe(reference)
    await credit({ amount, note: reference })
    await settled(server)
    expect(await statusOf(server, students[0] ?? '')).toBe('issued')
  })
})

describe('one person alone', () => {
  test('moves no money by a statement, however it was made', async () => {
    const { id, reference, amount } = await choose()
    const file = statement({ amount, note: reference })
    expect((await operator('lin', 'transfers', 'book', file)).said).toContain('transfers confirm-statement')
    expect(await transfers()).toMatchObject([{ status: 'proposed', proposal: 'book', payment_id: id }])
    // The page says of what has arrived that it is not the amount of the list.
    expect((await school.status()).payment?.arrived).toBeNull()
    expect((await operator('lin', 'transfers', 'confirm-statement', file)).said).toContain('same_operator')
    expect((await operator('lin', 'transfers', 'confirm', await idOf(), id)).said).toContain('same_operator')
    expect(await paymentSums(server)).toMatchObject([{ status: 'started', paid_minor: null }])
    const [noted] = await eventsOf('proposed')
    expect(noted?.data).toMatch(/"sha256":"[0-9a-f]{64}"/)
    expect((await operator('chen', 'transfers', 'confirm-statement', file)).said).toContain('1 confirmed')
    const [confirmed] = await eventsOf('booked')
    expect(confirmed).toMatchObject({ by: 'operator:chen', data: expect.stringMatching(/"sha256":"[0-9a-f]{64}"/) })
    expect(await paymentSums(server)).toMatchObject([{ status: 'succeeded', paid_minor: amount }])
  })

  test('has nothing confirmed that the second person’s statement says otherwise', async () => {
    const { reference, amount } = await choose()
    await book({ amount, note: reference, entry: 'BANK-X', account: '6222000000006666' })
    const own = statement({ amount, note: reference, entry: 'BANK-X' })
    expect((await operator('chen', 'transfers', 'confirm-statement', own)).said).toContain('another day, sum, account')
    expect(await transfers()).toMatchObject([{ status: 'proposed', confirmed_by: null }])
  })

  test('leaves a trace of each look at notes and senders', async () => {
    await book({ amount: 100, note: '保费' })
    await operator('wu', 'transfers', 'list')
    expect(await eventsOf('looked_at')).toMatchObject([{ by: 'operator:wu', entity_id: await idOf() }])
  })

  test('cannot exchange what another is about to confirm', async () => {
    const { id, reference, amount } = await choose()
    await book({ amount: amount - 1, note: reference }, { amount, note: '保费' })
    const [, other = ''] = (await transfers()).map((it) => it.id)
    await operator('lin', 'transfers', 'assign', id, other)
    expect((await school.status()).payment?.arrived).toMatchObject({ amount: amount - 1 })
    await operator('lin', 'transfers', 'withdraw', other)
    expect((await transfers())[1]).toMatchObject({ payment_id: null, status: 'waiting' })
    await operator('lin', 'transfers', 'give-back', other)
    expect((await operator('chen', 'transfers', 'confirm', other, id)).said).toContain('changed')
    expect((await transfers())[1]).toMatchObject({ status: 'proposed' })
  })
})

describe('several senders', () => {
  test('are not refunded to one of them', async () => {
    const { id, reference, amount } = await choose()
    const gateway = new School(server, school.link)
    replaceProviders(server.deps, [gateway.gateway, ...transferProviders(server.deps.config)])
    await gateway.pay()
    await book(
      { amount: amount - 100, note: reference, account: '6222000000000011' },
      { amount: 100, note: reference, account: '6222000000000022' },
    )
    const ids = (await transfers()).map((it) => it.id)
    await operator('lin', 'transfers', 'assign', id, ids.join(','))
    expect((await operator('chen', 'transfers', 'confirm', ids[0] ?? '', id)).code).toBe(0)
    await settled(server)
    expect(await refunds()).toMatchObject([{ status: 'failed', reason: 'duplicate', way: 'provider' }])
    expect(await server.deps.db.selectFrom('refund_accounts').selectAll().execute()).toEqual([])
  })

  test('who sent too much together are told apart by a person', async () => {
    const { id, reference, amount } = await choose()
    await book(
      { amount: amount - 100, note: reference, account: '6222000000000011' },
      { amount: 150, note: reference, account: '6222000000000022' },
    )
    const ids = (await transfers()).map((it) => it.id)
    expect((await operator('lin', 'transfers', 'assign', id, ids.join(','))).said).toContain('several_senders')
  })
})

describe('the same entry in another export', () => {
  test('is known by its number in another form', async () => {
    const { reference, amount } = await choose()
    await credit({ amount, note: reference, entry: '00123a' })
    expect((await book({ amount, note: reference, entry: '１２３Ａ' })).said).toContain('known before')
    expect(await transfers()).toHaveLength(1)
  })

  test('under another number is said to be known, perhaps', async () => {
    const { id, reference, amount } = await choose()
    await book({ amount, note: '保费', entry: 'A-1' })
    expect((await book({ amount, note: reference, entry: 'V-9' })).said).toContain('MAY BE KNOWN')
    expect((await operator('lin', 'transfers', 'list')).said).toContain('MAY BE KNOWN')
    await operator('lin', 'transfers', 'assign', id, await idOf(1))
    expect((await operator('chen', 'transfers', 'confirm', await idOf(1), id)).said).toContain('MAY BE KNOWN')
  })
})

describe('a transfer that may never come', () => {
  test('holds neither a student on the list nor the list', async () => {
    const { amount, reference } = await choose()
    const number = ok(await school.client.request(payMethods, { link: school.link })).order.number
    const off = await group(server, 'take-off', number, students[0] ?? '', '--by', 'lin', '--why', 'left the school')
    expect(off.code).toBe(0)
    expect((await group(server, 'cancel', number, '--by', 'lin', '--why', 'agreed')).code).toBe(0)
    await settled(server)
    await credit({ amount, note: reference })
    expect(await refunds()).toMatchObject([{ way: 'bank', amount_minor: amount }])
  })

  test('is not counted among calls to anybody outside', async () => {
    const outgoing = vi.spyOn(server.deps.metrics, 'outgoing')
    const { id } = await choose()
    ok(await school.client.request(payClose, { link: school.link, payment: id }))
    expect(outgoing.mock.calls.filter(([{ service }]) => service === 'transfer')).toEqual([])
  })
})

test('a refund that the bank returned is an operator’s turn: nobody else was asked', async () => {
  const { reference, amount } = await choose()
  const gateway = new School(server, school.link)
  replaceProviders(server.deps, [gateway.gateway, ...transferProviders(server.deps.config)])
  await gateway.pay()
  await credit({ amount, note: reference })
  const [refund] = await refunds()
  const { deps } = server
  const acting = { by: 'operator:lin', why: 'returned' }
  await deps.write(async (trx) => {
    await moveAccount(deps, trx, refund?.id ?? '', 'in_batch', acting)
    await moveAccount(deps, trx, refund?.id ?? '', 'asked', { ...acting, reason: 'account_closed' })
  })
  expect([...(await awaitingAccount(deps.db, deps.clock()))]).toEqual([])
})

describe('what a transfer says about its sender is deleted', () => {
  test('a while after it was sent back', async () => {
    await book({ amount: 100, note: '保费' })
    await operator('lin', 'transfers', 'give-back', await idOf())
    await operator('chen', 'transfers', 'confirm', await idOf(), 'return')
    await operator('chen', 'transfers', 'returned', await idOf(), '--reference', 'OUT-1')
    await deleteAccounts(server.deps)
    expect((await transfers())[0]?.account).not.toBeNull()
    server.advance(31 * DAY)
    await deleteAccounts(server.deps)
    expect(await transfers()).toMatchObject([{ account: null, note: null, account_tail: '0001' }])
  })

  test('after the last cover that it paid, and not while some of it may go back', async () => {
    const { reference, amount } = await choose()
    await credit({ amount, note: reference })
    await settled(server)
    const [last] = (await server.deps.db.selectFrom('orders').select('end').execute())
      .map((it) => it.end ?? '')
      .sort()
      .reverse()
    server.advance(Date.parse(last ?? '') - server.deps.clock() + 20 * DAY)
    await deleteAccounts(server.deps)
    expect((await transfers())[0]?.account).not.toBeNull()
    server.advance(30 * DAY)
    await deleteAccounts(server.deps)
    expect(await transfers()).toMatchObject([{ status: 'booked', account: null, note: null }])
  })
})

test('the store takes no booked transfer that only one person has seen', async () => {
  const { reference, amount } = await choose()
  await book({ amount, note: reference })
  for (const confirmed of [null, 'operator:lin'])
    await expect(
      server.deps.write((trx) =>
        trx.updateTable('incoming_transfers').set({ status: 'booked', confirmed_by: confirmed }).execute(),
      ),
    ).rejects.toThrow(/incoming_transfers_(confirmed|two_people)/)
})
