/**
 * Campaigns of schools: what an operator creates, what a student may do with the link, and what nobody sees of anybody
 * else.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCampaign } from '../../src/features/collection/contract.ts'
import { cancelOrder, getOrder, orderAgain, saveOrder } from '../../src/features/orders/contract.ts'
import { orderCommands } from '../../src/features/orders/server/order-commands.ts'
import { ACTING, campaignFeatures, DETAILS, makeCampaign, operator, Student } from './collection-fixtures.ts'
import { successfulOutput } from './operator-commands.ts'
import { ok, person, refusal, SELF } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const DAY = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await startServer({ features: campaignFeatures })
})
afterAll(() => server.close())

const another = (serial: string) => ({
  ...SELF,
  policyholder: person('2003-05-06', {
    idType: 'passport',
    idName: 'LIN XIAO',
    idNumber: `EJ31230${serial}`,
    chineseName: '林晓',
    email: `s${serial}@example.com`,
  }),
})

describe('an operator', () => {
  test('makes a link that cannot be guessed, lists it and ends it', async () => {
    const campaign = await makeCampaign(server, { places: '3' })
    expect(campaign.address).toMatch(/^[\w-]{27}$/)
    expect((await operator(server, 'campaigns', 'list')).said).toContain(`${campaign.id}  open  Lakeside University`)
    expect(await operator(server, 'campaigns', 'end', campaign.id, ...ACTING)).toMatchObject({ code: 0 })
    expect(await new Student(server).sees(campaign)).toMatchObject({ standing: 'ended' })
    expect(refusal(await new Student(server).tryBegin(campaign))).toBe('campaign_over')
  })

  test.each([
    ['a plan that is not sold here', { plan: 'nothing-here' }],
    ['a tier that the plan does not have', { tier: 'gold-plus' }],
    ['a place that the plan does not cover', { destination: 'nowhere' }],
    ['a start without an end', { end: '' }],
    ['an end before its beginning', { opens: '2026-03-21' }],
    ['an end that has passed', { opens: '2026-02-01', closes: '2026-02-20' }],
    ['an end after the first day of cover', { closes: '2026-04-10' }],
    ['a school that pays for it does not know what', { payer: 'school', tier: '' }],
    ['days that the plan does not sell', { end: '2031-04-09' }],
    ['an end more than 400 days ahead', { start: '', end: '', closes: '2027-06-01' }],
  ])('is refused %s', async (_, over) => {
    await expect(makeCampaign(server, over)).rejects.toThrow(/efused/)
  })
})

describe('a student', () => {
  test('sees what is arranged, and that a wrong link is wrong', async () => {
    const campaign = await makeCampaign(server)
    expect(await new Student(server).sees(campaign)).toMatchObject({
      name: 'Lakeside University',
      planId: 'global-study',
      start: '2026-04-10',
      end: '2027-04-09',
      payer: 'student',
      fields: ['student-number', 'programme'],
      standing: 'open',
      mine: [],
    })
    expect(refusal(await server.client().request(openCampaign, { campaign: 'a'.repeat(27) }))).toBe('not_found')
    expect(refusal(await server.client().request(openCampaign, { campaign: 'short' }))).toBe('invalid')
  })

  test('begins once however often it is asked for, with what the school fixed', async () => {
    const campaign = await makeCampaign(server)
    const student = new Student(server)
    expect(await student.tryBegin(campaign, { 'student-number': '1' })).toMatchObject({
      ok: false,
      code: 'invalid',
      fields: { 'details.programme': 'required' },
    })
    const first = ok(await student.tryBegin(campaign, DETAILS, 'same-key-of-hers'))
    expect(ok(await student.tryBegin(campaign, DETAILS, 'same-key-of-hers'))).toEqual(first)
    const order = ok(await student.client.request(getOrder, { id: first.order }))
    expect(order.answers.trip).toMatchObject({
      plan: 'global-study',
      tier: 'standard',
      start: '2026-04-10',
      end: '2027-04-09',
      destination: 'uk',
    })
    expect(order.answers.people.insured.institution).toBe('Lakeside University')
    expect(order.campaign).toMatchObject({
      name: 'Lakeside University',
      address: campaign.address,
      payer: 'student',
      fixed: ['tier', 'start', 'end', 'destination'],
    })
    for (const change of [
      { tier: 'premier' },
      { plan: 'us-campus' },
      { start: '2026-04-11' },
      { end: '2027-04-08' },
      { destination: 'fr' },
    ]) {
      const reply = await student.client.request(saveOrder, {
        id: order.id,
        version: order.version,
        trip: { ...order.answers.trip, ...change },
      })
      expect(reply).toMatchObject({ ok: false, code: 'not_editable' })
    }
    const row = await server.deps.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(DETAILS['student-number'])
  })

  test('finds her application again on her device, and nobody else’s on another', async () => {
    const campaign = await makeCampaign(server)
    const [student, other] = [new Student(server), new Student(server)]
    const order = await student.apply(campaign, another('01'))
    expect((await student.sees(campaign)).mine).toEqual([
      expect.objectContaining({ id: order.id, status: 'created', insured: 'L•• ••••' }),
    ])
    await student.submit()
    expect((await student.sees(campaign)).mine).toEqual([
      expect.objectContaining({ id: order.id, status: 'awaiting_payment', premium: student.view.premium }),
    ])
    expect(await other.sees(campaign)).toMatchObject({ standing: 'open', mine: [] })
    expect(refusal(await other.client.request(getOrder, { id: order.id }))).toBe('not_found')
    const { said } = await operator(server, 'campaigns', 'students', campaign.id, ...ACTING)
    expect(said).toContain(`${order.id},20260017,Computer science,sent,`)
    expect(said).not.toContain('LIN')
    const looks = await server.deps.db
      .selectFrom('events')
      .select('by')
      .where('entity', '=', 'campaign')
      .where('entity_id', '=', campaign.id)
      .where('to_status', '=', 'students_listed')
      .execute()
    expect(looks).toEqual([{ by: 'operator:lin' }])
  })

  test('is not named to the school without her consent, which a school that pays needs', async () => {
    const campaign = await makeCampaign(server)
    const student = new Student(server)
    const { order } = ok(await student.tryBegin(campaign, DETAILS, 'not-shared-1', false))
    const { said } = await operator(server, 'campaigns', 'students', campaign.id, ...ACTING)
    expect(said).not.toContain(order)
    expect(said).not.toContain(DETAILS['student-number'])
    const paying = await makeCampaign(server, { payer: 'school', 'pay-by': '2026-03-25' })
    const refused = await student.tryBegin(paying, DETAILS, 'not-shared-2', false)
    expect(refused).toMatchObject({ code: 'invalid', fields: { shared: 'share_required' } })
  })

  test('is told when it has not begun, and when it is over', async () => {
    const late = await makeCampaign(server, { opens: '2026-03-05' })
    const student = new Student(server)
    expect(await student.sees(late)).toMatchObject({ standing: 'not_begun' })
    expect(refusal(await student.tryBegin(late))).toBe('campaign_not_begun')
    const own = await startServer({ features: campaignFeatures })
    const campaign = await makeCampaign(own)
    const slow = new Student(own)
    await slow.apply(campaign)
    own.advance(20 * DAY)
    expect(await slow.sees(campaign)).toMatchObject({ standing: 'over' })
    expect(refusal(await slow.trySubmit())).toBe('campaign_over')
    await own.close()
  })

  test('gets no place when all are taken, and one that comes free', async () => {
    const campaign = await makeCampaign(server, { places: '1' })
    const [first, second] = [new Student(server), new Student(server)]
    await first.apply(campaign, another('02'))
    await second.apply(campaign, another('03'))
    await first.submit()
    expect(await second.sees(campaign)).toMatchObject({ standing: 'full' })
    expect(refusal(await second.trySubmit())).toBe('campaign_full')
    expect(refusal(await new Student(server).tryBegin(campaign))).toBe('campaign_full')
    ok(await first.client.request(cancelOrder, first.at))
    expect(await second.submit()).toMatchObject({ status: 'awaiting_payment' })
  })

  test('of two who send at once for the last place one gets it', async () => {
    const campaign = await makeCampaign(server, { places: '1' })
    const students = [new Student(server), new Student(server)]
    for (const [i, student] of students.entries()) {
      await student.apply(campaign, another(`1${i}`))
      await student.tick()
    }
    const replies = await Promise.all(students.map((student) => student.trySubmit()))
    expect(replies.map(refusal).sort()).toEqual(['campaign_full', 'ok'])
  })

  test('keeps her place while her health answers are read, and after the end', async () => {
    const own = await startServer({ features: campaignFeatures })
    const campaign = await makeCampaign(own, { places: '1' })
    const student = new Student(own)
    await student.apply(campaign, SELF, { q1: 'Asthma since 2015' })
    const { id } = await student.submit()
    expect(student.view.status).toBe('under_review')
    expect(await new Student(own).sees(campaign)).toMatchObject({ standing: 'full' })
    own.advance(20 * DAY)
    await successfulOutput(own.deps, orderCommands, ['orders', 'review', 'pass', id, ...ACTING])
    student.order = ok(await student.client.request(getOrder, { id }))
    expect(await student.submit()).toMatchObject({ status: 'awaiting_payment' })
    await own.close()
  })

  test('applies again in the same campaign with her answers, once her time to pay is over', async () => {
    const own = await startServer({ features: campaignFeatures })
    const campaign = await makeCampaign(own)
    const student = new Student(own)
    await student.apply(campaign)
    const { id } = await student.submit()
    own.advance(DAY)
    await own.drain()
    expect((await student.sees(campaign)).mine).toMatchObject([{ id, status: 'expired' }])
    const again = ok(await student.client.request(orderAgain, { id, key: 'once-more-please' }))
    expect(again).toMatchObject({
      status: 'created',
      campaign: { address: campaign.address },
      answers: { people: { policyholder: { idName: '林晓' } } },
    })
    own.advance(20 * DAY)
    expect(ok(await student.client.request(orderAgain, { id, key: 'after-the-campaign' })).campaign).toBeNull()
    await own.close()
  })
})

test('a class behind one address begins more applications than strangers may, and takes nothing from those', async () => {
  // Strangers may create sixty drafts a day.
  const own = await startServer({ features: campaignFeatures, env: { CALLS_PER_MINUTE: '600' } })
  const campaign = await makeCampaign(own)
  for (let i = 0; i < 70; i++) expect(refusal(await new Student(own).tryBegin(campaign))).toBe('ok')
  for (let i = 0; i < 60; i++) await new Student(own).create()
  await expect(new Student(own).create()).rejects.toThrow('drafts_many')
  await own.close()
})
