/**
 * A school pays its list by bank transfer: what a statement proposes by itself, what people propose, and that nothing
 * is booked twice.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { payClose, payMethods } from '../../src/features/cashier/contract.ts'
import { loadProviders } from '../../src/features/cashier/server/providers/provider-registry.ts'
import { cancelOrder } from '../../src/features/orders/contract.ts'
import { uniqueKey } from '../../src/app/storage/storage.ts'
import { holderOf } from '../../src/server/http/caller.ts'
import { closedList, paymentSums, placeStudents, School, settled, statusOf } from './group-fixtures.ts'
import { messages, ok } from './orders-fixtures.ts'
import { DAY, TransferScene } from './transfer-fixtures.ts'

let scene: TransferScene
beforeEach(async () => {
  scene = await TransferScene.open()
})
afterEach(() => scene.close())

describe('a transfer', () => {
  test('is offered with account, sum and reference, and everybody with the link sees the same', async () => {
    const view = ok(await scene.school.client.request(payMethods, { link: scene.school.link }))
    expect(view.methods.map(({ id }) => id)).toContain('transfer')
    const { id, reference, amount } = await scene.choose()
    expect(amount).toBe(696_000)
    expect(reference).toMatch(/^RF\d{10}$/)
    const colleague = new School(scene.server, scene.school.link, undefined, scene.server.client())
    await loadProviders(scene.server.deps)
    expect(ok(await colleague.tryPay('transfer')).payment).toMatchObject({ id, inPage: { reference } })
    expect((await colleague.status()).payment?.inPage).toMatchObject({ reference })
    scene.server.advance(DAY)
    await scene.server.drain()
    expect((await scene.school.status()).payment?.status).toBe('started')
  })

  test('pays the list as a gateway does, once, however often the statement is read', async () => {
    const { reference, amount } = await scene.choose()
    const entry = { amount, note: `保费 ${reference}`, entry: 'BANK-7' }
    expect((await scene.credit(entry)).said).toContain('1 confirmed')
    await settled(scene.server)
    for (const id of scene.students) expect(await statusOf(scene.server, id)).toBe('issued')
    expect(await scene.school.sees()).toMatchObject({ status: 'done' })
    expect((await messages(scene.server)).filter(({ to }) => to === 'finance@lakeside.example').length).toBe(3)
    const again = await scene.book(entry)
    expect(again.said).toContain('known before')
    expect((await scene.book({ ...entry, amount: amount + 1 })).said).toContain('nothing changed')
    expect(await scene.transfers()).toHaveLength(1)
    expect(await paymentSums(scene.server)).toMatchObject([
      { status: 'succeeded', paid_minor: amount, refund_minor: 0 },
    ])
  })

  test('is not offered in the last days of a list, nor for a single application', async () => {
    scene.server.advance(23 * DAY)
    const view = ok(await scene.school.client.request(payMethods, { link: scene.school.link }))
    expect(view.methods.map(({ id }) => id)).not.toContain('transfer')
    expect((await scene.school.tryPay('transfer')).ok).toBe(false)
  })
})

describe('what does not fit', () => {
  test('with too little waits, is shown to the school, and pays with the rest once a second person confirms', async () => {
    const { id, reference, amount } = await scene.choose()
    await scene.book({ amount: amount - 5_000, note: reference })
    expect((await scene.school.status()).payment).toMatchObject({
      status: 'started',
      arrived: { amount: amount - 5_000 },
    })
    expect((await scene.operator('lin', 'transfers', 'assign', id, await scene.idOf())).said).toContain('too_little')
    await scene.book({ amount: 5_000, note: 'Rest' })
    const ids = (await scene.transfers()).map((it) => it.id)
    expect((await scene.operator('lin', 'transfers', 'assign', id, ids.join(','))).code).toBe(0)
    expect((await scene.operator('lin', 'transfers', 'confirm', ids[0] ?? '', id)).said).toContain('same_operator')
    expect((await scene.operator('chen', 'transfers', 'confirm', ids[0] ?? '', id)).code).toBe(0)
    await settled(scene.server)
    expect(await statusOf(scene.server, scene.students[0] ?? '')).toBe('issued')
    expect((await scene.transfers()).map((it) => it.status)).toEqual(['booked', 'booked'])
    expect((await scene.school.status()).payment?.arrived).toBeNull()
  })

  test('with too much pays the sum, and the rest goes back with the bank’s reference', async () => {
    const { id, reference, amount } = await scene.choose()
    await scene.book({ amount: amount + 100, note: reference })
    await scene.operator('lin', 'transfers', 'assign', id, await scene.idOf())
    expect((await scene.operator('chen', 'transfers', 'confirm', await scene.idOf(), id)).said).toContain(
      'CNY\u00a01.00 back to 湖畔大学',
    )
    expect(
      (await scene.operator('chen', 'transfers', 'returned', await scene.idOf(), '--reference', 'OUT-1')).code,
    ).toBe(0)
    await settled(scene.server)
    expect(await statusOf(scene.server, scene.students[1] ?? '')).toBe('issued')
    expect(await scene.transfers()).toMatchObject([
      { status: 'returned', return_minor: 100, return_reference: 'OUT-1' },
    ])
    expect(await paymentSums(scene.server)).toMatchObject([{ paid_minor: amount, refund_minor: 0 }])
  })

  test('without a reference, or with a mistyped one, waits; it can be sent back', async () => {
    const { reference, amount } = await scene.choose()
    await scene.book(
      { amount, note: '保费' },
      { amount, note: `${reference.slice(0, -1)}${(Number(reference.at(-1)) + 1) % 10}` },
    )
    expect((await scene.transfers()).map((it) => it.problem)).toEqual(['no_reference', 'wrong_reference'])
    const listed = await scene.operator('lin', 'transfers', 'list')
    expect(listed.said).toContain('湖畔大学')
    await scene.operator('lin', 'transfers', 'give-back', await scene.idOf())
    expect((await scene.operator('lin', 'transfers', 'withdraw', await scene.idOf())).code).toBe(0)
    await scene.operator('lin', 'transfers', 'give-back', await scene.idOf())
    await scene.operator('chen', 'transfers', 'confirm', await scene.idOf(), 'return')
    expect((await scene.transfers())[0]).toMatchObject({ status: 'to_return', return_minor: amount })
    expect(await paymentSums(scene.server)).toMatchObject([{ status: 'started', paid_minor: null }])
  })

  test('a second transfer of a paid list waits, and is not booked on it', async () => {
    const { id, reference, amount } = await scene.choose()
    await scene.book({ amount, note: reference }, { amount, note: reference })
    expect((await scene.transfers()).map((it) => it.problem)).toEqual([null, 'paid_before'])
    expect((await scene.operator('lin', 'transfers', 'assign', id, await scene.idOf(1))).said).toContain(
      'proposed_before',
    )
    await scene.operator('chen', 'transfers', 'confirm', await scene.idOf(), id)
    expect((await scene.operator('lin', 'transfers', 'assign', id, await scene.idOf(1))).said).toContain('paid_before')
  })

  test('a file with one wrong line books nothing', async () => {
    const { reference, amount } = await scene.choose()
    const { said, code } = await scene.book({ amount, note: reference }, { amount, note: reference, entry: '1.2E+17' })
    expect([code, await scene.transfers()]).toEqual([1, []])
    expect(said).toContain('line 3, entry')
  })
})

describe('money that is not wanted any more', () => {
  test('after the list was paid otherwise goes back to the account it came from, by the batch file', async () => {
    const { reference, amount } = await scene.choose()
    await scene.payOtherwise()
    await scene.credit({ amount, note: reference, account: '6222000000009876' })
    expect(await scene.refunds()).toMatchObject([
      { status: 'approved', reason: 'duplicate', way: 'bank', amount_minor: amount },
    ])
    const gathered = await scene.operator('lin', 'bank', 'collect')
    expect(gathered.said).toContain('•••• 9876')
    expect(gathered.said).toContain('! the name on the account')
    expect(gathered.said).toContain('CNY\u00a06,960.00')
  })

  test('after the list had expired goes back', async () => {
    const { reference, amount } = await scene.choose()
    scene.server.advance(40 * DAY)
    await settled(scene.server)
    await scene.credit({ amount, note: reference })
    // The statement's day is before the end of the list, but nobody stands on it any more.
    expect(await scene.refunds()).toMatchObject([{ status: 'approved', reason: 'late', way: 'bank' }])
  })

  test('of a student who left after the school was told the sum goes back, and the others are insured', async () => {
    const client = scene.server.client()
    const [own = ''] = await placeStudents(scene.server, scene.campaign, 1, {
      holder: holderOf({ unique: uniqueKey(client.store) }) ?? '',
    })
    const [other = ''] = await placeStudents(scene.server, scene.campaign, 1)
    const { link } = await closedList(scene.server, scene.campaign)
    scene.school = new School(scene.server, link)
    await loadProviders(scene.server.deps)
    const { reference, amount } = await scene.choose()
    const { version } = await scene.server.deps.db
      .selectFrom('orders')
      .select('version')
      .where('id', '=', own)
      .executeTakeFirstOrThrow()
    ok(await client.request(cancelOrder, { id: own, version }))
    await scene.credit({ amount, note: reference })
    await settled(scene.server)
    expect(await statusOf(scene.server, other)).toBe('issued')
    expect(await scene.refunds()).toMatchObject([{ reason: 'left_list', way: 'bank', amount_minor: amount / 2 }])
  })

  test('given up, the payment is paid all the same if the transfer was under way', async () => {
    const { id, reference, amount } = await scene.choose()
    ok(await scene.school.client.request(payClose, { link: scene.school.link, payment: id }))
    const { payment } = ok(await scene.school.tryPay('transfer'))
    expect(payment?.inPage?.['reference']).not.toBe(reference)
    await scene.credit({ amount, note: reference })
    await settled(scene.server)
    expect(await statusOf(scene.server, scene.students[0] ?? '')).toBe('issued')
  })
})
