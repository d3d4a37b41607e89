/** States of partners and of their keys, and the times of links. */
import { machine, type Graph } from '../../server/transition.ts'
import type { PartnerKeyTable } from './tables.server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const untilEnded: Graph<'active' | 'ended'> = { active: ['ended'], ended: [] }
export const partnerMachine = machine({ entity: 'partner', table: 'partners', graph: untilEnded })
export const partnerKeyMachine = machine({ entity: 'partner_key', table: 'partner_keys', graph: untilEnded })

/** A link may live as long, ms, from now: an earlier key or a stolen link must not be of use for ever. */
export const LINK_MOST_MS = 7 * DAY
/** Clocks of partners may be ahead by so much, ms. */
export const CLOCK_SKEW_MS = 5 * 60_000
/** An application may be begun by a link that was used so long ago, ms: as long as a login lasts at most. */
export const VISIT_MS = 12 * HOUR
/** How long an older key holds beside the next one, when not said otherwise, ms. */
export const OVERLAP_MS = 7 * DAY

/** Whether a key signs and opens now. */
export const keyHolds = (key: Pick<PartnerKeyTable, 'status' | 'valid_from' | 'valid_until'>, now: number): boolean =>
  key.status === 'active' && Number(key.valid_from) <= now && (key.valid_until === null || now < Number(key.valid_until))
