/** What others do not answer delays nobody else's messages (decision 0103): told by the order of events. */
import { afterEach, expect, test } from 'vitest'
import { addKey, partnerNamed } from '../../src/features/partners/server/partners.ts'
import { tellJob } from '../../src/features/partners/server/webhooks.ts'
import { sendCode } from '../../src/features/session/contract.ts'
import { newId } from '../../src/server/new-id.ts'
import { startHangingServer, type HangingServer } from './hanging-server.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { operate } from './partner-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Partners whose messages wait at an address each, all of which accept connections and never answer. */
async function hangingPartners(server: TestServer, { port }: HangingServer, count: number): Promise<void> {
  const { deps } = server
  await operate(server, 'partners', 'add', 'first', '--name', 'First', '--name-cn', '第一')
  await deps.write(async (trx) => {
    const template = await partnerNamed(trx, 'first')
    for (let i = 1; i <= count; i++) {
      const [address, at] = [`127.0.1.${i}:${port}`, deps.clock()]
      const partner = { ...template, id: newId(), co_id: `partner-${i}`, webhook_url: `http://${address}/hook` }
      await trx.insertInto('partners').values(partner).execute()
      await addKey(deps, trx, partner, { by: 'test', why: 'test' })
      const message = { id: newId(), order_id: newId(), sequence: 1, type: 'policy.issued', body: '{}', round: 1 }
      await trx
        .insertInto('partner_messages')
        .values({
          ...message,
          status: 'pending',
          version: 1,
          partner_id: partner.id,
          created_at: at,
          round_at: at,
          updated_at: at,
          delivered_at: null,
        })
        .execute()
      await deps.outbox.enqueue(
        trx,
        tellJob,
        { id: message.id, round: 1 },
        { key: `${tellJob.kind}:${message.id}:1`, endpoint: address },
      )
    }
  })
}

/** The next mail that arrives. */
const nextMail = ({ mails }: MailServer): Promise<MailServer['mails'][number]> =>
  new Promise((done) => {
    const push = mails.push.bind(mails)
    mails.push = (...arrived) => {
      for (const mail of arrived) done(mail)
      return push(...arrived)
    }
  })

test('a code goes out while 200 partners accept its messages and never answer', async () => {
  const mail = await startMailServer()
  ends.push(mail.close)
  const server = await startServer({
    env: { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'hello@example.com' },
  })
  ends.push(server.close)
  const hanging = await startHangingServer()
  ends.push(hanging.close)
  await hangingPartners(server, hanging, 200)
  server.deps.outbox.start()
  await hanging.begun(3)
  const arrived = nextMail(mail)
  expect(await server.client().request(sendCode, { destination: 'mei@example.com' })).toMatchObject({ ok: true })
  expect((await arrived).envelope.to).toEqual(['mei@example.com'])
  expect(hanging.seen.ended).toBe(0)
})

test('a code by text message goes out while the mail server hangs with codes and other mails', async () => {
  const hanging = await startHangingServer()
  const server = await startServer({
    env: { SMTP_URL: `smtp://127.0.0.1:${hanging.port}`, MAIL_FROM: 'hello@example.com' },
  })
  ends.push(server.close, hanging.close)
  server.deps.outbox.start()
  const ask = (destination: string) => server.client().request(sendCode, { destination })
  for (let i = 0; i < 6; i++) expect(await ask(`student${i}@example.com`)).toMatchObject({ ok: true })
  await hanging.begun(3)
  expect(await ask('13800000527')).toMatchObject({ ok: true })
  await expect.poll(() => server.deps.db.selectFrom('messages').select('to').execute()).toEqual([{ to: '13800000527' }])
  expect(hanging.seen.ended).toBe(0)
})
