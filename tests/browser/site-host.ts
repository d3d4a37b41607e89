/**
 * A process that holds the sites of one worker, one after the other or side by side, each with data and a clock of its
 * own: what a new process learns first (fonts, words, hot code) was half of the servers' work in browser tests.
 */
import { readConfig } from '../../src/server/config.ts'
import { startServer, type Listening } from '../../src/programs/server/start-server.ts'
import { Asked, type Answered } from './site.ts'

// Each server writes the last lines of its log when the process ends.
process.setMaxListeners(0)

const sites = new Map<number, Listening>()

/** Begins the site of this number where settings are given, and ends it otherwise. */
async function answer({ id, begin }: Asked): Promise<Answered> {
  if (!begin) {
    await sites.get(id)?.end()
    sites.delete(id)
    return { id }
  }
  const site = await startServer(readConfig({ ...process.env, ...begin }))
  sites.set(id, site)
  return { id, port: site.port }
}

process.on('message', (message) => {
  const asked = Asked.parse(message)
  void answer(asked)
    .catch((error: unknown): Answered => ({
      id: asked.id,
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }))
    .then((answered) => process.send?.(answered))
})
