/** The server side of the account: the person's data, their sessions, and how they get messages. */
import { handle, handleFile, Refusal, type UserContext } from '../../../server/http/call-handlers.ts'
import type { ServerFeature } from '../../../server/server-feature.ts'
import { revokeSessionById, loggedIn } from '../../session/server/door.ts'
import { sendCodeTo } from './account-codes.ts'
import { accountClosure, closeAccount, keepAccount } from '../closure-calls.ts'
import { accountPart, closeDueAccounts, deleteClosedAccounts } from './closure/close-accounts.ts'
import { closureCommands } from './closure/closure-commands.ts'
import { askToClose, closureOf, keepOwnAccount, scheduledClosure } from './closure/schedule-closure.ts'
import { givenConsents, withdrawConsent } from '../consent-calls.ts'
import { contactRoutes } from './contact-routes.ts'
import {
  chooseNotice,
  dataExports,
  exportFile,
  myInformation,
  openExport,
  requestExport,
  sendAccountCode,
  signOutDevice,
} from '../contract.ts'
import {
  archiveFile,
  askForExport,
  deleteOldExports,
  dropFilesHandler,
  exportsOf,
  makeExport,
  openByCode,
} from './export/data-exports.ts'
import { consentsGiven, withdrawOne } from './given-consents.ts'
import { devicesOf, informationOf } from './my-information.ts'
import { messageDestination } from './message-destination.ts'
import { accountMessages } from './export-and-closure-messages.ts'
import { noticesOf, saveNotice } from './stored-message-preferences.ts'
import { registerOneClick, takeOverUnsubscribed, unsubscribeRoutes } from './unsubscribe.ts'
import { waitingTasks } from '../waiting-tasks-call.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'
import { openTasks, type WaitingPart } from '../../../server/personal-data/waiting-tasks.ts'
import type { Output } from '../../../lib/contract.ts'

/** Further ones are on the pages that these link to. */
const MOST = 50

/** Everything that waits for a person besides orders and claims: collected from the features, earliest deadline first. */
async function tasksOf({ deps, caller: { userId } }: UserContext): Promise<Output<typeof waitingTasks>> {
  const found = (await Promise.all(openTasks.all(deps).map((part) => part(deps, userId)))).flat()
  const end = ({ until }: { until: number | null }): number => until ?? Infinity
  return { tasks: found.sort((a, b) => (end(a) === end(b) ? 0 : end(a) - end(b))).slice(0, MOST) }
}

/** The account's own item: it is going to be closed. */
const waitingClosure: WaitingPart = async (deps, userId) => {
  const closure = await scheduledClosure(deps.db, userId)
  return closure
    ? [
        {
          kind: 'closing',
          id: closure.id,
          number: null,
          amount: null,
          until: closure.closes_at,
          path: '/personal/mine#close',
        },
      ]
    : []
}

export const account = {
  name: 'account',
  routes: [
    handle(myInformation, (_, ctx) => informationOf(ctx)),
    handle(waitingTasks, (_, ctx) => tasksOf(ctx)),

    handle(signOutDevice, async ({ id }, ctx) => {
      const { deps, caller } = ctx
      const done =
        id !== caller.sessionId && (await deps.write((trx) => revokeSessionById(deps, trx, caller.userId, id)))
      if (!done) throw new Refusal('not_found')
      return { devices: await devicesOf(ctx) }
    }),

    handle(chooseNotice, async (choice, { deps, caller }) => {
      await saveNotice(deps, caller.userId, choice)
      return { notices: await noticesOf(deps, caller.userId) }
    }),
    handle(givenConsents, (_, { deps, lang, caller }) => consentsGiven({ deps, lang, userId: caller.userId })),
    handle(withdrawConsent, ({ id }, ctx) => withdrawOne(ctx, id)),
    ...contactRoutes,
    ...unsubscribeRoutes,

    handle(dataExports, (_, ctx) => exportsOf(ctx)),
    handle(requestExport, (_, ctx) => askForExport(ctx)),
    handle(sendAccountCode, (of, ctx) => sendCodeTo(ctx, of)),
    handle(openExport, (by, ctx) => openByCode(ctx, by)),
    handleFile(exportFile, (by, ctx) => archiveFile(ctx, by)),

    handle(accountClosure, (_, ctx) => closureOf(ctx)),
    handle(closeAccount, (by, ctx) => askToClose(ctx, by)),
    handle(keepAccount, (_, ctx) => keepOwnAccount(ctx)),
  ],
  messageDestination,
  raw: registerOneClick,
  hooks: [loggedIn.part(takeOverUnsubscribed), accountClosing.part(accountPart), openTasks.part(waitingClosure)],
  messages: accountMessages,
  jobs: [makeExport, dropFilesHandler],
  recurring: [deleteOldExports, closeDueAccounts, deleteClosedAccounts],
  commands: closureCommands,
} satisfies ServerFeature
