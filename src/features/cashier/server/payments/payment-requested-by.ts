/** Who requests a payment, in the form in which payments and their keys store it. */
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'

/** Who made the request, as payments store it: the device where it is known, else the login. */
export function requesterOf({ caller }: Context): string {
  if (caller.kind === 'anonymous') throw new Refusal('invalid', { fields: { unique: 'required' } })
  if (caller.kind === 'holder') return `holder:${caller.holder}`
  return caller.holder ? `holder:${caller.holder}` : `user:${caller.userId}`
}
