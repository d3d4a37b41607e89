/**
 * The server side of tuition payments: orders of kind `education`, paid through us and passed on to a school (decision
 * 0082).
 */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { formOwnership } from '../../orders/server/door.ts'
import { educationClosure } from './account-closure.ts'
import { educationPayable, lapseHandler } from './education-payable.ts'
import { dueAt, openTuition, tuitionRefundSubject } from './handle-tuition.ts'
import { tuitionInvoices } from './school-invoice-checked.ts'
import { educationMessages } from './tuition-messages.ts'
import { tuitionCommands } from './tuition-commands.ts'
import { purgeTuition } from './purge-tuition.ts'
import { educationRoutes } from './routes.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'
import { payables, refundSubjects } from '../../cashier/server/door.ts'

const HOUR = 3_600_000

export const education = {
  name: 'education',
  routes: educationRoutes,
  jobs: [lapseHandler],
  recurring: [{ kind: 'education.purge', lane: 'sweeps', every: 6 * HOUR, run: purgeTuition }],
  incoming: [tuitionInvoices],
  messages: educationMessages,
  commands: tuitionCommands,
  hooks: [
    accountClosing.part(educationClosure),
    payables.part(educationPayable),
    refundSubjects.part(tuitionRefundSubject),
    ...formOwnership('education_orders'),
  ],
  figures: async (deps) => {
    const now = deps.clock()
    const late = (await openTuition(deps.db)).filter((row) => (dueAt(row) ?? now) < now)
    return {
      tuitionToSend: late.filter((row) => row.status === 'paid').length,
      tuitionUnconfirmed: late.filter((row) => row.status === 'sent').length,
    }
  },
} satisfies ServerFeature
