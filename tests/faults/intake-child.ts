/** A server that takes files in; tells where it is, and when asked, how much memory it came to hold. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { call } from '../../src/lib/contract.ts'
import { createApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import type { ServerFeature } from '../../src/server/feature.ts'
import { takeOnly } from '../../src/server/intake/intake.ts'
import { handleUpload } from '../../src/server/route.ts'
import { createServer } from '../../src/server/server.ts'

const send = call({ module: 'file', path: 'probe/send', access: 'open', transport: 'multipart', input: z.object({}), output: z.object({ pages: z.number(), sha256: z.string() }) })
const probe: ServerFeature = {
  name: 'probe',
  routes: [handleUpload(send, 1, async (_, { deps }, files) => {
    const { pages, received } = await takeOnly(deps, files, { owner: 'probe' }, async () => undefined)
    return { pages, sha256: received.sha256 }
  }, ['file'])],
}

const [dataDir = ''] = process.argv.slice(2)
const config = readConfig({ DATA_DIR: dataDir, OUT_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' })
const app = await createApp(await createServer({ config, features: [probe] }))
const url = await app.listen({ port: 0, host: '127.0.0.1' })

/** What a process holds that no other one holds as well, from /proc; 0 when it has ended. */
function ownOf(pid: number): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number)
    return (resident - shared) * 4096
  } catch {
    return 0
  }
}
const makers = (): number[] => (process.platform === 'linux' ? readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number) : [])

let [alone, together] = [0, 0]
setInterval(() => {
  const own = process.memoryUsage.rss()
  alone = Math.max(alone, own)
  together = Math.max(together, own + makers().reduce((sum, pid) => sum + ownOf(pid), 0))
}, 10).unref()
process.on('message', () => process.send?.({ alone, together }))
process.send?.({ url, start: process.memoryUsage.rss() })
