/** The server side of ordering. */
import type { ServerFeature } from '../../server/feature.ts'
import { orderCommands } from './commands.server.ts'
import { attachOrders, detachOrders, sweepSecrets } from './handover.server.ts'
import { nameInsured } from './insured-name.server.ts'
import { orderJobs } from './jobs.server.ts'
import { orderTemplates } from './notify.server.ts'
import { purgeOrders } from './purge.server.ts'
import { orderRoutes } from './routes.server.ts'
import { sweepStrangers } from './strangers.server.ts'
import { orderMigrations } from './tables.server.ts'

export const orders = {
  name: 'orders',
  routes: orderRoutes,
  migrations: orderMigrations,
  start: nameInsured,
  jobs: orderJobs,
  recurring: [purgeOrders, sweepSecrets, sweepStrangers],
  messages: orderTemplates,
  commands: orderCommands,
  onLogin: attachOrders,
  onSignOutElsewhere: detachOrders,
} satisfies ServerFeature
