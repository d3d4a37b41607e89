/** Policies of the demo's people, and what somebody sends and sees who verifies their identity. */
import { createHash } from 'node:crypto'
import type { Input } from '../../src/lib/contract.ts'
import { addDays, dayOf, endOfMonths } from '../../src/lib/days/dates.ts'
import { registrationCommands } from '../../src/features/credentials/server/registration-commands.ts'
import { confirmRegistration, listRegistrations, submitRegistration } from '../../src/features/credentials/contract.ts'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import { orderRoutes } from '../../src/features/orders/server/routes.ts'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { findOrCreateUser } from '../../src/features/session/server/sessions.ts'
import { callAs } from '../../src/programs/demo/call-as.ts'
import { submitApplication, type People } from '../../src/programs/demo/buy-policy.ts'
import { self, STUDENT } from '../../src/programs/demo/demo-people.ts'
import { commandOutput } from './operator-commands.ts'
import type { Client, TestServer } from './start-server.ts'
import { ok } from './orders-fixtures.ts'

export const OTHER = 'someone.else@example.com'
let keys = 0

/** Runs `registrations …` as this operator. */
export const desk = (server: TestServer, by: string, ...words: string[]) =>
  commandOutput(server.deps, registrationCommands, ['registrations', ...words, '--by', by, '--why', 'checked'])

/** A policy that this account bought, issued; its number. */
export async function issuedFor(server: TestServer, buyer: string, people: People): Promise<string> {
  const userId = (await server.deps.write((trx) => findOrCreateUser(server.deps, trx, buyer))).id
  const actor = callAs(server.deps, orderRoutes, { userId, lang: 'en', at: server.deps.clock() })
  const start = addDays(dayOf(server.deps.clock()), 10)
  const made = await submitApplication(actor, {
    key: `order-${keys++}-of-test`,
    trip: { plan: 'us-campus', tier: 'gold', start, end: endOfMonths(start, 12), destination: 'us' },
    people,
    second: true,
  })
  await server.deps.write((trx) => markPaid(trx, { orderId: made.id, paymentId: 'test', at: server.deps.clock() }))
  await server.drain()
  const policy = server.deps.db.selectFrom('policies').select('number').where('order_id', '=', made.id)
  return (await policy.executeTakeFirstOrThrow()).number
}

/** A policy that somebody bought for themselves: the student of the demo account unless told otherwise. */
export const issued = (
  server: TestServer,
  buyer: string = STUDENT.email,
  over: Partial<Pick<NonNullable<People['policyholder']>, 'idName' | 'birthDate' | 'gender'>> = {},
): Promise<string> =>
  issuedFor(server, buyer, {
    ...self,
    policyholder: {
      ...STUDENT,
      ...(buyer === STUDENT.email ? {} : { email: buyer, mobile: '', chineseName: '' }),
      ...over,
    },
  })

const { idType, idName, idNumber, gender, birthDate } = STUDENT
export const facts = { idType, idName, idNumber, gender, birthDate, agreed: true }
export type Facts = Partial<Omit<Input<typeof submitRegistration>, 'key'>> & { key?: string }

export const submit = (client: Client, bytes: Buffer, over: Facts = {}) =>
  client.request(
    submitRegistration,
    { ...facts, sha256: createHash('sha256').update(bytes).digest('hex'), key: `registration-${keys++}`, ...over },
    { files: { photo: new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }) } },
  )
export const numbers = async (client: Client): Promise<string[]> =>
  ok(await client.request(listPolicies, { tab: 'pending_activation' })).policies.map((it) => it.number)
export const state = async (client: Client): Promise<string[]> =>
  ok(await client.request(listRegistrations, {})).registrations.map((it) => it.reason ?? it.status)
export const confirm = (client: Client, code: string) => client.request(confirmRegistration, { code })

/** Messages to somebody whose text has these words, the earliest first. */
export async function messagesWith(
  server: TestServer,
  to: string,
  words: string,
): Promise<{ subject: string | null; text: string; code: string | null }[]> {
  await server.drain()
  const rows = await server.deps.db
    .selectFrom('messages')
    .select(['subject', 'text', 'code'])
    .where('to', '=', to)
    .orderBy('id')
    .execute()
  return rows.filter((it) => it.text.includes(words))
}

/** The latest code that was sent there for the policies in whose messages it stands, or an empty text. */
export const codeSentTo = async (server: TestServer, to: string, number: string): Promise<string> =>
  (await messagesWith(server, to, number)).findLast(({ code }) => code !== null)?.code ?? ''

/** A number of six digits that is none of these codes. */
export const otherThan = (...codes: string[]): string =>
  ['000000', '111111', '222222', '333333'].find((it) => !codes.includes(it)) ?? ''
