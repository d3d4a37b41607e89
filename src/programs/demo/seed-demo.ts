/**
 * The sandbox's demo account: something on every screen, created by the real rules at suitable instants.
 * Runs at every start and creates only what is missing.
 */
import { addDays, dayOf } from '../../lib/days/dates.ts'
import { addContact, personOf } from '../../features/session/server/contacts/contacts.ts'
import { demoCampaign } from './demo-campaign.ts'
import { demoGroupPayment } from './demo-group-payment.ts'
import { demoTuition } from './demo-tuition.ts'
import { DEMO_EMAIL, DEMO_CLOSING_EMAIL } from '../../features/session/contract.ts'
import { orderRoutes } from '../../features/orders/server/routes.ts'
import { cancelOrder } from '../../features/orders/contract.ts'
import { failIssue } from '../../features/policies/server/issue-policy.ts'
import { callAs, type Actor, depsAt } from './call-as.ts'
import { submitApplication, createDraftOrder, fillInOrder } from './buy-policy.ts'
import { buyBefore, trip } from './buy-in-the-past.ts'
import { deathParts } from './demo-death.ts'
import { claimParts } from './demo-claims.ts'
import { demoPrepaidLink } from '../../features/invoices/server/sandbox/demo-prepaid.ts'
import { invoiceParts } from './demo-invoices.ts'
import { issue, pay } from './pay-order.ts'
import { changeParts } from './demo-changes.ts'
import { DEMO_MOBILE, DEMO_NAME, EARLIER_MOBILE, RARE_NAME, self, WITH_CHILD, CLOSING_PERSON } from './demo-people.ts'
import type { Deps } from '../../server/dependencies.ts'
import { limitsOf } from '../../features/overseas/rules/what-a-product-accepts.ts'
import { apply } from '../../features/overseas/server/submit-application.ts'
import { consentText } from '../../features/overseas/content/consent-text.ts'
import { findProduct } from '../../features/overseas/content/load-products.ts'
import { refer } from '../../features/overseas/server/refer-application.ts'
import { loadPlans } from '../../features/plans/content/load-plans.ts'
import { withoutMessages } from './make-claim.ts'
import { scheduleClosure } from '../../features/account/server/closure/schedule-closure.ts'

const DAY = 86_400_000

/**
 * A second account, which is being closed; the law makes us keep one of its policies, which has ended. Closed for good
 * after seven days, it is created anew by the next start. If its user cancelled the closing, it is left so.
 */
async function seedClosingAccount(deps: Deps, now: number): Promise<void> {
  const quiet: Deps = { ...deps, messages: withoutMessages(deps).messages }
  const userId = await deps.write(async (trx) => {
    const { user } = await personOf(deps, trx, DEMO_CLOSING_EMAIL)
    if (user.name === null)
      await trx
        .updateTable('users')
        .set({ name: deps.seal.seal('users.name', CLOSING_PERSON.policyholder?.chineseName ?? '') })
        .where('id', '=', user.id)
        .execute()
    return user.id
  })
  const as = (at: number) => callAs(quiet, orderRoutes, { userId, lang: 'cn', at })
  await buyBefore(as, 20, {
    key: 'demo-closing-policy',
    trip: trip('asia-plus', 'basic', addDays(dayOf(now), -400), 6, 'kr'),
    people: CLOSING_PERSON,
  })
  const asked = await deps.db
    .selectFrom('account_closures')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!asked)
    await deps.write((trx) =>
      scheduleClosure(depsAt(quiet, now - 2 * DAY), trx, userId, { by: `user:${userId}`, lang: 'cn' }),
    )
}

/** One overseas application, dated as sent at the first start and passed on to the insurer a day later. */
async function demoOverseas(deps: Deps, userId: string, now: number): Promise<void> {
  const known = await deps.db
    .selectFrom('overseas_applications')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const product = findProduct('liability-germany')
  if (known || !product) return
  const plans = loadPlans()
  const quiet: Deps = { ...deps, messages: withoutMessages(deps).messages }
  const as = (at: number) => callAs(quiet, [], { userId, lang: 'cn', at })
  const { ctx } = as(now - 2 * DAY)
  const { sha256 } = consentText(plans, 'cn', product, limitsOf(plans, product).asksSchool, (key, values) =>
    deps.words('cn', key, values),
  )
  const start = addDays(dayOf(now), 30)
  const id = await apply(ctx, {
    product: product.slug,
    name: 'LIN YUTONG',
    birthDate: '2004-08-20',
    nationality: 'CN',
    institution: '',
    country: '',
    start,
    end: addDays(start, 364),
    contact: DEMO_EMAIL,
    message: '',
    agreed: true,
    consent: sha256,
    key: 'demo-overseas',
  })
  await refer(as(now - DAY).deps, id, { by: 'operator:wu', why: 'sent to the insurer' })
}

export { DEMO_EMAIL }

const HOUR = 3_600_000

/** The person whom both demo contacts belong to. */
async function demoUser(deps: Deps): Promise<string> {
  return deps.write(async (trx) => {
    const { user } = await personOf(deps, trx, DEMO_EMAIL)
    if (user.name !== null) return user.id
    await trx
      .updateTable('users')
      .set({ name: deps.seal.seal('users.name', DEMO_NAME) })
      .where('id', '=', user.id)
      .execute()
    await addContact(deps, trx, user.id, DEMO_MOBILE)
    return user.id
  })
}

type Part = (as: (at: number) => Actor, now: number) => Promise<void>

/** Each part is independent: one that fails does not stop the others. */
const PARTS: Record<string, Part> = {
  // With a mobile number that she changed later.
  expired: async (as, now) => {
    await buyBefore(as, 20, {
      key: 'demo-expired',
      trip: trip('global-study', 'standard', addDays(dayOf(now), -430), 12, 'uk'),
      people: EARLIER_MOBILE,
    })
  },
  valid: async (as, now) => {
    await buyBefore(as, 15, {
      key: 'demo-valid',
      trip: trip('us-campus', 'gold', addDays(dayOf(now), -81), 12, 'us'),
      people: self,
    })
  },
  pending: async (as, now) => {
    const start = addDays(dayOf(now), 30)
    const actor = as(now - 2 * DAY)
    const order = await submitApplication(actor, {
      key: 'demo-pending',
      trip: trip('eu-schengen', 'visa', start, 3, 'fr'),
      people: self,
      second: true,
    })
    if (order.status !== 'awaiting_payment') return
    await pay(actor, order.id)
    await issue(actor, order.id)
  },
  /** One order, and a policy for each of two. */
  family: async (as, now) => {
    await buyBefore(as, 60, {
      key: 'demo-family',
      trip: trip('us-j1', 'plus', addDays(dayOf(now), 45), 6, 'us'),
      people: WITH_CHILD,
    })
  },
  /** No policy can be issued for it, so the money is refunded automatically. */
  failed: async (as, now) => {
    const actor = as(now - 3 * HOUR)
    const order = await submitApplication(actor, {
      key: 'demo-failed',
      trip: trip('uk-plus', 'standard', addDays(dayOf(now), 40), 6, 'uk'),
      people: RARE_NAME,
      second: true,
    })
    if (order.status !== 'awaiting_payment') return
    await pay(actor, order.id)
    await actor.deps.write((trx) => failIssue(actor.deps, trx, order.id, 'demo: no document could be stored'))
  },
  cancelled: async (as, now) => {
    const order = await submitApplication(as(now - 9 * DAY), {
      key: 'demo-cancelled',
      trip: trip('asia-plus', 'basic', addDays(dayOf(now), 50), 6, 'jp'),
      people: self,
      second: true,
    })
    const { call } = as(now - 9 * DAY + HOUR)
    if (order.status === 'awaiting_payment') await call(cancelOrder, { id: order.id, version: order.version })
  },
  review: async (as, now) => {
    await submitApplication(as(now - 5 * HOUR), {
      key: 'demo-review',
      trip: trip('uk-plus', 'plus', addDays(dayOf(now), 60), 12, 'uk'),
      people: self,
      yes: 'q1',
      second: true,
    })
  },
  draft: async (as, now) => {
    const actor = as(now - DAY)
    const order = await createDraftOrder(actor, {
      key: 'demo-draft',
      trip: trip('global-study', 'premier', addDays(dayOf(now), 90), 12, 'sg'),
    })
    if (order.updatedAt === order.createdAt && order.reads.length === 0)
      await fillInOrder(actor, order, { people: self })
  },
}

/** An order can be paid for 90 minutes only: a start that finds none creates a new one. */
async function awaiting(deps: Deps, as: (at: number) => Actor, userId: string, now: number): Promise<void> {
  const open = await deps.db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'awaiting_payment')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (open) return
  const start = addDays(dayOf(now), 7)
  await submitApplication(as(now), {
    key: `demo-awaiting-${now}`,
    trip: { plan: 'short-camp', tier: 'camp', start, end: addDays(start, 20), destination: 'jp' },
    people: self,
    second: true,
  })
}

/** Fills the demo account. Never throws: a sandbox without it is still a sandbox. */
export async function seedDemo(deps: Deps): Promise<void> {
  const now = deps.clock()
  const incomplete =
    (part: string) =>
    (error: unknown): void =>
      deps.log.error({ part, err: error }, 'demo account incomplete')
  const userId = await demoUser(deps).catch(incomplete('user'))
  if (userId === undefined) return
  const as = (at: number): Actor => callAs(deps, orderRoutes, { userId, lang: 'cn', at })
  for (const [name, part] of Object.entries(PARTS)) await part(as, now).catch(incomplete(name))
  await awaiting(deps, as, userId, now).catch(incomplete('awaiting'))
  await demoCampaign(deps).catch(incomplete('campaign'))
  await demoGroupPayment(deps).catch(incomplete('group payment'))
  await demoOverseas(deps, userId, now).catch(incomplete('overseas'))
  await demoTuition(deps, userId, now).catch(incomplete('tuition'))
  for (const [name, make] of invoiceParts(deps, userId)) await make().catch(incomplete(`invoice ${name}`))
  await demoPrepaidLink(deps, userId).catch(incomplete('private invoice link'))
  for (const [name, make] of changeParts(deps, userId, now)) await make().catch(incomplete(`change ${name}`))
  for (const [name, make] of claimParts(deps, userId, now)) await make().catch(incomplete(`claim ${name}`))
  for (const [name, make] of deathParts(deps, userId, now)) await make().catch(incomplete(`claim ${name}`))
  await seedClosingAccount(deps, now).catch(incomplete('closing account'))
}
