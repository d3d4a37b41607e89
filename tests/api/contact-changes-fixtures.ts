/** An account whose contact its owner changes, and the messages that tell of it. */
import { afterEach, beforeEach } from 'vitest'
import {
  changeContact,
  confirmContact,
  contactInformation,
  sendConfirmation,
  sendContactCode,
  undoByLink,
} from '../../src/features/account/contact-calls.ts'
import { me } from '../../src/features/session/contract.ts'
import { ok } from './orders-fixtures.ts'
import { codeFor, MINUTE, signIn } from './login-by-code.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

export const A = 'owner@example.com'
export const B = 'second@example.com'
export const C = 'third@example.com'
export const PHONE = '13800138002'
export let server: TestServer
export let owner: Client
/** A server for each test, and the owner of an account who signed in by email. */
export function eachWithOwner(): void {
  beforeEach(async () => {
    server = await startServer()
    owner = await signIn(server, A)
    reading = { channel: 'email', to: A }
    server.advance(2 * MINUTE)
  })
  afterEach(() => server.close())
}

export const information = async (client = owner) => ok(await client.request(contactInformation, {}))
export const contacts = async (client = owner) => (await information(client)).contacts

/** The channel and destination that a code goes to. */
let reading: { channel: 'email' | 'mobile'; to: string }

/** Enters a code that was sent to a current contact, unless an entered one is still valid. */
export async function confirm(client = owner): Promise<void> {
  if ((await information(client)).confirmed) return
  server.advance(MINUTE)
  ok(await client.request(sendConfirmation, { channel: reading.channel }))
  ok(await client.request(confirmContact, { channel: reading.channel, code: await codeFor(server, reading.to) }))
}

/** Requests the code of a new contact and enters it. */
export async function change(destination: string, client = owner) {
  if (client === owner) await confirm()
  ok(await client.request(sendContactCode, { destination }))
  const code = await codeFor(server, destination)
  server.advance(MINUTE)
  const reply = await client.request(changeContact, { destination, code })
  if (client === owner && reply.ok)
    reading = { channel: destination.includes('@') ? 'email' : 'mobile', to: destination }
  return reply
}

/** Messages to a destination that contain this text, with the code of their link. */
export async function sentTo(to: string, text = ''): Promise<{ text: string; code: string }[]> {
  await server.drain()
  const rows = await server.deps.db.selectFrom('messages').select('text').where('to', '=', to).orderBy('id').execute()
  return rows
    .filter((it) => it.text.includes(text))
    .map((it) => ({ text: it.text, code: /\/contact\/undo\?code=([\w-]+)/.exec(it.text)?.[1] ?? '' }))
}
export const undoCode = async (to: string): Promise<string> => (await sentTo(to, '/contact/undo')).at(-1)?.code ?? ''
export const undo = (code: string) => server.client().request(undoByLink, { code })
export const accountOf = async (client: Client): Promise<string> => ok(await client.request(me, {})).user.id
