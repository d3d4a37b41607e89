/** The sources of invoices by the kind of their payable. */
import { GROUP, PLAN } from '../../../orders/server/door.ts'
import { groupSource } from './group-source.ts'
import type { InvoiceSource } from './invoice-source-interface.ts'
import { orderSource } from './order-source.ts'
import { versionSource } from './version-source.ts'

const SOURCES: ReadonlyMap<string, InvoiceSource> = new Map([
  [PLAN, orderSource],
  [GROUP, groupSource],
])

/** All other kinds paid for a version of a policy, or for nothing that is invoiced: that source refuses them. */
export const sourceOf = (kind: string): InvoiceSource => SOURCES.get(kind) ?? versionSource(kind)
