/**
 * `npm run operator -- bank collect|list|show|release|export|cancel|result`: money that is paid by a batch file, with
 * two operators' approval.
 */
import { open, readFile, rm, stat } from 'node:fs/promises'
import { z } from 'zod'
import { decodeText, ENCODINGS } from '../../../lib/text/text-encoding.ts'
import { formatInstant } from '../../../lib/days/dates.ts'
import { formatMoney, money } from '../../../lib/money/money.ts'
import { requireComparedAfterRestore } from '../../../server/backup/restore-tests.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { commandsOf, type Command } from '../../../server/operator/command.ts'
import { eventLine } from '../../../server/operator/event-line.ts'
import {
  cancelBatch,
  collectBatch,
  exportBatch,
  lacksBranch,
  linesOf,
  MOST_LINES,
  releaseBatch,
  totalsIn,
} from './batches.ts'
import { bookResult } from './book-bank-result.ts'
import type { BatchLineTable, BatchTable } from '../tables.ts'
import { isOverdue, openBatches, openLines } from './waiting-batches.ts'

const command = commandsOf({ noun: 'bank', role: 'finance' })

const batch = z
  .string()
  .min(1, 'required')
  .transform((text) => text.trim().toUpperCase())
/** Largest result file in bytes; some hundred lines are a tenth of it. */
const MOST_BYTES = 1_048_576
const MOST_PROBLEMS = 200

const sums = (row: BatchTable): string =>
  totalsIn(row)
    .map(({ currency, count, amount }) => `${count} × ${currency} = ${formatMoney(money(amount, currency), 'en')}`)
    .join(', ')
const when = (at: number | null): string => (at === null ? '-' : formatInstant(at, 'en'))

const batchLine = (row: BatchTable, now: number): string =>
  [
    row.number,
    row.status,
    sums(row),
    `gathered ${when(row.created_at)} by ${row.created_by}`,
    ...(row.released_by ? [`released ${when(row.released_at)} by ${row.released_by}`] : []),
    ...(row.sent_by ? [`file ${when(row.sent_at)} by ${row.sent_by}`] : []),
    ...(['draft', 'released', 'sent'].includes(row.status) && isOverdue(row, now) ? ['overdue'] : []),
  ].join('  ')

/** Shows only the last characters of an account. */
const transferLine = (deps: Deps, row: BatchLineTable): string =>
  [
    `  ${row.position}`,
    row.status,
    formatMoney(money(row.amount_minor, row.currency), 'en'),
    `${row.source} ${row.purpose}`,
    `account •••• ${row.account_tail}`,
    row.payment,
    ...(row.reference ? [`reference ${row.reference}`] : []),
    ...(row.reason ? [row.reason] : []),
    ...(row.bank_day ? [row.bank_day] : []),
    ...(row.name_unsure === 1 ? ['! the name on the account is not plainly that of who is paid'] : []),
    ...(row.status === 'queued' && lacksBranch(deps, row)
      ? ['! the branch is not known: ask for it if the bank wants one']
      : []),
  ].join('  ')

async function batchNamed(db: Parameters<typeof openBatches>[0]['db'], number: string): Promise<BatchTable> {
  const row = await db.selectFrom('bank_batches').selectAll().where('number', '=', number).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

const collect = command({
  verb: 'collect',
  about: `Gathers what is due into a draft batch: payments of claims that nobody told the bank of by hand, and refunds whose payer gave an account. About --limit lines, ${MOST_LINES} at most. Where a backup was restored, --after-restore says how it was compared with the bank`,
  input: z.object({
    limit: z.coerce.number().int().min(1).max(MOST_LINES).default(MOST_LINES),
    'after-restore': z.string().min(1, 'required').optional(),
  }),
  run: async ({ limit, 'after-restore': how }, { deps, by, why, print }) => {
    await requireComparedAfterRestore(deps, { by, how })
    const { batch: row, left } = await collectBatch(deps, { by, why, limit })
    for (const it of left) print(`! ${it.what} is left out: ${it.why}`)
    if (!row) return print('Nothing is due.')
    print(batchLine(row, deps.clock()))
    for (const it of await linesOf(deps.db, row)) print(transferLine(deps, it))
    print('Somebody else with the role finance releases it.')
  },
})

const list = command({
  verb: 'list',
  reads: true,
  about:
    'Batches that are not over, and each line of which the bank has not said how it ended; overdue ones are marked',
  input: z.object({}),
  run: async (_, { deps, print }) => {
    const rows = await openBatches(deps)
    const lines = await openLines(deps, rows)
    for (const row of rows) {
      print(batchLine(row, deps.clock()))
      if (row.status === 'sent')
        for (const it of lines.filter((line) => line.batch_id === row.id)) print(transferLine(deps, it))
    }
    if (rows.length === 0) print('No batch waits for anybody.')
  },
})

const show = command({
  verb: 'show',
  reads: true,
  args: ['batch'],
  about: 'One batch: its sums, its lines with the ends of their accounts, the hash of its file, every event',
  input: z.object({ batch }),
  run: async ({ batch: number }, { deps, print }) => {
    const row = await batchNamed(deps.db, number)
    print(batchLine(row, deps.clock()))
    for (const it of await linesOf(deps.db, row)) print(transferLine(deps, it))
    if (row.file_sha256) print(`SHA-256 ${row.file_sha256}`)
    const events = await deps.db
      .selectFrom('events')
      .selectAll()
      .where('entity', '=', 'bank_batch')
      .where('entity_id', '=', row.id)
      .orderBy('at')
      .orderBy('id')
      .execute()
    for (const it of events) print(eventLine(it))
  },
})

const release = command({
  verb: 'release',
  args: ['batch'],
  about: 'Releases a draft that somebody else gathered: from here on its file can be written, and no other',
  input: z.object({ batch }),
  run: async ({ batch: number }, { deps, by, why, print }) => {
    await requireComparedAfterRestore(deps, { by })
    const row = await releaseBatch(deps, { number, by, why })
    print(`${row.number} is released: ${sums(row)}\nSHA-256 ${row.file_sha256 ?? ''}`)
  },
})

const exportFile = command({
  verb: 'export',
  args: ['batch', 'to'],
  about:
    'Writes the file for the bank into a new file that nobody else can read; it holds whole account numbers, so delete it afterwards. Again it is the same file. Each time is an event',
  input: z.object({ batch, to: z.string().min(1, 'required') }),
  run: async ({ batch: number, to }, { deps, by, why, print }) => {
    await requireComparedAfterRestore(deps, { by })
    // Opened first, because a path that cannot be written must not leave the batch as sent.
    const handle = await open(to, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(error.code === 'EEXIST' ? 'file_exists' : 'cannot_write')
    })
    try {
      const { file } = await exportBatch(deps, { number, by, why })
      await handle.writeFile(file)
      await handle.sync()
    } catch (error) {
      await rm(to, { force: true })
      throw error
    } finally {
      await handle.close()
    }
    print(`${to}: ${number}, ${sums(await batchNamed(deps.db, number))}`)
  },
})

const cancel = command({
  verb: 'cancel',
  args: ['batch'],
  about:
    'Cancels a batch: what was in it is due again. Once its file was written only with --refused-by-bank, where the bank refused all of it, and by somebody else than who wrote it',
  input: z.object({ batch, 'refused-by-bank': z.boolean().default(false) }),
  run: async ({ batch: number, 'refused-by-bank': refusedByBank }, { deps, by, why, print }) => {
    const row = await cancelBatch(deps, { number, refusedByBank, by, why })
    print(`${row.number} is cancelled; what was in it is due again.`)
  },
})

const result = command({
  verb: 'result',
  args: ['file'],
  about:
    'Books what the bank says became of a batch: paid, returned, unknown. One wrong line, and nothing is booked; the same file again changes nothing. --encoding where it cannot be told',
  input: z.object({ file: z.string().min(1, 'required'), encoding: z.enum(ENCODINGS).optional() }),
  run: async ({ file, encoding }, { deps, by, why, print }) => {
    const { size } = await stat(file).catch(() => {
      throw new Refusal('file_not_found')
    })
    if (size > MOST_BYTES) throw new Refusal('file_large')
    const text = decodeText(await readFile(file), encoding)
    if (text === undefined) throw new Refusal('encoding')
    const done = await bookResult(deps, text, { by, why })
    if ('problems' in done) {
      for (const { line, field, problem } of done.problems.slice(0, MOST_PROBLEMS))
        print(`line ${line}${field && `, ${field}`}: ${problem}`)
      throw new Refusal('result_has_problems')
    }
    print(
      `${done.batch}: ${done.booked.paid} paid, ${done.booked.returned} returned, ${done.booked.unknown} unknown, ${done.same} as known before; ${done.open} still open.`,
    )
  },
})

export const bankCommands: readonly Command[] = [collect, list, show, release, exportFile, cancel, result]
