/** Every table of the product. A feature adds its own by one line here. */
import type { GatewayTables } from '../features/cashier/sandbox/tables.server.ts'
import type { CashierTables } from '../features/cashier/tables.server.ts'
import type { ClaimTables } from '../features/claims/tables.server.ts'
import type { CredentialTables } from '../features/credentials/tables.server.ts'
import type { InfoTables } from '../features/info/tables.server.ts'
import type { OrderTables } from '../features/orders/tables.server.ts'
import type { RateTables } from '../features/policies/rate-tables.server.ts'
import type { PolicyTables } from '../features/policies/tables.server.ts'
import type { SessionTables } from '../features/session/tables.server.ts'
import type { CoreTables } from './db/core-tables.ts'
import type { IntakeTables } from './intake/incoming-tables.ts'
import type { OperatorTables } from './operator/tables.ts'

export interface Database extends CashierTables, ClaimTables, CredentialTables, GatewayTables, CoreTables, InfoTables, IntakeTables, OperatorTables, OrderTables, PolicyTables, RateTables, SessionTables {}
