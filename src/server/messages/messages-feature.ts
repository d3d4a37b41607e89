/**
 * What happens after messages are sent: receipts, bounces, figures and the operator's commands. Sending itself belongs
 * to the server.
 */
import { accountClosing, madeWith, type ClosurePart } from '../personal-data/account-closure.ts'
import { dayOf } from '../../lib/days/dates.ts'
import type { ServerFeature } from '../server-feature.ts'
import { registerMailEvents } from './bounces/notify-mail.ts'
import type { Deps } from '../dependencies.ts'
import { deleteCountedMessages } from './count-messages.ts'
import { deleteOldDeliveries } from './delivery-states.ts'
import { messageCommands } from './message-commands.ts'
import { codeMailJob, codeTextJob, mailJob, MESSAGE_JOB_KINDS, textJob, type MessageJob } from './message-jobs.ts'
import { partsOf } from './sms/daily-budget.ts'
import { receiptHandler, registerReceipts } from './sms/receipts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A message that is due for so long waits for whoever should take it. */
const WAITS_LONG = 5 * 60_000

/**
 * Messages that the mail server, or all providers of text messages, did not take at once: those that failed and wait
 * for another attempt, those that wait for a free slot because the others hang, and those of the last hour that failed
 * at least once. An outage shows here with its first attempt.
 */
async function notTaken({ db, clock }: Deps): Promise<{ mails: number; texts: number }> {
  const [since, late] = [clock() - HOUR, clock() - WAITS_LONG]
  const jobs = db
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.countAll().as('n')])
    .where('kind', 'in', MESSAGE_JOB_KINDS)
    .groupBy('kind')
  // Two queries, so that each has its index: finished jobs are kept for a month.
  const waiting = await jobs
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((eb) => eb.or([eb('last_error', 'is not', null), eb('run_at', '<=', late)]))
    .execute()
  const finished = await jobs
    .where('last_error', 'is not', null)
    .where((eb) => eb.or([eb('done_at', '>', since), eb('failed_at', '>', since)]))
    .execute()
  const rows = [...waiting, ...finished]
  const count = (...jobsOf: MessageJob[]) =>
    rows.filter(({ kind }) => jobsOf.some((it) => it.kind === kind)).reduce((sum, { n }) => sum + Number(n), 0)
  return { mails: count(mailJob, codeMailJob), texts: count(textJob, codeTextJob) }
}

/** What was sent to the contacts of an account that is closed. */
const closure: ClosurePart = {
  erase: async (_, trx, { contacts }) => {
    await trx
      .deleteFrom('message_deliveries')
      .where(madeWith(contacts, 'to_mac', 'created_at'))
      .execute()
    await trx
      .deleteFrom('undeliverable_mailboxes')
      .where(madeWith(contacts, 'mac', 'since'))
      .execute()
  },
}

export const messages = {
  name: 'messages',
  jobs: [receiptHandler],
  recurring: [{ kind: 'sweep.messages', lane: 'sweeps', every: DAY, run: deleteOldDeliveries }, deleteCountedMessages],
  raw: async (app, deps) => {
    registerReceipts(app, deps)
    await registerMailEvents(app, deps)
  },
  figures: async (deps) => {
    const { codes, others, held } = await partsOf(deps, dayOf(deps.clock()))
    const since = deps.clock() - DAY
    const { mails, texts } = await notTaken(deps)
    const failed = await deps.db
      .selectFrom('message_deliveries')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('status', '=', 'failed')
      .where('updated_at', '>', since)
      .executeTakeFirst()
    const lost = await deps.db
      .selectFrom('undeliverable_mailboxes')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('since', '>', since)
      .executeTakeFirst()
    return {
      textMessagesToday: codes + others,
      textMessagesHeldToday: held,
      mailsNotTakenLastHour: mails,
      textMessagesNotTakenLastHour: texts,
      messagesFailedLastDay: Number(failed?.n ?? 0),
      mailboxesLostLastDay: Number(lost?.n ?? 0),
    }
  },
  hooks: [accountClosing.part(closure)],
  commands: messageCommands,
} satisfies ServerFeature
