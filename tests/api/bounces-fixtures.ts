/** A server whose mail goes to a real mail server, a message about a claim, and reports of what came back. */
import { afterEach } from 'vitest'
import { caseMessages } from '../../src/features/claims/server/case/case-messages.ts'
import { startMailServer } from './mail-server.ts'
import { startServer, type TestServer } from './start-server.ts'

export const TO = 'mei.lin@example.com'
export const SECRET = 'secret-of-mail-events'
export const ends: (() => Promise<unknown>)[] = []
/** After each test its servers end, in reverse order. */
export function endEach(): void {
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
}

export async function started() {
  const mail = await startMailServer()
  ends.push(mail.close)
  const server = await startServer({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Youfang <hello@youfang.example>',
      MAIL_BOUNCES: 'bounces@mail.youfang.example',
      MAIL_EVENTS_SECRET: SECRET,
      LOG_LEVEL: 'debug',
      PUBLIC_SITE_URL: 'https://youfang.example',
    },
  })
  ends.push(server.close)
  return { mail, server }
}

/** A message about a claim; answers its id. */
export async function told(server: TestServer, to = TO): Promise<string> {
  await server.deps.write((trx) =>
    server.deps.messages.send(trx, caseMessages.claim_paid, {
      to,
      lang: 'en',
      vars: { case: 'C1', insurer: 'Sample Insurance', url: 'https://youfang.example/claim' },
    }),
  )
  await server.drain()
  return (
    (await server.deps.db.selectFrom('message_deliveries').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ??
    ''
  )
}
export const stateOf = async (server: TestServer, id: string) =>
  server.deps.db
    .selectFrom('message_deliveries')
    .select(['status', 'reason', 'channel'])
    .where('id', '=', id)
    .executeTakeFirst()
export const marks = (server: TestServer) => server.deps.db.selectFrom('undeliverable_mailboxes').selectAll().execute()
export const post = async (
  server: TestServer,
  body: string,
  type: string,
  authorization = `Bearer ${SECRET}`,
): Promise<number> =>
  (
    await fetch(`${server.url}/notify/mail`, {
      method: 'POST',
      body,
      headers: { 'content-type': type, ...(authorization ? { authorization } : {}) },
    })
  ).status
