/** The features this server is composed of, one line each. */
import { cashier } from '../features/cashier/feature.server.ts'
import { claims } from '../features/claims/feature.server.ts'
import { credentials } from '../features/credentials/feature.server.ts'
import { info } from '../features/info/feature.server.ts'
import { orders } from '../features/orders/feature.server.ts'
import { policies } from '../features/policies/feature.server.ts'
import { session } from '../features/session/feature.server.ts'
import type { ServerFeature } from './server-feature.ts'

export const features: readonly ServerFeature[] = [session, orders, cashier, policies, claims, credentials, info]
