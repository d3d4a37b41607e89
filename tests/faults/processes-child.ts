/** One of several processes over the same data: migrates it, writes jobs, runs what is due, prints what it did. */
import { z } from 'zod'
import { readConfig } from '../../src/server/config.ts'
import { defineJob } from '../../src/server/jobs/define-job.ts'
import { handleJob } from '../../src/server/jobs/outbox.ts'
import { openServer } from '../../src/programs/open-server.ts'

const [dataDir = '', name = ''] = process.argv.slice(2)
const ran: string[] = []
const noteJob = defineJob('note', 'records', z.object({ key: z.string() }))
const note = handleJob(noteJob, async (_, { key }) => void ran.push(key))
const server = await openServer({
  config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
  features: [{ name: 'probe', jobs: [note] }],
})
const { write, outbox } = server.deps
for (let i = 0; i < 40; i++) {
  for (const key of [`${name}-${i}`, `shared-${i}`])
    await write((trx) => outbox.enqueue(trx, noteJob, { key }, { key }))
}
await outbox.drain()
await server.close()
console.log(JSON.stringify(ran))
