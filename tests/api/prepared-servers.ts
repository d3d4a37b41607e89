/**
 * Servers that each begin with a copy of what was done once: what takes long (a purchase, its documents) is done once,
 * not per test. It stays until the run ends: where a helper prepares it, the files of that worker that come after use
 * it, too.
 */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { canBeCopied } from '../stores/open.ts'
import { startServer, type TestServer } from './start-server.ts'

interface Prepared<T> {
  server: TestServer
  /** What `prepare` answered: ids and words, nothing of the server it ran on. */
  given: T
}

/** Call it once per file, outside of tests; what it returns starts the server of one test. */
export function preparedServers<T>(prepare: (server: TestServer) => Promise<T>): () => Promise<Prepared<T>> {
  let original: Promise<{ folder: string; given: T }> | undefined

  async function begin(): Promise<{ folder: string; given: T }> {
    const folder = mkdtempSync(join(inject('prepared'), 'folder-'))
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
