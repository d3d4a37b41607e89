/** A feature with a call of every kind and a job, for tests of the server itself. */
import { z } from 'zod/mini'
import { call } from '../../src/lib/contract.ts'
import type { ServerFeature } from '../../src/server/server-feature.ts'
import { defineJob } from '../../src/server/jobs/define-job.ts'
import { handleJob } from '../../src/server/jobs/outbox.ts'
import { Denial, handle, handleFile, handleUpload, Refusal } from '../../src/server/http/call-handlers.ts'

export const echo = call({
  path: 'probe/echo',
  access: 'open',
  input: z.object({
    name: z.string().check(z.minLength(1, 'name_required')),
    count: z._default(z.int(), 1),
    tags: z.optional(z.array(z.string())),
  }),
  output: z.object({ name: z.string(), count: z.number(), tags: z.array(z.string()) }),
  errors: ['no_such_probe'],
})
export const mine = call({ path: 'probe/mine', access: 'login', input: z.object({}), output: z.object({}) })
export const held = call({
  path: 'probe/held',
  access: 'holder',
  input: z.object({}),
  output: z.object({ kind: z.string() }),
})
export const later = call({
  path: 'probe/later',
  access: 'open',
  input: z.object({ key: z.string(), fail: z._default(z.boolean(), false) }),
  output: z.object({}),
})
export const upload = call({
  module: 'file',
  path: 'probe/upload',
  access: 'open',
  transport: 'multipart',
  input: z.object({ note: z.string() }),
  output: z.object({ note: z.string(), sizes: z.array(z.number()), ids: z.array(z.string()) }),
})
export const bytes = call({
  module: 'file',
  path: 'probe/bytes',
  access: 'open',
  input: z.object({ id: z.string() }),
  output: z.instanceof(Uint8Array),
})
const broken = call({ path: 'probe/broken', access: 'open', input: z.object({}), output: z.object({}) })

export const done: string[] = []
const probeJob = defineJob('probe', 'records', z.object({ key: z.string() }))

export const probe: ServerFeature = {
  name: 'probe',
  routes: [
    handle(echo, async ({ name, count, tags = [] }) => {
      if (name === 'nobody') throw new Refusal<typeof echo>('no_such_probe', { fields: { name: 'invalid' } })
      if (name === 'toast') throw new Denial(30000)
      return { name, count, tags, secret: 'never leaves' }
    }),
    handle(mine, async () => ({})),
    handle(held, async (_, { caller }) => ({ kind: caller.kind })),
    handle(later, async ({ key, fail }, { deps }) => {
      await deps.write(async (trx) => {
        await deps.outbox.enqueue(trx, probeJob, { key }, { key: `probe:${key}` })
        if (fail) throw new Refusal('conflict')
      })
      return {}
    }),
    handleUpload(upload, 2, async ({ note }, { deps }, files) => {
      const stored = []
      for await (const file of files)
        stored.push(await deps.files.put(file.stream, { owner: 'probe', name: file.name, mime: 'text/plain' }))
      return { note, sizes: stored.map((it) => it.size), ids: stored.map((it) => it.id) }
    }),
    handleFile(bytes, async ({ id }, { deps }) => {
      const found = await deps.files.get(id)
      if (!found) throw new Refusal('not_found')
      return { mime: found.file.mime, body: found.stream, size: found.file.size, downloadAs: '发票.txt' }
    }),
    handle(broken, async () => {
      throw new Error('stack with 110101200503081234 inside')
    }),
  ],
  jobs: [handleJob(probeJob, async (_, { key }) => void done.push(key))],
}
