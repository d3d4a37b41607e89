/** Records the signature as an event of the case. */
import { STORAGE_LIMITS } from '../../../../lib/storage-limits.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { writeEvent } from '../../../../server/transition.ts'
import { eventData } from '../case/decision-columns.ts'

/**
 * Called when the person continues or sends: the current signature then counts as given, and becomes one event. Strokes
 * are saved repeatedly while someone signs, each time as another row, so that nothing is lost; those rows are drafts of
 * the signature. Signing anew is another event; after `STORAGE_LIMITS.claimSignings` of them only `sending`, so that
 * nobody fills the store by signing.
 */
export async function recordSigning(
  trx: Trx,
  claim: string,
  { by, at, sending }: { by: string; at: number; sending: boolean },
): Promise<void> {
  const row = await trx
    .selectFrom('claim_signatures')
    .selectAll()
    .where('claim_id', '=', claim)
    .where('void_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return
  const events = await trx
    .selectFrom('events')
    .select('data')
    .where('entity', '=', 'claim')
    .where('entity_id', '=', claim)
    .where('data', 'like', '%"signed"%')
    .execute()
  if (events.length >= STORAGE_LIMITS.claimSignings && !sending) return
  if (events.some((it) => eventData(it.data).signature === row.id)) return
  await writeEvent(trx, {
    entity: 'claim',
    entity_id: claim,
    at,
    by,
    from_status: 'draft',
    to_status: 'draft',
    why: null,
    data: {
      kind: 'signed',
      signature: row.id,
      signedAt: row.at,
      how: row.kind,
      textVersion: row.text_version,
      textLang: row.text_lang,
      textSha256: row.text_sha256,
      device: row.device,
    },
  })
}
