/** Refunds that buyers ask for. The machine behind them, and what operators do with it, is the cashier's. */
import type { ServerFeature } from '../../server/server-feature.ts'
import { refundRoutes } from './routes.server.ts'

export const refunds = { name: 'refunds', routes: refundRoutes } satisfies ServerFeature
