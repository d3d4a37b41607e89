/** What was bought with a contact while it was being given up stays with its person, too, once that time is over. */
import { z } from 'zod'
import type { Trx } from '../../../../server/db/database.ts'
import { defineJob } from '../../../../server/jobs/define-job.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { handleJob } from '../../../../server/jobs/outbox.ts'
import { givenUp } from './held-contacts.ts'
import { contactEnded } from '../hooks.ts'

const contactEndedJob = defineJob('session.contact_ended', 'records', z.object({ contact: z.string() }))

/** A contact that is restored and given up again ends at another time, and so has another job. */
export const queueContactEnded = (
  { outbox }: Pick<Deps, 'outbox'>,
  trx: Trx,
  contact: string,
  runAt: number,
): Promise<void> =>
  outbox.enqueue(trx, contactEndedJob, { contact }, { key: `${contactEndedJob.kind}:${contact}:${runAt}`, runAt })

export const contactEndedHandler = handleJob(contactEndedJob, async (deps, { contact: id }) => {
  await deps.write(async (trx) => {
    const row = await givenUp(trx, id, deps.clock())
    if (!row) return
    const ended = {
      userId: row.user_id,
      mac: row.mac,
      countsFrom: row.counts_from,
      until: Number(row.ended_at),
    }
    for (const hook of contactEnded.all(deps)) await hook(deps, trx, ended)
  })
})
