/** The server side of policies. */
import type { ServerFeature } from '../../server/server-feature.ts'
import { attachPolicies, detachPolicies, keepPolicies } from './access.server.ts'
import { issueJob } from './issue-policy.server.ts'
import { noticeSweep } from './notices.server.ts'
import { rateMigrations } from './rate-tables.server.ts'
import { policyRoutes } from './routes.server.ts'
import { surrenderCommands } from './surrender-commands.server.ts'
import { policyMigrations } from './tables.server.ts'
import { policyTemplates } from './tell.server.ts'
import { versionMigrations } from './version-tables.server.ts'
import { versionJob } from './versions.server.ts'

export const policies = {
  name: 'policies',
  routes: policyRoutes,
  migrations: { ...policyMigrations, ...versionMigrations, ...rateMigrations },
  jobs: [issueJob, versionJob],
  recurring: [noticeSweep],
  messages: policyTemplates,
  commands: surrenderCommands,
  onLogin: attachPolicies,
  onSignOutElsewhere: detachPolicies,
  onContactEnded: keepPolicies,
} satisfies ServerFeature
