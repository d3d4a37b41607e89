/**
 * `npm run operator -- campaigns create|end|list|payment-links|release`: schools that collect their students'
 * applications.
 */
import { z } from 'zod'
import { formatDay, formatInstant, isDay } from '../../../lib/days/dates.ts'
import { LANGS } from '../../../lib/locale.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import { commandsOf, type Command } from '../../../server/operator/command.ts'
import { createPaymentLink, linkUrl } from '../../cashier/server/door.ts'
import { cancelByOperator, answersOf, duplicatesOf, payable, planPayableRef } from '../../orders/server/door.ts'
import { standingOf } from './campaign-admission.ts'
import { fieldsOf, payerOf } from './student-side-of-campaign.ts'
import { applicationsOf, detailsOf, invitedTo, noteLook, premiumWords } from './campaign-applications.ts'
import { CAMPAIGN_FIELDS } from '../rules/campaign-fields.ts'
import { campaignNamed, campaignUrl, createCampaign, endCampaign } from './campaigns.ts'
import { PAYERS } from '../contract.ts'
import { csvLine } from '../../../lib/text/write-csv-line.ts'

const command = commandsOf({ noun: 'campaigns', role: 'finance' })

const name = z.string().trim().min(1).max(80)
const day = z.string().refine(isDay, 'date_format')
const one = z.object({ campaign: z.string() })

const create = command({
  verb: 'create',
  about: `a link by which students of a school (--name and --name-cn: the school's own name, which they read) apply from --opens until the end of --closes, --places of them at most; --tier, --start, --end and --destination are fixed where given; --fields ${CAMPAIGN_FIELDS.join(',')}; a --payer school has until --pay-by`,
  input: z.object({
    name,
    'name-cn': name,
    plan: z.string(),
    tier: z.string().default(''),
    start: day.optional(),
    end: day.optional(),
    destination: z.string().default(''),
    payer: z.enum(PAYERS).default('student'),
    opens: day,
    closes: day,
    'pay-by': day.optional(),
    places: z.coerce.number().int().min(1).max(1_000_000).optional(),
    institution: z.string().trim().max(100).default(''),
    fields: z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((it) => it.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.enum(CAMPAIGN_FIELDS))),
  }),
  run: async (
    { name: en, 'name-cn': cn, start = '', end = '', places = null, 'pay-by': payBy, ...given },
    { deps, by, why, print },
  ) => {
    const row = await createCampaign(deps, { ...given, name: { en, cn }, start, end, places, payBy }, { by, why })
    print(`Campaign ${row.id}, until ${formatInstant(row.closes_at, 'en')}:`)
    for (const lang of LANGS) print(campaignUrl(deps, row, lang))
  },
})

const end = command({
  verb: 'end',
  args: ['campaign'],
  about: 'takes no application any more; what was sent goes its way',
  input: one,
  run: async ({ campaign }, { deps, by, why, print }) => {
    await deps.write(async (trx) => endCampaign(deps, trx, await campaignNamed(trx, campaign), { by, why }))
    print(`Campaign ${campaign} is ended.`)
  },
})

const list = command({
  verb: 'list',
  about: 'campaigns, newest first: how each stands, and its applications by state',
  reads: true,
  input: z.object({}),
  run: async (_, { deps, print }) => {
    const rows = await deps.db.selectFrom('campaigns').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
    for (const row of rows) {
      const days = row.start ? `${formatDay(row.start, 'en')} to ${formatDay(row.end, 'en')}` : 'days open'
      print(
        [
          row.id,
          await standingOf(deps, deps.db, row, { invited: true }),
          row.name_en,
          `${row.plan} ${row.tier}`.trim(),
          days,
          `${payerOf(row)} pays`,
          `${row.places ?? 'any number of'} places`,
          campaignUrl(deps, row, 'cn'),
        ].join('  '),
      )
      const states = await deps.db
        .selectFrom('orders')
        .select(['status', (eb) => eb.fn.countAll().as('n')])
        .where('campaign_id', '=', row.id)
        .groupBy('status')
        .orderBy('status')
        .execute()
      print(`    ${states.map(({ status, n }) => `${status} ${Number(n)}`).join(', ') || 'no application'}`)
    }
    if (rows.length === 0) print('No campaign.')
  },
})

const paymentLinks = command({
  verb: 'payment-links',
  args: ['campaign'],
  about:
    'CSV of a payment link for each application that can still be paid, for a school that pays: who of its list it is (invited), and whether the same person applied again. Run again, it prints the same links until they end',
  input: one.extend({ lang: z.enum(LANGS).default('cn') }),
  run: async ({ campaign, lang }, { deps, by, why, print }) => {
    const row = await campaignNamed(deps.db, campaign)
    const fields = fieldsOf(row)
    await noteLook(deps, row, { by, why }, 'payment_links_listed')
    print(csvLine(['application', ...fields, 'invited', 'again', 'premium', 'until', 'link']))
    const invited = await invitedTo(deps, row.id)
    for await (const order of applicationsOf(deps, row)) {
      // An application on a group payment's list is paid with it.
      if (order.group_payment !== null || !payable(order, deps.clock()).ok) continue
      const link = await createPaymentLink(deps, {
        payable: planPayableRef(order.id),
        by,
        why,
        lang,
        reuse: true,
        silent: true,
      })
      const again = (await duplicatesOf(deps, deps.db, order, answersOf(deps, order))).length > 0 ? 'yes' : ''
      print(
        csvLine([
          order.id,
          ...detailsOf(deps, order, fields),
          invited.get(order.id)?.email ?? '',
          again,
          premiumWords(order),
          formatInstant(link.expires_at, 'en'),
          linkUrl(deps, link, lang),
        ]),
      )
    }
  },
})

const release = command({
  verb: 'release',
  args: ['application'],
  about: 'cancels an application of a campaign that waits for money: its place is free again, and the student is told',
  input: z.object({ application: z.string() }),
  run: async ({ application }, { deps, by, why, print }) => {
    const { campaign_id } =
      (await deps.db.selectFrom('orders').select('campaign_id').where('id', '=', application).executeTakeFirst()) ?? {}
    if (!campaign_id) throw new Refusal('not_found')
    await cancelByOperator(deps, application, { by, why })
    print(`Application ${application} is cancelled.`)
  },
})

export const campaignCommands: readonly Command[] = [create, end, list, paymentLinks, release]
