/** Messages about an order, to its buyer: by mail, or by text message where there is no address. */
import { z } from 'zod'
import { isEmail, isMobile, normaliseEmail, normaliseMobile } from '../../lib/contact.ts'
import { formatDay } from '../../lib/dates.ts'
import { localPath } from '../../lib/locale.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { MessageLimitName } from '../../server/messages/message-limits.ts'
import type { Templates } from '../../server/messages/message-templates.ts'
import type { MessageCause } from '../../server/service-interfaces.ts'
import { methodUnderWay } from '../cashier/payable-payments.server.ts'
import { inUseAmong } from '../session/held-contacts.server.ts'
import { contactMac } from './order-access.server.ts'
import { planNames } from './catalogue.server.ts'
import { checkstandPath, orderPath, type Answers } from './contract.ts'
import { insuredInWords } from './check-person-fields.ts'
import type { OrderTable } from './tables.server.ts'
import { langOf } from './order-columns.server.ts'
import { planPayableRef } from './plan-payable-ref.server.ts'

const text = z.string()
/** Placeholders of every message about an order. */
const base = { order: text, plan: text, insured: text, start: text, end: text, url: text }

export const orderTemplates = {
  /** To the buyer: the way back to a draft. */
  order_link: z.object({ plan: text, to: text, url: text }),
  /** To the student: the link to the consent page. */
  order_consent: z.object({ policyholder: text, insured: text, plan: text, url: text, days: text }),
  order_consent_agreed: z.object(base),
  order_consent_refused: z.object(base),
  order_submitted: z.object({ ...base, premium: text, until: text }),
  /** A school pays, so the student need do nothing. */
  order_submitted_school: z.object({ ...base, school: text }),
  order_under_review: z.object({ ...base, days: text }),
  order_review_passed: z.object({ ...base, why: text, declared: text }),
  order_review_declined: z.object({ ...base, why: text }),
  order_payment_failed: z.object({ ...base, amount: text, method: text, until: text }),
  order_expired: z.object(base),
  order_cancelled: z.object(base),
  /** The same while a payment is under way: whether money was taken is not known yet. */
  order_expired_unconfirmed: z.object({ ...base, method: text }),
  order_cancelled_unconfirmed: z.object({ ...base, method: text }),
  order_consent_withdrawn: z.object(base),
  order_issue_failed: z.object(base),
} satisfies Templates
/** Messages that ask for a payment lead to the page with its methods. */
const ASKS_FOR_PAYMENT: readonly string[] = ['order_submitted', 'order_payment_failed']

export type OrderTemplate = Exclude<keyof typeof orderTemplates, 'order_consent' | 'order_link'>

/**
 * What an applicant causes, like everything that follows from a request: whoever typed the address can have these sent
 * again and again.
 */
const BY_APPLICANT: readonly OrderTemplate[] = [
  'order_submitted',
  'order_submitted_school',
  'order_under_review',
  'order_payment_failed',
  'order_consent_agreed',
  'order_consent_refused',
]
/** Nobody decides these, and each ends an application that was sent. */
const ENDS: readonly OrderTemplate[] = ['order_expired', 'order_expired_unconfirmed', 'order_consent_withdrawn']

/**
 * Tells the buyer that an unpaid order has closed. A payment that is still under way may yet bring money, so its
 * message does not say that there was no charge.
 */
export async function notifyClosed(
  deps: Deps,
  trx: Trx,
  row: OrderTable,
  answers: Answers,
  closed: 'order_expired' | 'order_cancelled',
  ip?: string,
): Promise<void> {
  const method = await methodUnderWay(trx, planPayableRef(row.id))
  if (method === undefined) await notifyBuyer(deps, trx, row, answers, closed, {}, ip)
  else
    await notifyBuyer(
      deps,
      trx,
      row,
      answers,
      `${closed}_unconfirmed`,
      { method: deps.words(langOf(row), `cashier:bankOf.${method}`) },
      ip,
    )
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
  template: OrderTemplate
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
  { template, to, ip }: Occasion,
): Promise<{ limit: MessageLimitName; cause?: MessageCause }> {
  const [byApplicant, ends] = [ip !== undefined || BY_APPLICANT.includes(template), ENDS.includes(template)]
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
export async function notifyBuyer(
  deps: Deps,
  trx: Trx,
  row: OrderTable,
  answers: Answers,
  template: OrderTemplate,
  more: Record<string, string> = {},
  ip?: string,
): Promise<boolean> {
  const to = contactOf(answers)
  if (!to) return false
  const lang = langOf(row)
  const { trip } = answers
  const sent = await deps.messages.send(trx, {
    template,
    to,
    lang,
    key: `${template}:${row.id}:${row.version}`,
    ...(await limitOf(deps, trx, row, { template, to, ip })),
    vars: {
      order: row.id,
      plan: planNames(answers, lang).plan,
      insured: insuredInWords(answers.people, lang),
      start: trip.start && formatDay(trip.start, lang),
      end: trip.end && formatDay(trip.end, lang),
      url:
        deps.config.siteUrl +
        localPath(lang, (ASKS_FOR_PAYMENT.includes(template) ? checkstandPath : orderPath)(row.id)),
      ...more,
    },
  })
  return sent.queued
}
