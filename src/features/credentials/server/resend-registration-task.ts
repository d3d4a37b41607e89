/**
 * Lists a verification that was rejected for a reason that can be corrected and was not sent again, among the things
 * that wait for its person.
 */
import { MONTH_MS } from './when-registration-may-be-sent.ts'
import type { WaitingPart } from '../../../server/personal-data/waiting-tasks.ts'

export const waitingRegistration: WaitingPart = async (deps, userId) => {
  const last = await deps.db
    .selectFrom('registrations')
    .select(['id', 'status', 'reason', 'decided_at'])
    .where('user_id', '=', userId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (
    last?.status !== 'rejected' ||
    last.reason === 'not_verifiable' ||
    Number(last.decided_at) < deps.clock() - MONTH_MS
  )
    return []
  return [{ kind: 'registration', id: last.id, number: null, amount: null, until: null, path: '/personal/credential' }]
}
