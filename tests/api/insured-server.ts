/** A server with somebody who has a policy in force; the policy is bought and its documents drawn once per test file. */
import { DEVICE_SECRET, KEYS } from '../../src/app/storage/storage-keys.ts'
import { memoryStore } from '../../src/app/storage/storage.ts'
import { Claimant } from './claims-fixtures.ts'
import { preparedServers } from './prepared-servers.ts'
import type { TestServer } from './start-server.ts'

/** The storage of the claimant's browser afterwards. */
const start = preparedServers(async (server) => {
  const { store } = (await Claimant.insured(server)).client
  return [...Object.values(KEYS), DEVICE_SECRET].map((key) => [key, store.getItem(key)] as const)
})

/** The server of one test, and the claimant (`EMAIL`) at a browser of that test. */
export async function insuredServer(): Promise<{ server: TestServer; claimant: Claimant }> {
  const { server, given } = await start()
  const store = memoryStore()
  for (const [key, value] of given) if (value !== null) store.setItem(key, value)
  return { server, claimant: new Claimant(server, server.client({ store })) }
}
