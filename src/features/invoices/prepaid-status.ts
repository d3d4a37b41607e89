/** Where an invoice for money paid in advance stands, as its address says it: `/prepaid/{status}/{key}`. */
import { splitPath, localPath, type Lang } from '../../lib/locale.ts'
import { partOf } from '../../lib/path-pattern.ts'
import { pathFor, routeById } from '../../routes.ts'
import type { InvoiceStatus } from './contract.ts'

export const PREPAID_STATUSES = ['apply', 'pending', 'issued', 'failed'] as const
export type PrepaidStatus = (typeof PREPAID_STATUSES)[number]

const STATUS: Record<InvoiceStatus, PrepaidStatus> = {
  not_requested: 'apply', requested: 'pending', issuing: 'pending', failed: 'failed', issued: 'issued', reversed: 'issued', part_reversed: 'issued', reissued: 'issued',
}

/** What was reversed or issued again has been issued: its page shows what became of it. */
export const prepaidStatusOf = (state: InvoiceStatus): PrepaidStatus => STATUS[state]

/** Without language. */
export const prepaidPath = (status: PrepaidStatus, key: string): string => pathFor('prepaid', { status, key })

/** The key in an address; '' where it has none. */
export const prepaidKeyOf = (pathname: string): string => partOf(routeById('prepaid').path, splitPath(pathname).path, 'key')

/** The address that says where it stands, in place of one that says something else; `undefined` where it is right already. */
export function truePrepaidPath(pathname: string, { lang, state }: { lang: Lang; state: InvoiceStatus }): string | undefined {
  const wanted = localPath(lang, prepaidPath(prepaidStatusOf(state), prepaidKeyOf(pathname)))
  return wanted === pathname ? undefined : wanted
}
