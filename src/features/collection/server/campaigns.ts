/** Creating and ending campaigns, as operators do. */
import { randomBytes } from 'node:crypto'
import { addDays, dayOf, isDay, startOfCover, type Day } from '../../../lib/days/dates.ts'
import { localPath, type Lang } from '../../../lib/locale.ts'
import { pathFor } from '../../../routes.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { newId } from '../../../server/new-id.ts'
import { recordCreation, transition } from '../../../server/transition.ts'
import { covers, priceOf, soldPlan } from '../../orders/server/door.ts'
import { tripSchema } from '../../orders/contract.ts'
import type { CampaignField } from '../rules/campaign-fields.ts'
import { campaignMachine } from './campaign-states.ts'
import type { Payer } from '../contract.ts'
import type { CampaignTable } from '../tables.ts'

/** Default: a school has this many days to pay after the last day. */
const PAY_DAYS = 14
/** Longest duration of a campaign, so that lists and links of students are not kept for years. */
const LONGEST_DAYS = 400

export interface CampaignRequest {
  name: { en: string; cn: string }
  institution: string
  plan: string
  tier: string
  start: string
  end: string
  destination: string
  payer: Payer
  fields: readonly CampaignField[]
  places: number | null
  opens: Day
  closes: Day
  /** Last day on which the school may pay. */
  payBy?: Day | undefined
}

const afterDay = (day: Day): number => startOfCover(addDays(day, 1))

/** Refuses a campaign in which no student could buy; `fields` names the wrong option. */
function requireSense(given: CampaignRequest, now: number): void {
  const wrong = (field: string, code: string): never => {
    throw new Refusal('invalid', { fields: { [field]: code } })
  }
  const plan = soldPlan(given.plan, dayOf(now))
  if (given.tier && !plan.tiers.some(({ id }) => id === given.tier)) wrong('tier', 'unknown')
  if (given.destination && !covers(plan, given.destination)) wrong('destination', 'not_covered')
  if ((given.start === '') !== (given.end === '')) wrong('end', 'start_and_end')
  if (given.opens > given.closes) wrong('closes', 'before_opens')
  if (afterDay(given.closes) <= now) wrong('closes', 'past')
  if (given.closes > addDays(dayOf(now), LONGEST_DAYS)) wrong('closes', 'too_late')
  if (given.payer === 'school' && (!given.tier || !given.start)) wrong('payer', 'needs_tier_and_days')
  if (!isDay(given.start)) return
  if (given.closes >= given.start) wrong('closes', 'after_start')
  if (given.payBy !== undefined && (given.payBy >= given.start || given.payBy < given.closes))
    wrong('pay-by', 'between_closes_and_start')
  const trip = tripSchema.parse({
    plan: plan.id,
    tier: given.tier || plan.tiers[0]?.id,
    start: given.start,
    end: given.end,
    destination: given.destination,
  })
  const { priceError } = priceOf(trip, addDays(given.start, -365 * (plan.ages.from + 1)), dayOf(now))
  if (priceError) wrong('start', priceError)
}

/** `address`: fixed address for the sandbox, which tests and demonstrations open. */
export async function createCampaign(
  deps: Deps,
  given: CampaignRequest,
  { by, why, address }: { by: string; why: string; address?: string },
): Promise<CampaignTable> {
  const now = deps.clock()
  requireSense(given, now)
  const { name, plan, tier, start, end, destination, payer, places, institution } = given
  const row: CampaignTable = {
    id: newId(),
    status: 'open',
    version: 1,
    updated_at: now,
    address: address ?? randomBytes(20).toString('base64url'),
    name_en: name.en,
    name_cn: name.cn,
    institution,
    plan,
    tier,
    start,
    end,
    destination,
    payer,
    fields: JSON.stringify(given.fields),
    places,
    opens_at: startOfCover(given.opens),
    closes_at: afterDay(given.closes),
    pay_until: payer === 'school' ? afterDay(given.payBy ?? addDays(given.closes, PAY_DAYS)) : null,
    created_at: now,
  }
  await deps.write(async (trx) => {
    await trx.insertInto('campaigns').values(row).execute()
    await recordCreation(trx, {
      machine: campaignMachine,
      id: row.id,
      status: 'open',
      by,
      at: now,
      why,
      data: { plan, payer },
    })
  })
  return row
}

export async function campaignNamed(db: Trx | Deps['db'], id: string): Promise<CampaignTable> {
  const row = await db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Accepts no more applications; those already sent continue. */
export const endCampaign = (
  deps: Deps,
  trx: Trx,
  row: CampaignTable,
  { by, why }: { by: string; why: string },
): Promise<CampaignTable> =>
  transition(trx, {
    machine: campaignMachine,
    id: row.id,
    to: 'ended',
    version: row.version,
    by,
    at: deps.clock(),
    why,
  })

/** The address that a school gives to its students. */
export const campaignUrl = (deps: Deps, row: CampaignTable, lang: Lang): string =>
  deps.config.siteUrl + localPath(lang, pathFor('h5.collection', { id: row.address, product_name: row.plan }))
