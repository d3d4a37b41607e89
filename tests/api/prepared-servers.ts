/** Servers that each begin with a copy of what was done once in a test file: what takes long (a purchase, its documents) is done once, not per test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { canBeCopied, forget } from '../stores/open.ts'
import { startServer, type TestServer } from './start-server.ts'

interface Prepared<T> {
  server: TestServer
  /** What `prepare` answered: ids and words, nothing of the server it ran on. */
  given: T
}

/** Call it once per test file, outside of tests; what it returns starts the server of one test. */
export function preparedServers<T>(prepare: (server: TestServer) => Promise<T>): () => Promise<Prepared<T>> {
  let original: Promise<{ folder: string; given: T }> | undefined
  afterAll(async () => {
    if (!original) return
    const { folder } = await original
    await forget(folder)
    rmSync(folder, { recursive: true, force: true })
  })

  async function begin(): Promise<{ folder: string; given: T }> {
    const folder = mkdtempSync(join(tmpdir(), 'youfang-prepared-'))
    const server = await startServer({ dataDir: folder })
    const given = await prepare(server)
    await server.close()
    return { folder, given }
  }

  return async () => {
    if (!canBeCopied) {
      const server = await startServer()
      return { server, given: await prepare(server) }
    }
    const { folder, given } = await (original ??= begin())
    return { server: await startServer({ from: folder }), given }
  }
}
