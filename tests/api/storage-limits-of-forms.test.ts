/** Limits on what is sent in forms and files: campaigns, tuition, next terms, changes. */
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STORAGE_LIMITS } from '../../src/lib/storage-limits.ts'
import { withdrawChange } from '../../src/features/changes/contract.ts'
import { openCampaign } from '../../src/features/collection/contract.ts'
import { orderAgain, cancelOrder } from '../../src/features/orders/contract.ts'
import { cancelExtension, extendPolicy } from '../../src/features/policies/extension-calls.ts'
import { submitTo } from './change-desk.ts'
import { ACTING, campaignFeatures, makeCampaign, Student, type TestCampaign } from './collection-fixtures.ts'
import { ExtensionBench } from './extension-bench.ts'
import { group, placeStudents, schoolCampaign } from './group-fixtures.ts'
import { jpeg, MEBIBYTE } from './hostile-files.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { connectGateway } from './gateway-in-memory.ts'
import { idOf, ok, person, refusal, SELF } from './orders-fixtures.ts'
import { insuredPolicyServer } from './policy-servers.ts'
import { startServer, type TestServer } from './start-server.ts'
import { FEE, send, sent } from './tuition-fixtures.ts'
import { isLong } from '../tools/long-form.ts'

describe('places in a campaign', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ features: campaignFeatures })
  })
  afterAll(() => server.close())

  let serial = 10
  const somebody = () => {
    const idNumber = idOf('2004-08-20', 'female', ++serial)
    return { ...SELF, policyholder: person('2004-08-20', { idNumber }) }
  }
  /** A student of the list, whose link is `token`, as the list's import stores her. */
  async function invite({ id }: TestCampaign, count: number): Promise<string[]> {
    const tokens = Array.from({ length: count }, () => randomBytes(20).toString('base64url'))
    const rows = tokens.map((token) => ({
      id: randomBytes(13).toString('hex'),
      campaign_id: id,
      email_mac: token,
      facts: server.deps.seal.seal('campaign_invitations.facts', { email: 'a@example.com', name: '', details: {} }),
      token: '',
      token_hash: createHash('sha256').update(token).digest('hex'),
      lang: 'en' as const,
      order_id: null,
      created_at: server.deps.clock(),
    }))
    await server.deps.write(async (trx) => {
      for (const row of rows) await trx.insertInto('campaign_invitations').values(row).execute()
    })
    return tokens
  }

  test('one device takes a few; another one, the others', async () => {
    const campaign = await makeCampaign(server, { places: '20' })
    const first = new Student(server)
    const sendAs = async (student: Student) => {
      student.order = undefined
      await student.apply(campaign, somebody())
      return student.trySubmit()
    }
    for (let i = 0; i < STORAGE_LIMITS.campaignPlaces; i++) ok(await sendAs(first))
    expect(await sendAs(first)).toMatchObject({
      ok: false,
      code: 'campaign_device',
      message: expect.stringContaining('your own invitation') as string,
    })
    expect(refusal(await sendAs(new Student(server)))).toBe('ok')
  })

  test('are kept for the students of the list, who get them whatever others have taken', async () => {
    const campaign = await makeCampaign(server, { places: '3' })
    const [mine = '', hers = ''] = await invite(campaign, 2)
    const stranger = new Student(server)
    await stranger.apply(campaign, somebody())
    await stranger.submit()
    const another = new Student(server)
    expect(await another.sees(campaign)).toMatchObject({ standing: 'full' })
    expect(refusal(await another.tryBegin(campaign))).toBe('campaign_full')
    for (const token of [mine, hers]) {
      const student = new Student(server)
      const seen = ok(await student.client.request(openCampaign, { campaign: campaign.address, invite: token }))
      expect(seen.standing).toBe('open')
      await student.applyInvited(campaign, token, somebody())
      await student.submit()
    }
  })

  test('are the student’s who sends first by the link, not of whoever opened it before her', async () => {
    const campaign = await makeCampaign(server, { places: '1' })
    const [token = ''] = await invite(campaign, 1)
    const [opener, student] = [new Student(server), new Student(server)]
    await opener.applyInvited(campaign, token, somebody())
    await student.applyInvited(campaign, token, somebody())
    expect(await student.submit()).toMatchObject({ status: 'awaiting_payment' })
    expect(refusal(await opener.trySubmit())).toBe('campaign_full')
    expect(student.view.campaign).not.toHaveProperty('invitation')
  })

  test('a student of the list who applies again keeps her place', async () => {
    const campaign = await makeCampaign(server, { places: '1' })
    const [token = ''] = await invite(campaign, 1)
    const student = new Student(server)
    await student.applyInvited(campaign, token, somebody())
    await student.submit()
    ok(await student.client.request(cancelOrder, student.at))
    student.order = ok(await student.client.request(orderAgain, { id: student.view.id, key: 'applies-again' }))
    expect(student.view.campaign).toMatchObject({ address: campaign.address })
    await student.fillIn(somebody())
    expect(await student.submit()).toMatchObject({ status: 'awaiting_payment' })
  })

  test('a school pays for those of its list; others come on its payment list when the school has confirmed them', async () => {
    const campaign = await schoolCampaign(server)
    const [invited = ''] = await placeStudents(server, campaign, 3)
    await invite(campaign, 1)
    await server.deps.write((trx) =>
      trx
        .updateTable('campaign_invitations')
        .set({ order_id: invited })
        .where('campaign_id', '=', campaign.id)
        .execute(),
    )
    const make = (...more: string[]) => group(server, 'make', campaign.id, ...more, ...ACTING)
    expect((await make()).said).toContain('! 2 stay off: not on the list of students.')
    const listed = () => server.deps.db.selectFrom('group_payment_orders').select('order_id').execute()
    expect(await listed()).toEqual([{ order_id: invited }])
    expect((await make('--uninvited')).said).not.toContain('not on the list')
    expect(await listed()).toHaveLength(3)
  })
})

describe('tuition payments', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
    connectGateway(server)
  })
  afterAll(() => server.close())

  /** A photo of nearly the largest size: what follows the picture is not read. */
  const large = async (): Promise<Buffer> => Buffer.concat([await jpeg(), randomBytes(14 * MEBIBYTE)])

  test.runIf(isLong)('have a limit of bytes for one network address, whatever device secrets it uses', async () => {
    const bytes = await large()
    const most = Math.floor(STORAGE_LIMITS.anonymousFileBytesDay / bytes.length)
    for (let i = 0; i < most; i++) ok(await send(server.client(), {}, bytes))
    expect(await send(server.client(), {}, bytes)).toMatchObject({
      ok: false,
      code: 'drafts_many',
      message: expect.stringContaining('Sign in') as string,
    })
    const user = await logInAs(server, 'tuition@example.com')
    for (let i = 0; i < most; i++) ok(await send(user, {}, bytes))
    expect(await server.deps.db.selectFrom('education_orders').select('id').execute()).toHaveLength(2 * most)
    // Of an account's address, all files count.
    await server.deps.write((trx) =>
      trx.updateTable('draft_origins').set({ file_bytes: STORAGE_LIMITS.accountFileBytesDay }).execute(),
    )
    expect(refusal(await send(user, {}, bytes))).toBe('drafts_account')
  })
  test('have a limit a day for one account', async () => {
    const own = await startServer()
    connectGateway(own)
    const user = await logInAs(own, 'agency@example.com')
    for (let i = 0; i < STORAGE_LIMITS.tuitionDay; i++) await sent(own, user, FEE)
    expect(refusal(await send(user))).toBe('too_many')
    await own.close()
  })
})

test('the next term of a policy can be begun and given up a few times a day', async () => {
  const bench = await ExtensionBench.ready()
  const { client } = bench
  for (let i = 0; i < STORAGE_LIMITS.extensionsDay; i++) {
    const pay = await bench.extend()
    ok(await client.request(cancelExtension, { id: pay.split('.')[1] ?? '' }))
  }
  expect(await client.request(extendPolicy, await bench.inputFor())).toMatchObject({
    ok: false,
    code: 'extensions_many',
    message: expect.stringContaining('tomorrow') as string,
  })
  await bench.server.close()
})

test('an account has a limit of change requests a day', async () => {
  const { server, given: policy } = await insuredPolicyServer()
  const owner = await logInAs(server, INSURED)
  for (let i = 0; i < STORAGE_LIMITS.changesDay; i++) {
    const { id } = ok(await submitTo(owner, { policy }))
    ok(await owner.request(withdrawChange, { id }))
  }
  expect(refusal(await submitTo(owner, { policy }))).toBe('too_many_changes')
  await server.close()
})
