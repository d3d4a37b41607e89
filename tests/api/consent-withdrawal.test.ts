/** A consent that is withdrawn by email ends everything unfinished that depends on it, for that person only. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closureCommands } from '../../src/features/account/server/closure/closure-commands.ts'
import { createOrder, getOrder, salesLog } from '../../src/features/orders/contract.ts'
import { addDays, dayOf, endOfMonths } from '../../src/lib/days/dates.ts'
import { passReview } from '../../src/features/orders/server/review/health-review.ts'
import { newId } from '../../src/server/new-id.ts'
import { logInAs } from './logged-in-user.ts'
import { commandOutput } from './operator-commands.ts'
import { Buyer, messages, ok, SELF } from './orders-fixtures.ts'
import { OWNER, placeClaim } from './place-claim.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const run = (...words: string[]) =>
  commandOutput(server.deps, closureCommands, [
    'consents',
    'withdraw',
    ...words,
    '--by',
    'li',
    '--why',
    'wrote on 3 March, identity checked',
  ])
const claims = () => server.deps.db.selectFrom('claims').select(['id', 'status']).orderBy('id').execute()

it('an undecided claim is withdrawn, and nobody else’s is', async () => {
  const mine = await placeClaim(server.deps)
  const others = await placeClaim(server.deps, { owner: 'somebody.else@example.com' })
  expect(await run(OWNER, '--of', 'claim')).toMatchObject({
    code: 0,
    said: expect.stringContaining(`${mine.caseNumber}: ended`),
  })
  expect(Object.fromEntries((await claims()).map(({ id, status }) => [id, status]))).toEqual({
    [mine.id]: 'cancelled',
    [others.id]: 'submitted',
  })
  expect((await run(OWNER, '--of', 'claim')).said).toContain('Nothing unfinished')
  const events = await server.deps.db
    .selectFrom('events')
    .select(['by', 'why', 'data'])
    .where('to_status', '=', 'consent_withdrawn')
    .execute()
  expect(events[0]).toMatchObject({
    by: 'operator:li',
    why: 'wrote on 3 March, identity checked',
    data: expect.stringContaining('"purpose":"claim"'),
  })
})

it('an application that was not yet sent is discarded', async () => {
  const client = await logInAs(server, OWNER)
  const start = addDays(dayOf(server.deps.clock()), 10)
  const { id } = ok(
    await client.request(createOrder, {
      trip: { plan: 'us-campus', tier: 'gold', destination: 'us', arrived: null, start, end: endOfMonths(start, 6) },
      key: crypto.randomUUID(),
    }),
  )
  expect(await run(OWNER, '--of', 'application')).toMatchObject({
    code: 0,
    said: expect.stringContaining(`${id} (created): ended`),
  })
  expect(await client.request(getOrder, { id })).toMatchObject(
    expect.not.objectContaining({ data: { status: 'created' } }),
  )
  expect(
    (await server.deps.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirst())?.status,
  ).toBe('discarded')
})

it('an application whose health answers are being read ends, without them, and its buyer is told', async () => {
  const buyer = new Buyer(server, await logInAs(server, OWNER))
  await buyer.fillIn({ ...SELF, policyholder: { ...SELF.policyholder, email: OWNER } }, { q3: 'Asthma since 2019' })
  const { id } = await buyer.submit()
  expect(buyer.view.status).toBe('under_review')
  expect(await run(OWNER, '--of', 'application')).toMatchObject({
    code: 0,
    said: expect.stringContaining(`${id} (under_review): ended`),
  })
  const order = ok(await buyer.client.request(getOrder, { id }))
  expect(order).toMatchObject({
    status: 'cancelled',
    review: null,
    answers: { people: { policyholder: { idName: '林晓', idNumber: '' } }, health: { answers: {}, details: {} } },
  })
  await expect(passReview(server.deps, { id, by: 'operator:li', why: 'read before' })).rejects.toThrow()
  await server.drain()
  expect((await messages(server))[0]).toMatchObject({
    to: OWNER,
    subject: expect.stringContaining('you withdrew your consent'),
  })
  const { entries, intact } = ok(await buyer.client.request(salesLog, { id }))
  expect([entries.slice(-2).map(({ kind }) => kind), intact]).toEqual([['cancelled', 'sensitive_withdrawn'], true])
})

it('a verification of identity is revoked, and one under review can no longer be approved', async () => {
  await logInAs(server, OWNER)
  const { id: user } = await server.deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const registration = (status: 'approved' | 'submitted') =>
    server.deps.write((trx) =>
      trx
        .insertInto('registrations')
        .values({
          id: newId(),
          status,
          version: 1,
          updated_at: 1,
          user_id: user,
          submission_key: newId(),
          facts: null,
          id_mac: status,
          network_mac: 'y',
          lang: 'en',
          submitted_at: 1,
          decided_at: null,
          reason: null,
          photo_id: newId(),
          photo_checked_at: 1,
          wrong_codes: 0,
        })
        .execute(),
    )
  await registration('approved')
  await registration('submitted')
  expect((await run(OWNER, '--of', 'verification')).code).toBe(0)
  expect(
    (await server.deps.db.selectFrom('registrations').select('status').execute()).map(({ status }) => status).sort(),
  ).toEqual(['rejected', 'revoked'])
  expect((await run('nobody@example.com', '--of', 'verification')).said).toContain('not_found')
})
