/** How many messages one mailbox gets, whatever name of it somebody types (decision 0103). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { sendConsent } from '../../src/features/orders/contract.ts'
import { mailboxOf } from '../../src/lib/people/contact.ts'
import { draftMessages, sendClaimMessage } from '../../src/features/claims/server/send-claim-message.ts'
import { MESSAGE_LIMITS } from '../../src/server/messages/message-limits.ts'
import { logInAs } from './logged-in-user.ts'
import { Buyer, FOR_CHILD, messages, ok, person, refusal, TRIP } from './orders-fixtures.ts'
import { ANSWERS, placeClaim } from './place-claim.ts'
import { startServer, type TestServer } from './start-server.ts'

const ends: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const LIMITED = { CALLS_PER_MINUTE: '600' }
const student = (email: string) => person('2005-05-08', { email, idName: '林小雨' })

/** A parent's draft that needs the consent of a student. */
async function draft(server: TestServer): Promise<Buyer> {
  const buyer = new Buyer(server)
  await buyer.create({ ...TRIP, tier: 'standard' })
  await buyer.fillIn(FOR_CHILD(student('first@example.com')))
  return buyer
}

async function askConsent(buyer: Buyer, email: string): Promise<string> {
  await buyer.save({ people: FOR_CHILD(student(email)) })
  const reply = await buyer.client.request(sendConsent, { ...buyer.at, channel: 'email' })
  const answer = refusal(reply)
  if (answer === 'ok') buyer.order = ok(reply)
  return answer
}

/** How many of the mails in the inbox reached this mailbox. */
async function reached(server: TestServer, mailbox: string): Promise<number> {
  await server.drain()
  return (await messages(server)).filter(({ to }) => mailboxOf(to) === mailbox).length
}

test.each([
  ['names with a suffix', (i: number) => `victim+${i}@example.com`, 'victim@example.com'],
  [
    'dots at Gmail',
    (i: number) => {
      const name = 'victimsname'.split('')
      for (let at = 9; at >= 0; at--) if ((i >> at) & 1) name.splice(at + 1, 0, '.')
      return `${name.join('')}@gmail.com`
    },
    'victimsname@gmail.com',
  ],
])('four drafts send a mailbox ten consents a day by %s, also across a restart', async (_, nameOf, mailbox) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-limits-'))
  ends.push(() => rmSync(dataDir, { recursive: true }))
  let server = await startServer({ dataDir, env: LIMITED })
  let answers: string[] = []
  for (let n = 0; n < 4; n++) {
    if (n === 2) {
      await server.drain()
      await server.close()
      server = await startServer({ dataDir, env: LIMITED })
    }
    const buyer = await draft(server)
    for (let i = 0; i < 10; i++) answers.push(await askConsent(buyer, nameOf(n * 10 + i + 1)))
  }
  ends.push(() => server.close())
  expect(await reached(server, mailbox)).toBe(MESSAGE_LIMITS.consent.day)
  expect(answers.filter((it) => it === 'ok')).toHaveLength(MESSAGE_LIMITS.consent.day)
  expect(new Set(answers)).toEqual(new Set(['ok', 'too_many']))
  // Somebody else's mailbox is not concerned, and the next day the same one takes messages again.
  const other = await draft(server)
  answers = [await askConsent(other, 'somebody@example.com')]
  server.advance(24 * 3_600_000 + 1)
  answers.push(await askConsent(other, nameOf(1)))
  expect(answers).toEqual(['ok', 'ok'])
})

test('claims tell a typed mailbox ten times a day at most, and their own login each time', async () => {
  const server = await startServer({ env: LIMITED })
  ends.push(() => server.close())
  const { deps } = server
  await logInAs(server, 'lin@example.com')
  for (let i = 0; i < 12; i++) {
    const { id } = await placeClaim(deps, { answers: { ...ANSWERS, email: `victim+${i}@example.com` } })
    await deps.write(async (trx) => {
      const row = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      await sendClaimMessage(deps, trx, row, draftMessages.claim_sent, { vars: { days: '5' } })
    })
  }
  expect(await reached(server, 'victim@example.com')).toBe(MESSAGE_LIMITS.typed.hour)
  server.advance(2 * 3_600_000)
  expect(await reached(server, 'victim@example.com')).toBe(MESSAGE_LIMITS.typed.day)
  const own = (await messages(server)).filter(({ to, code }) => to === 'lin@example.com' && code === null)
  expect(own).toHaveLength(12)
  server.advance(24 * 3_600_000)
  expect(await reached(server, 'victim@example.com')).toBe(MESSAGE_LIMITS.typed.day)
})

test('one account causes twenty messages an hour to mailboxes that it types', async () => {
  const server = await startServer({ env: LIMITED })
  ends.push(() => server.close())
  const { deps } = server
  await logInAs(server, 'lin@example.com')
  const tell = async (typed: string): Promise<void> => {
    const { id } = await placeClaim(deps, { answers: { ...ANSWERS, email: typed } })
    await deps.write(async (trx) => {
      const row = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      await sendClaimMessage(deps, trx, row, draftMessages.claim_sent, { vars: { days: '5' } })
    })
  }
  for (let i = 0; i < 25; i++) await tell(`stranger${i}@example.com`)
  const strangers = async (): Promise<number> => {
    await server.drain()
    return (await messages(server)).filter(({ to }) => to.startsWith('stranger')).length
  }
  expect(await strangers()).toBe(MESSAGE_LIMITS.typed.causerHour)
  server.advance(3_600_000)
  expect(await strangers()).toBe(25)
})

test('a claim whose mailbox is the login’s own is told without that limit', async () => {
  const server = await startServer({ env: LIMITED })
  ends.push(() => server.close())
  const { deps } = server
  await logInAs(server, 'lin@example.com')
  const { id } = await placeClaim(deps, { answers: { ...ANSWERS, email: 'Lin+claims@example.com' } })
  await deps.write(async (trx) => {
    const row = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (let i = 0; i < 12; i++)
      await sendClaimMessage(deps, trx, row, draftMessages.claim_sent, { what: String(i), vars: { days: '5' } })
  })
  await server.drain()
  expect((await messages(server)).filter(({ to }) => to === 'lin+claims@example.com')).toHaveLength(12)
})
