/** Closing an account: its consequences, the request, taking it back. Carried out in close-accounts.ts. */
import type { z } from 'zod'
import { dayOf, formatInstant } from '../../../../lib/days/dates.ts'
import { localPath, type Lang } from '../../../../lib/locale.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { SITE } from '../../../../lib/site.ts'
import { Refusal, type UserContext } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { Message, Vars } from '../../../../server/messages/define-message.ts'
import { accountMessages } from '../export-and-closure-messages.ts'
import { newId } from '../../../../server/new-id.ts'
import { recordCreation, tryTransition } from '../../../../server/transition.ts'
import { destinationOf, heldContacts } from '../../../session/server/door.ts'
import { accountContacts, checkAccountCode } from '../account-codes.ts'
import type { closeAccount, Closure } from '../../closure-calls.ts'
import type { AccountClosureTable } from '../../tables.ts'
import { closesAt, closureMachine } from './closure-states.ts'
import { closingPerson, obstaclesOf } from './obstacles.ts'
import { accountClosing } from '../../../../server/personal-data/account-closure.ts'

type Db = Deps['db'] | Trx
const DAY = 86_400_000

export const scheduledClosure = (db: Db, userId: string): Promise<AccountClosureTable | undefined> =>
  db
    .selectFrom('account_closures')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'scheduled')
    .executeTakeFirst()

const dueAt = async (deps: Deps, db: Db, userId: string): Promise<number> =>
  closesAt(deps.clock(), await undoableUntil(db, userId, deps.clock()))

/** Until when changes of the account's contacts can be undone, ms: it is not closed before. */
export async function undoableUntil(db: Db, userId: string, now: number): Promise<number[]> {
  const given = (await heldContacts(db, userId, now)).flatMap(({ ended_at: at }) => (at === null ? [] : [at]))
  const changes = await db
    .selectFrom('contact_changes')
    .select('undo_until')
    .where('user_id', '=', userId)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now)
    .execute()
  return [...given, ...changes.map((it) => it.undo_until)]
}

export async function closureOf({ deps, caller: { userId } }: UserContext): Promise<Closure> {
  const person = await closingPerson(deps.db, userId, deps.clock())
  const scheduled = await scheduledClosure(deps.db, userId)
  const kept = []
  for (const part of accountClosing.all(deps)) kept.push(...((await part.kept?.(deps, deps.db, person)) ?? []))
  const at = scheduled
    ? Math.max(scheduled.closes_at, ...(await undoableUntil(deps.db, userId, deps.clock())))
    : await dueAt(deps, deps.db, userId)
  return {
    scheduled: scheduled ? { askedAt: scheduled.asked_at, closesAt: at } : null,
    closesAt: at,
    obstacles: await obstaclesOf(deps, deps.db, person),
    kept,
    signInsUntil: dayOf(at + LIMITS.signInRecordDays * DAY),
    contacts: await accountContacts(deps, userId),
  }
}

export async function askToClose(
  ctx: UserContext,
  { channel, code }: z.output<(typeof closeAccount)['input']>,
): Promise<Closure> {
  const {
    deps,
    lang,
    caller: { userId },
  } = ctx
  if (await scheduledClosure(deps.db, userId)) return closureOf(ctx)
  if ((await obstaclesOf(deps, deps.db, await closingPerson(deps.db, userId, deps.clock()))).length > 0)
    throw new Refusal<typeof closeAccount>('obstacles')
  await checkAccountCode(ctx, { purpose: 'close', channel, code }, (trx) =>
    scheduleClosure(deps, trx, userId, { by: `user:${userId}`, lang }),
  )
  return closureOf(ctx)
}

interface Act {
  by: string
  why?: string
  lang: Lang
}

/** Schedules it and tells every contact that signs in. False where it is scheduled already. */
export async function scheduleClosure(deps: Deps, trx: Trx, userId: string, { by, why, lang }: Act): Promise<boolean> {
  await lockFor(trx, `closure:${userId}`)
  if (await scheduledClosure(trx, userId)) return false
  const [id, now, at] = [newId(), deps.clock(), await dueAt(deps, trx, userId)]
  await trx
    .insertInto('account_closures')
    .values({
      id,
      status: 'scheduled',
      version: 1,
      updated_at: now,
      user_id: userId,
      lang,
      asked_at: now,
      closes_at: at,
    })
    .execute()
  await recordCreation(trx, { machine: closureMachine, id, status: 'scheduled', by, at: now, ...(why ? { why } : {}) })
  await tellContacts(deps, trx, {
    userId,
    lang,
    id,
    message: accountMessages.account_closing,
    vars: { at: formatInstant(at, lang), url: mineUrl(deps, lang), phone: SITE[lang].phone },
  })
  return true
}

/** False where there was no request. */
export async function takeBackClosure(deps: Deps, trx: Trx, userId: string, { by, why, lang }: Act): Promise<boolean> {
  const row = await scheduledClosure(trx, userId)
  const moved =
    row &&
    (await tryTransition(trx, {
      machine: closureMachine,
      id: row.id,
      to: 'taken_back',
      by,
      at: deps.clock(),
      ...(why ? { why } : {}),
    }))
  if (!row || !moved) return false
  await tellContacts(deps, trx, {
    userId,
    lang,
    id: row.id,
    message: accountMessages.account_kept,
    vars: { url: mineUrl(deps, lang), phone: SITE[lang].phone },
  })
  return true
}

export async function keepOwnAccount(ctx: UserContext): Promise<Closure> {
  const {
    deps,
    lang,
    caller: { userId },
  } = ctx
  await deps.write((trx) => takeBackClosure(deps, trx, userId, { by: `user:${userId}`, lang }))
  return closureOf(ctx)
}

export const mineUrl = (deps: Deps, lang: Lang): string =>
  `${deps.config.siteUrl}${localPath(lang, '/personal/mine')}#close`

interface Told<V extends string> {
  userId: string
  lang: Lang
  id: string
  message: Message<V>
  vars: Vars<V>
}

/** Tells each contact that signs in, including those being given up: one of them may be the owner's. */
export async function tellContacts<V extends string>(
  deps: Deps,
  trx: Trx,
  { userId, lang, id, message, vars }: Told<V>,
): Promise<void> {
  for (const contact of await heldContacts(trx, userId, deps.clock()))
    await deps.messages.send(trx, message, {
      to: destinationOf(deps, contact),
      lang,
      vars,
      key: `${message.name}:${id}:${contact.id}`,
    })
}
