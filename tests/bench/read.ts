/** One read, served twice: by the house like every call, and by a bare Fastify route over the same statement. */
import { z } from 'zod'
import { call } from '../../src/lib/contract.ts'
import type { ServerFeature } from '../../src/server/feature.ts'
import { handle } from '../../src/server/route.ts'

export const ROWS = 1000
export const messageId = (index: number): string => `bench-${index}`

const row = z.object({ id: z.string(), to: z.string(), channel: z.string(), subject: z.string(), text: z.string(), created_at: z.number() })

const read = call({ path: 'bench/read', access: 'open', input: z.object({ id: z.string().min(1, 'required').max(40) }), output: row })

/** The columns both servers read, in one statement. */
export const STATEMENT = 'select "id", "to", "channel", "subject", "text", "created_at" from "messages" where "id" = ?'

export const benchFeature: ServerFeature = {
  name: 'bench',
  routes: [
    handle(read, ({ id }, { deps }) =>
      deps.db.selectFrom('messages').select(['id', 'to', 'channel', 'subject', 'text', 'created_at']).where('id', '=', id).executeTakeFirstOrThrow(),
    ),
  ],
  start: async ({ write, clock }) => {
    await write(async (trx) => {
      for (let index = 0; index < ROWS; index++) {
        const known = { channel: 'email' as const, subject: 'Your policy', text: 'Cover starts on 1 September 2026 at 00:00. '.repeat(6) }
        await trx.insertInto('messages').values({ id: messageId(index), to: `p${index}@example.com`, attachments: '[]', created_at: clock(), ...known }).execute()
      }
    })
  },
}
