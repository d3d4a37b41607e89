/** Receives, stores and deletes what readers say about a text (decision 0031). */
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { networkOf } from '../../../server/http/network-address.ts'
import type { Recurring } from '../../../server/jobs/outbox.ts'
import { handle, Refusal, type Context, type Route } from '../../../server/http/call-handlers.ts'
import { RateLimit } from '../../../server/http/rate-limit.ts'
import { textSchema } from '../../../server/keys/seal.ts'
import { sendFeedback, type FeedbackKind } from '../contract.ts'
import { entryExists } from '../content/entry-exists.ts'

const DAY = 86_400_000
/** Answers in a quarter of an hour from one address: enough for a reader, and for a dormitory behind one address. */
export const FEEDBACK_PER_ADDRESS = 30
const FEEDBACK_PER_NETWORK = 300
const WINDOW_MS = 15 * 60_000
const TEXT = 'reading_feedback.text'

interface Counted {
  address: RateLimit
  prefix: RateLimit
}
const limitsByServer = new WeakMap<Deps, Counted>()

function limit(deps: Deps, ip: string): void {
  const counted = limitsByServer.get(deps) ?? {
    address: new RateLimit(FEEDBACK_PER_ADDRESS, WINDOW_MS),
    prefix: new RateLimit(FEEDBACK_PER_NETWORK, WINDOW_MS),
  }
  limitsByServer.set(deps, counted)
  const { address, prefix } = networkOf(ip)
  const retryAfter =
    counted.address.secondsToWait(address, deps.clock()) || counted.prefix.secondsToWait(prefix, deps.clock())
  if (retryAfter > 0) throw new Refusal('too_many', { retryAfter })
}

/**
 * A device's answer counts once for an entry, whatever the language; without its secret, the login identifies the
 * reader.
 */
function readerKey({ deps, caller }: Context, kind: FeedbackKind, slug: string): string {
  const who = caller.kind === 'user' ? (caller.holder ?? caller.userId) : caller.kind === 'holder' ? caller.holder : ''
  return deps.seal.mac('reading.voice', JSON.stringify([who, kind, slug]))
}

export const feedbackRoute: Route = handle(sendFeedback, async ({ kind, slug, helpful, reason, text }, ctx) => {
  const { deps, lang } = ctx
  limit(deps, ctx.ip)
  if (!entryExists(kind, lang, slug)) throw new Refusal('not_found')
  const voice = readerKey(ctx, kind, slug)
  const said = {
    lang,
    helpful: helpful ? 1 : 0,
    reason: reason ?? null,
    text: text === '' ? null : deps.seal.seal(TEXT, text),
    updated_at: deps.clock(),
  }
  return deps.write(async (trx) => {
    const earlier = await trx
      .selectFrom('reading_feedback')
      .select('voice')
      .where('voice', '=', voice)
      .executeTakeFirst()
    await trx
      .insertInto('reading_feedback')
      .values({ voice, kind, slug, ...said })
      .onConflict((conflict) => conflict.column('voice').doUpdateSet(said))
      .execute()
    return { again: earlier !== undefined }
  })
})

export const openText = (deps: Deps, sealed: string): string => deps.seal.open(TEXT, textSchema, sealed)

/** Answers older than a year are about an earlier version of the text. */
export const deleteOldFeedback: Recurring = {
  kind: 'info.sweep',
  lane: 'sweeps',
  every: DAY,
  run: async ({ write, clock }) => {
    await write((trx) =>
      trx
        .deleteFrom('reading_feedback')
        .where('updated_at', '<=', clock() - LIMITS.feedbackDays * DAY)
        .execute(),
    )
  },
}
