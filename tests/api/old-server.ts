/** Today's server over the store that was filled at the commit 4e2c153d. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBaseline } from '../stores/baseline-store.ts'
import type { Filled } from '../stores/fill-store.ts'
import { forget, freshStore } from '../stores/open.ts'
import { loadRows, readRows } from '../stores/stored-rows.ts'
import { startServer, type StartOptions, type TestServer } from './start-server.ts'

const MINUTE = 60_000

/** What was written then. */
export const oldRows = readRows<Filled>('tests/fixtures/store-4e2c153d.json.br')

export interface OldServer {
  server: TestServer
  /** Ends the server and starts another one on the same store, so many minutes later. */
  again: (minutes: number, env: NonNullable<StartOptions['env']>) => Promise<TestServer>
  close: () => Promise<void>
}

/** Two minutes after the store was left, so that codes can be sent again. */
export async function oldServer(): Promise<OldServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-old-'))
  const store = await freshStore({ dataDir, again: true })
  await makeBaseline(store)
  await loadRows(store, dataDir, oldRows)
  const clock = (minutes: number) => () => oldRows.now + minutes * MINUTE
  let server = await startServer({ dataDir, store, clock: clock(2) })
  return {
    server,
    again: async (minutes, env) => {
      await server.close()
      return (server = await startServer({ dataDir, clock: clock(minutes), env }))
    },
    close: async () => {
      await server.close()
      await forget(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
