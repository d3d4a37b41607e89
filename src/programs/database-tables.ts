/** Every table of the product. A feature adds its own by one line here. */
import { accountTables } from '../features/account/tables.server.ts'
import { bankTransferTables } from '../features/bank-transfers/tables.server.ts'
import { gatewayTables } from '../features/cashier/sandbox/tables.server.ts'
import { cashierTables } from '../features/cashier/tables.server.ts'
import { changeTables } from '../features/changes/tables.server.ts'
import { claimTables } from '../features/claims/tables.server.ts'
import { groupPaymentTables } from '../features/orders/group/group-payment-tables.server.ts'
import { collectionTables } from '../features/collection/tables.server.ts'
import { credentialTables } from '../features/credentials/tables.server.ts'
import { educationTables } from '../features/education/tables.server.ts'
import { infoTables } from '../features/info/tables.server.ts'
import { invoiceTables } from '../features/invoices/tables.server.ts'
import { orderTables } from '../features/orders/tables.server.ts'
import { overseasTables } from '../features/overseas/tables.server.ts'
import { partnerTables } from '../features/partners/tables.server.ts'
import { webhookTables } from '../features/partners/webhook-tables.server.ts'
import { extensionTables } from '../features/policies/extension/extension-tables.server.ts'
import { rateTables } from '../features/policies/exchange-rate-tables.server.ts'
import { planFileTables } from '../features/plans/plan-files-table.server.ts'
import { visaRefusalTables } from '../features/policies/surrender/visa-refusal-tables.server.ts'
import { policyTables } from '../features/policies/tables.server.ts'
import { refundTables } from '../features/refunds/tables.server.ts'
import { sessionTables } from '../features/session/tables.server.ts'
import { coreTables } from '../server/db/core-tables.ts'
import { personKeyTables } from '../server/db/person-key-tables.ts'
import { healthTables } from '../server/health-tables.ts'
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
  ...refundTables,
  ...secretCanaryTables,
  ...sessionTables,
  ...visaRefusalTables,
  ...webhookTables,
}

/** For creating them. */
export const ALL_TABLES: readonly Table[] = Object.values(TABLES)
