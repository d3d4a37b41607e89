/** The server side of overseas insurance: applications that are passed on (decision 0075). */
import { handle } from '../../../server/http/call-handlers.ts'
import type { ServerFeature } from '../../../server/server-feature.ts'
import { formOwnership } from '../../orders/server/door.ts'
import { overseasClosure } from './account-closure.ts'
import { insurerReminderAt, referBy } from './when-application-is-due.ts'
import { applicationViews, apply, openApplications, untoldWithdrawals, withdraw } from './submit-application.ts'
import { applyOverseas, listApplications, withdrawApplication } from '../contract.ts'
import { overseasMessages } from './application-messages.ts'
import { overseasCommands } from './application-commands.ts'
import { purgeApplications } from './purge-applications.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'

const HOUR = 3_600_000

export const overseas = {
  name: 'overseas',
  routes: [
    handle(applyOverseas, async (input, ctx) => ({ id: await apply(ctx, input) })),
    handle(listApplications, async (_, ctx) => ({ applications: await applicationViews(ctx) })),
    handle(withdrawApplication, async ({ id }, ctx) => {
      await withdraw(ctx, id)
      return { applications: await applicationViews(ctx) }
    }),
  ],
  recurring: [{ kind: 'overseas.purge', lane: 'sweeps', every: 6 * HOUR, run: purgeApplications }],
  messages: overseasMessages,
  commands: overseasCommands,
  hooks: [accountClosing.part(overseasClosure), ...formOwnership('overseas_applications')],
  figures: async (deps) => {
    const now = deps.clock()
    const rows = await openApplications(deps.db)
    const late = (referred: boolean): number =>
      rows.filter(
        (row) =>
          (row.referred_at !== null) === referred &&
          (referred ? insurerReminderAt(Number(row.referred_at)) : referBy(row.submitted_at)) < now,
      ).length
    return {
      overdueReferrals: late(false),
      unansweredReferrals: late(true),
      referralsToRecall: (await untoldWithdrawals(deps.db)).length,
    }
  },
} satisfies ServerFeature
