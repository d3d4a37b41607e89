/** Finds the claim that a command names, and prints cases in a terminal. */
import { z } from 'zod'
import { formatDay, formatInstant } from '../../../../lib/days/dates.ts'
import { formatMoney, money, type Currency } from '../../../../lib/money/money.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { currentClock, onAccountClock, turnOf } from '../../rules/case/case-progress.ts'
import { loadCase, type Case } from '../case/load-case.ts'
import { stateOf } from '../case/decision-columns.ts'
import { cameUnasked } from '../../rules/case/promised-documents.ts'
import type { Clock } from '../../rules/promise-clock-schema.ts'
import type { Sheet } from '../../rules/settlement-sheet.ts'
import { todayOf } from '../case/make-listed-claim.ts'

/** Names of doubts, separated by commas: `v001.amount, v002.day`. */
export const doubtNames = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((it) => it.trim())
      .filter(Boolean),
  )

/** A claim by its id or case number; drafts are not found, because only their owner may see them. */
export async function findClaim(deps: Deps, text: string): Promise<string> {
  const row = await deps.db
    .selectFrom('claims')
    .select('id')
    .where('status', 'not in', ['draft', 'discarded'])
    .where((eb) => eb.or([eb('id', '=', text), eb('case_number', '=', text.toUpperCase())]))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row.id
}

/** The case of an id or case number; refuses `not_found`. */
export const findCase = async (deps: Deps, text: string): Promise<Case> => loadCase(deps, await findClaim(deps, text))

/** Date and time in Shanghai, `-` for never. */
export const at = (ms: number | null): string => (ms === null ? '-' : formatInstant(ms, 'en'))
/** Minor units as money, in English. */
export const sum = (amount: number, currency: Currency): string => formatMoney(money(amount, currency), 'en')

/** "decision 3/5, due 18 November 2026", "LATE", "stopped". */
export function clockText(clock: Clock | null): string {
  if (!clock) return '-'
  const { kind, day, of, state, dueOn } = clock
  const word = {
    running: `due ${formatDay(dueOn, 'en')}`,
    stopped: 'stopped',
    late: `LATE since ${formatDay(dueOn, 'en')}`,
    done: 'done',
  }[state]
  return `${kind}${clock.complex ? ' (complex)' : ''} day ${day} of ${of}, ${word}`
}

/** The promised day, or the due day for documents, has passed. */
export function isOverdue(deps: Deps, found: Case): boolean {
  const open = found.requests.find((it) => it.status === 'open')
  const state = stateOf(found)
  return (
    currentClock(state, deps.clock())?.state === 'late' ||
    onAccountClock(state, deps.clock())?.state === 'late' ||
    (open !== undefined && open.due_on < todayOf(deps))
  )
}

const WAITING_FOR = { you: 'claimant', us: 'US', bank: 'bank', nobody: '-' }

/** Not looked at by a handler yet. */
export const UNSEEN = ['checking', 'received'] as const

/** Documents that came unasked and wait for somebody to look at them. */
const newDocuments = ({ claim, documents }: Case): number =>
  documents.filter((it) => cameUnasked(it, claim) && UNSEEN.some((one) => one === it.status)).length

/** One case in one line of `claims list`: `!` where it is overdue, number, status, type, clock, turn, handler. */
export function caseLine(deps: Deps, found: Case): string {
  const { claim, requests } = found
  const due = requests.find((it) => it.status === 'open')?.due_on
  const onAccount = onAccountClock(stateOf(found), deps.clock())
  const added = newDocuments(found)
  return [
    isOverdue(deps, found) ? '!' : ' ',
    claim.case_number ?? claim.id,
    claim.status + (due ? ` until ${due}` : ''),
    claim.type ?? '-',
    clockText(currentClock(stateOf(found), deps.clock())),
    `turn: ${WAITING_FOR[turnOf(claim.status)]}`,
    claim.handler ?? 'nobody’s',
    ...(found.appeals.some((it) => it.status === 'open') && claim.status !== 'in_review' ? ['review asked for'] : []),
    ...(added > 0 ? [`came unasked: ${added} to look at`] : []),
    ...(onAccount?.state === 'late' ? [clockText(onAccount)] : []),
    ...(claim.on_account ? [`on account: ${claim.on_account}`] : []),
    ...(claim.rate_awaited ? [`waits for the rate ${claim.rate_awaited}`] : []),
  ].join('  ')
}

const LABEL = 58
/** A row of the sheet; a long label is cut, the figure never. */
const pad = (label: string, figure: string): string =>
  `  ${(label.length < LABEL ? label : `${label.slice(0, LABEL - 2)}…`).padEnd(LABEL)}${figure.padStart(18)}`
const off = (amount: number, currency: Currency): string => (amount === 0 ? '' : '−') + sum(amount, currency)

/** The sheet as it will be printed, in English; with `masked`, without treatments and their places. */
export function settlementLines(sheet: Sheet, { masked = false } = {}): string[] {
  const said = (text: string): string => (masked ? '•••' : text)
  const { currency } = sheet
  const out: string[] = []
  for (const invoice of sheet.invoices) {
    const own = (amount: number): string => sum(amount, invoice.currency)
    out.push(
      `Invoice ${said(invoice.number || invoice.id)}  ${said(invoice.provider)}  ${formatDay(invoice.day, 'en')}`,
    )
    for (const line of invoice.lines) {
      out.push(pad(`${line.id} ${said(line.name.en)}`, own(line.invoiced)))
      for (const it of line.deductions)
        out.push(pad(`     − ${it.kind}, clause ${it.clause}: ${said(it.reason.en)}`, off(it.amount, invoice.currency)))
    }
    const { rate } = invoice
    out.push(pad(`Eligible of ${own(invoice.invoiced)}`, own(invoice.eligible)))
    if (rate)
      out.push(
        pad(
          `at ${rate.rate}${rate.per > 1 ? ` for ${rate.per}` : ''}, ${rate.day}, ${rate.source.en}`,
          sum(invoice.converted, currency),
        ),
      )
  }
  out.push(pad('Eligible in all', sum(sheet.eligible, currency)))
  for (const it of sheet.steps)
    out.push(pad(`− ${it.kind}, clause ${it.clause}: ${it.note.en}`, off(it.amount, currency)))
  out.push(
    pad('Payable', sum(sheet.payable, currency)),
    pad('Paid to the hospital', sum(sheet.paidToHospital, currency)),
    pad('Paid to the claimant', sum(sheet.paidToYou, currency)),
  )
  out.push(`Outcome: ${sheet.outcome}`)
  return out
}
