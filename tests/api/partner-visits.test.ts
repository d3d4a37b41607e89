/** What a visit by a partner's link can access (decision 0074), and how far the partner's data count. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOrders } from '../../src/features/orders/list-contract.ts'
import {
  createLinkedOrder,
  createOrder,
  getOrder,
  orderAgain,
  cancelOrder,
  salesLog,
} from '../../src/features/orders/contract.ts'
import type { PeopleDraft } from '../../src/features/orders/rules/check-person-fields.ts'
import { usePartnerLink } from '../../src/features/partners/contract.ts'
import { exchange, me } from '../../src/features/session/contract.ts'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { closeAccount } from '../../src/features/account/closure-calls.ts'
import { sendAccountCode } from '../../src/features/account/contract.ts'
import { codeFor, signIn } from './login-by-code.ts'
import { Buyer, ok, person, refusal, SELF, TRIP } from './orders-fixtures.ts'
import {
  addPartner,
  linkInput,
  openLink,
  partnerLink,
  PARTNER_PAYLOAD,
  STUDENT,
  type Partner,
} from './partner-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const HOUR = 3_600_000
let server: TestServer
let partner: Partner

beforeAll(async () => {
  server = await startServer()
  partner = await addPartner(server)
})
afterAll(() => server.close())

describe('a visit', () => {
  it('begins an application with the partner’s data, marked as such', async () => {
    const client = await openLink(server, await partnerLink(server, partner))
    const order = ok(await client.request(createLinkedOrder, { key: 'linked-one' }))
    expect(order.answers.trip).toMatchObject({
      plan: 'global-study',
      tier: 'standard',
      start: '2026-03-10',
      end: '2027-03-09',
      destination: 'uk',
    })
    expect(order.answers.people.insured).toMatchObject({
      idName: '林悦',
      birthDate: '2004-08-20',
      email: 'yue@lakeside.example',
      mobile: '13800000000',
      idNumber: '',
    })
    expect(order.prefill).toMatchObject({ coId: 'harbour', inId: 'lakeside', name: 'Lakeside University' })
    expect(ok(await client.request(createLinkedOrder, { key: 'linked-one' })).id).toBe(order.id)
    const log = ok(await client.request(salesLog, { id: order.id }))
    expect(log.entries[0]?.data).toMatchObject({ partner: 'harbour', institution: 'lakeside' })
  })
  it('prefers what was chosen on a plan’s page to the partner’s data', async () => {
    const client = await openLink(server, await partnerLink(server, partner))
    const order = ok(
      await client.request(createLinkedOrder, {
        key: 'linked-two',
        trip: { ...TRIP, end: '2026-09-09', tier: '' },
        birthDate: '2003-01-01',
      }),
    )
    expect(order.answers.trip).toMatchObject({ end: '2026-09-09', tier: 'standard' })
    expect(order.answers.people.insured.birthDate).toBe('2003-01-01')
  })
  it('is not an account: what it begins belongs to the device, and it reaches nothing else', async () => {
    const client = await openLink(server, await partnerLink(server, partner))
    const order = ok(await client.request(createLinkedOrder, { key: 'linked-three' }))
    expect(await client.request(me, {})).toMatchObject({ ok: false, code: '5000' })
    expect(await client.request(listPolicies, {})).toMatchObject({ ok: true, data: { policies: [] } })
    const row = await server.deps.db
      .selectFrom('orders')
      .select(['user_id', 'holder'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ user_id: null, holder: expect.any(String) as string })
    // The flow was left, or the session is over: the application stays on its device.
    const later = server.client({ store: client.store })
    for (const key of ['PlatformToken', 'co_id', 'csrf_name', 'csrf_token']) client.store.removeItem(key)
    expect(ok(await later.request(getOrder, { id: order.id })).prefill?.inId).toBe('lakeside')
    expect(refusal(await later.request(createLinkedOrder, { key: 'linked-four' }))).toBe('link_used')
    expect(refusal(await server.client().request(getOrder, { id: order.id }))).toBe('not_found')
  })
  it('never opens the account of the student that it names', async () => {
    const owner = await signIn(server, STUDENT.email)
    ok(await owner.request(createOrder, { trip: TRIP, key: 'own-order' }))
    const visitor = await openLink(server, await partnerLink(server, partner))
    expect(ok(await visitor.request(listOrders, {})).orders).toEqual([])
    expect(await visitor.request(me, {})).toMatchObject({ ok: false })
  })
  it('ends after twelve hours, and its session and guest go', async () => {
    const own = await startServer()
    const client = await openLink(own, await partnerLink(own, await addPartner(own)))
    own.advance(12 * HOUR)
    expect(refusal(await client.request(createLinkedOrder, { key: 'too-late-1' }))).toBe('link_used')
    await own.drain()
    own.advance(HOUR)
    await own.drain()
    expect(await own.deps.db.selectFrom('users').select('id').execute()).toEqual([])
    expect(await own.deps.db.selectFrom('sessions').select('id').execute()).toEqual([])
    expect(await own.deps.db.selectFrom('partner_visits').select(['prefill', 'guest_id']).execute()).toEqual([
      { prefill: null, guest_id: null },
    ])
    own.advance(15 * 24 * HOUR)
    await own.drain()
    expect(await own.deps.db.selectFrom('partner_visits').select('id').execute()).toEqual([])
    await own.close()
  })
})

describe('a person who is signed in', () => {
  it('keeps the login and uses the link for an application of their own', async () => {
    const owner = await signIn(server, 'keeps@example.com')
    const link = linkInput(await partnerLink(server, partner))
    const { visit } = ok(await owner.request(usePartnerLink, link))
    const order = ok(await owner.request(createLinkedOrder, { key: 'own-linked', link: visit }))
    expect(order.answers.people.policyholder.email).toBe('keeps@example.com')
    expect(order.answers.people.insured.idName).toBe('林悦')
    const row = await server.deps.db
      .selectFrom('orders')
      .select('user_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(row.user_id).toBe(ok(await owner.request(me, {})).user.id)
    expect(await server.client().request(exchange, link)).toMatchObject({
      ok: false,
      code: 'link_used',
      extra: { why: 'used' },
    })
    const stranger = await signIn(server, 'stranger@example.com')
    expect(refusal(await stranger.request(createLinkedOrder, { key: 'not-theirs', link: visit }))).toBe('link_used')
    expect(refusal(await server.client().request(createLinkedOrder, { key: 'not-theirs', link: visit }))).toBe(
      'link_used',
    )
  })
  it('leaves nothing in the partner’s visits once the account is closed', async () => {
    const own = await startServer()
    const link = linkInput(await partnerLink(own, await addPartner(own)))
    const owner = await signIn(own, 'closes@example.com')
    ok(await owner.request(usePartnerLink, link))
    own.advance(HOUR / 60)
    ok(await owner.request(sendAccountCode, { purpose: 'close', channel: 'email' }))
    ok(
      await owner.request(closeAccount, {
        channel: 'email',
        code: await codeFor(own, 'closes@example.com'),
        agreed: true,
      }),
    )
    own.advance(LIMITS.closureDays * 24 * HOUR + HOUR)
    await own.drain()
    expect(await own.deps.db.selectFrom('partner_visits').select(['user_id', 'prefill']).execute()).toEqual([
      { user_id: null, prefill: null },
    ])
    await own.close()
  })
})

describe('the partner’s data', () => {
  const linked = async (said = PARTNER_PAYLOAD): Promise<Buyer> => {
    const buyer = new Buyer(server, await openLink(server, await partnerLink(server, partner, said)))
    buyer.order = ok(
      await buyer.client.request(createLinkedOrder, { key: `said-${String(Math.random()).slice(2, 12)}` }),
    )
    // The partner cannot know whether the student has arrived already.
    await buyer.save({ trip: { ...buyer.view.answers.trip, arrived: false } })
    return buyer
  }
  const PEOPLE: PeopleDraft = { ...SELF, policyholder: person('2004-08-20', { idName: '林悦', email: STUDENT.email }) }
  it('counts only once the buyer confirms it, and the record holds which fields', async () => {
    const buyer = await linked()
    await buyer.fillIn(PEOPLE)
    const refused = await buyer.trySubmit()
    expect(refused).toMatchObject({ ok: false, code: 'invalid', fields: { 'check.prefilled': 'declaration_required' } })
    ok(await buyer.trySubmit({ confirmed: true }))
    const log = ok(await buyer.client.request(salesLog, { id: buyer.view.id }))
    expect(log.entries.find(({ kind }) => kind === 'submitted')?.data['prefilled']).toEqual(
      expect.arrayContaining(['trip.start', 'people.policyholder.idName', 'people.policyholder.birthDate']),
    )
  })
  it('has to be confirmed again if something changed', async () => {
    const buyer = await linked()
    await buyer.fillIn(PEOPLE)
    await buyer.tick(false, true)
    expect(buyer.view.answers.check.prefilled).toBe(true)
    await buyer.save({ trip: { ...buyer.view.answers.trip, end: '2027-02-09' } })
    expect(buyer.view.answers.check.prefilled).toBe(false)
  })
  it('is carried over into an application that is ordered again', async () => {
    const buyer = await linked()
    const { id, version } = buyer.view
    ok(await buyer.client.request(cancelOrder, { id, version }))
    const again = ok(await buyer.client.request(orderAgain, { id, key: 'again-linked' }))
    expect(again.prefill?.name).toBe('Lakeside University')
  })
})
