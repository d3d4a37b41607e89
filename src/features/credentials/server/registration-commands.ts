/** `registrations list|show|photo|approve|reject|revoke`: the operator's side of credential verification. */
import { z } from 'zod'
import { formatInstant } from '../../../lib/days/dates.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { commandsOf, type Command } from '../../../server/operator/command.ts'
import { handOver } from '../../../server/operator/write-new-file.ts'
import { OPERATOR_REASONS } from '../contract.ts'
import {
  approve,
  compareRegistration,
  endedByPolicyholders,
  reject,
  revoke,
  waitingRegistrations,
} from './decide-registration.ts'
import { DAY_MS, dueAt } from './when-registration-may-be-sent.ts'

const command = commandsOf({ noun: 'registrations', role: 'review' })

const registration = z.string().min(1, 'required')
const only = z.object({ registration })

const list = command({
  verb: 'list',
  about:
    'Registrations that wait for a person, oldest first; those past their time are marked. Then those that policyholders ended lately',
  input: z.object({}),
  reads: true,
  run: async (_, { deps, print }) => {
    const rows = await waitingRegistrations(deps)
    for (const row of rows) {
      const due = dueAt(row.submitted_at)
      print(
        `${row.id}  sent ${formatInstant(row.submitted_at, 'en')}  due ${formatInstant(due, 'en')}${due < deps.clock() ? '  OVERDUE' : ''}`,
      )
    }
    print(`${rows.length} waiting`)
    const ended = await endedByPolicyholders(deps, deps.clock() - LIMITS.registrationUndoDays * DAY_MS)
    for (const { id, at, by, why } of ended)
      print(`${id}  revoked ${formatInstant(at, 'en')}  by ${by}${why === null ? '' : `: ${why}`}`)
  },
})

const show = command({
  verb: 'show',
  args: ['registration'],
  about: 'What one says, beside the issued policies of that ID number, and who decided it. Looking is recorded',
  input: only,
  run: async ({ registration: id }, { deps, by, why, print }) => {
    const { row, said, policies, decision } = await compareRegistration(deps, id, { by, why })
    print(`${row.id} ${row.status}`)
    if (said) for (const [fact, value] of Object.entries(said)) print(`${fact}: ${value}`)
    else print('What it said was deleted')
    for (const { number, differs, codeUntil } of policies) {
      const facts = differs.length === 0 ? 'every fact fits' : `differs in ${differs.join(', ')}`
      const code = codeUntil === undefined ? '' : `; a code to its contact ends ${formatInstant(codeUntil, 'en')}`
      print(`policy ${number}: ${facts}${code}`)
    }
    if (policies.length === 0) print('No policy is issued for this ID number')
    if (decision) {
      const { to_status: status, at, by: decider, why: reason } = decision
      print(`${status} ${formatInstant(at, 'en')} by ${decider}: ${reason ?? ''}`)
    }
  },
})

const photo = command({
  verb: 'photo',
  args: ['registration', 'to'],
  about: 'Writes the photo of the ID into a new file. Looking is recorded; delete the file afterwards',
  input: z.object({ registration, to: z.string().min(1, 'required') }),
  run: async ({ registration: id, to }, { deps, by, why, print }) => {
    const { row } = await compareRegistration(deps, id, { by, why })
    const found = row.photo_id === null || row.photo_checked_at === null ? null : await deps.files.get(row.photo_id)
    await handOver({ print }, found, to)
  },
})

const approveOne = command({
  verb: 'approve',
  args: ['registration'],
  about: 'The ID is the person’s: policies that insure it appear in their account, and both sides are told',
  input: only,
  run: async ({ registration: id }, { deps, by, why, print }) => {
    const row = await deps.write((trx) => approve(deps, trx, id, { by, why }))
    print(`${row.id} approved: its owner is told`)
  },
})

const rejectOne = command({
  verb: 'reject',
  args: ['registration'],
  about: `Refuses one: --reason ${OPERATOR_REASONS.join('|')}`,
  input: z.object({ registration, reason: z.enum(OPERATOR_REASONS, 'required') }),
  run: async ({ registration: id, reason }, { deps, by, why, print }) => {
    const row = await deps.write((trx) => reject(deps, trx, id, reason, { by, why }))
    print(`${row.id} rejected: its owner is told why`)
  },
})

const revokeOne = command({
  verb: 'revoke',
  args: ['registration'],
  about: 'Takes an approval back: the policies that it opened are closed to that account, and its owner is told',
  input: only,
  run: async ({ registration: id }, { deps, by, why, print }) => {
    const row = await deps.write((trx) => revoke(deps, trx, id, { by, why }))
    print(`${row.id} revoked: its owner is told`)
  },
})

export const registrationCommands: readonly Command[] = [list, show, photo, approveOne, rejectOne, revokeOne]
