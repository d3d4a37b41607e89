/** The features this server is composed of, one line each. */
import { account } from '../features/account/feature.server.ts'
import { bankTransfers } from '../features/bank-transfers/feature.server.ts'
import { cashier } from '../features/cashier/feature.server.ts'
import { changes } from '../features/changes/feature.server.ts'
import { claims } from '../features/claims/feature.server.ts'
import { collection } from '../features/collection/feature.server.ts'
import { credentials } from '../features/credentials/feature.server.ts'
import { education } from '../features/education/feature.server.ts'
import { extension } from '../features/policies/extension/feature.server.ts'
import { info } from '../features/info/feature.server.ts'
import { invoices } from '../features/invoices/feature.server.ts'
import { orders } from '../features/orders/feature.server.ts'
import { overseas } from '../features/overseas/feature.server.ts'
import { partners } from '../features/partners/feature.server.ts'
import { plans } from '../features/plans/feature.server.ts'
import { policies } from '../features/policies/feature.server.ts'
import { refunds } from '../features/refunds/feature.server.ts'
import { session } from '../features/session/feature.server.ts'
import { messages } from '../server/messages/messages-feature.ts'
import type { ServerFeature } from '../server/server-feature.ts'

export const features: readonly ServerFeature[] = [
  plans,
  session,
  account,
  orders,
  cashier,
  policies,
  extension,
  claims,
  credentials,
  changes,
  info,
  refunds,
  bankTransfers,
  invoices,
  partners,
  collection,
  overseas,
  education,
  messages,
]
