/** Every table of the product. A feature adds its own by one line here. */
import type { AccountTables } from '../features/account/tables.server.ts'
import type { BankTransferTables } from '../features/bank-transfers/tables.server.ts'
import type { GatewayTables } from '../features/cashier/sandbox/tables.server.ts'
import type { CashierTables } from '../features/cashier/tables.server.ts'
import type { ChangeTables } from '../features/changes/tables.server.ts'
import type { ClaimTables } from '../features/claims/tables.server.ts'
import type { GroupPaymentTables } from '../features/collection/group/group-payment-tables.server.ts'
import type { CollectionTables } from '../features/collection/tables.server.ts'
import type { CredentialTables } from '../features/credentials/tables.server.ts'
import type { EducationTables } from '../features/education/tables.server.ts'
import type { InfoTables } from '../features/info/tables.server.ts'
import type { InvoiceTables } from '../features/invoices/tables.server.ts'
import type { OrderTables } from '../features/orders/tables.server.ts'
import type { OverseasTables } from '../features/overseas/tables.server.ts'
import type { PartnerTables } from '../features/partners/tables.server.ts'
import type { WebhookTables } from '../features/partners/webhook-tables.server.ts'
import type { ExtensionTables } from '../features/policies/extension/extension-tables.server.ts'
import type { RateTables } from '../features/policies/exchange-rate-tables.server.ts'
import type { PlanFileTables } from '../features/plans/plan-files-table.server.ts'
import type { VisaRefusalTables } from '../features/policies/surrender/visa-refusal-tables.server.ts'
import type { PolicyTables } from '../features/policies/tables.server.ts'
import type { RefundTables } from '../features/refunds/tables.server.ts'
import type { SessionTables } from '../features/session/tables.server.ts'
import type { CoreTables } from './db/core-tables.ts'
import type { PersonKeyTables } from './db/person-key-tables.ts'
import type { HealthTables } from './health-tables.ts'
import type { IntakeTables } from './intake/incoming-tables.ts'
import type { SecretCanaryTables } from './keys/secret-canary-tables.ts'
import type { MessageStateTables } from './messages/message-tables.ts'
import type { OperatorTables } from './operator/operator-tables.ts'

export interface Database
  extends
    AccountTables,
    BankTransferTables,
    CashierTables,
    ChangeTables,
    ClaimTables,
    CollectionTables,
    CredentialTables,
    EducationTables,
    ExtensionTables,
    GatewayTables,
    GroupPaymentTables,
    CoreTables,
    HealthTables,
    InfoTables,
    InvoiceTables,
    IntakeTables,
    MessageStateTables,
    OperatorTables,
    OrderTables,
    OverseasTables,
    PartnerTables,
    PersonKeyTables,
    PlanFileTables,
    PolicyTables,
    RateTables,
    RefundTables,
    SecretCanaryTables,
    SessionTables,
    VisaRefusalTables,
    WebhookTables {}
