/** The server side of claims. */
import type { ServerFeature } from '../../server/server-feature.ts'
import { claimClosure } from './account-closure.server.ts'
import { claimCommands } from './operator/all-claim-commands.server.ts'
import { documentFiles } from './draft/document-check-result.server.ts'
import { draftRoutes } from './draft/draft-routes.server.ts'
import { eraseJobs, purgeDrafts } from './draft/remind-of-and-delete-drafts.server.ts'
import { purgeClaims } from './purge-claims.server.ts'
import { backfillSummaries } from './case/claim-list-summary.server.ts'
import { backfillSealedText } from './case/sealed-text.server.ts'
import { caseRoutes } from './case/case-routes.server.ts'
import { formHandler } from './documents/claim-form-file.server.ts'
import { continueOnPhoneRoutes } from './draft/continue-on-phone.server.ts'
import { letterHandler } from './documents/decision-letter-file.server.ts'
import { backfillMatchKeys } from './settlement/claimed-before.server.ts'
import { onAccountFigures } from './settlement/payment-on-account.server.ts'
import { draftMessages } from './send-claim-message.server.ts'
import { deadlineJobs } from './case/reminder-and-deadline-jobs.server.ts'
import { caseMessages } from './case/case-messages.server.ts'
import { accountClosing } from '../../server/account-closure.ts'
import { policyClaims } from '../policies/door.server.ts'
import { claimsOnPolicies } from './policy-claims.server.ts'

export const claims = {
  name: 'claims',
  routes: [...draftRoutes, ...continueOnPhoneRoutes, ...caseRoutes],
  start: async (deps) => {
    await backfillSummaries(deps)
    await backfillSealedText(deps)
    await backfillMatchKeys(deps)
  },
  jobs: [...eraseJobs, formHandler, letterHandler],
  incoming: [documentFiles],
  recurring: [purgeDrafts, purgeClaims, ...deadlineJobs],
  messages: { ...draftMessages, ...caseMessages },
  commands: claimCommands,
  hooks: [accountClosing.part(claimClosure), policyClaims.part(claimsOnPolicies)],
  figures: onAccountFigures,
} satisfies ServerFeature
