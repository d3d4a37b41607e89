/** Signing in by code through the client's own requester. */
import { expect } from 'vitest'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import type { Output } from '../../src/lib/contract.ts'
import { acceptAccount, login, sendCode } from '../../src/features/session/contract.ts'
import type { Client, TestServer } from './start-server.ts'

export const MAIL = 'lin.yutong@example.com'
export const MINUTE = 60_000

/** The last code that was sent to a destination. */
export async function codeFor(server: TestServer, to: string): Promise<string> {
  await server.drain()
  const row = await server.deps.db
    .selectFrom('messages')
    .select('code')
    .where('to', '=', to)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.code ?? ''
}

export async function askCode(server: TestServer, client: Client, destination: string): Promise<string> {
  expect(await client.request(sendCode, { destination })).toEqual({ ok: true, data: { resendAfter: 60 } })
  return codeFor(server, destination)
}

/** Finds a code as a word of its own: its six digits occur by chance in an id, a hash or a time. */
export function standingAlone(code: string): RegExp {
  expect(code).toMatch(/^\d{6}$/)
  return new RegExp(`(?<!\\w)${code}(?!\\w)`)
}

/** The login data that the page stores. */
export function keep(server: TestServer, client: Client, data: Pick<Output<typeof login>, 'token' | 'csrf'>): void {
  client.store.setItem(KEYS.token, JSON.stringify({ value: data.token, expiry: server.deps.clock() + 120 * MINUTE }))
  client.store.setItem(KEYS.csrfName, data.csrf.name)
  client.store.setItem(KEYS.csrfToken, data.csrf.token)
}

export async function signIn(server: TestServer, destination = MAIL, client = server.client()): Promise<Client> {
  const given = await client.request(login, {
    destination,
    agreed: true,
    code: await askCode(server, client, destination),
  })
  // A contact that was added to an account: its person says that the account is theirs.
  const asked = !given.ok && given.code === 'accept_account' ? String(given.extra['question']) : undefined
  const reply = asked === undefined ? given : await client.request(acceptAccount, { question: asked })
  if (!reply.ok) throw new Error(reply.code)
  keep(server, client, reply.data)
  return client
}
