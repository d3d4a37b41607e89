/** The state of an invoice for money paid in advance, as in its address: `/prepaid/{status}/{key}`. */
import { splitPath, localPath, type Lang } from '../../../lib/locale.ts'
import { filledPath, partOf } from '../../../lib/text/path-pattern.ts'
import type { RoutePath } from '../../../routes.ts'
import type { InvoiceStatus } from '../contract.ts'

export const PREPAID_STATUSES = ['apply', 'pending', 'issued', 'failed'] as const
export type PrepaidStatus = (typeof PREPAID_STATUSES)[number]

const STATUS: Record<InvoiceStatus, PrepaidStatus> = {
  not_requested: 'apply',
  requested: 'pending',
  issuing: 'pending',
  failed: 'failed',
  issued: 'issued',
  reversed: 'issued',
  part_reversed: 'issued',
  reissued: 'issued',
}

/** Reversed and reissued invoices have been issued: the same page shows their state. */
export const prepaidStatusOf = (state: InvoiceStatus): PrepaidStatus => STATUS[state]

/** Without language. */
export const prepaidPath = (status: PrepaidStatus, key: string): string =>
  filledPath('/prepaid/[status]/[key]' satisfies RoutePath, { status, key })

/** The key in an address; '' where it has none. */
export const prepaidKeyOf = (pathname: string): string =>
  partOf('/prepaid/[status]/[key]' satisfies RoutePath, splitPath(pathname).path, 'key')

/** The address with the present state, if it contains another one; `undefined` if it is correct already. */
export function truePrepaidPath(
  pathname: string,
  { lang, state }: { lang: Lang; state: InvoiceStatus },
): string | undefined {
  const wanted = localPath(lang, prepaidPath(prepaidStatusOf(state), prepaidKeyOf(pathname)))
  return wanted === pathname ? undefined : wanted
}
