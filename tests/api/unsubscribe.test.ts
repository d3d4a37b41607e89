/** Reminders switched off by the link of a mail: by a click, by a mail program, and by people without an account. */
import { afterEach, expect, test } from 'vitest'
import { chooseNotice, myInformation } from '../../src/features/account/contract.ts'
import { lookAtUnsubscribe, setUnsubscribe } from '../../src/features/account/unsubscribe-calls.ts'
import { caseMessages } from '../../src/features/claims/server/case/case-messages.ts'
import { policyMessages } from '../../src/features/policies/server/messages/policy-messages.ts'
import type { Message } from '../../src/server/messages/define-message.ts'
import { signIn } from './login-by-code.ts'
import { startMailServer } from './mail-server.ts'
import { startServer, type TestServer } from './start-server.ts'

const TO = 'mei.lin@example.com'
const SITE = 'https://youfang.example'
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function started() {
  const mail = await startMailServer()
  ends.push(mail.close)
  const server = await startServer({
    env: { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'hello@youfang.example', PUBLIC_SITE_URL: SITE },
  })
  ends.push(server.close)
  return { mail, server }
}

const VARS = {
  plan: 'Campus',
  number: 'P1',
  start: '1 May 2025',
  end: '1 May 2026',
  days: '30 days',
  url: `${SITE}/p`,
  case: 'C1',
  insurer: 'Sample',
}

async function send(server: TestServer, message: Message<keyof typeof VARS>): Promise<void> {
  await server.deps.write((trx) => server.deps.messages.send(trx, message, { to: TO, lang: 'cn', vars: VARS }))
  await server.drain()
}
const codeIn = (text: string): string =>
  new URL(/https?:\/\/\S+unsubscribe\?code=[^\s>"]+/.exec(text)?.[0] ?? 'http://none').searchParams.get('code') ?? ''

test('only a reminder carries the link: in its text, its HTML, and where a mail program looks for it', async () => {
  const { mail, server } = await started()
  await send(server, policyMessages.policy_ending)
  await send(server, caseMessages.claim_paid)
  const [reminder, claim] = mail.mails
  expect(reminder?.headers['list-unsubscribe']).toMatch(new RegExp(`^<${SITE}/notify/unsubscribe\\?code=[^>]+>$`))
  expect(reminder?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(reminder?.text).toMatch(new RegExp(`不再接收此类提醒：${SITE}/cn/unsubscribe\\?code=`))
  expect(reminder?.html).toContain(`${SITE}/cn/unsubscribe?code=`)
  expect(`${claim?.text}${claim?.html}${Object.keys(claim?.headers ?? {}).join()}`).not.toMatch(/unsubscribe/i)
})

test('looking changes nothing; a press stops reminders to a mailbox without an account, another brings them back', async () => {
  const { mail, server } = await started()
  await send(server, policyMessages.policy_ending)
  const code = codeIn(mail.mails[0]?.text ?? '')
  const client = server.client()
  const state = { kind: 'reminders', mailbox: 'm•••@example.com', off: false }
  expect(await client.request(lookAtUnsubscribe, { code })).toEqual({ ok: true, data: state })
  expect(await client.request(setUnsubscribe, { code, off: true })).toEqual({ ok: true, data: { ...state, off: true } })
  expect(await client.request(setUnsubscribe, { code, off: true })).toMatchObject({ ok: true, data: { off: true } })
  await send(server, policyMessages.policy_ending)
  await send(server, caseMessages.claim_paid)
  expect(mail.mails).toHaveLength(2)
  expect(await client.request(setUnsubscribe, { code, off: false })).toEqual({ ok: true, data: state })
  await send(server, policyMessages.policy_ending)
  expect(mail.mails).toHaveLength(3)
  for (const wrong of [
    'x',
    `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`,
    server.deps.seal.seal('users.name', { to: TO, kind: 'reminders', lang: 'en' }),
  ]) {
    expect(await client.request(setUnsubscribe, { code: wrong, off: true })).toMatchObject({
      ok: false,
      code: 'link_unknown',
    })
  }
})

test('a mail program stops them by one post; who opens its address is led to the page', async () => {
  const { mail, server } = await started()
  await send(server, policyMessages.policy_ending)
  const address = (/<(.+)>/.exec(mail.mails[0]?.headers['list-unsubscribe'] ?? '')?.[1] ?? '').replace(SITE, server.url)
  const shown = await fetch(address, { redirect: 'manual' })
  expect([shown.status, shown.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^https:\/\/youfang\.example\/cn\/unsubscribe\?code=/),
  ])
  await send(server, policyMessages.policy_ending)
  expect(mail.mails).toHaveLength(2)
  const posted = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(posted.status).toBe(200)
  await send(server, policyMessages.policy_ending)
  expect(mail.mails).toHaveLength(2)
  expect((await fetch(`${server.url}/notify/unsubscribe?code=x`, { method: 'POST' })).status).toBe(404)
})

test('of a person it is their own choice, shown in their account; one that was made before they had one becomes theirs', async () => {
  const { mail, server } = await started()
  await send(server, policyMessages.policy_ending)
  const code = codeIn(mail.mails[0]?.text ?? '')
  await server.client().request(setUnsubscribe, { code, off: true })
  // Even with a mail server, codes are in the inbox as well.
  const client = await signIn(server, TO)
  const way = async () => {
    const reply = await client.request(myInformation, {})
    return reply.ok ? reply.data.notices.find((it) => it.kind === 'reminders')?.way : undefined
  }
  expect(await way()).toBe('none')
  expect(await client.request(chooseNotice, { kind: 'reminders', way: 'given' })).toMatchObject({ ok: true })
  expect(await client.request(lookAtUnsubscribe, { code })).toMatchObject({ ok: true, data: { off: false } })
  await server.client().request(setUnsubscribe, { code, off: true })
  expect(await way()).toBe('none')
  await server.client().request(setUnsubscribe, { code, off: false })
  expect(await way()).toBe('given')
})
