/**
 * The server side of tuition payments: orders of kind `education`, paid through us and passed on to a school (decision
 * 0082).
 */
import type { ServerFeature } from '../../server/server-feature.ts'
import { formOwnership } from '../orders/door.server.ts'
import { educationClosure } from './account-closure.server.ts'
import { educationPayable, lapseHandler } from './education-payable.server.ts'
import { dueAt, openTuition, tuitionRefundSubject } from './handle-tuition.server.ts'
import { tuitionInvoices } from './school-invoice-checked.server.ts'
import { educationMessages } from './tuition-messages.server.ts'
import { tuitionCommands } from './tuition-commands.server.ts'
import { purgeTuition } from './purge-tuition.server.ts'
import { educationRoutes } from './routes.server.ts'
import { accountClosing } from '../../server/account-closure.ts'
import { payables, refundSubjects } from '../cashier/door.server.ts'

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
