/** What was bought with a contact while it was being given up stays with its person, too, once that time is over. */
import { z } from 'zod'
import type { NewJob } from '../../server/service-interfaces.ts'
import { job } from '../../server/outbox.ts'
import { givenUp } from './held-contacts.server.ts'

const KIND = 'session.contact_ended'

/** A contact that is restored and given up again ends at another time, and so has another job. */
export const endedContactJob = (contact: string, runAt: number): NewJob => ({
  kind: KIND,
  payload: { contact },
  key: `${KIND}:${contact}:${runAt}`,
  runAt,
})

export const contactEnded = job(KIND, 'records', z.object({ contact: z.string() }), async (deps, { contact: id }) => {
  await deps.write(async (trx) => {
    const row = await givenUp(trx, id, deps.clock())
    if (!row) return
    const ended = {
      userId: row.user_id,
      mac: row.mac,
      countsFrom: row.counts_from,
      until: Number(row.ended_at),
    }
    for (const hook of deps.onContactEnded) await hook(deps, trx, ended)
  })
})
