/** A student's side of a campaign: its facts, the state of her application, and beginning one. */
import type { Output, Parsed } from '../../../lib/contract.ts'
import { Refusal, type Context } from '../../../server/http/call-handlers.ts'
import { maskedName } from '../../../lib/people/masked-name.ts'
import { callerOwns, sentBy, planSet, createDraft, insuredName, payUntil, premiumOf } from '../../orders/server/door.ts'
import { FIXED_TRIP_FIELDS, answersSchema } from '../../orders/contract.ts'
import { requireOpen, standingOf } from './campaign-admission.ts'
import { CAMPAIGN_FIELDS, checkDetails, type CampaignField } from '../rules/campaign-fields.ts'
import {
  APPLICATION_STATES,
  PAYERS,
  type beginApplication,
  type openCampaign,
  type OwnApplication,
} from '../contract.ts'
import { factsOf, invitationOf, noteApplication } from './invitations.ts'
import type { CampaignTable } from '../tables.ts'

/** More applications than anybody makes on one device in one campaign. */
const MOST_SHOWN = 20

async function campaignAt({ deps }: Context, address: string): Promise<CampaignTable> {
  const row = await deps.db.selectFrom('campaigns').selectAll().where('address', '=', address).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

export const payerOf = ({ payer }: Pick<CampaignTable, 'payer'>) => PAYERS.find((it) => it === payer) ?? 'student'

export const fieldsOf = ({ fields }: Pick<CampaignTable, 'fields'>): CampaignField[] => {
  const asked = JSON.parse(fields) as unknown
  return CAMPAIGN_FIELDS.filter((field) => Array.isArray(asked) && asked.includes(field))
}

/** Data for the page of a campaign, with only the caller's own applications. */
export async function campaignView(
  ctx: Context,
  { campaign: address, invite }: Parsed<typeof openCampaign>,
): Promise<Output<typeof openCampaign>> {
  const { deps, lang } = ctx
  const row = await campaignAt(ctx, address)
  const invitation = await invitationOf(deps, row.id, invite)
  const plans = planSet()
  const words = plans.words(lang, row.plan)
  return {
    name: lang === 'cn' ? row.name_cn : row.name_en,
    planId: row.plan,
    plan: words.name,
    tier: words.tiers[row.tier]?.name ?? '',
    insurer: plans.insurerWords(lang, plans.plan(row.plan).insurer).name,
    start: row.start,
    end: row.end,
    destination: row.destination && deps.words(lang, `plans:plan.where.${row.destination}`),
    payer: payerOf(row),
    fields: fieldsOf(row),
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    standing: await standingOf(deps, deps.db, row, { invited: invitation !== undefined }),
    invited: invitation ? factsOf(deps, invitation).details : null,
    mine: await ownApplications(ctx, row),
  }
}

async function ownApplications(ctx: Context, { id }: CampaignTable): Promise<OwnApplication[]> {
  const { deps, caller, lang } = ctx
  const sent = sentBy(caller)
  if (!sent) return []
  const rows = await deps.db
    .selectFrom('orders')
    .selectAll()
    .where('campaign_id', '=', id)
    .where(sent)
    .orderBy('created_at', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return rows
    .filter((row) => callerOwns(ctx, row))
    .flatMap((row) => {
      const status = APPLICATION_STATES.find((it) => it === row.status)
      return status
        ? [
            {
              id: row.id,
              status,
              insured: maskedName(insuredName(deps, row, lang)),
              premium: premiumOf(row),
              payUntil: payUntil(row),
            },
          ]
        : []
    })
}

/** Creates an ordinary application with the fields that the school fixed; from then on the rules of ordering apply. */
export async function begin(
  ctx: Context,
  { campaign: address, invite, details: given, shared, key }: Parsed<typeof beginApplication>,
): Promise<{ order: string }> {
  const { deps } = ctx
  const row = await campaignAt(ctx, address)
  const invitation = await invitationOf(deps, row.id, invite)
  await requireOpen(deps, deps.db, row, { invited: invitation !== undefined })
  const { details, errors } = checkDetails(fieldsOf(row), given)
  const fields = { ...errors, ...(payerOf(row) === 'school' && !shared ? { shared: 'share_required' } : {}) }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
  const { plan, tier, start, end, destination, institution } = row
  const listed = invitation && factsOf(deps, invitation)
  const answers = answersSchema.parse({
    trip: { plan, tier, start, end, destination },
    people: { insured: { institution, email: listed?.email ?? '', idName: listed?.name ?? '' } },
  })
  const order = await createDraft(ctx, answers, `${row.id}:${key}`, {
    campaign: {
      id: row.id,
      terms: {
        address,
        name: { en: row.name_en, cn: row.name_cn },
        payer: payerOf(row),
        details,
        fixed: FIXED_TRIP_FIELDS.filter((field) => row[field] !== ''),
        ...(invitation ? { invitation: invitation.id } : {}),
        shared,
      },
    },
  })
  if (invitation && invitation.order_id !== order.id) await noteApplication(deps, invitation, order.id)
  return { order: order.id }
}
