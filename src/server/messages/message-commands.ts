/** `messages …`: delivery states of messages, cost of text messages, mailboxes that get no mail. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { destinationSchema } from '../../lib/people/contact.ts'
import { addDays, dayOf } from '../../lib/days/dates.ts'
import { LANGS } from '../../lib/locale.ts'
import { Refusal } from '../http/call-handlers.ts'
import type { Deps } from '../dependencies.ts'
import { commandsOf, type Command } from '../operator/command.ts'
import { applyMailEvent } from './bounces/apply-mail-events.ts'
import { readReport } from './bounces/read-report.ts'
import { accountsOfContacts, clearUndeliverable } from './bounces/undeliverable-mailboxes.ts'
import { connectionChecks } from './connection-checks.ts'
import { findDelivery } from './delivery-states.ts'
import { partsOf } from './sms/daily-budget.ts'
import { destinationMac } from '../keys/destination-mac.ts'
import { readSmsTemplates, templateText } from './sms/sms-templates.ts'

const command = commandsOf({ noun: 'messages', role: 'security' })

const iso = (ms: number): string => new Date(ms).toISOString()
const MOST = 200

const list = command({
  verb: 'list',
  reads: true,
  about:
    'What became of the latest messages, without addresses (--to <mobile or email>, --state sent|delivered|failed|held|withheld)',
  input: z.object({
    to: z.optional(destinationSchema),
    state: z.enum(['sent', 'delivered', 'failed', 'held', 'withheld']).optional(),
  }),
  run: async ({ to, state }, { deps, print }) => {
    let query = deps.db.selectFrom('message_deliveries').selectAll().orderBy('id', 'desc').limit(MOST)
    if (to !== undefined) query = query.where('to_mac', '=', destinationMac(deps, to))
    if (state !== undefined) query = query.where('status', '=', state)
    for (const row of await query.execute())
      print(
        [
          row.id,
          iso(row.created_at),
          row.channel,
          row.template,
          row.lang,
          row.status,
          row.provider ?? '-',
          row.reason ?? '',
        ]
          .join('  ')
          .trimEnd(),
      )
  },
})

const show = command({
  verb: 'show',
  args: ['id'],
  reads: true,
  about: 'One message: when it went out, by whom, and what became of it',
  input: z.object({ id: z.string().min(1, 'required') }),
  run: async ({ id }, { deps, print }) => {
    const row = await findDelivery(deps.db, id)
    if (!row) throw new Refusal('not_found')
    const lines = {
      message: row.id,
      template: `${row.template} (${row.lang})`,
      channel: row.channel,
      state: row.status,
      reason: row.reason,
      by: row.provider,
      reference: row.reference,
      'billed as': row.parts,
      'sent again': row.returns || null,
      written: iso(row.created_at),
      'last change': iso(row.updated_at),
    }
    for (const [name, value] of Object.entries(lines)) if (value !== null) print(`${name}: ${value}`)
  },
})

const costs = command({
  verb: 'costs',
  reads: true,
  about: 'Text messages of the last days as they are billed, and what the day may have (--days 7)',
  input: z.object({ days: z.coerce.number().int().min(1).max(366).default(7) }),
  run: async ({ days }, { deps, print }) => {
    const { perDay, codeReserve } = deps.config.sms
    print(
      `at most ${perDay} a day, ${codeReserve} of them for codes alone, ${Math.floor(codeReserve / 2)} for people who have signed in before`,
    )
    for (let back = 0; back < days; back++) {
      const day = addDays(dayOf(deps.clock()), -back)
      const { codes, others, held } = await partsOf(deps, day)
      print(
        `${day}  codes ${codes}  others ${others}  in all ${codes + others}${held > 0 ? `  no room for ${held}` : ''}`,
      )
    }
  },
})

const mailboxes = command({
  verb: 'mailboxes',
  reads: true,
  about: 'Mailboxes that take no mail, the latest first, without addresses (--to <email> for one)',
  input: z.object({ to: z.optional(destinationSchema) }),
  run: async ({ to }, { deps, print }) => {
    let query = deps.db
      .selectFrom('undeliverable_mailboxes')
      .select(['id', 'mac', 'reason', 'status_code', 'delivery_id', 'since'])
      .orderBy('since', 'desc')
      .limit(MOST)
    if (to !== undefined) query = query.where('mac', '=', destinationMac(deps, to))
    const rows = await query.execute()
    const macs = rows.map(({ mac }) => mac)
    const held = (await Promise.all(accountsOfContacts.all(deps).map((of) => of(deps.db, macs)))).flat()
    for (const row of rows) {
      const owner = held.find(({ mac }) => mac === row.mac)
      print(
        [
          row.id,
          iso(row.since),
          row.reason,
          row.status_code ?? '-',
          `message ${row.delivery_id ?? '-'}`,
          owner === undefined ? 'no account' : `account ${owner.user_id}`,
        ].join('  '),
      )
    }
  },
})

const clear = command({
  verb: 'clear',
  args: ['email'],
  about: 'Mail goes to a mailbox again that was marked: its owner said that it works',
  input: z.object({ email: destinationSchema }),
  run: async ({ email }, { deps, by, why, print }) => {
    if (!(await deps.write((trx) => clearUndeliverable(deps, trx, destinationMac(deps, email), { by, why }))))
      throw new Refusal('not_found')
    print('Messages go there again')
  },
})

const bounce = command({
  verb: 'bounce',
  args: ['file'],
  about: 'Reads a mail that came back (.eml): a delivery report or a complaint',
  input: z.object({ file: z.string().min(1, 'required') }),
  run: async ({ file }, { deps, by, print }) => {
    const events = readReport(await readFile(file))
    if (events.length === 0) print('No report of a mail that failed: nothing done')
    for (const event of events)
      print(
        `${event.kind}${event.status === null ? '' : ` ${event.status}`}: ${DONE[await applyMailEvent(deps, event, by)]}`,
      )
  },
})
const DONE = {
  marked: 'the mailbox takes no mail, and nothing but codes goes there',
  again: 'it passes: the message goes out again',
  given_up: 'it passes, but the message came back too often, or is a code',
  unknown: 'of no message that we know: nothing done',
} as const

const namesOf = ({ messages }: Pick<Deps, 'messages'>): string[] => [...messages.declared.keys()].sort()

const smsTemplates = command({
  verb: 'templates',
  args: ['provider'],
  reads: true,
  about: 'Texts to register at a provider of text messages (aliyun or tencent), and which have an id in SMS_TEMPLATES',
  input: z.object({ provider: z.enum(['aliyun', 'tencent']) }),
  run: async ({ provider }, { deps, print }) => {
    const ids = readSmsTemplates(deps.config.sms.templates)[provider] ?? {}
    for (const name of namesOf(deps)) {
      for (const lang of LANGS)
        print(
          `${name}  ${lang}  ${ids[name]?.[lang] ?? '(no id)'}  ${templateText(deps.words, provider, name, lang, deps.config.siteUrl)}`,
        )
    }
  },
})

const check = command({
  verb: 'check',
  reads: true,
  about: 'Tries the mail server and the providers of text messages, their keys and templates; sends nothing',
  input: z.object({}),
  run: async (_, { deps, print }) => {
    for (const { name, run } of connectionChecks) {
      const problems = await run(deps.config, namesOf(deps))
      print(problems.length === 0 ? `ok    ${name}` : problems.map((it) => `FAIL  ${name}: ${it}`).join('\n'))
    }
  },
})

export const messageCommands: readonly Command[] = [list, show, costs, mailboxes, clear, bounce, smsTemplates, check]
