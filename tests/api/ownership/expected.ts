/** What a caller who is not the owner gets, by the access of the call and by whose data the answer holds. */
import type { Call } from '../../../src/lib/contract.ts'
import type { NamedRow } from './row.ts'
import type { CallerName } from './world.ts'

/** A code of the envelope; `any` where the answer may be a success without anything of the owner's. */
export type Answer = string | number

const NO_SESSION = 5000
const EXPIRED = 5001
const NOT_ALLOWED = 31000

/** Who calls without a valid session. */
const ENDED: Partial<Record<CallerName, number>> = {
  nobody: NO_SESSION,
  'another device': NO_SESSION,
  'the same device after logout': NO_SESSION,
  'a session that was logged out': NO_SESSION,
  'a visit by a partner’s link': NO_SESSION,
  'an expired session': EXPIRED,
}

const reachedByNarrowed = ({ scopes }: Call): boolean => scopes.includes('claim')

/** The only answer that such a caller may get, or `any`. */
export function expectedOf({ call, of }: NamedRow, caller: CallerName): Answer {
  if (of === 'anyone' && call.access === 'open') return 'any'
  if (caller === 'a session narrowed to another claim' && !reachedByNarrowed(call)) return NOT_ALLOWED
  if (call.access === 'login') return ENDED[caller] ?? (of === 'record' ? 'not_found' : 'any')
  if (caller === 'nobody') return 'invalid'
  if (of !== 'record') return 'any'
  // A device is no proof: what cannot be found after a session has ended may be the person's own, so they are asked to
  // sign in.
  if (caller === 'an expired session' || caller === 'a session that was logged out') return ENDED[caller] ?? NO_SESSION
  return 'not_found'
}
