/**
 * What one person cannot do with bank transfers, what is not refunded to the wrong one, and what an open one does not
 * hold.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteAccounts } from '../../src/features/bank-transfers/server/waiting-batches.ts'
import { payClose, payMethods } from '../../src/features/cashier/contract.ts'
import { moveAccount } from '../../src/features/cashier/server/refunds/refund-account.ts'
import { awaitingAccount } from '../../src/features/cashier/server/refunds/waiting-refund-accounts.ts'
import { group, paymentSums, settled } from './group-fixtures.ts'
import { ok } from './orders-fixtures.ts'
import { DAY, TransferScene } from './transfer-fixtures.ts'

let scene: TransferScene
beforeEach(async () => {
  scene = await TransferScene.open()
})
afterEach(() => scene.close())

describe('one person alone', () => {
  test('moves no money by a statement, however it was made', async () => {
    const { id, reference, amount } = await scene.choose()
    const file = scene.statement({ amount, note: reference })
    expect((await scene.operator('lin', 'transfers', 'book', file)).said).toContain('transfers confirm-statement')
    expect(await scene.transfers()).toMatchObject([{ status: 'proposed', proposal: 'book', payment_id: id }])
    // The page says of what has arrived that it is not the amount of the list.
    expect((await scene.school.status()).payment?.arrived).toBeNull()
    expect((await scene.operator('lin', 'transfers', 'confirm-statement', file)).said).toContain('same_operator')
    expect((await scene.operator('lin', 'transfers', 'confirm', await scene.idOf(), id)).said).toContain(
      'same_operator',
    )
    expect(await paymentSums(scene.server)).toMatchObject([{ status: 'started', paid_minor: null }])
    const [noted] = await scene.eventsOf('proposed')
    expect(noted?.data).toMatch(/"sha256":"[0-9a-f]{64}"/)
    expect((await scene.operator('chen', 'transfers', 'confirm-statement', file)).said).toContain('1 confirmed')
    const [confirmed] = await scene.eventsOf('booked')
    expect(confirmed).toMatchObject({ by: 'operator:chen', data: expect.stringMatching(/"sha256":"[0-9a-f]{64}"/) })
    expect(await paymentSums(scene.server)).toMatchObject([{ status: 'succeeded', paid_minor: amount }])
  })

  test('has nothing confirmed that the second person’s statement says otherwise', async () => {
    const { reference, amount } = await scene.choose()
    await scene.book({ amount, note: reference, entry: 'BANK-X', account: '6222000000006666' })
    const own = scene.statement({ amount, note: reference, entry: 'BANK-X' })
    expect((await scene.operator('chen', 'transfers', 'confirm-statement', own)).said).toContain(
      'another day, sum, account',
    )
    expect(await scene.transfers()).toMatchObject([{ status: 'proposed', confirmed_by: null }])
  })

  test('has no choice of their own confirmed with a statement', async () => {
    const first = await scene.choose()
    ok(await scene.school.client.request(payClose, { link: scene.school.link, payment: first.id }))
    const second = await scene.choose()
    const file = scene.statement({ amount: first.amount, note: first.reference })
    await scene.operator('lin', 'transfers', 'book', file)
    await scene.operator('lin', 'transfers', 'withdraw', await scene.idOf())
    expect((await scene.operator('lin', 'transfers', 'assign', second.id, await scene.idOf())).code).toBe(0)
    expect((await scene.operator('chen', 'transfers', 'confirm-statement', file)).said).toContain('0 confirmed')
    expect(await scene.transfers()).toMatchObject([{ status: 'proposed', payment_id: second.id }])
  })

  test('leaves a trace of each look at notes and senders', async () => {
    await scene.book({ amount: 100, note: '保费' })
    await scene.operator('wu', 'transfers', 'list')
    expect(await scene.eventsOf('looked_at')).toMatchObject([{ by: 'operator:wu', entity_id: await scene.idOf() }])
  })

  test('cannot exchange what another is about to confirm', async () => {
    const { id, reference, amount } = await scene.choose()
    await scene.book({ amount: amount - 1, note: reference }, { amount, note: '保费' })
    const [, other = ''] = (await scene.transfers()).map((it) => it.id)
    await scene.operator('lin', 'transfers', 'assign', id, other)
    expect((await scene.school.status()).payment?.arrived).toMatchObject({ amount: amount - 1 })
    await scene.operator('lin', 'transfers', 'withdraw', other)
    expect((await scene.transfers())[1]).toMatchObject({ payment_id: null, status: 'waiting' })
    await scene.operator('lin', 'transfers', 'give-back', other)
    expect((await scene.operator('chen', 'transfers', 'confirm', other, id)).said).toContain('changed')
    expect((await scene.transfers())[1]).toMatchObject({ status: 'proposed' })
  })
})

describe('several senders', () => {
  test('are not refunded to one of them', async () => {
    const { id, reference, amount } = await scene.choose()
    await scene.payOtherwise()
    await scene.book(
      { amount: amount - 100, note: reference, account: '6222000000000011' },
      { amount: 100, note: reference, account: '6222000000000022' },
    )
    const ids = (await scene.transfers()).map((it) => it.id)
    await scene.operator('lin', 'transfers', 'assign', id, ids.join(','))
    expect((await scene.operator('chen', 'transfers', 'confirm', ids[0] ?? '', id)).code).toBe(0)
    await settled(scene.server)
    expect(await scene.refunds()).toMatchObject([{ status: 'failed', reason: 'duplicate', way: 'provider' }])
    expect(await scene.server.deps.db.selectFrom('refund_accounts').selectAll().execute()).toEqual([])
  })

  test('who sent too much together are told apart by a person', async () => {
    const { id, reference, amount } = await scene.choose()
    await scene.book(
      { amount: amount - 100, note: reference, account: '6222000000000011' },
      { amount: 150, note: reference, account: '6222000000000022' },
    )
    const ids = (await scene.transfers()).map((it) => it.id)
    expect((await scene.operator('lin', 'transfers', 'assign', id, ids.join(','))).said).toContain('several_senders')
  })
})

describe('the same entry in another export', () => {
  test('is known by its number in another form', async () => {
    const { reference, amount } = await scene.choose()
    await scene.credit({ amount, note: reference, entry: '00123a' })
    expect((await scene.book({ amount, note: reference, entry: '１２３Ａ' })).said).toContain('known before')
    expect(await scene.transfers()).toHaveLength(1)
  })

  test('under another number is said to be known, perhaps', async () => {
    const { id, reference, amount } = await scene.choose()
    await scene.book({ amount, note: '保费', entry: 'A-1' })
    expect((await scene.book({ amount, note: reference, entry: 'V-9' })).said).toContain('MAY BE KNOWN')
    expect((await scene.operator('lin', 'transfers', 'list')).said).toContain('MAY BE KNOWN')
    await scene.operator('lin', 'transfers', 'assign', id, await scene.idOf(1))
    expect((await scene.operator('chen', 'transfers', 'confirm', await scene.idOf(1), id)).said).toContain(
      'MAY BE KNOWN',
    )
  })
})

test('what the bank took back is named, and books nothing', async () => {
  const { said, code } = await scene.book({ amount: -100, note: '退汇' })
  expect([code, await scene.transfers()]).toEqual([0, []])
  expect(said).toContain('line 2: -1.00 was taken back by the bank')
})

describe('a transfer that may never come', () => {
  test('holds neither a student on the list nor the list', async () => {
    const { amount, reference } = await scene.choose()
    const number = ok(await scene.school.client.request(payMethods, { link: scene.school.link })).order.number
    const off = await group(
      scene.server,
      'take-off',
      number,
      scene.students[0] ?? '',
      '--by',
      'lin',
      '--why',
      'left the school',
    )
    expect(off.code).toBe(0)
    expect((await group(scene.server, 'cancel', number, '--by', 'lin', '--why', 'agreed')).code).toBe(0)
    await settled(scene.server)
    await scene.credit({ amount, note: reference })
    expect(await scene.refunds()).toMatchObject([{ way: 'bank', amount_minor: amount }])
  })

  test('is not counted among calls to anybody outside', async () => {
    const outgoing = vi.spyOn(scene.server.deps.metrics, 'outgoing')
    const { id } = await scene.choose()
    ok(await scene.school.client.request(payClose, { link: scene.school.link, payment: id }))
    expect(outgoing.mock.calls.filter(([{ service }]) => service === 'transfer')).toEqual([])
  })
})

test('a refund that the bank returned is an operator’s turn: nobody else was asked', async () => {
  const { reference, amount } = await scene.choose()
  await scene.payOtherwise()
  await scene.credit({ amount, note: reference })
  const [refund] = await scene.refunds()
  const { deps } = scene.server
  const acting = { by: 'operator:lin', why: 'returned' }
  await deps.write(async (trx) => {
    await moveAccount(deps, trx, refund?.id ?? '', 'in_batch', acting)
    await moveAccount(deps, trx, refund?.id ?? '', 'asked', { ...acting, reason: 'account_closed' })
  })
  expect([...(await awaitingAccount(deps.db, deps.clock()))]).toEqual([])
})

describe('what a transfer says about its sender is deleted', () => {
  test('a while after it was sent back', async () => {
    await scene.book({ amount: 100, note: '保费' })
    await scene.operator('lin', 'transfers', 'give-back', await scene.idOf())
    await scene.operator('chen', 'transfers', 'confirm', await scene.idOf(), 'return')
    await scene.operator('chen', 'transfers', 'returned', await scene.idOf(), '--reference', 'OUT-1')
    await deleteAccounts(scene.server.deps)
    expect((await scene.transfers())[0]?.account).not.toBeNull()
    scene.server.advance(31 * DAY)
    await deleteAccounts(scene.server.deps)
    expect(await scene.transfers()).toMatchObject([{ account: null, note: null, account_tail: '0001' }])
  })

  test('after the last cover that it paid, and not while some of it may go back', async () => {
    const { reference, amount } = await scene.choose()
    await scene.credit({ amount, note: reference })
    await settled(scene.server)
    const [last] = (await scene.server.deps.db.selectFrom('orders').select('end').execute())
      .map((it) => it.end ?? '')
      .sort()
      .reverse()
    scene.server.advance(Date.parse(last ?? '') - scene.server.deps.clock() + 20 * DAY)
    await deleteAccounts(scene.server.deps)
    expect((await scene.transfers())[0]?.account).not.toBeNull()
    scene.server.advance(30 * DAY)
    await deleteAccounts(scene.server.deps)
    expect(await scene.transfers()).toMatchObject([{ status: 'booked', account: null, note: null }])
  })
})

test('the store takes no booked transfer that only one person has seen', async () => {
  const { reference, amount } = await scene.choose()
  await scene.book({ amount, note: reference })
  for (const confirmed of [null, 'operator:lin'])
    await expect(
      scene.server.deps.write((trx) =>
        trx.updateTable('incoming_transfers').set({ status: 'booked', confirmed_by: confirmed }).execute(),
      ),
    ).rejects.toThrow(/incoming_transfers_(confirmed|two_people)/)
})
