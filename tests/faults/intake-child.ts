/** A server that receives files; reports its address and, when asked, the peak of its memory. */
import { readFileSync } from 'node:fs'
import { z } from 'zod/mini'
import { call } from '../../src/lib/contract.ts'
import { createApp } from '../../src/server/http/create-app.ts'
import { readConfig } from '../../src/server/config.ts'
import type { ServerFeature } from '../../src/server/server-feature.ts'
import { receiveFile } from '../../src/server/intake/intake.ts'
import { handleUpload } from '../../src/server/http/call-handlers.ts'
import { openServer } from '../../src/programs/open-server.ts'
import { TRANSPORT_LIMITS } from '../../src/server/http/slow-requests.ts'

const send = call({
  module: 'file',
  path: 'probe/send',
  access: 'open',
  transport: 'multipart',
  input: z.object({ sender: z.string() }),
  output: z.object({ sha256: z.string() }),
})
const checked: { sha256: string; pages: number }[] = []
let [inside, most] = [0, 0]
const probe: ServerFeature = {
  name: 'probe',
  incoming: [
    {
      kind: 'probe',
      checked: async (_deps, _trx, _id, { pages, received }) => checked.push({ pages, sha256: received.sha256 }) > 0,
      failed: async (_deps, _trx, id, code) => {
        throw new Error(`${id}: ${code}`)
      },
    },
  ],
  routes: [
    handleUpload(
      send,
      1,
      async ({ sender }, { deps }, files) => {
        most = Math.max(most, ++inside)
        let sha256 = ''
        await receiveFile(
          deps,
          files,
          { owner: 'probe', sender, purpose: 'probe' },
          async (_, receipt) => void (sha256 = receipt.sha256),
        ).finally(() => inside--)
        return { sha256 }
      },
      ['file'],
    ),
  ],
}

const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)
const config = readConfig({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  OUT_DIR: dataDir,
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
})
const server = await openServer({ config, features: [probe] })
// Four people share one address here; each of them may have this many incoming bodies.
const app = await createApp(server, { ...TRANSPORT_LIMITS, bodiesOfCustomer: 36 })
server.deps.checking.start()
const url = await app.listen({ port: 0, host: '127.0.0.1' })

/** Memory that a process shares with no other, from /proc; 0 when it has ended. */
function ownOf(pid: number): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number)
    return (resident - shared) * 4096
  } catch {
    return 0
  }
}
const makers = (): number[] =>
  process.platform === 'linux'
    ? readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    : []

let [alone, together] = [0, 0]
setInterval(() => {
  const own = process.memoryUsage.rss()
  alone = Math.max(alone, own)
  together = Math.max(together, own + makers().reduce((sum, pid) => sum + ownOf(pid), 0))
}, 10).unref()
process.on('message', (what) =>
  process.send?.(what === 'at once' ? { most } : what === 'checked' ? { checked } : { alone, together }),
)
process.send?.({ url, start: process.memoryUsage.rss() })
