/**
 * Withdraws a consent for a person who wrote to us (privacy policy §10): unfinished things that depend on it end.
 * Finished ones stay, and so does what the law requires us to keep.
 */
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { writeEvent } from '../../../server/transition.ts'
import { eraseDraft, withdraw } from '../../claims/server/door.ts'
import { reject, revoke } from '../../credentials/server/door.ts'
import { endWithoutConsent } from '../../orders/server/door.ts'

/** What a consent was given for. */
export const CONSENTS = ['application', 'claim', 'verification'] as const
export type ConsentPurpose = (typeof CONSENTS)[number]

interface Decider {
  by: string
  why: string
}

/** Prints a line for the operator; a failure in one thing does not stop the others. */
async function tried(what: string, act: () => Promise<unknown>): Promise<string> {
  try {
    await act()
    return `${what}: ended`
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `${what}: stays, ${error.code}`
  }
}

async function endApplications(deps: Deps, userId: string, decider: Decider): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('user_id', '=', userId)
    .where('status', 'in', ['created', 'awaiting_payment', 'under_review'])
    .orderBy('id')
    .execute()
  const lines = []
  for (const { id, status } of rows)
    lines.push(await tried(`application ${id} (${status})`, () => endWithoutConsent(deps, id, decider)))
  return lines
}

/** Drafts, and claims that were sent and are not decided. */
export const UNDECIDED = [
  'draft',
  'submitted',
  'registered',
  'in_review',
  'supplement_required',
  'supplement_submitted',
] as const

async function endClaims(deps: Deps, userId: string, { by, why }: Decider): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('claims')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', UNDECIDED)
    .orderBy('id')
    .execute()
  const lines = []
  for (const row of rows) {
    if (row.status === 'draft')
      lines.push(
        await tried(`draft of a claim ${row.id}`, () =>
          deps.write((trx) => eraseDraft(deps, trx, row, { by, kind: 'discarded' })),
        ),
      )
    else lines.push(await tried(`claim ${row.case_number ?? row.id}`, () => withdraw(deps, { id: row.id, by, why })))
  }
  return lines
}

async function endVerifications(deps: Deps, userId: string, decider: Decider): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('registrations')
    .select(['id', 'status'])
    .where('user_id', '=', userId)
    .where('status', 'in', ['submitted', 'approved'])
    .orderBy('id')
    .execute()
  const lines = []
  for (const { id, status } of rows) {
    lines.push(
      await tried(`verification ${id} (${status})`, () =>
        deps.write((trx) =>
          status === 'approved' ? revoke(deps, trx, id, decider) : reject(deps, trx, id, 'not_verifiable', decider),
        ),
      ),
    )
  }
  return lines
}

const END: Record<ConsentPurpose, typeof endClaims> = {
  application: endApplications,
  claim: endClaims,
  verification: endVerifications,
}

/** Ends what depends on the consent, and records the withdrawal. */
export async function withdrawConsent(
  deps: Deps,
  userId: string,
  purpose: ConsentPurpose,
  decider: Decider,
): Promise<string[]> {
  const lines = await END[purpose](deps, userId, decider)
  await deps.write((trx) =>
    writeEvent(trx, {
      entity: 'user',
      entity_id: userId,
      at: deps.clock(),
      by: decider.by,
      to_status: 'consent_withdrawn',
      why: decider.why,
      data: { purpose, ended: lines.length },
    }),
  )
  return lines
}
