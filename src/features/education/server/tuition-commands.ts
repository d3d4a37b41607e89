/** `tuition list|show|invoice|sent|confirmed|returned`: the operator's side of tuition payments. */
import { z } from 'zod'
import { formatInstant } from '../../../lib/days/dates.ts'
import { formatMoney, money } from '../../../lib/money/money.ts'
import { commandsOf, type Command } from '../../../server/operator/command.ts'
import { eventLine, eventsOf } from '../../../server/operator/event-line.ts'
import { handOver } from '../../../server/operator/write-new-file.ts'
import { RETURN_REASONS } from '../contract.ts'
import { confirm, dueAt, giveBack, viewTuition, openTuition, send } from './handle-tuition.ts'
import { schoolName } from './tuition-view.ts'
import type { EducationOrderTable } from '../tables.ts'

const command = commandsOf({ noun: 'tuition', role: 'finance' })

const payment = z.string().min(1, 'required')
const only = z.object({ payment })

const TASK = { paid: 'pass it on by', sent: 'ask the school on' } as const
const feeOf = (row: EducationOrderTable): string => formatMoney(money(row.fee_minor, row.fee_currency), 'en')
const amountOf = (row: EducationOrderTable): string => formatMoney(money(row.amount_minor, 'CNY'), 'en')

const list = command({
  verb: 'list',
  about: 'Tuition that was paid and is not with its school yet, oldest first, with what is to be done and by when',
  input: z.object({}),
  reads: true,
  run: async (_, { deps, print }) => {
    const rows = await openTuition(deps.db)
    const now = deps.clock()
    for (const row of rows) {
      const due = dueAt(row)
      const task =
        due === null || (row.status !== 'paid' && row.status !== 'sent')
          ? 'goes back: refunds list'
          : `${TASK[row.status]} ${formatInstant(due, 'en')}${due < now ? '  OVERDUE' : ''}`
      print(
        `${row.id}  ${row.status}  ${row.school}  ${feeOf(row)}  ${task}${row.invoice_file === null ? '  invoice not looked at yet' : ''}`,
      )
    }
    print(`${rows.length} waiting`)
  },
})

const show = command({
  verb: 'show',
  args: ['payment'],
  about: 'What one says, to be passed on to its school and to nobody else. Looking is recorded',
  input: only,
  run: async ({ payment: id }, { deps, by, why, print }) => {
    const { row, facts } = await viewTuition(deps, id, { by, why })
    print(
      `${row.id} ${row.status}  ${schoolName(row.school, 'en')} (${row.school})  sent in ${formatInstant(row.submitted_at, 'en')}`,
    )
    print(
      `fee ${feeOf(row)}  paid ${amountOf(row)}${row.rate === null ? '' : `  rate ${row.rate} for ${row.rate_per} ${row.fee_currency} of ${row.rate_day}, ${row.rate_source_en}`}`,
    )
    print(`consent ${row.consent_version} (${row.lang})${row.consent_sha256 === null ? '' : ` ${row.consent_sha256}`}`)
    for (const [fact, value] of Object.entries(facts)) if (value !== '') print(`${fact}: ${value}`)
    print(`invoice: ${row.invoice_failed ?? (row.invoice_file === null ? 'not looked at yet' : 'kept')}`)
    for (const it of await eventsOf(deps.db, ['education_order'], [id])) print(eventLine(it))
  },
})

const invoice = command({
  verb: 'invoice',
  args: ['payment', 'to'],
  about:
    'Writes the school’s invoice into a new file, to compare it with what was typed. Looking is recorded; delete it afterwards',
  input: only.extend({ to: z.string().min(1, 'required') }),
  run: async ({ payment: id, to }, { deps, by, why, print }) => {
    const { row } = await viewTuition(deps, id, { by, why })
    await handOver({ print }, row.invoice_file === null ? undefined : await deps.files.get(row.invoice_file), to)
  },
})

const sent = command({
  verb: 'sent',
  args: ['payment'],
  about: 'The fee is on its way to the school: the payer is told by when the school should have it',
  input: only,
  run: async ({ payment: id }, { deps, by, why, print }) => {
    await send(deps, id, { by, why })
    print(`${id} sent: the payer is told`)
  },
})

const confirmed = command({
  verb: 'confirmed',
  args: ['payment'],
  about: 'The school has booked it, under its --reference: the payer is told',
  input: only.extend({ reference: z.string().min(1, 'required').max(60) }),
  run: async ({ payment: id, reference }, { deps, by, why, print }) => {
    await confirm(deps, id, { reference, by, why })
    print(`${id} confirmed: the payer is told`)
  },
})

const returned = command({
  verb: 'returned',
  args: ['payment'],
  about: `All of it is to go back to the payer: --reason ${RETURN_REASONS.join('|')}. Another operator approves the refund; the payer is told`,
  input: only.extend({ reason: z.enum(RETURN_REASONS, 'required') }),
  run: async ({ payment: id, reason }, { deps, by, why, print }) => {
    await giveBack(deps, id, reason, { by, why })
    print(`${id} goes back once another operator has approved it (refunds list): the payer is told`)
  },
})

export const tuitionCommands: readonly Command[] = [list, show, invoice, sent, confirmed, returned]
