/**
 * A mobile number or email belongs to a person from its proof until it is given up; what was bought with it stays
 * theirs.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changesOf, putContact, undoChange } from '../../src/features/session/server/contacts/contact-changes.ts'
import { UNDO_MS } from '../../src/features/session/server/contacts/undo-contact-change.ts'
import { personOf } from '../../src/features/session/server/contacts/contacts.ts'
import { findOrCreateUser } from '../../src/features/session/server/sessions.ts'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { placeClaim } from './place-claim.ts'
import { startServer, type TestServer } from './start-server.ts'
import { ok } from './orders-fixtures.ts'
import { signIn } from './login-by-code.ts'

const OLD = 'first@example.com'
const NEW = 'second@example.com'
let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const idOf = (destination: string): Promise<string> =>
  server.deps.write(async (trx) => (await findOrCreateUser(server.deps, trx, destination)).id)
const policiesSeen = async (destination: string): Promise<number> =>
  ok(await (await signIn(server, destination)).request(listPolicies, {})).policies.length

const ACT = { by: 'user:test', lang: 'en' } as const
const change = (userId: string, destination: string): Promise<unknown> =>
  server.deps.write((trx) => putContact(server.deps, trx, userId, destination, ACT))

it('both contacts sign in to one account for some days, then the earlier one is free', async () => {
  const id = await idOf(OLD)
  await change(id, NEW)
  expect(await idOf(OLD)).toBe(id)
  expect(await idOf(NEW)).toBe(id)
  server.advance(UNDO_MS + 1)
  expect(await idOf(NEW)).toBe(id)
  expect(await idOf(OLD)).not.toBe(id)
})

it('a change takes no policy away, and a recycled address brings no policies of its former owner', async () => {
  const { id: claim } = await placeClaim(server.deps)
  const { policy_id: policy } = await server.deps.db
    .selectFrom('claims')
    .select('policy_id')
    .where('id', '=', claim)
    .executeTakeFirstOrThrow()
  const mac = server.deps.seal.mac('login.destination', OLD)
  await server.deps.write((trx) =>
    trx.updateTable('policies').set({ user_id: null, insured_email_mac: mac }).where('id', '=', policy).execute(),
  )
  const id = await idOf(OLD)
  expect(await policiesSeen(OLD)).toBe(1)
  await change(id, NEW)
  server.advance(UNDO_MS + 1)
  expect(await policiesSeen(NEW)).toBe(1)
  expect(await policiesSeen(OLD)).toBe(0)
})

it('a new address brings no policies that were bought with it before', async () => {
  const { id: claim } = await placeClaim(server.deps)
  const { policy_id: policy } = await server.deps.db
    .selectFrom('claims')
    .select('policy_id')
    .where('id', '=', claim)
    .executeTakeFirstOrThrow()
  const mac = server.deps.seal.mac('login.destination', NEW)
  await server.deps.write((trx) =>
    trx.updateTable('policies').set({ user_id: null, buyer_email_mac: mac }).where('id', '=', policy).execute(),
  )
  server.advance(1000)
  await change(await idOf(OLD), NEW)
  expect(await policiesSeen(NEW)).toBe(0)
})

it('a change that is undone leaves the earlier contact as it was', async () => {
  const id = await idOf(OLD)
  await change(id, NEW)
  const [made] = await changesOf(server.deps.db, id)
  expect(await server.deps.write(async (trx) => made !== undefined && undoChange(server.deps, trx, made, ACT))).toBe(
    true,
  )
  server.advance(UNDO_MS + 1)
  expect(await idOf(OLD)).toBe(id)
  expect((await server.deps.write((trx) => personOf(server.deps, trx, NEW))).user.id).not.toBe(id)
})

it('what was bought with an address while its change could be undone stays with the person; later purchases do not', async () => {
  const { id: claim } = await placeClaim(server.deps)
  const { policy_id: policy } = await server.deps.db
    .selectFrom('claims')
    .select('policy_id')
    .where('id', '=', claim)
    .executeTakeFirstOrThrow()
  const mac = server.deps.seal.mac('login.destination', OLD)
  const boughtAt = (issued_at: number) =>
    server.deps.write((trx) =>
      trx
        .updateTable('policies')
        .set({ user_id: null, buyer_email_mac: mac, issued_at })
        .where('id', '=', policy)
        .execute(),
    )
  await change(await idOf(OLD), NEW)
  await boughtAt(server.deps.clock() + UNDO_MS / 2)
  server.advance(UNDO_MS + 1)
  await server.drain()
  expect(await policiesSeen(NEW)).toBe(1)
  await boughtAt(server.deps.clock())
  expect(await policiesSeen(OLD)).toBe(1)
})
