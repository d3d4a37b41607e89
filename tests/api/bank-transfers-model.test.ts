/**
 * Whatever operators, payees, a bank and time do, in any order, twice and concurrently: no money is sent twice, a batch
 * is the sum of its lines, and returned money is paid again once. The bank of this test executes each batch number once
 * and answers whenever and as often as it likes.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  cancelBatch,
  collectBatch,
  exportBatch,
  releaseBatch,
} from '../../src/features/bank-transfers/server/batches.ts'
import { bookResult } from '../../src/features/bank-transfers/server/book-bank-result.ts'
import { loadCase } from '../../src/features/claims/server/case/load-case.ts'
import { pay, paymentFailed } from '../../src/features/claims/server/settlement/payment-results.ts'
import { correctAccount } from '../../src/features/claims/server/settlement/correct-account.ts'
import { giveAccount } from '../../src/features/cashier/server/refunds/refund-account.ts'
import { type UserContext, Refusal } from '../../src/server/http/call-handlers.ts'
import { Conflict } from '../../src/server/transition.ts'
import { dayOf } from '../../src/lib/days/dates.ts'
import { runs } from '../tools/long-form.ts'
import { BankDesk, resultFile, type Answer } from './bank-fixtures.ts'
import { refundsOf } from './payments-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'
import { checkBatches, checkEvents, World } from './bank-transfers-world.ts'

const HOUR = 3_600_000
const CARDS = ['6222021234567890128', '6225880123456783']
let server: TestServer
let desk: BankDesk
beforeAll(async () => {
  server = await startServer()
  desk = new BankDesk(server)
})
afterAll(async () => {
  desk.close()
  await server.close()
})

const operator = (n: number): string => `operator:${['wu', 'li', 'he'][n % 3]}`
const act = (n: number) => ({ by: operator(n), why: 'money of the day' })
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

async function batchBy(n: number): Promise<string> {
  const rows = await server.deps.db
    .selectFrom('bank_batches')
    .select('number')
    .where('status', 'in', ['draft', 'released', 'sent'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return pick(rows, n)?.number ?? 'none'
}

async function userContext({ refund }: World): Promise<UserContext> {
  const order = await server.deps.db
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', refund?.shop.order ?? '')
    .executeTakeFirstOrThrow()
  return {
    deps: server.deps,
    lang: 'en',
    caller: { kind: 'user', userId: order.user_id ?? '', sessionId: 'test' },
  } as UserContext
}

async function giveRefundAccount(world: World, n: number): Promise<void> {
  const id = world.refund?.refund ?? ''
  const row = await server.deps.db
    .selectFrom('refund_accounts')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const account = {
    accountCountry: 'CN',
    accountName: '林晓',
    accountNumber: pick(CARDS, n) ?? '',
    bankName: '中国工商银行',
    bankFields: { branch: '北京中关村支行' },
  }
  await giveAccount(await userContext(world), { id, version: row.version, account })
}

const ACTS: Record<string, (world: World, n: number) => Promise<unknown>> = {
  collect: (_, n) => collectBatch(server.deps, { ...act(n), limit: 1 + (n % 4) }),
  release: async (_, n) => releaseBatch(server.deps, { ...act(n), number: await batchBy(n) }),
  // Some files wait before somebody takes them to the bank.
  export: async (world, n) => {
    const { file } = await exportBatch(server.deps, { ...act(n), number: await batchBy(n) })
    if (n % 4 !== 0) world.bring(file, n)
  },
  // The bank refuses a whole file only where it processed none of that number.
  cancel: async (world, n) => {
    const number = await batchBy(n)
    await cancelBatch(server.deps, { ...act(n), number, refusedByBank: n % 2 === 0 && !world.known.has(number) })
  },
  answer: async (world, n) => {
    const text = world.answer(n)
    if (text !== undefined) expect(await bookResult(server.deps, text, act(n))).not.toHaveProperty('problems')
  },
  again: async (world, n) => {
    const text = pick(world.answers, n)
    if (text !== undefined) expect(await bookResult(server.deps, text, act(n))).not.toHaveProperty('problems')
  },
  lie: async (world, n) => {
    const done = pick(world.executed, n)
    if (!done) return
    const before = await server.deps.db
      .selectFrom('bank_batch_lines')
      .select('status')
      .where('payment', '=', done.line.payment)
      .where('status', 'in', ['paid', 'returned'])
      .executeTakeFirst()
    const answer: Answer =
      done.answer.outcome === 'paid'
        ? { outcome: 'returned', reason: 'name_differs', day: dayOf(server.deps.clock()) }
        : { outcome: 'paid', reference: 'a lie', day: dayOf(server.deps.clock()) }
    // Only what contradicts something recorded can be recognised as false.
    if (before)
      expect(
        await bookResult(server.deps, resultFile(done.batch, [{ line: done.line, answer }]), act(n)),
      ).toHaveProperty('problems')
  },
  correct: async (world, n) =>
    correctAccount(server.deps, {
      id: pick(world.claims, n) ?? '',
      by: 'user:me',
      account: {
        accountNumber: pick(CARDS, n) ?? '',
        bankName: '中国工商银行',
        bankFields: { branch: '北京中关村支行' },
      },
    }),
  give: giveRefundAccount,
  sameAgain: (world, n) => pay(server.deps, { id: pick(world.claims, n) ?? '', ...act(n), forBatch: true }),
  byHand: (world, n) => pay(server.deps, { id: pick(world.claims, n) ?? '', ...act(n) }),
  handPaid: (world, n) => pay(server.deps, { id: pick(world.claims, n) ?? '', ...act(n), reference: 'by hand' }),
  handReturned: (world, n) =>
    paymentFailed(server.deps, { id: pick(world.claims, n) ?? '', ...act(n), reason: { en: 'closed', cn: '已销户' } }),
  wait: (_, n) => Promise.resolve(server.advance((n % 30) * HOUR)),
}

/** Actions that were not refused. */
const succeeded = new Set<string>()

async function attempt(world: World, name: string, n: number): Promise<void> {
  try {
    await ACTS[name]?.(world, n)
    succeeded.add(name)
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Conflict)) throw error
  }
}

/** Only the bank's actions pay, and payments by hand: together never more than is owed. */
async function checkMoney(world: World): Promise<void> {
  for (const id of world.claims) {
    const { claim, payments } = await loadCase(server.deps, id)
    const owed = world.owed.get(claim.case_number ?? '') ?? 0
    const byHand = payments
      .filter((it) => it.status === 'paid' && it.way === 'by_hand')
      .reduce((sum, it) => sum + it.amount_minor, 0)
    expect(world.paidOf(claim.case_number ?? '') + byHand).toBeLessThanOrEqual(owed)
    expect(
      payments.filter((it) => it.status !== 'failed').reduce((sum, it) => sum + it.amount_minor, 0),
    ).toBeLessThanOrEqual(owed)
    expect(claim.status === 'paid').toBe(payments.some((it) => it.status === 'paid'))
  }
  if (world.refund) expect(world.paidOf(world.refund.shop.order)).toBeLessThanOrEqual(169_322)
}

/** Everybody does what is left to do, and the bank pays: each person gets exactly what is owed. */
async function finish(world: World): Promise<void> {
  const work = { by: 'operator:wu', why: 'the end' }
  for (let round = 0; round < 8; round++) {
    for (const [i, id] of world.claims.entries()) {
      await attempt(world, 'correct', i + round)
      // The bank has paid what it was told of by hand.
      if ((await loadCase(server.deps, id)).payments.some((it) => it.status === 'paying' && it.way === 'by_hand'))
        await attempt(world, 'handPaid', i)
    }
    await attempt(world, 'give', round)
    await collectBatch(server.deps, work)
    const open = await server.deps.db
      .selectFrom('bank_batches')
      .select(['number', 'created_by'])
      .where('status', 'in', ['draft', 'released', 'sent'])
      .execute()
    for (const { number, created_by: by } of open) {
      await releaseBatch(server.deps, {
        number,
        by: by === 'operator:li' ? 'operator:wu' : 'operator:li',
        why: 'the end',
      }).catch(() => undefined)
      world.bring((await exportBatch(server.deps, { number, ...work })).file, round % 3 === 2 ? 1 : 0)
      const own = world.executed.filter((it) => it.batch === number)
      expect(await bookResult(server.deps, resultFile(number, own), work)).toMatchObject({ open: 0 })
    }
  }
  await checkMoney(world)
  for (const id of world.claims) {
    const { claim, payments } = await loadCase(server.deps, id)
    expect([
      claim.status,
      payments.filter((it) => it.status === 'paid').reduce((sum, it) => sum + it.amount_minor, 0),
    ]).toEqual(['paid', world.owed.get(claim.case_number ?? '')])
  }
  if (!world.refund) return
  expect(world.paidOf(world.refund.shop.order)).toBe(169_322)
  expect((await refundsOf(world.refund.shop)).map((it) => [it.status, it.way])).toEqual([['succeeded', 'bank']])
  expect((await collectBatch(server.deps, work)).batch).toBeUndefined()
}

const names = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(ACTS)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'collect',
      'release',
      'release',
      'export',
      'export',
      'answer',
      'again',
      'correct',
      'give',
    ),
  },
)
const step = fc.record({ name: names, n: fc.nat(10_000), at: fc.constantFrom('alone', 'twice', 'together') })

/** Each action once in an order in which it is not refused: random ones may not come to it. */
const OPENING = [
  ['byHand', 0],
  ['handReturned', 0],
  ['sameAgain', 0],
  ['byHand', 2],
  ['handReturned', 2],
  ['correct', 2],
  ['byHand', 1],
  ['handPaid', 1],
  ['give', 0],
  ['collect', 3],
  ['cancel', 1],
  ['collect', 3],
  ['release', 1],
  ['export', 1],
  ['answer', 0],
  ['again', 0],
  ['lie', 1],
  ['wait', 1],
] as const

it('no payment is made twice, in whatever order operators act', async () => {
  const first = new World(server, desk)
  await first.build([100, 200, 300])
  for (const [name, n] of OPENING) {
    await attempt(first, name, n)
    await checkMoney(first)
    await checkBatches(server.deps)
  }
  expect([...succeeded].sort()).toEqual(Object.keys(ACTS).sort())
  await finish(first)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 100, max: 300_000 }), { minLength: 2, maxLength: 3 }),
      fc.array(step, { minLength: 45, maxLength: 80 }),
      async (sums, steps) => {
        const world = new World(server, desk)
        await world.build(sums)
        for (const [i, { name, n, at }] of steps.entries()) {
          const next = steps[i + 1] ?? { name, n }
          // Two operators concurrently: the same action by somebody else, or the next one.
          await Promise.all([
            attempt(world, name, n),
            ...(at === 'twice'
              ? [attempt(world, name, n + 1)]
              : at === 'together'
                ? [attempt(world, next.name, next.n)]
                : []),
          ])
          await checkMoney(world)
          await checkBatches(server.deps)
        }
        await checkEvents(server.deps)
        await finish(world)
      },
    ),
    runs(3, 40, 7),
  )
})
