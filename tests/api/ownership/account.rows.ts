import { randomBytes } from 'node:crypto'
import {
  chooseNotice,
  dataExports,
  exportFile,
  myInformation,
  openExport,
  requestExport,
  sendAccountCode,
  signOutDevice,
} from '../../../src/features/account/contract.ts'
import { createSession, hashToken } from '../../../src/features/session/server/sessions.ts'
import { newId } from '../../../src/server/new-id.ts'
import { accountClosure, closeAccount, keepAccount } from '../../../src/features/account/closure-calls.ts'
import { givenConsents, withdrawConsent } from '../../../src/features/account/consent-calls.ts'
import { waitingTasks } from '../../../src/features/account/waiting-tasks-call.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

/** A copy of the owner's data that is ready and was opened with a code already. */
async function openedExport({ server: { deps }, ownerId }: World): Promise<{ id: string; ticket: string }> {
  const [id, now, ticket] = [newId(), deps.clock(), randomBytes(32).toString('base64url')]
  await deps.files.put(
    (async function* () {
      yield Buffer.from('PK')
    })(),
    { owner: `export:${id}`, name: 'youfang-data.zip', mime: 'application/zip' },
    {
      also: async (trx, file) =>
        void (await trx
          .insertInto('data_exports')
          .values({
            id,
            status: 'ready',
            version: 2,
            updated_at: now,
            user_id: ownerId,
            lang: 'en',
            requested_at: now - 86_400_000,
            ready_at: now,
            expires_at: now + 86_400_000 * 365,
            file_id: file.id,
            ticket_hash: hashToken(ticket),
            ticket_until: now + 86_400_000,
          })
          .execute()),
    },
  )
  return { id, ticket }
}

export const rows = [
  row(myInformation)({ of: 'caller', input: () => ({}) }),
  row(waitingTasks)({ of: 'caller', input: () => ({}) }),
  row(signOutDevice)({
    of: 'record',
    input: ({ server: { deps }, ownerId }) =>
      deps.write(async (trx) => ({ id: (await createSession(deps, trx, ownerId)).id })),
  }),
  row(givenConsents)({ of: 'caller', input: () => ({}) }),
  row(withdrawConsent)({ of: 'record', input: async (world) => ({ id: `claim:${await world.newClaim()}` }) }),
  row(chooseNotice)({ of: 'caller', input: () => ({ kind: 'reminders', way: 'email' }) }),
  row(dataExports)({ of: 'caller', input: () => ({}) }),
  row(requestExport)({ of: 'caller', input: () => ({}) }),
  // No code was requested: a caller who may not know of the copy reads that there is none, its owner that there is no
  // code.
  row(openExport)({
    of: 'record',
    input: async (world) => ({ id: (await openedExport(world)).id, channel: 'email', code: '123456' }),
    answers: 'code_expired',
  }),
  row(sendAccountCode)({ of: 'caller', input: () => ({ purpose: 'export', channel: 'email' }) }),
  row(accountClosure)({ of: 'caller', input: () => ({}) }),
  // A policy in force is no obstacle, and nobody asked for a code.
  row(closeAccount)({
    of: 'caller',
    answers: 'code_expired',
    input: () => ({ channel: 'email', code: '000000', agreed: true }),
  }),
  row(keepAccount)({ of: 'caller', input: () => ({}) }),
  row(exportFile)({ of: 'record', input: openedExport }),
]
