/** The policyholder's link ends the access of somebody they do not know: at once, once, and for everybody to see. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { writeToken } from '../../src/app/storage/storage.ts'
import { isAccessEnded } from '../../src/features/claims/server/claim-access.ts'
import { getDraft, handOver, saveClaim, startClaim } from '../../src/features/claims/contract.ts'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { exchange } from '../../src/features/session/contract.ts'
import { dayOf } from '../../src/lib/days/dates.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { credentialClosure } from '../../src/features/credentials/server/account-closure.ts'
import { lookAtAccess, undoAccess } from '../../src/features/credentials/contract.ts'
import { STUDENT } from '../../src/programs/demo/demo-people.ts'
import {
  codeSentTo,
  confirm,
  desk,
  issued,
  messagesWith,
  numbers,
  OTHER,
  state,
  submit,
} from './credentials-fixtures.ts'
import { jpeg } from './hostile-files.ts'
import { logInAs } from './logged-in-user.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const DAY = 86_400_000
let server: TestServer
let photo: Buffer
let number: string
let stranger: Client

beforeEach(async () => {
  server = await startServer()
  photo ??= await jpeg(1200, 800)
  number = await issued(server)
  stranger = await logInAs(server, OTHER)
})
afterEach(() => server.close())

const look = (code: string) => server.client().request(lookAtAccess, { code })
const undo = (code: string) => server.client().request(undoAccess, { code })
const registrations = () => server.deps.db.selectFrom('registrations').select('id').orderBy('submitted_at').execute()
async function linkCode(): Promise<string> {
  const told = await messagesWith(server, STUDENT.email, '/credential/undo?code=')
  return /\/credential\/undo\?code=([\w-]+)/.exec(told.at(-1)?.text ?? '')?.[1] ?? ''
}
async function approve(way: 'code' | 'operator'): Promise<string> {
  ok(await submit(stranger, photo))
  await server.check()
  await server.drain()
  if (way === 'code') ok(await confirm(stranger, await codeSentTo(server, STUDENT.email, number)))
  else expect((await desk(server, 'Wu', 'approve', (await registrations()).at(-1)?.id ?? '')).code).toBe(0)
  return linkCode()
}

it.each(['code', 'operator'] as const)('ends an access that came by the %s, also to later policies', async (way) => {
  const link = await approve(way)
  const at = server.deps.clock()
  expect(ok(await look(link))).toEqual({
    state: 'open',
    number,
    account: 's•••@example.com',
    at,
    until: at + LIMITS.registrationUndoDays * DAY,
  })
  // A mail program opens the link: nothing has happened.
  expect(await numbers(stranger)).toEqual([number])
  ok(await undo(link))
  await issued(server)
  expect([await numbers(stranger), await state(stranger)]).toEqual([[], ['policyholder_objects']])
  expect((await messagesWith(server, OTHER, 'do not know you')).length).toBe(1)
})

it('ends the claims that were begun meanwhile, also on a phone that was handed one, and tells the handler of sent ones', async () => {
  server.advance(40 * DAY)
  stranger = await logInAs(server, OTHER)
  const link = await approve('code')
  const [policy] = ok(await stranger.request(listPolicies, {})).policies
  const begun = { policy: policy?.id ?? '', day: dayOf(server.deps.clock()), key: 'meanwhile', sensitive: true }
  const { id } = ok(await stranger.request(startClaim, begun))
  const { code } = ok(await stranger.request(handOver, { id, step: 'documents' }))
  const phone = server.client()
  const session = ok(await phone.request(exchange, { code }))
  writeToken(phone.store, session.token, server.deps.clock())
  phone.store.setItem(KEYS.csrfName, session.csrf.name)
  phone.store.setItem(KEYS.csrfToken, session.csrf.token)
  ok(await phone.request(getDraft, { id }))
  ok(await undo(link))
  for (const client of [stranger, phone]) expect(refusal(await client.request(getDraft, { id }))).toBe('not_found')
  expect(refusal(await stranger.request(saveClaim, { id, base: 1, patch: {} }))).toBe('not_found')
  // As if it had been sent before.
  await server.deps.write((trx) =>
    trx.updateTable('claims').set({ status: 'submitted' }).where('id', '=', id).execute(),
  )
  const row = await server.deps.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(await isAccessEnded(server.deps.db, row)).toBe(true)
})

it('does it once, and says so when it is pressed or opened again', async () => {
  const link = await approve('code')
  expect((await Promise.all([undo(link), undo(link)])).map(refusal)).toEqual(['ok', 'ok'])
  ok(await undo(link))
  expect(ok(await look(link))).toMatchObject({ state: 'undone', number })
  const events = await server.deps.db.selectFrom('events').select('by').where('to_status', '=', 'revoked').execute()
  expect(events).toEqual([{ by: `policyholder:${number}` }])
  expect((await messagesWith(server, OTHER, 'do not know you')).length).toBe(1)
})

it('shows operators who ended it, and why', async () => {
  ok(await undo(await approve('code')))
  const [{ id } = { id: '' }] = await registrations()
  for (const words of [['list'], ['show', id]]) {
    const { said } = await desk(server, 'Wu', ...words)
    expect(said).toContain(id)
    expect(said).toContain(`by policyholder:${number}: does not know this person`)
  }
})

it('ends also what an earlier verification of the same person has opened', async () => {
  await approve('code')
  const later = await approve('operator')
  ok(await undo(later))
  expect(await numbers(stranger)).toEqual([])
})

it('works until its last day', async () => {
  const link = await approve('code')
  server.advance(LIMITS.registrationUndoDays * DAY)
  expect(ok(await look(link))).toMatchObject({ state: 'over' })
  expect(refusal(await undo(link))).toBe('undo_over')
  expect(await state(await logInAs(server, OTHER))).toEqual(['approved'])
})

it('is unknown where nobody sent it, and after the account is gone, with which codes and links are deleted', async () => {
  const link = await approve('code')
  ok(await submit(stranger, photo))
  await server.check()
  const { user_id: userId } = await server.deps.db
    .selectFrom('registrations')
    .select('user_id')
    .executeTakeFirstOrThrow()
  await server.deps.write((trx) => credentialClosure.erase(server.deps, trx, { userId, contacts: [] }))
  expect([refusal(await look('unknown')), refusal(await look(link)), refusal(await undo(link))]).toEqual(
    Array(3).fill('link_unknown'),
  )
  for (const table of ['registration_codes', 'registration_undo_links', 'registrations'] as const)
    expect(await server.deps.db.selectFrom(table).selectAll().execute()).toEqual([])
})

it('goes to nobody where the buyer’s own account verifies the identity', async () => {
  const buyer = await logInAs(server, STUDENT.email)
  ok(await submit(buyer, photo))
  await server.check()
  await server.drain()
  ok(await confirm(buyer, await codeSentTo(server, STUDENT.email, number)))
  expect(await linkCode()).toBe('')
})
