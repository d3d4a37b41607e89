/** The sources of invoices by the kind of their payable. */
import { GROUP, PLAN } from '../orders/door.server.ts'
import { groupSource } from './group-source.server.ts'
import type { InvoiceSource } from './invoice-source-interface.server.ts'
import { orderSource } from './order-source.server.ts'
import { versionSource } from './version-source.server.ts'

const SOURCES: ReadonlyMap<string, InvoiceSource> = new Map([
  [PLAN, orderSource],
  [GROUP, groupSource],
])

/** All other kinds paid for a version of a policy, or for nothing that is invoiced: that source refuses them. */
export const sourceOf = (kind: string): InvoiceSource => SOURCES.get(kind) ?? versionSource(kind)
