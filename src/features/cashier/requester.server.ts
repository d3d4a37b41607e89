/** Who asks for a payment, as payments and their keys know them. */
import { Refusal, type Context } from '../../server/call-handlers.ts'

/** Whose request it is, as payments keep it: the device where it is known, else the login. */
export function requesterOf({ caller }: Context): string {
  if (caller.kind === 'anonymous') throw new Refusal('invalid', { fields: { unique: 'required' } })
  if (caller.kind === 'holder') return `holder:${caller.holder}`
  return caller.holder ? `holder:${caller.holder}` : `user:${caller.userId}`
}
