/**
 * Draws documents whose codes exist and whose files do not: kinds introduced after a policy's issue, and drawings that
 * were interrupted.
 */
import type { Deps } from '../../../../server/dependencies.ts'
import type { Recurring } from '../../../../server/jobs/outbox.ts'
import { drawDocuments, versionsOf } from '../versions/policy-versions.ts'

const EVERY = 10 * 60_000
const BATCH = 50

/**
 * Handles up to one batch of versions and returns how many were drawn; one that cannot be drawn does not stop the
 * others.
 */
export async function drawMissingDocuments(deps: Deps): Promise<number> {
  const missing = await deps.db
    .selectFrom('policy_documents')
    .innerJoin('policies', 'policies.id', 'policy_documents.policy_id')
    .select(['policy_documents.policy_id as id', 'policy_documents.version_number as number'])
    .distinct()
    .where('policy_documents.file_id', 'is', null)
    .where('policies.status', '=', 'issued')
    .orderBy('policy_documents.policy_id')
    .limit(BATCH)
    .execute()
  let drawn = 0
  for (const { id, number } of missing) {
    try {
      await drawVersion(deps, id, number)
      drawn++
    } catch (error) {
      deps.log.error({ policy: id, err: error }, 'documents of a policy not drawn')
    }
  }
  return drawn
}

async function drawVersion(deps: Deps, id: string, number: number): Promise<void> {
  const policy = await deps.db.selectFrom('policies').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const version = (await versionsOf(deps.db, id)).find((it) => it.number === number)
  if (version) await drawDocuments(deps, policy, version)
}

export const missingDocumentsSweep: Recurring = {
  kind: 'policy.documents',
  lane: 'sweeps',
  every: EVERY,
  run: async (deps) => void (await drawMissingDocuments(deps)),
}
