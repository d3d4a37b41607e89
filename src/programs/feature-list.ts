/** The features this server is composed of, one line each. */
import { account } from '../features/account/server/feature.ts'
import { bankTransfers } from '../features/bank-transfers/server/feature.ts'
import { cashier } from '../features/cashier/server/feature.ts'
import { changes } from '../features/changes/server/feature.ts'
import { claims } from '../features/claims/server/feature.ts'
import { collection } from '../features/collection/server/feature.ts'
import { credentials } from '../features/credentials/server/feature.ts'
import { education } from '../features/education/server/feature.ts'
import { extension } from '../features/policies/server/extension/feature.ts'
import { info } from '../features/info/server/feature.ts'
import { invoices } from '../features/invoices/server/feature.ts'
import { orders } from '../features/orders/server/feature.ts'
import { overseas } from '../features/overseas/server/feature.ts'
import { partners } from '../features/partners/server/feature.ts'
import { plans } from '../features/plans/server/feature.ts'
import { policies } from '../features/policies/server/feature.ts'
import { session } from '../features/session/server/feature.ts'
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
  bankTransfers,
  invoices,
  partners,
  collection,
  overseas,
  education,
  messages,
]
