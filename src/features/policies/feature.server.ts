/** The server side of policies. */
import { z } from 'zod'
import type { ServerFeature } from '../../server/feature.ts'
import { attachPolicies, detachPolicies } from './access.server.ts'
import { issueJob } from './issue-policy.server.ts'
import { rateMigrations } from './published-rates.server.ts'
import { policyRoutes } from './routes.server.ts'
import { policyMigrations } from './tables.server.ts'

const issued = z.object({ number: z.string(), plan: z.string(), start: z.string(), end: z.string(), url: z.string() })

export const policies = {
  name: 'policies',
  routes: policyRoutes,
  migrations: { ...policyMigrations, ...rateMigrations },
  jobs: [issueJob],
  messages: { policy_issued: issued, policy_insured: issued },
  onLogin: attachPolicies,
  onSignOutElsewhere: detachPolicies,
} satisfies ServerFeature
