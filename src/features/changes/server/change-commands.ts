/** `changes list|show|photo|approve|reject`: the operator's side of change requests. */
import { z } from 'zod'
import { formatInstant } from '../../../lib/days/dates.ts'
import { commandsOf, type Command } from '../../../server/operator/command.ts'
import { handOver } from '../../../server/operator/write-new-file.ts'
import { formatMoney, type Money } from '../../../lib/money/money.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { CHANGE_REASONS, type ChangeEffect } from '../contract.ts'
import { approve, viewRequest, reject, waitingChanges } from './decide-change.ts'
import { dueAt } from './when-change-is-due.ts'
import { whatOf } from './changed-field.ts'

const command = commandsOf({ noun: 'changes', role: 'review' })

const change = z.string().min(1, 'required')
const only = z.object({ change })

const list = command({
  verb: 'list',
  about: 'Requests to change a policy’s people that wait, oldest first; those past their time are marked',
  input: z.object({}),
  reads: true,
  run: async (_, { deps, print }) => {
    const rows = await waitingChanges(deps)
    for (const row of rows) {
      const due = dueAt(row.submitted_at)
      print(
        `${row.id}  ${whatOf(row)}  sent ${formatInstant(row.submitted_at, 'en')}  due ${formatInstant(due, 'en')}${due < deps.clock() ? '  OVERDUE' : ''}`,
      )
    }
    print(`${rows.length} waiting`)
  },
})

const sum = (it: Money): string => formatMoney(it, 'en')

/** What else would change, and what the operator then does. */
function consequences({ effect, difference, lines, age }: ChangeEffect, claims: 'none' | 'open' | 'paid'): string[] {
  const stands =
    claims === 'none'
      ? []
      : [
          `Claims on the policy: ${claims}. Until the difference is paid a benefit may be scaled to the premium (terms 9.5)`,
        ]
  const priced = lines.map(
    (it) => `  ${it.from} to ${it.to}: age ${it.ageBefore} ${sum(it.before)}, age ${it.ageAfter} ${sum(it.after)}`,
  )
  switch (effect) {
    case 'none':
      return []
    case 'pay':
      return [
        ...priced,
        `${difference ? sum(difference) : ''} more is due: approving asks for it, and the change takes effect once it is paid, within ${LIMITS.changePayDays} days`,
        ...stands,
      ]
    case 'return':
      return [
        ...priced,
        `${difference ? sum({ ...difference, amount: -difference.amount }) : ''} too much was paid: approving changes the policy at once and returns it`,
        ...stands,
      ]
    case 'outside':
      return [
        `Age ${age?.age} on the first day of cover; the plan is for ${age?.from} to ${age?.to}: it cannot be approved. Call the policyholder, then reject it with --reason age_outside.`,
        `The insurer may end the contract with the refund value (policies surrender) within ${LIMITS.rescissionDays} days of knowing, and not later than ${LIMITS.rescissionYears} years after the sale`,
        ...stands,
      ]
    case 'person':
      return [
        'The benefit on death would change with it, or the rate table of the sale is not at hand. With the benefit: call the policyholder, then reject it with --reason price_differs.',
        'With the rate table: approve it with --difference, in yuan, below zero for what goes back',
        ...stands,
      ]
  }
}

const show = command({
  verb: 'show',
  args: ['change'],
  about: 'What one asks for, old and new, and what else would change. Looking is recorded',
  input: only,
  run: async ({ change: id }, { deps, by, why, print }) => {
    const { row, facts, policy, files, effect, claims } = await viewRequest(deps, id, { by, why })
    print(
      `${row.id} ${row.status}  policy ${policy.number}  ${whatOf(row)} of the ${policy.relationship === 'self' ? 'policyholder and insured' : row.who}`,
    )
    print(facts ? `old: ${facts.before || '(none)'}\nnew: ${facts.value}` : 'What it asked for was deleted')
    for (const [i, file] of files.entries())
      print(`file ${i + 1}: ${file.failed ?? (file.file_id === null ? 'not looked at yet' : 'kept')}`)
    for (const line of consequences(effect, claims)) print(line)
  },
})

const photo = command({
  verb: 'photo',
  args: ['change', 'number', 'to'],
  about: 'Writes a file of its proof (1, 2 …) into a new file. Looking is recorded; delete it afterwards',
  input: z.object({ change, number: z.coerce.number().int().min(1), to: z.string().min(1, 'required') }),
  run: async ({ change: id, number, to }, { deps, by, why, print }) => {
    const { files } = await viewRequest(deps, id, { by, why })
    const fileId = files[number - 1]?.file_id
    await handOver({ print }, fileId ? await deps.files.get(fileId) : undefined, to)
  },
})

const DONE = {
  approved: 'the policy has a new version, and its sender is told',
  awaiting_payment: 'its sender is told what to pay; the policy changes once that is here',
}

const approveOne = command({
  verb: 'approve',
  args: ['change'],
  about:
    'Proven: a new version of the policy, at once or when the difference in premium is paid; what was paid too much goes back. --difference only where `changes show` asks for it',
  input: z.object({
    change,
    difference: z
      .string()
      .regex(/^-?\d{1,7}(\.\d\d?)?$/, 'invalid')
      .transform((text) => Math.round(Number(text) * 100))
      .optional(),
  }),
  run: async ({ change: id, difference }, { deps, by, why, print }) => {
    const { status } = await deps.write((trx) => approve(deps, trx, id, { by, why, difference }))
    print(
      `${id} ${status === 'awaiting_payment' ? 'waits for payment' : 'approved'}: ${DONE[status === 'awaiting_payment' ? status : 'approved']}`,
    )
  },
})

const rejectOne = command({
  verb: 'reject',
  args: ['change'],
  about: `Refuses one: --reason ${CHANGE_REASONS.join('|')}`,
  input: z.object({ change, reason: z.enum(CHANGE_REASONS, 'required') }),
  run: async ({ change: id, reason }, { deps, by, why, print }) => {
    const row = await deps.write((trx) => reject(deps, trx, id, reason, { by, why }))
    print(`${row.id} rejected: its sender is told why`)
  },
})

export const changeCommands: readonly Command[] = [list, show, photo, approveOne, rejectOne]
