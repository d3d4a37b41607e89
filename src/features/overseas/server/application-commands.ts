/** `overseas list|show|refer|close|told`: what operators do with applications to overseas insurers. */
import { z } from 'zod'
import { formatInstant } from '../../../lib/days/dates.ts'
import { commandsOf, type Command } from '../../../server/operator/command.ts'
import { insurerReminderAt, referBy } from './when-application-is-due.ts'
import { openApplications, untoldWithdrawals } from './submit-application.ts'
import { DECLINE_REASONS } from '../contract.ts'
import { findProduct } from '../content/load-products.ts'
import { close, viewApplication, markInsurerTold, refer } from './refer-application.ts'

const command = commandsOf({ noun: 'overseas', role: 'review' })

const application = z.string().min(1, 'required')
const only = z.object({ application })
const insurerOf = (slug: string): string => findProduct(slug)?.insurer ?? '?'

const list = command({
  verb: 'list',
  about:
    'Applications to overseas insurers that wait, oldest first, with what is to be done and by when; then withdrawn ones whose insurer is to be told',
  input: z.object({}),
  reads: true,
  run: async (_, { deps, print }) => {
    const now = deps.clock()
    const rows = await openApplications(deps.db)
    for (const { id, product, status, submitted_at: sent, referred_at: referred } of rows) {
      const due = referred === null ? referBy(sent) : insurerReminderAt(referred)
      const task = referred === null ? 'pass it on by' : 'ask the insurer how it stands on'
      print(
        `${id}  ${status}  ${product} (${insurerOf(product)})  ${task} ${formatInstant(due, 'en')}${due < now ? '  OVERDUE' : ''}`,
      )
    }
    const untold = await untoldWithdrawals(deps.db)
    for (const { id, product } of untold)
      print(`${id}  withdrawn  ${product} (${insurerOf(product)})  tell the insurer, then: overseas told ${id}`)
    print(`${rows.length} waiting, ${untold.length} withdrawn`)
  },
})

const show = command({
  verb: 'show',
  args: ['application'],
  about: 'What one says, to be passed on to its insurer and to nobody else. Looking is recorded',
  input: only,
  run: async ({ application: id }, { deps, by, why, print }) => {
    const { row, facts } = await viewApplication(deps, id, { by, why })
    print(
      `${row.id} ${row.status}  ${row.product} (${insurerOf(row.product)})  sent ${formatInstant(row.submitted_at, 'en')}  language ${row.lang}`,
    )
    for (const [fact, value] of Object.entries(facts)) if (value !== '') print(`${fact}: ${value.replace(/\s+/g, ' ')}`)
    print(`consent ${row.consent_version} (${row.lang}) ${row.consent_sha256}`)
  },
})

const referOne = command({
  verb: 'refer',
  args: ['application'],
  about: 'It was passed on: the applicant is told that the insurer writes now',
  input: only,
  run: async ({ application: id }, { deps, by, why, print }) => {
    await refer(deps, id, { by, why })
    print(`${id} referred: its sender is told`)
  },
})

const closeOne = command({
  verb: 'close',
  args: ['application'],
  about: `What came of it: --outcome insured, or --outcome declined --reason ${DECLINE_REASONS.join('|')}. The applicant is told`,
  input: z
    .object({
      application,
      outcome: z.enum(['insured', 'declined'], 'required'),
      reason: z.enum(DECLINE_REASONS).optional(),
    })
    .refine(({ outcome, reason }) => (outcome === 'declined') === (reason !== undefined), {
      path: ['reason'],
      message: 'required',
    }),
  run: async ({ application: id, outcome, reason }, { deps, by, why, print }) => {
    await close(
      deps,
      id,
      outcome === 'declined' && reason !== undefined ? { to: 'declined', reason } : { to: 'insured' },
      { by, why },
    )
    print(`${id} ${outcome}: its sender is told`)
  },
})

const told = command({
  verb: 'told',
  args: ['application'],
  about: 'The insurer was told that its applicant withdrew, and asked to delete what it was sent',
  input: only,
  run: async ({ application: id }, { deps, by, why, print }) => {
    await markInsurerTold(deps, id, { by, why })
    print(`${id}: the insurer knows`)
  },
})

export const overseasCommands: readonly Command[] = [list, show, referOne, closeOne, told]
