/** The name of a payable in messages: an order's number, anything else in the words of its kind. */
import type { Lang } from '../../../lib/locale.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { PayableKind, PayableState } from './payable.ts'

export const namePayable = (
  deps: Pick<Deps, 'words'>,
  { named = 'cashier:orderNamed' }: Pick<PayableKind, 'named'>,
  { number }: Pick<PayableState, 'number'>,
  lang: Lang,
): string => deps.words(lang, named, { number })
