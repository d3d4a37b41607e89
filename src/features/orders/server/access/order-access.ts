/**
 * Checks on every call that an order belongs to the caller; and computes the keyed hashes by which sealed values are
 * found again.
 */
import type { ExpressionBuilder } from 'kysely'
import { isEmail, isMobile, normaliseEmail, normaliseMobile } from '../../../../lib/people/contact.ts'
import { normaliseIdNumber } from '../../../../lib/people/id-number.ts'
import type { Caller } from '../../../../server/http/caller.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { opensByDevice } from '../../../../server/http/device-access.ts'
import type { Database } from '../../../../server/db/database-rows.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import { attachOpened } from './order-owner.ts'
import type { Answers } from '../../contract.ts'
import { insuredDraft } from '../../rules/check-person-fields.ts'
import { destinationMac } from '../../../../server/keys/destination-mac.ts'
import type { OrderTable } from '../../tables.ts'

/** Sealing context of a consent's destination. */
export const DESTINATION = 'consents.destination'

/** The columns that say who may open an order, or another form that is sent with or without a login. */
type Owned = Pick<OrderTable, 'holder' | 'user_id' | 'updated_at'> & Partial<Pick<OrderTable, 'owned_at'>>

/**
 * The time of a device that made an order counts from its last change, or from when somebody else came to own it:
 * nothing extends it then.
 */
const byDevice = ({ caller, deps }: Pick<Context, 'caller' | 'deps'>, row: Owned): boolean =>
  opensByDevice(caller, deps.clock(), { ...row, since: row.owned_at ?? row.updated_at })

/**
 * Condition that the order belongs to the caller: by their login or, before anybody logged in for the order, by the
 * device that made it (decision 0034).
 */
export const callerOwns = (ctx: Pick<Context, 'caller' | 'deps'>, row: Owned): boolean =>
  (ctx.caller.kind === 'user' && row.user_id === ctx.caller.userId) || byDevice(ctx, row)

/**
 * The caller owns the order only by an address that was typed in it, which may be mistyped: they see what was sent,
 * without whole numbers of IDs, and cannot turn it back into a draft. The device that made it can.
 */
export const ownsByAddress = (ctx: Pick<Context, 'caller' | 'deps'>, row: OrderTable): boolean =>
  ctx.caller.kind === 'user' && row.user_id === ctx.caller.userId && row.owned_by === 'address' && !byDevice(ctx, row)

/** The caller in the form of the columns of `orders`; the instants are those of `deviceAccessSince`. */
export interface OrderOwner {
  user: string | null
  holder: string | null
  unowned: number
  owned: number
}

/**
 * The same as a list of conditions: each is answered by one index, and no order matches two; an empty list for a caller
 * of whom nothing is known.
 */
export const ownedBy =
  ({ user, holder, unowned, owned }: OrderOwner) =>
  (eb: ExpressionBuilder<Database, 'orders'>) => [
    ...(user === null ? [] : [eb('user_id', '=', user)]),
    ...(holder === null
      ? []
      : [
          eb.and([
            eb('holder', '=', holder),
            eb.or([
              eb.and([eb('user_id', 'is', null), eb('updated_at', '>', unowned)]),
              eb(eb.fn.coalesce('owned_at', 'updated_at'), '>', owned),
            ]),
            ...(user === null ? [] : [eb.or([eb('user_id', 'is', null), eb('user_id', '!=', user)])]),
          ]),
        ]),
  ]

/**
 * The caller's order; one of a contact that the session has proven becomes theirs. Refuses `not_found` alike for an
 * unknown id and for somebody else's.
 */
export async function orderForCaller(ctx: Context, id: string): Promise<OrderTable> {
  const row = await ctx.deps.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  const own = row && (callerOwns(ctx, row) ? row : await attachOpened(ctx, row))
  if (!own) throw new Refusal('not_found')
  return own
}

/** The actor's name in events. */
export const actorOf = (caller: Caller): string => (caller.kind === 'user' ? `user:${caller.userId}` : 'holder')

/**
 * The keyed hash of a mobile number or email, the same that logins store, so that an order is found by it without
 * unsealing. `null` for text that is neither.
 */
export function contactMac(deps: Deps, text: string): string | null {
  const [mobile, email] = [normaliseMobile(text), normaliseEmail(text)]
  if (isMobile(mobile)) return destinationMac(deps, mobile)
  return isEmail(email) ? destinationMac(deps, email) : null
}

/** The keyed hash by which a person's ID document is found again. `null` while there is no number. */
export function idMac(deps: Pick<Deps, 'seal'>, type: string, number: string): string | null {
  const plain = normaliseIdNumber(number)
  return type && plain ? deps.seal.mac('person.id', `${type}:${plain}`) : null
}

/** The searchable columns of an order's row. */
export function searchMacs(
  deps: Deps,
  { people }: Answers,
): Pick<OrderTable, 'buyer_mobile_mac' | 'buyer_email_mac' | 'insured_id_mac'> {
  const insured = insuredDraft(people)
  const { mobile, email } = people.policyholder
  return {
    buyer_mobile_mac: mobile ? contactMac(deps, mobile) : null,
    buyer_email_mac: email ? contactMac(deps, email) : null,
    insured_id_mac: idMac(deps, insured.idType, insured.idNumber),
  }
}
