/**
 * What a person agreed to when they logged in: which versions, in which language, when (PIPL art. 14; privacy policy
 * §6).
 */
import { z } from 'zod'
import type { Day } from '../../../lib/days/dates.ts'
import { DEFAULT_LANG, LANGS, type Lang } from '../../../lib/locale.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { writeEvent } from '../../../server/transition.ts'
import { versionsOf } from '../content/load-agreement-versions.ts'

export { versionsOf } from '../content/load-agreement-versions.ts'

/**
 * Records the agreement as an event of the person, once for each set of versions. `pageDay`: the day that the page with
 * the checkbox was built for.
 */
export async function recordAgreement(
  deps: Deps,
  trx: Trx,
  userId: string,
  { lang, pageDay }: { lang: Lang; pageDay: Day | undefined },
): Promise<void> {
  const data = { lang, ...versionsOf(lang, pageDay) }
  const text = JSON.stringify(data)
  const last = await lastAgreement(trx, userId)
  if (last?.data === text) return
  await writeEvent(trx, {
    entity: 'user',
    entity_id: userId,
    at: deps.clock(),
    by: `user:${userId}`,
    to_status: 'agreed',
    why: null,
    data,
  })
}

const lastAgreement = (trx: Trx, userId: string): Promise<{ data: string | null } | undefined> =>
  trx
    .selectFrom('events')
    .select('data')
    .where('entity', '=', 'user')
    .where('entity_id', '=', userId)
    .where('to_status', '=', 'agreed')
    .orderBy('id', 'desc')
    .executeTakeFirst()

const agreedSchema = z.object({ lang: z.enum(LANGS) })

/** The language in which a person last agreed; for messages that no page of theirs causes. */
export async function lastAgreedLang(trx: Trx, userId: string): Promise<Lang> {
  const last = await lastAgreement(trx, userId)
  return last?.data ? agreedSchema.parse(JSON.parse(last.data)).lang : DEFAULT_LANG
}
