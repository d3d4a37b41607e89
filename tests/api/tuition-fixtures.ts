/**
 * Tuition payments from all sides: sent with the school's invoice, paid at a gateway in memory, handled with `npm run
 * operator`.
 */
import { createHash } from 'node:crypto'
import { payCreate } from '../../src/features/cashier/contract.ts'
import { refundCommands } from '../../src/features/cashier/server/refunds/refund-commands.ts'
import { getTuition, quoteTuition, submitTuition, type TuitionOrder } from '../../src/features/education/contract.ts'
import { tuitionCommands } from '../../src/features/education/server/tuition-commands.ts'
import type { Input } from '../../src/lib/contract.ts'
import { fileOf, proof } from './change-desk.ts'
import type { Gateway } from './gateway-in-memory.ts'
import { commandOutput } from './operator-commands.ts'
import { ok } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import type { Client, TestServer } from './start-server.ts'

export const PAYER = 'lin.father@example.com'
/** GBP 5,000.00 at 9.1500, the sandbox's rate of March 2026. */
export const FEE = { school: 'northbridge-university', currency: 'GBP', fee: 500_000 } as const
export const AMOUNT = 4_575_000

type Sent = Input<typeof submitTuition>
let keys = 0

export const payment = (over: Partial<Sent> = {}): Sent => ({
  ...FEE,
  studentNumber: '2018 34567',
  student: 'lin yue',
  payer: '林建国',
  reference: 'INV 20877',
  contact: PAYER,
  amount: AMOUNT,
  confirmed: true,
  agreed: true,
  key: `tuition-${++keys}`,
  ...over,
})

const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Sends it with a photo of an invoice, or with the given bytes. */
export async function send(client: Client, over: Partial<Sent> = {}, bytes?: Buffer) {
  const photo = bytes ?? (await proof())
  return client.request(submitTuition, payment({ sha256: sumOf(photo), ...over }), fileOf(photo))
}

/** The same at the current price, after the check of its invoice. */
export async function sent(server: TestServer, client: Client, over: Partial<Sent> = {}): Promise<string> {
  const { school, currency, fee } = payment(over)
  const { amount } = ok(await client.request(quoteTuition, { school, currency, fee }))
  const { id } = ok(await send(client, { amount: amount.amount, ...over }))
  await server.check()
  return id
}

export const shown = async (client: Client, id: string): Promise<TuitionOrder> =>
  ok(await client.request(getTuition, { id })).order

/** Opens a payment; returns its id. */
export async function begin(client: Client, id: string): Promise<string> {
  const { payment: opened } = ok(
    await client.request(payCreate, { pay: `education.${id}`, method: 'wechat', key: newKey() }),
  )
  if (!opened) throw new Error('no payment')
  return opened.id
}

export async function paid(server: TestServer, gateway: Gateway, client: Client, id: string): Promise<void> {
  await gateway.pay(server, await begin(client, id))
}

/** Runs `tuition …` as an operator. */
export const desk = (server: TestServer, ...words: string[]): Promise<string> =>
  run(server, tuitionCommands, ['tuition', ...words], 'wang')
/** Runs `refunds …` as another operator. */
export const refunds = (server: TestServer, ...words: string[]): Promise<string> =>
  run(server, refundCommands, ['refunds', ...words], 'chen')

const run = async (
  server: TestServer,
  commands: typeof tuitionCommands,
  words: readonly string[],
  by: string,
): Promise<string> =>
  (await commandOutput(server.deps, commands, [...words, '--by', by, '--why', 'as on the invoice'])).said

export const refundOf = async (server: TestServer, id: string): Promise<string> =>
  (
    await server.deps.db
      .selectFrom('refunds')
      .select('id')
      .where('subject', '=', `education:${id}`)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
  )?.id ?? ''
