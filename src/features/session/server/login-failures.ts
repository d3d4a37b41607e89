/** Wrong codes: who must wait because of them, and when somebody seems to be guessing on a large scale (decision 0034). */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { newId } from '../../../server/new-id.ts'
import { ALARM_AT_ALL, ALARM_AT_DESTINATION, backoffUntil } from './code-guesses-allowed.ts'
import { SEND_HISTORY_MS } from './when-a-code-may-be-sent.ts'

const HOUR = 3_600_000

/** Seconds that a party must wait after its own wrong codes, 0 when it may try. */
export async function waitAfterFailures(trx: Trx, party: string, now: number): Promise<number> {
  const row = await trx.selectFrom('login_failures').select('until').where('party_mac', '=', party).executeTakeFirst()
  return row && row.until > now ? Math.ceil((row.until - now) / 1000) : 0
}

/** Counts a wrong code of a party. Logs, once, that a destination is being guessed at, and that many are. */
export async function recordWrongCode(
  deps: Deps,
  trx: Trx,
  { party, destination }: { party: string; destination: string },
): Promise<void> {
  const now = deps.clock()
  const earlier = await trx
    .selectFrom('login_failures')
    .select('failures')
    .where('party_mac', '=', party)
    .executeTakeFirst()
  const failures = (earlier?.failures ?? 0) + 1
  const row = { failures, until: backoffUntil(now, failures), at: now }
  await trx
    .insertInto('login_failures')
    .values({ party_mac: party, ...row })
    .onConflict((conflict) => conflict.column('party_mac').doUpdateSet(row))
    .execute()
  await trx.insertInto('login_guesses').values({ id: newId(), destination_mac: destination, at: now }).execute()
  const here = await countWrongCodes(trx, now - SEND_HISTORY_MS, destination)
  if (here === ALARM_AT_DESTINATION) deps.log.warn({ guesses: here }, 'login codes of one destination are guessed at')
  const all = await countWrongCodes(trx, now - HOUR)
  if (all % ALARM_AT_ALL === 0) deps.log.warn({ guesses: all }, 'login codes are guessed at large')
}

async function countWrongCodes(db: Trx | Deps['db'], since: number, destination?: string): Promise<number> {
  const row = await db
    .selectFrom('login_guesses')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('at', '>', since)
    .$if(destination !== undefined, (query) => query.where('destination_mac', '=', destination ?? ''))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export const resetFailures = async (trx: Trx, party: string): Promise<void> => {
  await trx.deleteFrom('login_failures').where('party_mac', '=', party).execute()
}

/** For `health show`: wrong codes in the last hour, and destinations that were guessed at in the last day. */
export async function wrongCodeFigures({ db, clock }: Deps): Promise<Record<string, number>> {
  const now = clock()
  const under = await db
    .selectFrom('login_guesses')
    .select('destination_mac')
    .where('at', '>', now - SEND_HISTORY_MS)
    .groupBy('destination_mac')
    .having((eb) => eb.fn.countAll(), '>=', ALARM_AT_DESTINATION)
    .execute()
  return { wrongCodesLastHour: await countWrongCodes(db, now - HOUR), destinationsGuessedAt: under.length }
}
