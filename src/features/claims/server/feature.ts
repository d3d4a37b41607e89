/** The server side of claims. */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { claimClosure } from './account-closure.ts'
import { claimCommands } from './operator/all-claim-commands.ts'
import { documentFiles } from './draft/document-check-result.ts'
import { draftRoutes } from './draft/draft-routes.ts'
import { eraseJobs, purgeDrafts } from './draft/remind-of-and-delete-drafts.ts'
import { purgeClaims } from './purge-claims.ts'
import { backfillSummaries } from './case/claim-list-summary.ts'
import { backfillSealedText } from './case/sealed-text.ts'
import { caseRoutes } from './case/case-routes.ts'
import { formHandler } from './documents/claim-form-file.ts'
import { continueOnPhoneRoutes } from './draft/continue-on-phone.ts'
import { letterHandler } from './documents/decision-letter-file.ts'
import { backfillMatchKeys } from './settlement/claimed-before.ts'
import { onAccountFigures } from './settlement/payment-on-account.ts'
import { draftMessages } from './send-claim-message.ts'
import { deadlineJobs } from './case/reminder-and-deadline-jobs.ts'
import { caseMessages } from './case/case-messages.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'
import { policyClaims } from '../../policies/server/door.ts'
import { claimsOnPolicies } from './policy-claims.ts'

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
