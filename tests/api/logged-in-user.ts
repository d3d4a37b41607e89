/** Logging in, for tests of what requires a login. */
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { writeToken } from '../../src/app/storage/storage.ts'
import { login, sendCode } from '../../src/features/session/contract.ts'
import type { Client, TestServer } from './start-server.ts'

/** A client that is logged in with the code that was sent to `destination`. */
export async function logInAs(server: TestServer, destination: string, client = server.client()): Promise<Client> {
  await client.request(sendCode, { destination })
  await server.drain()
  const { code } = await server.deps.db
    .selectFrom('messages')
    .select('code')
    .where('to', '=', destination)
    .where('code', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const reply = await client.request(login, { destination, code: code ?? '', agreed: true })
  if (!reply.ok) throw new Error(reply.code)
  writeToken(client.store, reply.data.token, server.deps.clock())
  client.store.setItem(KEYS.csrfName, reply.data.csrf.name)
  client.store.setItem(KEYS.csrfToken, reply.data.csrf.token)
  return client
}
