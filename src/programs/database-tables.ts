/** Every table of the product. A feature adds its own by one line here. */
import { accountTables } from '../features/account/tables.ts'
import { bankTransferTables } from '../features/bank-transfers/tables.ts'
import { gatewayTables } from '../features/cashier/server/sandbox/tables.ts'
import { cashierTables } from '../features/cashier/tables.ts'
import { changeTables } from '../features/changes/tables.ts'
import { claimTables } from '../features/claims/tables.ts'
import { groupPaymentTables } from '../features/orders/server/group/group-payment-tables.ts'
import { collectionTables } from '../features/collection/tables.ts'
import { credentialTables } from '../features/credentials/tables.ts'
import { educationTables } from '../features/education/tables.ts'
import { infoTables } from '../features/info/tables.ts'
import { invoiceTables } from '../features/invoices/tables.ts'
import { orderTables } from '../features/orders/tables.ts'
import { overseasTables } from '../features/overseas/tables.ts'
import { partnerTables } from '../features/partners/tables.ts'
import { webhookTables } from '../features/partners/server/webhook-tables.ts'
import { extensionTables } from '../features/policies/server/extension/extension-tables.ts'
import { rateTables } from '../features/policies/server/rates/exchange-rate-tables.ts'
import { planFileTables } from '../features/plans/server/plan-files-table.ts'
import { visaRefusalTables } from '../features/policies/server/surrender/visa-refusal-tables.ts'
import { policyTables } from '../features/policies/tables.ts'
import { sessionTables } from '../features/session/tables.ts'
import { coreTables } from '../server/db/core-tables.ts'
import { personKeyTables } from '../server/db/person-key-tables.ts'
import { healthTables } from '../server/health/health-tables.ts'
import { intakeTables } from '../server/intake/incoming-tables.ts'
import { secretCanaryTables } from '../server/keys/secret-canary-tables.ts'
import { messageStateTables } from '../server/messages/message-tables.ts'
import { operatorTables } from '../server/operator/operator-tables.ts'
import type { Table } from '../server/db/define-table.ts'

const TABLES = {
  ...accountTables,
  ...bankTransferTables,
  ...cashierTables,
  ...changeTables,
  ...claimTables,
  ...collectionTables,
  ...coreTables,
  ...credentialTables,
  ...educationTables,
  ...extensionTables,
  ...gatewayTables,
  ...groupPaymentTables,
  ...healthTables,
  ...infoTables,
  ...intakeTables,
  ...invoiceTables,
  ...messageStateTables,
  ...operatorTables,
  ...orderTables,
  ...overseasTables,
  ...partnerTables,
  ...personKeyTables,
  ...planFileTables,
  ...policyTables,
  ...rateTables,
  ...secretCanaryTables,
  ...sessionTables,
  ...visaRefusalTables,
  ...webhookTables,
}

/** For creating them. */
export const ALL_TABLES: readonly Table[] = Object.values(TABLES)
