import {
  cancelExtension,
  extendPolicy,
  extensionOffer,
  extensionQuote,
} from '../../../src/features/policies/extension-calls.ts'
import { newId } from '../../../src/server/new-id.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

/** An extension that waits to be paid, as `policy/extend` leaves it. */
async function pending({ server: { deps }, policy }: World): Promise<string> {
  const id = newId()
  const now = deps.clock()
  await deps.write((trx) =>
    trx
      .insertInto('policy_extensions')
      .values({
        id,
        status: 'awaiting_payment',
        version: 1,
        updated_at: now,
        policy_id: policy,
        user_id: 'owner',
        base_version: 1,
        first_day: '2030-01-01',
        ends: '2030-06-30',
        premium_minor: 100,
        currency: 'CNY',
        declaration: null,
        created_at: now,
        expires_at: now + 3_600_000,
      })
      .execute(),
  )
  return id
}

export const rows = [
  row(extensionOffer)({ of: 'record', input: ({ policy: id }) => ({ id }) }),
  row(extensionQuote)({
    of: 'record',
    input: ({ policy: id }) => ({ id, ends: '2020-01-01' }),
    answers: 'end_too_early',
  }),
  row(extendPolicy)({
    of: 'record',
    input: ({ policy: id }) => ({
      id,
      ends: '2020-01-01',
      premium: 100,
      sha256: 'a'.repeat(64),
      answers: {},
      sensitive: true,
    }),
    answers: 'text_changed',
  }),
  row(cancelExtension)({ of: 'record', input: async (world) => ({ id: await pending(world) }) }),
]
