/** The server side of policies. */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { policyClosure } from './account-closure.ts'
import { attachPolicies, detachPolicies, keepPolicies } from './people/policy-access.ts'
import { issueHandler } from './issue-policy.ts'
import { missingDocumentsSweep } from './documents/missing-documents.ts'
import { noticeSweep } from './messages/cover-begin-and-end-messages.ts'
import { dropPolicyFiles, purgePolicies } from './purge-policies.ts'
import { policyRoutes } from './routes.ts'
import { surrenderCommands } from './surrender/surrender-commands.ts'
import { purgeLetters, visaRefusalLetters } from './surrender/visa-refusal-letters.ts'
import { policyMessages } from './messages/policy-messages.ts'
import { versionHandler } from './versions/policy-versions.ts'
import { orderRefundSubject } from './refund-requested-by-buyer.ts'
import { surrenderRefundSubject } from './surrender/surrender.ts'
import { loggedIn, contactEnded, signedOutElsewhere } from '../../session/server/door.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'
import { refundSubjects } from '../../cashier/server/door.ts'

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
    refundSubjects.part(orderRefundSubject),
    signedOutElsewhere.part(detachPolicies),
  ],
} satisfies ServerFeature
