/** How long partners' links, keys and visits are valid. */
import type { PartnerKeyTable } from '../tables.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Longest life of a link from now, ms: an earlier key or a stolen link must not stay usable. */
export const LINK_MOST_MS = 7 * DAY
/** Partners' clocks may be ahead by this much, ms. */
export const CLOCK_SKEW_MS = 5 * 60_000
/** How long after a link was used an application may be begun by it, ms: the longest life of a login. */
export const VISIT_MS = 12 * HOUR
/** Default time for which an older key stays valid beside the next one, ms. */
export const OVERLAP_MS = 7 * DAY

/** Whether a key is valid now. */
export const keyHolds = (key: Pick<PartnerKeyTable, 'status' | 'valid_from' | 'valid_until'>, now: number): boolean =>
  key.status === 'active' && key.valid_from <= now && (key.valid_until === null || now < key.valid_until)
