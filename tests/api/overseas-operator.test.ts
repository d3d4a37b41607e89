/**
 * What happens to an application to an overseas insurer: forwarded, answered, withdrawn, deleted; and the messages to
 * its sender.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountClosure } from '../../src/features/account/closure-calls.ts'
import { recordsOf } from '../../src/features/account/server/person-records.ts'
import { rowsOf } from '../../src/features/account/server/export/export-rows.ts'
import { overseas } from '../../src/features/overseas/server/feature.ts'
import { withdrawApplication } from '../../src/features/overseas/contract.ts'
import { closingPerson } from '../../src/features/account/server/closure/obstacles.ts'
import { formatInstant } from '../../src/lib/days/dates.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { CONTACT, mailsTo, operator, sent, shown } from './overseas-fixtures.ts'
import { logInAs } from './logged-in-user.ts'
import { ok } from './orders-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import { overseasClosure } from '../../src/features/overseas/server/account-closure.ts'

const DAY = 86_400_000
let server: TestServer
let client: Client
beforeEach(async () => {
  server = await startServer()
  client = server.client()
})
afterEach(() => server.close())
const rows = () => server.deps.db.selectFrom('overseas_applications').selectAll().execute()
const eventsOf = (id: string) =>
  server.deps.db.selectFrom('events').select(['to_status', 'by']).where('entity_id', '=', id).orderBy('id').execute()

describe('an operator', () => {
  test('reads, refers and closes an application; its sender is told the next step each time', async () => {
    const id = await sent(client, { message: 'First line\nsecond' })
    expect(await operator(server, 'list')).toContain(
      `${id}  submitted  eshc-europe (rhenania)  pass it on by ${formatInstant(server.deps.clock() + LIMITS.overseasReferDays * DAY, 'en')}`,
    )
    const said = await operator(server, 'show', id)
    for (const line of ['name: LIN XIAO', 'birthDate: 2004-08-20', `contact: ${CONTACT}`, 'message: First line second'])
      expect(said).toContain(line)
    expect(await operator(server, 'refer', id)).toContain('referred')
    expect(await shown(client)).toMatchObject([
      { status: 'referred', askAt: server.deps.clock() + LIMITS.overseasAskDays * DAY },
    ])
    expect(await operator(server, 'close', id, '--outcome', 'declined')).toContain('reason')
    expect(await operator(server, 'close', id, '--outcome', 'insured')).toContain('insured')
    expect((await mailsTo(server, CONTACT)).map((it) => it.subject)).toEqual([
      `Application ${id}: received`,
      expect.stringContaining('has it'),
      `Application ${id}: insured`,
    ])
    expect(await shown(client)).toMatchObject([{ status: 'insured', closedAt: server.deps.clock() }])
    expect((await eventsOf(id)).map((it) => it.to_status)).toEqual(['submitted', 'looked_at', 'referred', 'insured'])
    expect(await operator(server, 'refer', id)).not.toContain('its sender is told')
  })

  test('declines with a reason that its sender reads', async () => {
    const id = await sent(client)
    await operator(server, 'close', id, '--outcome', 'declined', '--reason', 'not_eligible')
    expect(await shown(client)).toMatchObject([{ status: 'declined', reason: 'not_eligible' }])
    expect((await mailsTo(server, CONTACT)).at(-1)?.text).toContain('The application does not meet its conditions.')
  })

  test('sees overdue applications, which the server reports too', async () => {
    const [first, second] = [await sent(client), await sent(client)]
    await operator(server, 'refer', second)
    const late = () => overseas.figures(server.deps)
    expect(await late()).toEqual({ overdueReferrals: 0, unansweredReferrals: 0, referralsToRecall: 0 })
    server.advance(LIMITS.overseasReferDays * DAY + 1)
    expect(await late()).toMatchObject({ overdueReferrals: 1, unansweredReferrals: 0 })
    server.advance(LIMITS.overseasAskDays * DAY)
    expect(await late()).toMatchObject({ overdueReferrals: 1, unansweredReferrals: 1 })
    expect((await operator(server, 'list')).match(/OVERDUE/g)).toHaveLength(2)
    expect(await operator(server, 'list')).toContain(first)
  })

  test('tells an insurer that a referred application was withdrawn, and is reminded until then', async () => {
    const [mine, other] = [await sent(client), await sent(client)]
    await operator(server, 'refer', mine)
    for (const id of [mine, other]) ok(await client.request(withdrawApplication, { id }))
    expect(await operator(server, 'list')).toContain(`overseas told ${mine}`)
    expect(await operator(server, 'list')).not.toContain(`overseas told ${other}`)
    expect(await overseas.figures(server.deps)).toMatchObject({ referralsToRecall: 1 })
    expect(await operator(server, 'told', other)).not.toContain('knows')
    expect(await operator(server, 'told', mine)).toContain('the insurer knows')
    expect(await operator(server, 'list')).toContain('0 waiting, 0 withdrawn')
    expect((await eventsOf(mine)).at(-1)).toMatchObject({ to_status: 'insurer_told' })
  })
})

describe('the end of an application', () => {
  test('a closed application is deleted with its history after its period, and an open one after a year', async () => {
    const [closed, open] = [await sent(client), await sent(client)]
    await operator(server, 'close', closed, '--outcome', 'declined', '--reason', 'not_offered')
    server.advance(LIMITS.overseasClosedDays * DAY)
    await server.drain()
    expect(await rows()).toHaveLength(2)
    server.advance(DAY)
    await server.drain()
    expect(await rows()).toMatchObject([{ id: open }])
    expect((await eventsOf(closed)).map((it) => it.to_status)).toEqual(['purged'])
    server.advance(LIMITS.unfinishedDays * DAY)
    await server.drain()
    expect(await rows()).toEqual([])
  })

  test('an open application keeps the account from being closed; closing deletes all of them, and the copy of data holds them', async () => {
    const user = await logInAs(server, CONTACT, client)
    const id = await sent(user)
    expect(ok(await user.request(accountClosure, {})).obstacles).toMatchObject([
      { kind: 'overseas', number: id, path: `/other/overseas/complete?id=${id}` },
    ])
    const { id: userId } = await server.deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const copy = await rowsOf(server.deps, await recordsOf(server.deps, userId), 'orders')
    expect(copy['overseas_applications']).toMatchObject([{ id, facts: { name: 'LIN XIAO', contact: CONTACT } }])
    expect(Object.keys(copy['overseas_applications']?.[0] ?? {})).not.toContain('contact_mac')
    ok(await user.request(withdrawApplication, { id }))
    expect(ok(await user.request(accountClosure, {})).obstacles).toEqual([])
    await server.deps.write(async (trx) =>
      overseasClosure.erase(server.deps, trx, await closingPerson(trx, userId, server.deps.clock())),
    )
    expect(await rows()).toEqual([])
  })
})
