/**
 * `npm run operator -- group-payments make|take-off|close|list|show|failing|retry|export|cancel`: a school pays for
 * many students at once.
 */
import { z } from 'zod'
import { emailSchema } from '../../../../lib/people/contact.ts'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { LANGS } from '../../../../lib/locale.ts'
import { decimalsOf, formatMoney, money } from '../../../../lib/money/money.ts'
import { csvLine } from '../../../../lib/text/write-csv-line.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { commandsOf, type Command } from '../../../../server/operator/command.ts'
import { recordLook } from '../../../../server/transition.ts'
import { fieldsOf } from '../student-side-of-campaign.ts'
import { detailsOf } from '../campaign-applications.ts'
import { campaignNamed } from '../campaigns.ts'
import { cancelList, closeList, payerUrl, takeOff } from './end-group-payment.ts'
import { failedGroupCommands } from './failed-application-commands.ts'
import { campaignOfGroup } from './group-payment-payable.ts'
import { partsOf, returnedOf, shownToSchool } from './what-a-school-sees.ts'
import { groupPaymentOf, type GroupPaymentTable } from '../../../orders/server/door.ts'
import { makeGroupPayment } from './make-group-payment.ts'
import { listSums } from './group-payment-sums.ts'

const command = commandsOf({ noun: 'group-payments', role: 'finance' })

const number = z
  .string()
  .min(1, 'required')
  .transform((text) => text.trim().toUpperCase())
const one = z.object({ number })

async function groupNamed({ db }: Pick<Deps, 'db'>, id: string): Promise<GroupPaymentTable> {
  const row = await groupPaymentOf(db, id)
  if (!row) throw new Refusal('not_found')
  return row
}

const words = ({ currency }: GroupPaymentTable, amount: number): string => formatMoney(money(amount, currency), 'en')

async function headline(deps: Deps, row: GroupPaymentTable): Promise<string> {
  const { all } = await listSums(deps.db, row)
  const { name_en: school } = await campaignOfGroup(deps.db, row)
  const { n: failing } = await deps.db
    .selectFrom('group_payment_orders')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('group_id', '=', row.id)
    .where('retry_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return [
    row.id,
    row.status,
    school,
    `${all.students} students`,
    words(row, all.amount),
    `until ${formatInstant(row.pay_until, 'en')}`,
    ...(Number(failing) > 0 ? [`! ${Number(failing)} failing`] : []),
  ].join('  ')
}

/** The sum with its parts, and who left why; for a paid list, what was refunded. */
async function details(deps: Deps, row: GroupPaymentTable): Promise<string[]> {
  const parts = await partsOf(deps, row)
  const left = await deps.db
    .selectFrom('group_payment_orders')
    .select((eb) => ['reason', eb.fn.countAll().as('n')])
    .where('group_id', '=', row.id)
    .where('state', '=', 'left')
    .groupBy('reason')
    .orderBy('reason')
    .execute()
  const { credited, returned, held } = await listSums(deps.db, row)
  const back = await returnedOf(deps, row)
  return [
    ...parts.map(
      ({ ages, students, premium, amount }) =>
        `    ${ages ? `ages ${ages.from} to ${ages.to}: ` : ''}${students} × ${formatMoney(premium, 'en')} = ${formatMoney(amount, 'en')}`,
    ),
    ...left.map(({ reason, n }) => `    left: ${reason} ${Number(n)}`),
    ...(row.paid_at === null
      ? []
      : [
          `    paid ${formatInstant(row.paid_at, 'en')}: ${held.students} waiting, ${credited.students} credited, ${returned.students} returned; ${words(row, back)} went back or is about to`,
        ]),
  ]
}

const make = command({
  verb: 'make',
  args: ['campaign'],
  about:
    'puts every student of a campaign that its school pays for on a list, where the application was sent and accepted and waits for money. The same person twice, who is paying alone, and who is not on an imported list of students stay off (--uninvited adds these, once the school has confirmed them). Run again, it adds who came since, until the list is closed; afterwards it begins a second one. --to is the mailbox of whoever pays',
  input: z.object({
    campaign: z.string(),
    to: z.optional(emailSchema),
    lang: z.enum(LANGS).default('cn'),
    uninvited: z.boolean().default(false),
  }),
  run: async ({ campaign, to, lang, uninvited }, { deps, by, why, print }) => {
    const { row, counts } = await makeGroupPayment(deps, await campaignNamed(deps.db, campaign), {
      lang,
      contact: to,
      withUninvited: uninvited,
      by,
      why,
      progress: (added) => print(`${added} students`),
    })
    print(await headline(deps, row))
    for (const line of await details(deps, row)) print(line)
    if (counts.paying > 0) print(`! ${counts.paying} stay off: a payment of their own is under way.`)
    if (counts.duplicate > 0)
      print(`! ${counts.duplicate} stay off: the same person is on a list or insured by another application.`)
    if (counts.uninvited > 0)
      print(
        `! ${counts.uninvited} stay off: not on the list of students. Let the school check them (campaigns students), then add them with --uninvited.`,
      )
    print('group-payments close opens it to be paid.')
  },
})

const off = command({
  verb: 'take-off',
  args: ['number', 'application'],
  about:
    'takes one application off a list, before a payment of it is begun; it can be paid otherwise, or come on a later list',
  input: z.object({ number, application: number }),
  run: async ({ number: id, application }, { deps, by, why, print }) => {
    await takeOff(deps, id, application, { by, why })
    print(await headline(deps, await groupNamed(deps, id)))
  },
})

const close = command({
  verb: 'close',
  args: ['number'],
  about:
    'no student comes on it any more, and the school can pay: prints the school’s link, and mails it where a mailbox is known. Run again, it prints the same link',
  input: one,
  run: async ({ number: id }, { deps, by, why, print }) => {
    const { row, url } = await closeList(deps, id, { by, why })
    print(await headline(deps, row))
    print(url)
  },
})

const list = command({
  verb: 'list',
  reads: true,
  about: 'the latest lists, newest first: state, school, students, sum, until when; --campaign narrows them',
  input: z.object({ campaign: z.string().optional(), limit: z.coerce.number().int().min(1).max(1000).default(50) }),
  run: async ({ campaign, limit }, { deps, print }) => {
    let query = deps.db
      .selectFrom('group_payments')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
    if (campaign !== undefined) query = query.where('campaign_id', '=', campaign)
    const rows = await query.execute()
    for (const row of rows) print(await headline(deps, row))
    if (rows.length === 0) print('No group payment.')
  },
})

const show = command({
  verb: 'show',
  args: ['number'],
  about:
    'a list with the parts of its sum, who left it why, what became of it, and its events; the link where it can be paid. The look is an event',
  input: one,
  run: async ({ number: id }, { deps, by, why, print }) => {
    const row = await groupNamed(deps, id)
    await look(deps, row, { by, why })
    print(await headline(deps, row))
    for (const line of await details(deps, row)) print(line)
    const events = await deps.db
      .selectFrom('events')
      .selectAll()
      .where('entity', '=', 'group_payment')
      .where('entity_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute()
    for (const event of events)
      print(`    ${[formatInstant(event.at, 'en'), event.to_status, event.by, event.why ?? ''].join('  ').trimEnd()}`)
    if (row.status === 'open' && row.pay_until > deps.clock()) print(await payerUrl(deps, row))
  },
})

const look = (deps: Deps, { id, status }: GroupPaymentTable, { by, why }: { by: string; why: string }): Promise<void> =>
  deps.write((trx) => recordLook(trx, { entity: 'group_payment', id, status, by, at: deps.clock(), why }))

/** Rows of the CSV that are read at a time. */
const BATCH = 500

const exportList = command({
  verb: 'export',
  args: ['number'],
  about:
    'CSV of a list for the school: application, what it asked for, premium, and whether on the list, left, credited or returned; no names, no IDs, nothing of health. The look is an event',
  input: one,
  run: async ({ number: id }, { deps, by, why, print }) => {
    const row = await groupNamed(deps, id)
    await look(deps, row, { by, why })
    const fields = fieldsOf(await campaignOfGroup(deps.db, row))
    // The mark by which a spreadsheet reads UTF-8; and a number that it can add up.
    print(`\ufeff${csvLine(['application', ...fields, 'premium', 'currency', 'state', 'policy'])}`)
    const decimals = decimalsOf(row.currency)
    for (let after = -1; ;) {
      const rows = await shownToSchool(deps, row)
        .selectAll('group_payment_orders')
        .where('position', '>', after)
        .orderBy('position')
        .orderBy('order_id')
        .limit(BATCH)
        .execute()
      const last = rows.at(-1)
      if (!last) return
      const orders = await deps.db
        .selectFrom('orders')
        .selectAll()
        .where(
          'id',
          'in',
          rows.map((it) => it.order_id),
        )
        .execute()
      for (const line of rows) {
        const order = orders.find((it) => it.id === line.order_id)
        print(
          csvLine([
            line.order_id,
            ...(order ? detailsOf(deps, order, fields) : fields.map(() => '')),
            (line.amount_minor / 10 ** decimals).toFixed(decimals),
            row.currency,
            line.state,
            order?.status === 'issued' ? 'issued' : '',
          ]),
        )
      }
      after = last.position
    }
  },
})

const cancel = command({
  verb: 'cancel',
  args: ['number'],
  about:
    'gives a list up that is not paid: its applications can be paid otherwise, or come on another list; the school is told where it could pay',
  input: one,
  run: async ({ number: id }, { deps, by, why, print }) => {
    await cancelList(deps, id, { by, why })
    print(`Group payment ${id} is cancelled.`)
  },
})

export const groupPaymentCommands: readonly Command[] = [
  make,
  off,
  close,
  list,
  show,
  ...failedGroupCommands,
  exportList,
  cancel,
]
