/**
 * The real server, killed with SIGKILL again and again while 50 orders are paid: no policy twice, no payment lost,
 * every paid order issued or its money refunded (design §8 "Nothing lost").
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RequestFailed, type Reply } from '../../src/app/requests/api.ts'
import { memoryStore, uniqueKey } from '../../src/app/storage/storage.ts'
import { payCreate, payStatus } from '../../src/features/cashier/contract.ts'
import { GATEWAY_METHODS } from '../../src/features/cashier/rules/payment-methods.ts'
import type { Delivery, Outcome } from '../../src/features/cashier/server/sandbox/protocol.ts'
import { holderOf } from '../../src/server/http/caller.ts'
import { readConfig } from '../../src/server/config.ts'
import { LEASE } from '../../src/server/jobs/job-rows.ts'
import { openServer } from '../../src/programs/open-server.ts'
import type { Server } from '../../src/server/create-server.ts'
import type { Call, Input } from '../../src/lib/contract.ts'
import { placeOrder } from '../api/place-order.ts'
import { requesterOf } from './buyers.ts'
import { freePort, pause, KillableProcess } from './killable-process.ts'
import { isLong } from '../tools/long-form.ts'

const ORDERS = isLong ? 50 : 16
const AT_ONCE = isLong ? 8 : 4
const KILLS = isLong ? 6 : 3

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T
const OUTCOMES: readonly Outcome[] = ['pay', 'pay', 'pay', 'pay', 'pay', 'refuse', 'authorization']
const DELIVERIES: readonly Delivery[] = ['now', 'now', 'twice', 'disorder', 'never', 'late']

interface Shop {
  order: string
  store: ReturnType<typeof memoryStore>
}

/** A buyer who tries the same again when nothing answers. Pays until the order is paid. */
async function buy(url: string, { order, store }: Shop, unanswered: () => void): Promise<void> {
  const { request } = requesterOf(url, store)
  const insist = async <C extends Call>(call: C, input: Input<C>): Promise<Reply<C>> => {
    for (;;) {
      try {
        const reply = await request(call, input)
        if (reply.ok || reply.code !== 'gateway') return reply
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
        unanswered()
      }
      await pause(100)
    }
  }
  for (let attempt = 0; ; attempt++) {
    const reply = await insist(payCreate, { order, method: pick(GATEWAY_METHODS), key: `${order}-attempt-${attempt}` })
    if (!reply.ok && reply.code === 'key_reused') continue
    if (!reply.ok) {
      if (reply.code === 'paid') return
      throw new Error(`${order}: ${reply.code}`)
    }
    const { payment } = reply.data
    if (payment?.payUrl) await decide(url + payment.payUrl, unanswered)
    for (;;) {
      const seen = await insist(payStatus, { order })
      if (!seen.ok) throw new Error(`${order}: ${seen.code}`)
      if (seen.data.order.standing === 'paid') return
      if (seen.data.payment?.status === 'failed') break
      await pause(200)
    }
  }
}

/** One decision on the gateway's page, pressed again when there was no answer. */
async function decide(page: string, unanswered: () => void): Promise<void> {
  const body = new URLSearchParams({ outcome: pick(OUTCOMES), delivery: pick(DELIVERIES) })
  for (;;) {
    const reply = await fetch(page, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined)
    if (reply?.status === 303) return
    if (!reply) unanswered()
    await pause(100)
  }
}

/** Kills at random moments while all buyers are buying: they continue until it was killed often enough. */
async function terrorise(victim: KillableProcess): Promise<void> {
  while (victim.kills < KILLS) {
    await pause(150 + Math.random() * 700)
    await victim.again(LEASE + 5_000)
  }
}

async function settled({ store }: Server): Promise<boolean> {
  const { db } = store
  const open = await db
    .selectFrom('orders')
    .select('id')
    .where('status', 'not in', ['issued', 'refunded'])
    .executeTakeFirst()
  const refund = await db.selectFrom('refunds').select('id').where('status', 'not in', ['succeeded']).executeTakeFirst()
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('status', 'in', ['created', 'started'])
    .executeTakeFirst()
  const trade = await db
    .selectFrom('gateway_trades')
    .select('ref')
    .where('status', '=', 'processing')
    .executeTakeFirst()
  return !open && !refund && !payment && !trade
}

test('kill −9 loses no payment and makes no policy twice', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-pay-'))
  const port = await freePort()
  const books = await openServer({
    config: readConfig({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' }),
  })
  const victim = new KillableProcess(port, dataDir)
  try {
    const shops: Shop[] = []
    const place = async (): Promise<Shop> => {
      const store = memoryStore()
      const shop = { store, order: '' }
      shops.push(shop)
      shop.order = await placeOrder(books.deps, holderOf({ unique: uniqueKey(store) }) ?? '', shops.length)
      return shop
    }
    await victim.start()
    /** Kills that left a buyer without an answer, each in the middle of a call. */
    const noticed = new Set<number>()
    const buyers = Array.from({ length: AT_ONCE }, async () => {
      while (shops.length < ORDERS || victim.kills < KILLS)
        await buy(`http://127.0.0.1:${port}`, await place(), () => noticed.add(victim.kills))
    })
    await Promise.all([terrorise(victim), ...buyers])
    expect(victim.kills).toBe(KILLS)
    expect([...noticed]).toEqual(expect.arrayContaining(Array.from({ length: KILLS }, (_, i) => i + 1)))
    // What a dead process was working on is taken over when its lease has expired.
    for (let wait = 0; wait < 600 && !(await settled(books)); wait++) {
      if (wait % 40 === 0) await victim.again(LEASE + 5_000)
      await pause(250)
    }
    await victim.end('SIGTERM')

    expect(await settled(books)).toBe(true)
    const { db } = books.store
    const policies = await db.selectFrom('policies').select(['order_id', 'number']).execute()
    expect(new Set(policies.map((it) => it.order_id)).size).toBe(policies.length)
    expect(new Set(policies.map((it) => it.number)).size).toBe(policies.length)
    for (const { order } of shops) {
      const { status } = await db
        .selectFrom('orders')
        .select('status')
        .where('id', '=', order)
        .executeTakeFirstOrThrow()
      const trades = await db.selectFrom('gateway_trades').selectAll().where('subject', '=', order).execute()
      const refunds = await db
        .selectFrom('gateway_refunds')
        .selectAll()
        .where(
          'trade_ref',
          'in',
          trades.map((it) => it.ref),
        )
        .execute()
      const taken = trades.filter((it) => it.status === 'paid').reduce((sum, it) => sum + it.amount_minor, 0)
      const given = refunds.filter((it) => it.status === 'done').reduce((sum, it) => sum + it.amount_minor, 0)
      const premium = trades[0]?.amount_minor ?? 0
      expect([order, status, taken - given]).toEqual([order, status, status === 'issued' ? premium : 0])
      expect(policies.filter((it) => it.order_id === order)).toHaveLength(status === 'issued' ? 1 : 0)
    }
  } finally {
    await victim.end('SIGKILL')
    await books.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
