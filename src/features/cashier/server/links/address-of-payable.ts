/** How messages and redirects name a payable in an address; `payer-page-address.ts` reads the same form in the browser. */
import type { Deps } from '../../../../server/dependencies.ts'
import { payableKey, type PayableRef } from '../payable.ts'
import { pathFor } from '../../../../routes.ts'
import { kindOf } from '../payments/payability.ts'

/** `order=YFO-…` for a kind with a parameter of its own, `pay=<kind>.<id>` for the others. */
export function payableQuery(deps: Pick<Deps, 'hooks'>, ref: PayableRef): string {
  const { param } = kindOf(deps, ref)
  return param === undefined ? `pay=${encodeURIComponent(payableKey(ref))}` : `${param}=${encodeURIComponent(ref.id)}`
}

/** Path of its payment page for either device: for messages. */
export const checkstandPath = (deps: Pick<Deps, 'hooks'>, ref: PayableRef): string =>
  pathFor('checkstand', { id: kindOf(deps, ref).param === 'order' ? ref.id : payableKey(ref) })
