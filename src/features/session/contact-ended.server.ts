/** When the undo period ends, purchases made with the replaced contact during that period are assigned to its former owner too. */
import { z } from 'zod'
import type { NewJob } from '../../server/service-interfaces.ts'
import { job } from '../../server/outbox.ts'

const KIND = 'session.contact_ended'

/** The job's key contains the instant, because a contact that is restored and replaced again needs a second job. */
export const endedContactJob = (contact: string, runAt: number): NewJob => ({ kind: KIND, payload: { contact }, key: `${KIND}:${contact}:${runAt}`, runAt })

export const contactEnded = job(KIND, z.object({ contact: z.string() }), async (deps, { contact: id }) => {
  await deps.write(async (trx) => {
    const row = await trx.selectFrom('contacts').selectAll().where('id', '=', id).where('ended_why', '=', 'changed').where('ended_at', '<=', deps.clock()).executeTakeFirst()
    if (!row) return
    const ended = { userId: row.user_id, mac: row.mac, countsFrom: Number(row.counts_from), until: Number(row.ended_at) }
    for (const hook of deps.onContactEnded) await hook(deps, trx, ended)
  })
})
