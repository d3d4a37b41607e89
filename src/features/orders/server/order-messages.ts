/** Messages about an order, to its buyer: by mail, or by text message where there is no address. */
import { isEmail, isMobile, normaliseEmail, normaliseMobile } from '../../../lib/people/contact.ts'
import { formatDay } from '../../../lib/days/dates.ts'
import { localPath } from '../../../lib/locale.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { MessageLimitName } from '../../../server/messages/message-limits.ts'
import {
  defineMessages,
  withMore,
  type AnyMessage,
  type Message,
  type MoreVars,
} from '../../../server/messages/define-message.ts'
import type { MessageCause } from '../../../server/service-interfaces.ts'
import { methodUnderWay } from '../../cashier/server/door.ts'
import { inUseAmong } from '../../session/server/door.ts'
import { contactMac } from './access/order-access.ts'
import { planNames } from './draft/catalogue.ts'
import { checkstandPath, orderPath, type Answers } from '../contract.ts'
import { insuredInWords } from '../rules/check-person-fields.ts'
import type { OrderTable } from '../tables.ts'
import { langOf } from './order-columns.ts'
import { planPayableRef } from './payable-refs.ts'

/** Values of every message about an order. */
const base = ['order', 'plan', 'insured', 'start', 'end', 'url'] as const
type OrderVar = (typeof base)[number]

export const orderMessages = defineMessages({
  /** To the buyer: the way back to a draft. */
  order_link: { kind: 'direct', limit: 'typed', vars: ['plan', 'to', 'url'] },
  /** To the student: the link to the consent page. */
  order_consent: { kind: 'direct', limit: 'consent', vars: ['policyholder', 'insured', 'plan', 'url', 'days'] },
  order_consent_agreed: { kind: 'orders', limit: 'typed', vars: base },
  order_consent_refused: { kind: 'orders', limit: 'typed', vars: base },
  order_submitted: { kind: 'orders', limit: 'typed', vars: [...base, 'premium', 'until'] },
  /** A school pays, so the student need do nothing. */
  order_submitted_school: { kind: 'orders', limit: 'typed', vars: [...base, 'school'] },
  order_under_review: { kind: 'orders', limit: 'typed', vars: [...base, 'days'] },
  order_review_passed: { kind: 'orders', limit: 'service', vars: [...base, 'why', 'declared'] },
  order_review_declined: { kind: 'orders', limit: 'service', vars: [...base, 'why'] },
  order_payment_failed: { kind: 'orders', limit: 'typed', vars: [...base, 'amount', 'method', 'until'] },
  order_expired: { kind: 'orders', limit: 'followUp', vars: base },
  order_cancelled: { kind: 'orders', limit: 'typed', vars: base },
  /** It leaves a school's payment: whatever was paid for it goes back to the school. */
  order_cancelled_school: { kind: 'orders', limit: 'typed', vars: [...base, 'school'] },
  /** The same while a payment is under way: whether money was taken is not known yet. */
  order_expired_unconfirmed: { kind: 'orders', limit: 'followUp', vars: [...base, 'method'] },
  order_cancelled_unconfirmed: { kind: 'orders', limit: 'typed', vars: [...base, 'method'] },
  /** Money came when the order was closed: it is refunded, and nobody is insured. */
  order_paid_late: { kind: 'orders', limit: 'service', vars: base },
  order_consent_withdrawn: { kind: 'orders', limit: 'followUp', vars: base },
  order_issue_failed: { kind: 'orders', limit: 'service', vars: base },
})
/** Messages that ask for a payment lead to the page with its methods. */
const ASKS_FOR_PAYMENT: readonly AnyMessage[] = [orderMessages.order_submitted, orderMessages.order_payment_failed]

/**
 * What an applicant causes, like everything that follows from a request: whoever typed the address can have these sent
 * again and again.
 */
const BY_APPLICANT: readonly AnyMessage[] = [
  orderMessages.order_submitted,
  orderMessages.order_submitted_school,
  orderMessages.order_under_review,
  orderMessages.order_payment_failed,
  orderMessages.order_consent_agreed,
  orderMessages.order_consent_refused,
]

/**
 * Tells the buyer that an unpaid order has closed. A payment that is still under way may yet bring money, so its
 * message does not say that there was no charge.
 */
export async function notifyClosed(
  deps: Deps,
  trx: Trx,
  row: OrderTable,
  answers: Answers,
  closed: 'expired' | 'cancelled',
  ip?: string,
): Promise<void> {
  const method = await methodUnderWay(trx, planPayableRef(row.id))
  if (method === undefined) {
    const message = closed === 'expired' ? orderMessages.order_expired : orderMessages.order_cancelled
    await notifyBuyer(deps, trx, row, answers, message, {}, ip)
  } else {
    const message =
      closed === 'expired' ? orderMessages.order_expired_unconfirmed : orderMessages.order_cancelled_unconfirmed
    const bank = deps.words(langOf(row), `cashier:bankOf.${method}`)
    await notifyBuyer(deps, trx, row, answers, message, { method: bank }, ip)
  }
}

/** Has somebody who logged in for the order proven this address? Anybody can type anybody's address. */
async function isProven(deps: Deps, trx: Trx, row: OrderTable, to: string): Promise<boolean> {
  const mac = contactMac(deps, to)
  if (row.user_id === null || mac === null) return false
  const user = await trx
    .selectFrom('users')
    .select(['mobile_mac', 'email_mac'])
    .where('id', '=', row.user_id)
    .executeTakeFirst()
  return user?.email_mac === mac || user?.mobile_mac === mac
}

/** The email address if there is one, else the mobile number; '' while neither is valid yet. */
function contactOf({ people: { policyholder } }: Answers): string {
  const [email, mobile] = [normaliseEmail(policyholder.email), normaliseMobile(policyholder.mobile)]
  return isEmail(email) ? email : isMobile(mobile) ? mobile : ''
}

/**
 * Does the address belong to a customer: was an order of it paid, or does it sign somebody in? `here`: with this
 * order's device or login, which is therefore no stranger's. Elsewhere anybody can type a customer's address.
 */
async function customerAt(
  deps: Deps,
  trx: Trx,
  row: OrderTable,
  to: string,
): Promise<'here' | 'elsewhere' | undefined> {
  const mac = contactMac(deps, to)
  if (mac === null) return undefined
  const paid = await trx
    .selectFrom('orders')
    .select(['holder', 'user_id'])
    .where((eb) => eb.or([eb('buyer_email_mac', '=', mac), eb('buyer_mobile_mac', '=', mac)]))
    .where('paid_at', 'is not', null)
    .execute()
  const same = (of: string | null, other: string | null): boolean => of !== null && of === other
  if (paid.some((it) => same(it.holder, row.holder) || same(it.user_id, row.user_id))) return 'here'
  return paid.length > 0 || (await inUseAmong(trx, [mac])).length > 0 ? 'elsewhere' : undefined
}

interface Occasion {
  message: AnyMessage
  to: string
  ip: string | undefined
}

/**
 * Under which limit the message is sent. Only what somebody who types a stranger's address can cause is limited
 * strictly, and less so at the address of a customer. What an operator decides is limited as little as what follows
 * from a payment.
 */
async function limitOf(
  deps: Deps,
  trx: Trx,
  row: OrderTable,
  { message, to, ip }: Occasion,
): Promise<{ limit: MessageLimitName; cause?: MessageCause }> {
  const byApplicant = ip !== undefined || BY_APPLICANT.includes(message)
  // Nobody decides these, and each ends an application that was sent.
  const ends = message.limit === 'followUp'
  if (row.paid_at !== null || (!byApplicant && !ends)) return { limit: 'service' }
  if (await isProven(deps, trx, row, to)) return { limit: 'own' }
  const customer = await customerAt(deps, trx, row, to)
  if (customer === 'here') return { limit: 'own' }
  if (!byApplicant) return { limit: 'followUp' }
  return { limit: 'typed', cause: { ip, inCampaign: row.campaign_id !== null, customer: customer !== undefined } }
}

/**
 * Queues a message to the buyer in the order's language, and says whether it did: there is none for a draft without any
 * contact yet, and few of some kinds for an address that nobody has proven (`limitOf`). `ip` is of the request that
 * caused the message.
 */
export async function notifyBuyer<V extends string>(
  deps: Deps,
  trx: Trx,
  row: OrderTable,
  answers: Answers,
  message: Message<V>,
  more: MoreVars<V, OrderVar> & { insured?: string },
  ip?: string,
): Promise<boolean> {
  const to = contactOf(answers)
  if (!to) return false
  const lang = langOf(row)
  const { trip } = answers
  const sent = await deps.messages.send(trx, message, {
    to,
    lang,
    key: `${message.name}:${row.id}:${row.version}`,
    ...(await limitOf(deps, trx, row, { message, to, ip })),
    vars: withMore<OrderVar, V>(
      {
        order: row.id,
        plan: planNames(answers, lang).plan,
        insured: insuredInWords(answers.people, lang),
        start: trip.start && formatDay(trip.start, lang),
        end: trip.end && formatDay(trip.end, lang),
        url:
          deps.config.siteUrl +
          localPath(lang, (ASKS_FOR_PAYMENT.includes(message) ? checkstandPath : orderPath)(row.id)),
      },
      more,
    ),
  })
  return sent.queued
}
