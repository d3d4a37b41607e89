import {
  changeContact,
  confirmContact,
  confirmReach,
  contactInformation,
  dropContact,
  lookAtUndo,
  sendConfirmation,
  sendContactCode,
  sendReachCode,
  undoByLink,
  undoContactChange,
} from '../../../src/features/account/contact-calls.ts'
import { changesOf, putContact } from '../../../src/features/session/server/contacts/contact-changes.ts'
import { findOrCreateUser } from '../../../src/features/session/server/sessions.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

const WHY = 'the code of the message is the proof'

/** A change of the owner's mobile number, or of a separate account's for calls that end sessions. */
async function changed({ server: { deps } }: World, userId: string): Promise<string> {
  return deps.write(async (trx) => {
    const serial = String(await countChanges(trx)).padStart(8, '0')
    await putContact(deps, trx, userId, `139${serial}`, { by: 'operator:test', lang: 'en' })
    return (await changesOf(trx, userId)).at(-1)?.id ?? ''
  })
}
const countChanges = async (trx: Parameters<typeof changesOf>[0]): Promise<number> =>
  (await trx.selectFrom('contact_changes').select('id').execute()).length

/** The code of a link that was sent for somebody's change. */
async function linkOf(world: World): Promise<{ code: string }> {
  const { deps, drain } = world.server
  const email = `${world.key()}@example.com`
  await changed(world, (await deps.write((trx) => findOrCreateUser(deps, trx, email))).id)
  await drain()
  const { text } = await deps.db
    .selectFrom('messages')
    .select('text')
    .where('to', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { code: /undo\?code=([\w-]+)/.exec(text)?.[1] ?? '' }
}

export const rows = [
  row(contactInformation)({ of: 'caller', input: () => ({}) }),
  row(sendConfirmation)({
    of: 'caller',
    input: (world) => {
      world.server.advance(61_000)
      return { channel: 'email' }
    },
  }),
  row(confirmContact)({
    of: 'caller',
    answers: 'code_expired',
    input: (world) => {
      world.server.advance(600_000)
      return { channel: 'email', code: '000000' }
    },
  }),
  row(sendReachCode)({
    of: 'caller',
    input: (world) => {
      world.server.advance(61_000)
      return {}
    },
  }),
  row(confirmReach)({
    of: 'caller',
    answers: 'code_expired',
    input: (world) => {
      world.server.advance(600_000)
      return { code: '000000' }
    },
  }),
  row(sendContactCode)({
    of: 'caller',
    answers: 'confirm_first',
    input: (world) => ({ destination: `${world.key()}@example.com` }),
  }),
  row(changeContact)({
    of: 'caller',
    answers: 'confirm_first',
    input: (world) => ({ destination: `${world.key()}@example.com`, code: '000000' }),
  }),
  row(dropContact)({ of: 'caller', answers: 'confirm_first', input: () => ({ channel: 'mobile' }) }),
  row(undoContactChange)({ of: 'record', input: async (world) => ({ id: await changed(world, world.ownerId) }) }),
  row(lookAtUndo)({ of: 'anyone', why: WHY, input: linkOf }),
  row(undoByLink)({ of: 'anyone', why: WHY, input: linkOf }),
]
