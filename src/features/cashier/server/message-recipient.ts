/** Whom messages about a payable go to. */
import type { Lang } from '../../../lib/locale.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { PayableKind, PayableRef, PayableState } from './payable.ts'
import { kindOf } from './payments/payability.ts'

interface Recipient {
  to: string
  lang: Lang
  kind: PayableKind
  state: PayableState
}

/** The contact of a payable with its language, its kind and its state; `undefined` where there is nobody to write to. */
export async function recipientOf(deps: Deps, trx: Trx, payable: PayableRef): Promise<Recipient | undefined> {
  const kind = kindOf(deps, payable)
  const contact = await kind.contact(deps, trx, payable.id)
  const state = await kind.find(deps, trx, payable.id, deps.clock())
  return contact && state && { ...contact, kind, state }
}
