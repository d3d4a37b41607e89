/** Every table of the product. A feature adds its own by one line here. */
import type { OrderTables } from '../features/orders/tables.server.ts'
import type { PolicyTables } from '../features/policies/tables.server.ts'
import type { SessionTables } from '../features/session/tables.server.ts'
import type { FoundationTables } from './db/foundation.ts'

export interface Database extends FoundationTables, OrderTables, PolicyTables, SessionTables {}
