/**
 * Whoever had a mobile number or mailbox before, or types it by mistake, gets nothing of what its present holder buys
 * and is sent (decision 0100).
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closingPerson, obstaclesOf } from '../../src/features/account/server/closure/obstacles.ts'
import { refundCommands } from '../../src/features/cashier/server/refunds/refund-commands.ts'
import { latestRequest } from '../../src/features/cashier/server/refunds/request-and-decide-refund.ts'
import { getPolicy } from '../../src/features/policies/contract.ts'
import { openPeople } from '../../src/features/orders/server/people/agreed-people.ts'
import { addVersion } from '../../src/features/policies/server/versions/policy-versions.ts'
import { surrenderPolicy, surrenderQuote } from '../../src/features/policies/surrender-calls.ts'
import { sendCode } from '../../src/features/session/contract.ts'
import { dayOf } from '../../src/lib/days/dates.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { pay } from '../../src/programs/demo/pay-order.ts'
import { maskIdNumber } from '../../src/lib/people/id-number.ts'
import { ContactWorld, DAY } from './contact-world.ts'
import { logInAs } from './logged-in-user.ts'
import { commandOutput } from './operator-commands.ts'
import { idOf, ok } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const N = '13800138055'
const EARLIER = 'earlier@example.com'
const STRANGER = 'stranger@example.com'
const BIRTH = '2004-08-20'
const ID = idOf(BIRTH, 'female')
let server: TestServer
let world: ContactWorld
/** The account that had `N` until nine days ago. */
let earlier: string
beforeEach(async () => {
  server = await startServer()
  world = new ContactWorld(server)
  earlier = await world.logIn(EARLIER)
  await world.wait(1000)
  await world.add(earlier, N)
  await world.wait(1000)
  await world.remove(earlier, 'mobile')
  await world.wait(9 * DAY)
})
afterEach(() => server.close())

const closed = async (): Promise<string | undefined> => {
  await world.askToClose(earlier)
  await world.wait((LIMITS.closureDays + 1) * DAY)
  await world.closeDue()
  return world.closureOf(earlier)
}
const macsOf = (policy: string) =>
  server.deps.db
    .selectFrom('policies')
    .select(['user_id', 'buyer_mobile_mac', 'buyer_email_mac', 'insured_mobile_mac'])
    .where('id', '=', policy)
    .executeTakeFirstOrThrow()

describe('closing an account that once had a number', () => {
  it('takes over nothing of what its present holder bought without signing in, and erases none of it', async () => {
    const { policy, order } = await world.buy({ device: 'of-a-stranger', birth: BIRTH, mobile: N })
    expect(await closed()).toBe('done')
    expect(await macsOf(policy)).toMatchObject({ user_id: null, buyer_mobile_mac: world.mac(N) })
    await world.wait(1000)
    const stranger = await world.logIn(N)
    expect((await world.actor({ userId: stranger }).call(getPolicy, { order })).id).toBe(policy)
  })

  it('erases nothing of a policy that its present holder bought signed in, nor their invitation or code', async () => {
    const stranger = await world.logIn(N)
    const { policy } = await world.buy({ userId: stranger, birth: BIRTH, mobile: N })
    await world.askToClose(earlier)
    await world.wait((LIMITS.closureDays + 1) * DAY)
    ok(await server.client().request(sendCode, { destination: N }))
    await server.deps.write((trx) =>
      trx
        .insertInto('campaign_invitations')
        .values({
          id: 'invitation',
          campaign_id: 'campaign',
          email_mac: world.mac(N),
          facts: '',
          token: '',
          token_hash: 'hash',
          lang: 'en',
          order_id: null,
          created_at: world.now,
        })
        .execute(),
    )
    await world.closeDue()
    expect(await world.closureOf(earlier)).toBe('done')
    const hash = world.mac(N)
    expect(await macsOf(policy)).toMatchObject({ user_id: stranger, buyer_mobile_mac: hash, insured_mobile_mac: hash })
    expect(await server.deps.db.selectFrom('login_codes').select('destination_mac').execute()).toEqual([
      { destination_mac: hash },
    ])
    expect(await server.deps.db.selectFrom('campaign_invitations').select('id').execute()).toHaveLength(1)
  })

  it('lets the next holder find nothing that was bought before the account had it', async () => {
    const bought = await world.buy({ device: 'before', birth: BIRTH, mobile: '13800138066' })
    await world.wait(1000)
    await world.add(earlier, '13800138066')
    expect(await closed()).toBe('done')
    await world.wait(1000)
    const next = await world.logIn('13800138066')
    await expect(world.actor({ userId: next }).call(getPolicy, { id: bought.policy })).rejects.toThrow('not_found')
  })
})

describe('a number that was given up', () => {
  it('does not lead its next holder to a policy that was applied for before, and issued since', async () => {
    const account = await world.logIn('second@example.com')
    await world.wait(1000)
    await world.add(account, N)
    const key = await world.begin({ device: 'own-device' }, 20)
    await world.remove(account, 'mobile')
    await world.wait(9 * DAY)
    const stranger = await world.logIn(N)
    const order = await world.apply({ device: 'own-device', birth: BIRTH, mobile: N }, key)
    const policy = await world.pay(order)
    const cannot = expect(world.actor({ userId: stranger }).call(getPolicy, { id: policy })).rejects
    await cannot.toThrow('not_found')
    expect((await world.actor({ device: 'own-device' }).call(getPolicy, { id: policy })).id).toBe(policy)
    // Nor after a change that leaves the number as it is.
    const { deps } = server
    const row = await deps.db.selectFrom('policies').selectAll().where('id', '=', policy).executeTakeFirstOrThrow()
    const people = openPeople(deps.seal, row.people)
    await deps.write((trx) =>
      addVersion(deps, trx, policy, {
        change: { reason: 'endorsement', on: dayOf(world.now), premiumChange: 0 },
        kinds: [],
        by: 'operator:li',
        people: { ...people, policyholder: { ...people.policyholder, email: STRANGER } },
      }),
    )
    expect(await macsOf(policy)).toMatchObject({ buyer_mobile_mac: null, buyer_email_mac: world.mac(STRANGER) })
  })
})

describe('a closing that something prevents', () => {
  it('leaves nothing attached, and the page shows what it is', async () => {
    const { order } = await world.buy({ device: 'own-device', birth: BIRTH, email: EARLIER })
    const open = await world.apply({ device: 'own-device', birth: '2004-08-21', email: EARLIER })
    const owners = async () => [
      await server.deps.db.selectFrom('orders').select(['id', 'user_id', 'owned_by']).orderBy('id').execute(),
      await server.deps.db.selectFrom('policies').select(['id', 'user_id']).execute(),
      await server.deps.db.selectFrom('policies_kept').selectAll().execute(),
    ]
    await server.deps.write((trx) => trx.updateTable('orders').set({ user_id: null }).where('id', '=', order).execute())
    await world.askToClose(earlier)
    await world.wait((LIMITS.closureDays + 1) * DAY)
    const before = await owners()
    await world.closeDue()
    expect(await world.closureOf(earlier)).toBe('stopped')
    expect(await owners()).toEqual(before)
    const { deps } = server
    const shown = await obstaclesOf(deps, deps.db, await closingPerson(deps.db, earlier, world.now))
    expect(shown.map(({ kind, id }) => [kind, id])).toEqual([['order', open]])
  })
})

describe('a surrender that somebody else asked for', () => {
  it('can be refused, although that account had the contact before it was bought', async () => {
    const stranger = { device: 'of-a-stranger' }
    await pay(world.actor(stranger), await world.apply({ ...stranger, birth: BIRTH, mobile: N }))
    await server.drain()
    const { id: policy } = await server.deps.db.selectFrom('policies').select('id').executeTakeFirstOrThrow()
    // However an account may have come by a stranger's policy.
    await server.deps.write((trx) => trx.updateTable('policies').set({ user_id: earlier }).execute())
    const client = await logInAs(server, EARLIER)
    const { amount } = ok(await client.request(surrenderQuote, { id: policy }))
    ok(await client.request(surrenderPolicy, { id: policy, amount: amount.amount }))
    const { id } = (await latestRequest(server.deps.db, `policy:${policy}`)) ?? expect.fail('nothing was asked for')
    const words = ['refunds', 'reject', id, '--reason', 'not_policyholder', '--by', 'li', '--why', 'Not the buyer.']
    expect(await commandOutput(server.deps, refundCommands, words)).toMatchObject({ code: 0 })
  })
})

describe('the copy of one’s data', () => {
  it('holds no message to a contact at a time when somebody else had it', async () => {
    const stranger = await world.logIn(N)
    await world.apply({ userId: stranger, birth: BIRTH, mobile: N })
    await world.add(stranger, STRANGER)
    const own = await world.copyOf(stranger)
    expect(own.messages.map(({ template }) => template)).toEqual(
      expect.arrayContaining(['order_submitted', 'contact_added']),
    )
    const toNumber = (await world.copyOf(earlier)).messages.filter(({ to }) => to === N)
    expect(toNumber.map(({ template }) => template)).toEqual(['contact_removed'])
  })

  it('holds no message that an earlier holder was sent whose account is closed', async () => {
    const other = await world.logIn(N)
    await world.askToClose(other)
    await world.wait((LIMITS.closureDays + 1) * DAY)
    await world.closeDue()
    await world.wait(1000)
    expect((await world.copyOf(await world.logIn(N))).messages).toEqual([])
  })

  it('holds no link and no code, but what a message was about', async () => {
    const stranger = await world.logIn(N)
    await world.add(stranger, STRANGER)
    const [told] = (await world.copyOf(stranger)).messages.filter(({ template }) => template === 'contact_added')
    expect(told?.vars).toMatchObject({ new: 's•••@example.com' })
    expect(JSON.stringify(told)).not.toMatch(/https?:|code=/)
  })

  it('masks an application and its policy that a mistyped address brought, as the site does', async () => {
    const { order, policy } = await world.buy({ device: 'mistyped', birth: BIRTH, email: EARLIER })
    await world.logIn(EARLIER)
    const { rows } = await world.copyOf(earlier)
    expect(rows).toContain(order)
    expect(rows).toContain(policy)
    expect(rows).toContain(maskIdNumber(ID))
    expect(rows).not.toContain(ID)
  })

  it('holds in full what the person applied for herself', async () => {
    await world.buy({ userId: earlier, birth: BIRTH, email: EARLIER })
    expect((await world.copyOf(earlier)).rows).toContain(ID)
  })
})
