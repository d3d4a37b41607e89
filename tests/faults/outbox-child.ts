/** A process that commits a job and is killed: `committed` before it runs, or `running` while it does. */
import { z } from 'zod'
import { readConfig } from '../../src/server/config.ts'
import { defineJob } from '../../src/server/jobs/define-job.ts'
import { handleJob } from '../../src/server/jobs/outbox.ts'
import { openServer } from '../../src/programs/open-server.ts'

const [dataDir = '', moment = 'committed'] = process.argv.slice(2)
const noteJob = defineJob('note', 'records', z.object({ text: z.string() }))
const note = handleJob(noteJob, async () => {
  console.log('running')
  await new Promise(() => setInterval(() => undefined, 1_000))
})
const server = await openServer({
  config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
  features: [{ name: 'probe', jobs: [note] }],
})
await server.deps.write((trx) => server.deps.outbox.enqueue(trx, noteJob, { text: moment }))
console.log('committed')
if (moment === 'running') server.deps.outbox.start()
setInterval(() => undefined, 1_000)
