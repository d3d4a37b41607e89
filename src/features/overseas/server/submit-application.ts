/** Receives applications and lets their senders take them back. */
import type { Lang } from '../../../lib/locale.ts'
import type { Parsed } from '../../../lib/contract.ts'
import { dayOf } from '../../../lib/days/dates.ts'
import { maskContact } from '../../../lib/people/contact.ts'
import { STORAGE_LIMITS } from '../../../lib/storage-limits.ts'
import { Refusal, type Context } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { senderOf } from '../../../server/http/device-access.ts'
import { newNumber } from '../../../server/order-and-claim-numbers.ts'
import { recordCreation, tryTransition } from '../../../server/transition.ts'
import { countDraft, actorOf, formOfCaller, formsOfCaller, requireMaySend } from '../../orders/server/door.ts'
import { loadPlans, plansSoldAt } from '../../plans/server/door.ts'
import { isReferred, limitsOf } from '../rules/what-a-product-accepts.ts'
import { applicationMachine, OPEN } from './application-states.ts'
import { insurerReminderAt, referBy } from './when-application-is-due.ts'
import { openFacts, sealFacts, type ApplicationFacts } from './sealed-application.ts'
import { checkApplication, passportName } from '../rules/check-application.ts'
import { CONSENT_VERSION, consentText } from '../content/consent-text.ts'
import type { applyOverseas, OverseasApplication } from '../contract.ts'
import { findProduct } from '../content/load-products.ts'
import { notifyApplicant, overseasMessages } from './application-messages.ts'
import type { Product } from '../rules/product-types.ts'
import { destinationMac } from '../../../server/keys/destination-mac.ts'
import type { OverseasApplicationTable } from '../tables.ts'

const DAY = 86_400_000

type Input = Parsed<typeof applyOverseas>
type Db = Deps['db'] | Trx

/** Stores an application and sends a message to its sender. Returns its number. */
export async function apply(ctx: Context, input: Input): Promise<string> {
  const product = findProduct(input.product)
  if (!product || !isReferred(loadPlans(), product)) throw new Refusal('not_found')
  if (!ctx.deps.config.licensedFor.includes('overseas')) throw new Refusal('not_offered')
  const { facts, consent } = checked(ctx, input, product)
  const { deps, caller, lang } = ctx
  const sender = senderOf(caller)
  const { user, holder, owner } = sender
  const key = `${owner}:${input.key}`
  return deps.write(async (trx) => {
    await lockFor(trx, `overseas:${owner}`)
    const known = await trx
      .selectFrom('overseas_applications')
      .select('id')
      .where('submission_key', '=', key)
      .executeTakeFirst()
    if (known) return known.id
    const now = deps.clock()
    await requireMaySend(trx, 'overseas_applications', sender, { now, mostADay: STORAGE_LIMITS.overseasDay })
    const row: OverseasApplicationTable = {
      id: newNumber('YFR', now),
      status: 'submitted',
      version: 1,
      updated_at: now,
      product: product.slug,
      product_sha256: product.words[lang].sha256,
      holder,
      user_id: user,
      lang,
      facts: sealFacts(deps, facts),
      contact_mac: destinationMac(deps, facts.contact),
      submission_key: key,
      consent_version: CONSENT_VERSION,
      consent_sha256: consent,
      submitted_at: now,
      referred_at: null,
      closed_at: null,
      reason: null,
      insurer_told_at: null,
    }
    await trx.insertInto('overseas_applications').values(row).execute()
    await countDraft(ctx, trx, { id: row.id, campaign_id: null }, { bytes: Buffer.byteLength(row.facts) })
    await recordCreation(trx, {
      machine: applicationMachine,
      id: row.id,
      status: 'submitted',
      by: actorOf(caller),
      at: now,
      data: { product: row.product, lang, consentVersion: CONSENT_VERSION, consentSha256: consent },
    })
    await notifyApplicant(deps, trx, row, facts.contact, overseasMessages.overseas_received, { ip: ctx.ip })
    return row.id
  })
}

/** What is stored of an application, in normal form. */
function checked(
  { deps, lang }: Context,
  input: Input,
  product: Product,
): { facts: ApplicationFacts; consent: string } {
  const plans = loadPlans()
  const limits = limitsOf(plans, product)
  const fields = checkApplication(input, limits, dayOf(deps.clock()))
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
  if (!consentsOnPages({ deps, lang }, product, limits.asksSchool).includes(input.consent))
    throw new Refusal('text_changed')
  const { birthDate, nationality, start, end, contact, message } = input
  const [only] = limits.countries
  return {
    facts: {
      name: passportName(input.name),
      birthDate,
      nationality,
      start,
      end,
      contact,
      message,
      institution: limits.asksSchool ? input.institution.trim() : '',
      country: limits.countries.length > 1 ? input.country : (only ?? ''),
    },
    consent: input.consent,
  }
}

/**
 * Checksums of the consent as pages may show it: they have the content of the day of their build, which is made anew
 * every night, and until then that of yesterday.
 */
function consentsOnPages({ deps, lang }: Pick<Context, 'deps' | 'lang'>, product: Product, school: boolean): string[] {
  const say = (key: string, values?: Record<string, unknown>): string => deps.words(lang, key, values)
  return [loadPlans(), plansSoldAt(deps.clock() - DAY)].flatMap((plans) =>
    plans.insurers.some(({ id }) => id === product.insurer)
      ? consentText(plans, lang, product, school, say).sha256
      : [],
  )
}

export async function applicationViews(ctx: Context): Promise<OverseasApplication[]> {
  return (await formsOfCaller(ctx, 'overseas_applications')).map((row) => viewOf(ctx, row))
}

function viewOf({ deps, lang }: Context, row: OverseasApplicationTable): OverseasApplication {
  const { name, start, end, contact } = openFacts(deps, row)
  const product = findProduct(row.product)
  const plans = loadPlans()
  return {
    id: row.id,
    product: row.product,
    status: row.status,
    name,
    start,
    end,
    contact: maskContact(contact),
    reason: row.reason,
    title: product?.words[lang].title ?? row.product,
    insurer: product ? plans.insurerWords(lang, product.insurer).name : '',
    asksSchool: product !== undefined && limitsOf(plans, product).asksSchool,
    submittedAt: row.submitted_at,
    referBy: referBy(row.submitted_at),
    referredAt: row.referred_at === null ? null : row.referred_at,
    askAt: row.referred_at === null ? null : insurerReminderAt(row.referred_at),
    closedAt: row.closed_at === null ? null : row.closed_at,
  }
}

/** Withdraws an application; if it is closed at the same time, the later of the two changes is refused. */
export async function withdraw(ctx: Context, id: string): Promise<void> {
  const { deps, caller } = ctx
  await formOfCaller(ctx, 'overseas_applications', id)
  const now = deps.clock()
  await deps.write(async (trx) => {
    const row = await tryTransition(trx, {
      machine: applicationMachine,
      id,
      to: 'withdrawn',
      by: actorOf(caller),
      at: now,
      set: { closed_at: now },
    })
    if (!row) throw new Refusal('closed')
  })
}

/** Of a product that may have gone since: then its slug. */
export const productTitle = (slug: string, lang: Lang): string => findProduct(slug)?.words[lang].title ?? slug

/** Waiting applications, oldest first. */
export const openApplications = (db: Db): Promise<OverseasApplicationTable[]> =>
  db
    .selectFrom('overseas_applications')
    .selectAll()
    .where('status', 'in', [...OPEN])
    .orderBy('submitted_at')
    .orderBy('id')
    .execute()

/** Withdrawn after the insurer had received them, and the insurer was not told yet. */
export const untoldWithdrawals = (db: Db): Promise<OverseasApplicationTable[]> =>
  db
    .selectFrom('overseas_applications')
    .selectAll()
    .where('status', '=', 'withdrawn')
    .where('referred_at', 'is not', null)
    .where('insurer_told_at', 'is', null)
    .orderBy('closed_at')
    .orderBy('id')
    .execute()
