/**
 * Sets when a draft will be deleted, after `LIMITS.draftDays`; `purgeDrafts` (remind-of-and-delete-drafts.ts)
 * reminds its owner and deletes it.
 */
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { ClaimTable } from '../../tables.ts'

const DAY = 86_400_000

/** When a draft that is saved at `now` (ms) will be deleted automatically; also resets the reminder to its owner. */
export const draftLifetimeFrom = (now: number): Pick<ClaimTable, 'lapses_at' | 'reminded_at'> => ({
  lapses_at: now + LIMITS.draftDays * DAY,
  reminded_at: null,
})
