/** The server side of ordering. */
import type { ServerFeature } from '../../server/feature.ts'
import { attachOrders } from './api.server.ts'
import { orderCommands } from './commands.server.ts'
import { orderJobs } from './jobs.server.ts'
import { orderTemplates } from './notify.server.ts'
import { purgeOrders } from './purge.server.ts'
import { orderRoutes } from './routes.server.ts'
import { orderMigrations } from './tables.server.ts'

export const orders = {
  name: 'orders',
  routes: orderRoutes,
  migrations: orderMigrations,
  jobs: orderJobs,
  recurring: [purgeOrders],
  messages: orderTemplates,
  commands: orderCommands,
  onLogin: attachOrders,
} satisfies ServerFeature
