/** The periodic deletions that the server does without any feature. */
import { now } from '../../lib/days/clock.ts'
import { deleteOldSenders } from '../intake/check-queue.ts'
import { EMPTIED, MESSAGE_JOB_KINDS } from '../messages/message-jobs.ts'
import type { Recurring } from './outbox.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A finished job is kept this long: its key keeps a repeated notification from running it again. */
const KEEP_JOBS = 30 * DAY
/** Nobody needs a message's text once it was sent; its row stays for its key. */
const KEEP_LETTERS = DAY
/** A failed job is kept this long for an operator to look at. */
const KEEP_FAILED = 90 * DAY
/** The sandbox's inbox. */
const KEEP_MESSAGES = 30 * DAY

export const cleanupJobs: readonly Recurring[] = [
  {
    kind: 'sweep.jobs',
    lane: 'sweeps',
    every: HOUR,
    run: async ({ write, clock }) => {
      const at = clock()
      await write(async (trx) => {
        await trx
          .deleteFrom('jobs')
          .where('done_at', '<', at - KEEP_JOBS)
          .execute()
        await trx
          .deleteFrom('jobs')
          .where('failed_at', '<', at - KEEP_FAILED)
          .execute()
        await trx
          .updateTable('jobs')
          .set({ payload: '{}' })
          .where('kind', 'in', MESSAGE_JOB_KINDS)
          .where('done_at', '<', at - KEEP_LETTERS)
          .where('payload', '!=', EMPTIED)
          .execute()
        await trx
          .deleteFrom('messages')
          .where('created_at', '<', at - KEEP_MESSAGES)
          .execute()
      })
    },
  },
  {
    kind: 'sweep.files',
    lane: 'sweeps',
    every: DAY,
    // Bytes without a row come from a crash between disk and commit; their age is read from the disk's own time.
    run: async ({ files, write, clock }) => {
      await files.sweep(now() - DAY)
      await write((trx) => deleteOldSenders(trx, clock() - DAY))
    },
  },
]
