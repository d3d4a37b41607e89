/** What the foundation sweeps away by itself. */
import type { Recurring } from './outbox.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A finished job is kept this long: its key keeps a repeated notification from running again. */
const KEEP_JOBS = 30 * DAY

export const housekeeping: readonly Recurring[] = [
  {
    kind: 'sweep.jobs',
    every: HOUR,
    run: async ({ write, clock }) => {
      await write((trx) => trx.deleteFrom('jobs').where('done_at', '<', clock() - KEEP_JOBS).execute())
    },
  },
  {
    kind: 'sweep.files',
    every: DAY,
    // Bytes without a row are from a crash between disk and commit; the disk's own time is the one that counts.
    run: async ({ files }) => {
      await files.sweep(Date.now() - DAY)
    },
  },
]
