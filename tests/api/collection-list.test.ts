/**
 * A school's list: imported as a whole or not at all, once, with a link by mail for each student, and each one's
 * status.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginApplication, openCampaign } from '../../src/features/collection/contract.ts'
import { collectionClosure } from '../../src/features/collection/server/account-closure.ts'
import { deleteOldLists } from '../../src/features/collection/server/invitations.ts'
import { contactMac } from '../../src/features/orders/server/access/order-access.ts'
import { getOrder } from '../../src/features/orders/contract.ts'
import { ACTING, campaignFeatures, DETAILS, makeCampaign, operator, type TestCampaign } from './collection-fixtures.ts'
import { messages, ok } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const DAY = 86_400_000
const LIST =
  'email,姓名,学号,项目\nlin@example.com,LIN XIAO,20260017,"Law, evening"\nzhou@example.com,,20260018,Physics\n'

let server: TestServer
let folder: string
let campaign: TestCampaign
beforeEach(async () => {
  server = await startServer({ features: campaignFeatures })
  folder = mkdtempSync(join(tmpdir(), 'youfang-list-'))
  campaign = await makeCampaign(server)
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

function take(list: string | Uint8Array, ...more: string[]): ReturnType<typeof operator> {
  writeFileSync(join(folder, 'list.csv'), list)
  return operator(
    server,
    'campaigns',
    'import',
    campaign.id,
    join(folder, 'list.csv'),
    '--lang',
    'en',
    ...more,
    ...ACTING,
  )
}
const invitations = () => server.deps.db.selectFrom('campaign_invitations').selectAll().execute()

/** Ten minutes after a list was imported. */
async function mailsLeave(): Promise<void> {
  server.advance(10 * 60_000)
  await server.drain()
}

async function linkTo(email: string): Promise<string> {
  await mailsLeave()
  const letter = (await messages(server)).find(({ to, text }) => to === email && text.includes('invite='))
  return /invite=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
}

test('one wrong line, and nothing is taken in', async () => {
  const { code, said } = await take(`${LIST}nobody,,1,x\n`)
  expect(code).toBe(1)
  expect(said).toContain('line 4, email: is no email address')
  expect(await invitations()).toEqual([])
  expect((await take(Uint8Array.from([0xff, 0xff, 0xff]))).code).toBe(1)
})

test('an encoding that cannot be told is asked for, and columns that are none of ours are named', async () => {
  const big5 = Buffer.concat([
    Buffer.from('E-mail,name,Student No.,programme,room\nchen@example.com,'),
    Uint8Array.from([0xb3, 0xaf, 0xa4, 0x6a, 0xa4, 0xe5]),
    Buffer.from(',1,Law,\n'),
  ])
  const asked = await take(big5, '--check')
  expect([asked.code, asked.said]).toEqual([1, expect.stringContaining('--encoding utf-8|')])
  const { code, said } = await take(big5, '--check', '--encoding', 'big5')
  expect(said).toBe('! line 1, room: is none of ours, and is left out\n1 students; nothing is wrong with the list.')
  expect(code).toBe(0)
})

test('a list is tried first, and the mails of a wrong one do not leave once its campaign is ended', async () => {
  expect((await take(LIST, '--check')).said).toBe('2 students; nothing is wrong with the list.')
  expect(await invitations()).toEqual([])
  expect((await take(LIST)).said).toContain('Mails leave from')
  await server.drain()
  await operator(server, 'campaigns', 'end', campaign.id, ...ACTING)
  await mailsLeave()
  expect(await messages(server)).toEqual([])
})

test('taken in again, nobody has a second mail, and what changed is changed', async () => {
  expect((await take(LIST)).said).toContain('2 invited, 0 changed, 0 as before.')
  expect((await take(`${LIST.replace('Physics', 'Chemistry')}sun@example.com,,20260019,Art\n`)).said).toContain(
    '1 invited, 1 changed, 1 as before.',
  )
  await mailsLeave()
  expect((await messages(server)).filter(({ text }) => text.includes('invite='))).toHaveLength(3)
  expect(JSON.stringify(await invitations())).not.toMatch(/example\.com|20260017|LIN/)
})

test('a student begins with what the list says of her, and the school is told', async () => {
  await take(LIST)
  const invite = await linkTo('lin@example.com')
  const client = server.client()
  expect(ok(await client.request(openCampaign, { campaign: campaign.address, invite })).invited).toEqual({
    'student-number': '20260017',
    programme: 'Law, evening',
  })
  expect(
    ok(await client.request(openCampaign, { campaign: campaign.address, invite: 'a'.repeat(27) })).invited,
  ).toBeNull()
  const other = await makeCampaign(server)
  expect(ok(await client.request(openCampaign, { campaign: other.address, invite })).invited).toBeNull()
  const { order } = ok(
    await client.request(beginApplication, {
      campaign: campaign.address,
      invite,
      details: DETAILS,
      shared: true,
      key: 'by-her-own-link',
    }),
  )
  expect(ok(await client.request(getOrder, { id: order })).answers.people.insured).toMatchObject({
    email: 'lin@example.com',
    idName: 'LIN XIAO',
  })
  const { said } = await operator(server, 'campaigns', 'students', campaign.id, ...ACTING)
  expect(said).toContain(`${order},20260017,Computer science,begun,lin@example.com`)
  expect(said).toContain(',20260018,Physics,invited,zhou@example.com')
  expect(said.split('\n')).toHaveLength(3)
})

test('the first application of a link stays the student’s: whoever has the link too begins one of their own', async () => {
  await take(LIST)
  const invite = await linkTo('lin@example.com')
  const begin = async (key: string) =>
    ok(
      await server
        .client()
        .request(beginApplication, { campaign: campaign.address, invite, details: DETAILS, shared: true, key }),
    ).order
  const [first] = [await begin('by-lin-herself-1'), await begin('by-somebody-else')]
  expect((await invitations()).map(({ order_id }) => order_id).filter(Boolean)).toEqual([first])
})

test('a list of a campaign that was ended goes 30 days after that', async () => {
  await take(LIST)
  await operator(server, 'campaigns', 'end', campaign.id, ...ACTING)
  server.advance(31 * DAY)
  await deleteOldLists.run(server.deps)
  expect(await invitations()).toEqual([])
})

test('a student who closes her account is on no list any more', async () => {
  await take(LIST)
  await server.deps.write((trx) =>
    collectionClosure.erase(server.deps, trx, {
      userId: 'lin',
      contacts: [
        {
          mac: contactMac(server.deps, 'lin@example.com') ?? '',
          from: 0,
          until: server.deps.clock(),
          provedAt: 0,
          freeSince: 0,
        },
      ],
    }),
  )
  expect((await invitations()).length).toBe(1)
})

test('a long list shows how far it is, and goes 30 days after its campaign', async () => {
  const rows = Array.from({ length: 450 }, (_, i) => `s${i}@example.com,,${i},x`)
  const { said } = await take(['email,name,student-number,programme', ...rows].join('\n'))
  expect(said).toMatch(/200 of 450\n400 of 450\n450 of 450\n450 invited/)
  server.advance(40 * DAY)
  await deleteOldLists.run(server.deps)
  expect(await invitations()).toHaveLength(450)
  server.advance(11 * DAY)
  await deleteOldLists.run(server.deps)
  expect(await invitations()).toEqual([])
})
