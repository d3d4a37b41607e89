/**
 * `npm run operator -- transfers book|confirm-statement|list|assign|give-back|confirm|withdraw|returned`: what schools
 * paid by bank transfer, from the bank's statement.
 */
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { formatMoney, money } from '../../../lib/money/money.ts'
import { dayOf } from '../../../lib/days/dates.ts'
import { ENCODINGS, type Encoding } from '../../../lib/text/text-encoding.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { readTable, UNREADABLE } from '../../../server/read-table.ts'
import { commandsOf, type Command, type CommandContext } from '../../../server/operator/command.ts'
import { recordLook } from '../../../server/transition.ts'
import type { TransferProblem } from '../rules/match-transfer.ts'
import { readStatement, type Statement } from '../rules/statement-file.ts'
import type { IncomingTransferTable } from '../tables.ts'
import { incomingMachine } from './incoming-states.ts'
import { bookStatement, noteOf, senderOf, type BookedEntry } from './book-statement.ts'
import {
  confirmStatement,
  confirmTransfer,
  noteReturned,
  proposeBooking,
  proposeReturn,
  withdrawTransfer,
} from './decide-transfers.ts'

const command = commandsOf({ noun: 'transfers', role: 'finance' })

const MOST_PROBLEMS = 200

const PROBLEMS: Record<TransferProblem, string> = {
  no_reference: 'has no reference',
  wrong_reference: 'has a reference that was mistyped',
  unknown_reference: 'has a reference that we never gave out',
  several_references: 'has several references that fit',
  paid_before: 'names a payment that has its money already',
  other_currency: 'is in another currency than was asked for',
  too_little: 'is less than was asked for',
  too_much: 'is more than was asked for',
  maybe_known:
    'MAY BE KNOWN: an earlier statement has an entry of the same day, sum and account under another number. Compare both at the bank',
}

const sum = ({ currency }: IncomingTransferTable, minor: number): string => formatMoney(money(minor, currency), 'en')

const transferLine = (row: IncomingTransferTable): string =>
  [
    row.id,
    row.status,
    row.day,
    sum(row, row.amount_minor),
    `entry ${row.entry}`,
    ...(row.account_tail ? [`account •••• ${row.account_tail}`] : []),
    ...(row.payment_id ? [`payment ${row.payment_id}`] : []),
    ...(row.problem && (row.status !== 'booked' || row.problem === 'maybe_known') ? [PROBLEMS[row.problem]] : []),
    ...(row.status === 'proposed'
      ? [`to be ${row.proposal === 'book' ? 'booked' : 'returned'}, says ${row.proposed_by}`]
      : []),
    ...(row.return_minor > 0 ? [`${sum(row, row.return_minor)} goes back`] : []),
    ...(row.return_reference ? [`returned under ${row.return_reference}`] : []),
  ].join('  ')

/** A payment that was given up, or whose list closed, brings money that goes back by itself. */
async function becameOf(
  { db }: Pick<Deps, 'db'>,
  { row, line, known, differs }: Omit<BookedEntry, 'known'> & { known?: boolean },
): Promise<string> {
  const payment =
    row.status === 'booked' && row.payment_id !== null
      ? await db
          .selectFrom('payments')
          .select(['payable_id', 'credited_at'])
          .where('id', '=', row.payment_id)
          .executeTakeFirstOrThrow()
      : undefined
  const what = payment
    ? payment.credited_at === null
      ? `came when ${payment.payable_id} took no money any more, and goes back (refunds list)`
      : `paid ${payment.payable_id}`
    : row.problem
      ? PROBLEMS[row.problem]
      : row.status === 'proposed'
        ? `names payment ${row.payment_id}, to be confirmed by somebody else`
        : ''
  return `${differs ? '! ' : ''}line ${line}: ${row.id}  ${sum(row, row.amount_minor)}  ${what}${known ? ', known before' : ''}${differs ? ', and with another day or sum: nothing changed' : ''}`
}

const statement = z.object({ file: z.string().min(1, 'required'), encoding: z.enum(ENCODINGS).optional() })

async function statementIn(
  { file, encoding }: { file: string; encoding?: Encoding | undefined },
  { deps, print }: Pick<CommandContext, 'deps' | 'print'>,
): Promise<Pick<Statement, 'lines'> & { sha256: string }> {
  const bytes = await readFile(file).catch(() => {
    throw new Refusal('file_not_found')
  })
  const table = await readTable(bytes, encoding)
  if ('unreadable' in table) {
    print(`line ${table.unreadable.line}: ${UNREADABLE[table.unreadable.code]}`)
    throw new Refusal(table.unreadable.code === 'encoding' ? 'encoding' : 'statement_has_problems')
  }
  const { lines, takenBack, problems } = readStatement(table.rows, dayOf(deps.clock()))
  for (const { line, column, problem } of problems.slice(0, MOST_PROBLEMS)) print(`line ${line}, ${column}: ${problem}`)
  for (const { line, amount } of takenBack)
    print(`! line ${line}: ${amount} was taken back by the bank; find out of which transfer`)
  if (problems.length > 0) throw new Refusal('statement_has_problems')
  return { lines, sha256: hash('sha256', bytes) }
}

const book = command({
  verb: 'book',
  args: ['file'],
  about:
    'Notes the bank’s statement of what came in (.xlsx, or CSV; --encoding where it cannot be told): an entry whose reference and sum fit is proposed as the payment of its list, every other one waits. Somebody else confirms. One line that cannot be read, and nothing is noted; the same statement again changes nothing. --check only looks',
  input: statement.extend({ check: z.boolean().default(false) }),
  run: async ({ check, ...input }, { deps, by, why, print }) => {
    const { lines, sha256 } = await statementIn(input, { deps, print })
    if (check) return print(`${lines.length} entries of money that came in; nothing is wrong with the statement.`)
    const done = await bookStatement(deps, lines, { by, why, sha256 })
    for (const it of done) print(await becameOf(deps, it))
    const count = (status: IncomingTransferTable['status']): number =>
      done.filter(({ row }) => row.status === status).length
    print(
      `${done.filter((it) => !it.known).length} new, ${done.filter((it) => it.known).length} known before; ${count('waiting')} wait for a decision (transfers list).`,
    )
    if (count('proposed') > 0)
      print(
        `${count('proposed')} wait for somebody else with the role finance, who exports the statement too: transfers confirm-statement <file>`,
      )
  },
})

const confirmFile = command({
  verb: 'confirm-statement',
  args: ['file'],
  about:
    'Credits every match of a statement that somebody else has booked, as the same statement says it that you exported from the bank yourself: what differs is left. Shows the SHA-256 of the file',
  input: statement,
  run: async (input, { deps, by, why, print }) => {
    const { lines, sha256 } = await statementIn(input, { deps, print })
    const done = await confirmStatement(deps, lines, { by, why, sha256 })
    for (const { line, row, outcome } of done)
      print(
        outcome === 'booked'
          ? await becameOf(deps, { line, row, differs: false })
          : `! line ${line}: ${row.id} is left: ${outcome === 'differs' ? 'your statement has another day, sum, account or note' : outcome}`,
      )
    const left = done.filter(({ outcome }) => outcome !== 'booked')
    if (left.length > 0 && left.every(({ outcome }) => outcome === 'same_operator') && left.length === done.length)
      throw new Refusal('same_operator')
    print(`${done.length - left.length} confirmed, ${left.length} left. SHA-256 ${sha256}`)
  },
})

const list = command({
  verb: 'list',
  about:
    'Transfers that came in and wait for a decision, a confirmation or to be sent back, with what their payers wrote and who sent them. The look is an event',
  input: z.object({}),
  run: async (_, { deps, by, why, print }) => {
    const rows = await openTransfers(deps)
    await deps.write(async (trx) => {
      for (const { id, status } of rows)
        await recordLook(trx, { entity: incomingMachine.entity, id, status, by, at: deps.clock(), why })
    })
    for (const row of rows) {
      const { accountName, bankName } = senderOf(deps, row)
      print(transferLine(row))
      print(`    ${[accountName, bankName].filter(Boolean).join(', ')}: ${noteOf(deps, row)}`)
    }
    if (rows.length === 0) print('No transfer waits for anybody.')
  },
})

const openTransfers = ({ db }: Pick<Deps, 'db'>): Promise<IncomingTransferTable[]> =>
  db
    .selectFrom('incoming_transfers')
    .selectAll()
    .where('status', 'in', ['waiting', 'proposed', 'to_return'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const one = z.object({ id: z.string().min(1, 'required') })

const assign = command({
  verb: 'assign',
  args: ['payment', 'ids'],
  about:
    'Proposes that transfers (ids separated by commas) together pay a payment; what is too much goes back. Somebody else confirms',
  input: z.object({ payment: z.string().min(1, 'required'), ids: z.string().min(1, 'required') }),
  run: async ({ payment, ids }, { deps, by, why, print }) => {
    const names = [...new Set(ids.split(',').map((it) => it.trim()))].filter(Boolean)
    await proposeBooking(deps, { ids: names, payment, by, why })
    print(`Somebody else with the role finance confirms it: transfers confirm ${names[0] ?? ''} ${payment}`)
  },
})

const giveBack = command({
  verb: 'give-back',
  args: ['id'],
  about: 'Proposes that a transfer goes back to whoever sent it. Somebody else confirms',
  input: one,
  run: async ({ id }, { deps, by, why, print }) => {
    await proposeReturn(deps, { id, by, why })
    print(`Somebody else with the role finance confirms it: transfers confirm ${id} return`)
  },
})

const confirm = command({
  verb: 'confirm',
  args: ['id', 'what'],
  about:
    'Does what somebody else proposed, named as it was shown, a payment or “return”: the payment is booked as by a gateway, or the money is to be sent back, to the account that is shown',
  input: one.extend({ what: z.string().min(1, 'required') }),
  run: async ({ id, what }, { deps, by, why, print }) => {
    for (const row of await confirmTransfer(deps, { id, what, by, why })) {
      print(transferLine(row))
      if (row.status !== 'to_return') continue
      const { accountName, accountNumber, bankName } = senderOf(deps, row)
      print(`Send ${sum(row, row.return_minor)} back to ${accountName}, ${accountNumber}, ${bankName}.`)
      print(`Then: transfers returned ${row.id} --reference …`)
    }
  },
})

const withdraw = command({
  verb: 'withdraw',
  args: ['id'],
  about: 'Takes a proposal back that nobody has confirmed: the transfer waits again',
  input: one,
  run: async ({ id }, { deps, by, why, print }) => {
    await withdrawTransfer(deps, { id, by, why })
    print(`${id} waits again.`)
  },
})

const returned = command({
  verb: 'returned',
  args: ['id'],
  about: 'The money of a transfer was sent back: --reference is the bank’s',
  input: one.extend({ reference: z.string().trim().min(3, 'required').max(80) }),
  run: async ({ id, reference }, { deps, by, why, print }) =>
    print(transferLine(await noteReturned(deps, { id, reference, by, why }))),
})

export const incomingCommands: readonly Command[] = [
  book,
  confirmFile,
  list,
  assign,
  giveBack,
  confirm,
  withdraw,
  returned,
]
