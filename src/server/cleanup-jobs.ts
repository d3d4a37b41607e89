/** What the foundation sweeps away by itself. */
import { deleteOldSenders } from './intake/check-queue.ts'
import type { Recurring } from './outbox.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A finished job is kept this long: its key keeps a repeated notification from running again. */
const KEEP_JOBS = 30 * DAY
/** What a message said is nobody's business once it has left; its row stays for its key. */
const KEEP_LETTERS = DAY
/** A job that was given up waits this long for an operator. */
const KEEP_FAILED = 90 * DAY
/** The sandbox's inbox. */
const KEEP_MESSAGES = 30 * DAY

export const cleanupJobs: readonly Recurring[] = [
  {
    kind: 'sweep.jobs',
    every: HOUR,
    run: async ({ write, clock }) => {
      const now = clock()
      await write(async (trx) => {
        await trx.deleteFrom('jobs').where('done_at', '<', now - KEEP_JOBS).execute()
        await trx.deleteFrom('jobs').where('failed_at', '<', now - KEEP_FAILED).execute()
        await trx.updateTable('jobs').set({ payload: '{}' }).where('kind', '=', 'message').where('done_at', '<', now - KEEP_LETTERS).where('payload', '!=', '{}').execute()
        await trx.deleteFrom('messages').where('created_at', '<', now - KEEP_MESSAGES).execute()
      })
    },
  },
  {
    kind: 'sweep.files',
    every: DAY,
    // Bytes without a row are from a crash between disk and commit; the disk's own time is the one that counts.
    run: async ({ files, write, clock }) => {
      await files.sweep(Date.now() - DAY)
      await write((trx) => deleteOldSenders(trx, clock() - DAY))
    },
  },
]
