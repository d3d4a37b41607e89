/** The server side of policies. */
import type { ServerFeature } from '../../server/server-feature.ts'
import { policyClosure } from './account-closure.server.ts'
import { attachPolicies, detachPolicies, keepPolicies } from './policy-access.server.ts'
import { issueHandler } from './issue-policy.server.ts'
import { missingDocumentsSweep } from './missing-documents.server.ts'
import { noticeSweep } from './cover-begin-and-end-messages.server.ts'
import { dropPolicyFiles, purgePolicies } from './purge-policies.server.ts'
import { policyRoutes } from './routes.server.ts'
import { surrenderCommands } from './surrender/surrender-commands.server.ts'
import { purgeLetters, visaRefusalLetters } from './surrender/visa-refusal-letters.server.ts'
import { policyMessages } from './policy-messages.server.ts'
import { versionHandler } from './policy-versions.server.ts'
import { surrenderRefundSubject } from './surrender/surrender.server.ts'
import { loggedIn, contactEnded, signedOutElsewhere } from '../session/door.server.ts'
import { accountClosing } from '../../server/account-closure.ts'
import { refundSubjects } from '../cashier/door.server.ts'

export const policies = {
  name: 'policies',
  routes: policyRoutes,
  jobs: [issueHandler, versionHandler, dropPolicyFiles],
  recurring: [purgePolicies, noticeSweep, missingDocumentsSweep, purgeLetters],
  incoming: [visaRefusalLetters],
  messages: policyMessages,
  commands: surrenderCommands,
  hooks: [
    loggedIn.part(attachPolicies),
    contactEnded.part(keepPolicies),
    accountClosing.part(policyClosure),
    refundSubjects.part(surrenderRefundSubject),
    signedOutElsewhere.part(detachPolicies),
  ],
} satisfies ServerFeature
