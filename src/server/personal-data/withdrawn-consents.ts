/**
 * Which consents a person has withdrawn on the site; each is an event of the person
 * (`account/server/given-consents.ts`).
 */
import { z } from 'zod'
import type { Deps } from '../dependencies.ts'

const withdrawal = z.object({ consent: z.string() }).catch({ consent: '' })

/** `kind`: what was agreed to. `of`: id of what it was given for. */
export const consentId = (kind: string, of: string): string => `${kind}:${of}`

/** When, by consent (`consentId`). */
export async function withdrawnConsents(db: Deps['db'], userId: string): Promise<Map<string, number>> {
  const events = await db
    .selectFrom('events')
    .select(['data', 'at'])
    .where('entity', '=', 'user')
    .where('entity_id', '=', userId)
    .where('to_status', '=', 'consent_withdrawn')
    .execute()
  return new Map(events.map(({ data, at }) => [withdrawal.parse(JSON.parse(data ?? '{}')).consent, at]))
}
