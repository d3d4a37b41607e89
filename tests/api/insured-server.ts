/**
 * A server with somebody who has a policy in force. It is bought and its documents are drawn once in each test file, which takes longer than
 * most tests; each test has a server of its own over a copy.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { KEYS } from '../../src/app/keys.ts'
import { memoryStore } from '../../src/app/storage.ts'
import { canBeCopied, forget } from '../stores/open.ts'
import { Claimant } from './claims-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

interface InsuredServer {
  server: TestServer
  claimant: Claimant
}

/** What is copied: a folder with its database, and what the claimant's browser keeps. */
interface Original {
  folder: string
  kept: readonly (readonly [key: string, value: string])[]
}

let original: Promise<Original> | undefined

afterAll(async () => {
  if (!original) return
  const { folder } = await original
  await forget(folder)
  rmSync(folder, { recursive: true, force: true })
})

async function insure(): Promise<Original> {
  const folder = mkdtempSync(join(tmpdir(), 'youfang-insured-'))
  const server = await startServer({ dataDir: folder })
  const { store } = (await Claimant.insured(server)).client
  await server.close()
  const kept = Object.values(KEYS).map((key) => [key, store.getItem(key)] as const)
  return { folder, kept: kept.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])) }
}

/** The server of one test, and the claimant (`EMAIL`) at a browser of that test. */
export async function insuredServer(): Promise<InsuredServer> {
  if (!canBeCopied) {
    const server = await startServer()
    return { server, claimant: await Claimant.insured(server) }
  }
  const { folder, kept } = await (original ??= insure())
  const server = await startServer({ from: folder })
  const store = memoryStore()
  for (const [key, value] of kept) store.setItem(key, value)
  return { server, claimant: new Claimant(server, server.client({ store })) }
}
