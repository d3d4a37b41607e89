/**
 * The settlement (domain §5.4): invoiced − each deduction = eligible; converted once; − deductible − own share − other
 * insurance − what is above the limit − what was paid before = payable. Half up to the cent at each printed line; what
 * remains is never rounded.
 */
import { convert, money, percent, type Currency, type Rate } from '../../../../lib/money/money.ts'
import { cutAtLimits, spread, type CostGroup, type LimitResult } from './cap-benefits.ts'
import {
  assessmentErrors,
  CLAUSES,
  invoicesOf,
  type Assessment,
  type AssessmentInvoice,
  type Group,
  type GroupResult,
} from './assessment.ts'
import type { BothLanguages } from '../claim-value-schemas.ts'
import { deductibleNote, limitNoteOf, otherNote, shareNote, withReasons } from './settlement-step-notes.ts'
import {
  LINE_STEPS,
  STEPS,
  type Sheet,
  type SheetInvoice,
  type SheetLine,
  type SheetStep,
} from '../settlement-sheet.ts'
import type { Outcome } from '../status-values.ts'

/** The assessment contains a contradiction; `fields` says where. */
export class NotSettled extends Error {
  readonly fields: Record<string, string>
  constructor(fields: Record<string, string>) {
    super(
      Object.entries(fields)
        .map(([path, code]) => `${path}: ${code}`)
        .join(', '),
    )
    this.name = 'NotSettled'
    this.fields = fields
  }
}

export interface Settled {
  sheet: Sheet
  groups: GroupResult[]
}

const total = (values: readonly number[]): number => values.reduce((sum, it) => sum + it, 0)

/** The sheet that follows from an assessment. Throws `NotSettled` for one with a contradiction. */
export function settle(assessment: Assessment): Settled {
  const errors = assessmentErrors(assessment)
  if (Object.keys(errors).length > 0) throw new NotSettled(errors)
  const { currency } = assessment
  const invoices = assessment.invoices.map((it) => invoiceOf(it, currency))
  const groups = assessment.groups.map((group) => groupResult(group, eligibleOf(assessment, group), currency))
  const eligible = total(invoices.map((it) => it.converted))
  const limits = limitsOf(assessment, groups)
  const steps = stepsOf(assessment, groups, limits)
  const payable = eligible - total(steps.map((it) => it.amount))
  const { paidToHospital } = assessment
  // An earlier decision is never reduced: a review finds more, or nothing more (content/faq "disagree").
  if ((steps.find((it) => it.kind === 'already_paid')?.amount ?? 0) < assessment.alreadyPaid)
    throw new NotSettled({ alreadyPaid: 'worse_than_before' })
  if (paidToHospital > payable) throw new NotSettled({ paidToHospital: 'above_payable' })
  const sheet: Sheet = {
    currency,
    invoices: invoices.map((it) => ({ ...it, lines: it.lines.map((line) => settledLine(line, limits)) })),
    eligible,
    steps,
    payable,
    paidToHospital,
    paidToYou: payable - paidToHospital,
    outcome: outcomeOf(invoices, steps, payable),
    uses: limits.paid.filter((it) => it.paid > 0),
    visits: visitsOf(assessment),
    illness: assessment.illness,
  }
  return { sheet, groups }
}

function invoiceOf(
  { id, visit, number, provider, day, currency, rate, lines: given }: AssessmentInvoice,
  to: Currency,
): SheetInvoice {
  const lines = given.map((line) => ({
    id: line.id,
    name: line.name,
    invoiced: line.amount,
    deductions: line.deductions,
    eligible: line.amount - total(line.deductions.map((it) => it.amount)),
  }))
  const eligible = total(lines.map((it) => it.eligible))
  return {
    id,
    visit,
    number,
    provider,
    day,
    currency,
    lines,
    eligible,
    invoiced: total(lines.map((it) => it.invoiced)),
    rate: rate && { ...rate, clause: CLAUSES.rate },
    converted: converted(eligible, currency, rate, to),
  }
}

/** The line with its part of every step. */
function settledLine(line: SheetLine, { lines }: LimitResult): SheetLine {
  const found = lines.find((it) => it.id === line.id)
  if (!found) throw new RangeError('a line that was not settled')
  const { eligible, deductible, share, other_insurance, above_limit } = found
  return { ...line, settled: { eligible, deductible, share, other_insurance, above_limit } }
}

const converted = (amount: number, from: Currency, rate: Rate | null, to: Currency): number =>
  rate ? convert(money(amount, from), rate, to).amount : amount

const benefitsIn = ({ benefits }: Pick<Assessment, 'benefits'>): string[] => ['', ...benefits.map((it) => it.benefit)]

const eligibleAmount = ({ amount, deductions }: AssessmentInvoice['lines'][number]): number =>
  amount - total(deductions.map((it) => it.amount))

/**
 * The lines of a group in the settlement's currency. The invoice is converted once: group and benefit get the
 * differences of running sums, in order, and their lines a part of those, so that everything adds up to it whatever the
 * rounding.
 */
function linesOf(assessment: Assessment, { id }: Group): CostGroup['lines'] {
  const { invoices, groups, currency } = assessment
  const order = groups.flatMap((group) => benefitsIn(assessment).map((benefit) => `${group.id} ${benefit}`))
  const among = (invoice: AssessmentInvoice, places: readonly string[]): AssessmentInvoice['lines'] =>
    invoice.lines.filter((line) => places.includes(`${line.group ?? invoice.group} ${line.benefit ?? ''}`))
  const upTo = (invoice: AssessmentInvoice, count: number): number =>
    converted(
      total(among(invoice, order.slice(0, count)).map(eligibleAmount)),
      invoice.currency,
      invoice.rate,
      currency,
    )
  return invoices.flatMap((invoice) =>
    benefitsIn(assessment).flatMap((benefit) => {
      const place = `${id} ${benefit}`
      const at = order.indexOf(place)
      const lines = among(invoice, [place]).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const parts = spread(upTo(invoice, at + 1) - upTo(invoice, at), lines.map(eligibleAmount))
      return lines.map((line, i) => ({ id: line.id, invoice: invoice.id, benefit, eligible: parts[i] ?? 0 }))
    }),
  )
}

/** Number of invoices for each benefit of which something is eligible. */
function visitsOf({ invoices, benefits }: Assessment): NonNullable<Sheet['visits']> {
  const counted = (benefit: string): number =>
    invoices.filter(({ lines }) =>
      lines.some((line) => line.benefit === benefit && line.amount > total(line.deductions.map((it) => it.amount))),
    ).length
  return benefits.map(({ benefit }) => ({ benefit, count: counted(benefit) })).filter((it) => it.count > 0)
}

/** A group's part of all invoices. */
const eligibleOf = (assessment: Assessment, group: Group): number =>
  total(linesOf(assessment, group).map((it) => it.eligible))

/** What the limits cut off, after deductible, share and other insurance. */
function limitsOf(assessment: Assessment, groups: readonly GroupResult[]): LimitResult {
  const own = total(groups.map((it) => it.share))
  return cutAtLimits({
    groups: groups.map(({ group, deductible }) => ({
      lines: linesOf(assessment, group),
      deductible,
      share: group.share,
    })),
    currency: assessment.currency,
    shareGivenBack: Math.max(0, own - (assessment.shareCap ?? own)),
    otherInsurance: assessment.otherInsurance.map(({ amount, of }) => ({
      amount,
      invoices: of === undefined ? null : invoicesOf(assessment.invoices, of),
    })),
    benefits: assessment.benefits,
    limit: assessment.limit,
  })
}

function groupResult(group: Group, eligible: number, currency: Currency): GroupResult {
  const deductible = Math.min(group.deductible, eligible)
  const share = percent(money(eligible - deductible, currency), 100 - group.share).amount
  return { group, eligible, deductible, share, payable: eligible - deductible - share }
}

function stepsOf(assessment: Assessment, groups: readonly GroupResult[], limits: LimitResult): SheetStep[] {
  const { currency, alreadyPaid } = assessment
  let left = total(groups.map((it) => it.eligible))
  const take = (kind: SheetStep['kind'], amount: number, clause: string, note: BothLanguages): SheetStep => {
    const taken = Math.min(amount, left)
    left -= taken
    return { kind, amount: taken, clause, note: withReasons(assessment, kind, note) }
  }
  const own = total(groups.map((it) => it.share))
  return [
    take('deductible', total(groups.map((it) => it.deductible)), CLAUSES.deductible, deductibleNote(groups, currency)),
    take('share', Math.min(own, assessment.shareCap ?? own), CLAUSES.share, shareNote(assessment, groups)),
    take(
      'other_insurance',
      total(limits.lines.map((it) => it.other_insurance)),
      CLAUSES.otherInsurance,
      otherNote(assessment),
    ),
    take('above_limit', limits.above, CLAUSES.limit, limitNoteOf(assessment, limits)),
    ...(alreadyPaid > 0 ? [take('already_paid', alreadyPaid, CLAUSES.paid, assessment.alreadyNote)] : []),
  ]
}

/**
 * Nothing payable: rejected. Everything paid that the plan pays for: approved; a network discount is charged to nobody,
 * and deductible, share and other insurance are the plan's own terms. Otherwise something was refused: partially
 * approved.
 */
function outcomeOf(invoices: readonly SheetInvoice[], steps: readonly SheetStep[], payable: number): Outcome {
  const before = steps.find((it) => it.kind === 'already_paid')?.amount ?? 0
  if (payable + before === 0) return 'rejected'
  return takenOff(invoices, steps) ? 'partially_approved' : 'approved'
}

/** Was anything refused? Only then may a person request a review. */
const takenOff = (invoices: readonly SheetInvoice[], steps: readonly SheetStep[]): boolean =>
  invoices.some(({ lines }) =>
    lines.some(({ deductions }) => deductions.some((it) => it.kind !== 'network_discount')),
  ) || steps.some(({ kind, amount }) => kind === 'above_limit' && amount > 0)

/** Does every figure follow from those above it, to the cent? Checked before anything is stored (design §6.8). */
export function addsUp(sheet: Sheet): boolean {
  const { currency, invoices, steps, eligible, payable, paidToHospital, paidToYou } = sheet
  const figures = [eligible, payable, paidToHospital, paidToYou, ...steps.map((it) => it.amount)]
  const order = steps.map(({ kind }) => STEPS.indexOf(kind))
  return (
    figures.every((it) => Number.isSafeInteger(it) && it >= 0) &&
    invoices.every((it) => invoiceAddsUp(it, currency)) &&
    eligible === total(invoices.map((it) => it.converted)) &&
    order.every((it, i) => i === 0 || it > (order[i - 1] ?? -1)) &&
    payable === eligible - total(steps.map((it) => it.amount)) &&
    paidToYou === payable - paidToHospital &&
    linesAddUp(sheet) &&
    sheet.outcome === outcomeOf(invoices, steps, payable) &&
    (sheet.uses === undefined ||
      total(sheet.uses.map((it) => it.paid)) ===
        payable + (steps.find((it) => it.kind === 'already_paid')?.amount ?? 0))
  )
}

/** Do the lines' parts add up to each invoice and each step, and does no line lose more than it has? */
function linesAddUp({ invoices, steps }: Sheet): boolean {
  const settled = invoices.flatMap(({ lines }) => lines.flatMap((it) => it.settled ?? []))
  // A decision from before lines were settled.
  if (settled.length === 0) return true
  return (
    invoices.every((it) => it.converted === total(it.lines.map((line) => line.settled?.eligible ?? 0))) &&
    LINE_STEPS.every(
      (kind) => total(settled.map((it) => it[kind])) === (steps.find((step) => step.kind === kind)?.amount ?? 0),
    ) &&
    settled.every(
      (it) => LINE_STEPS.every((kind) => it[kind] >= 0) && it.eligible >= total(LINE_STEPS.map((kind) => it[kind])),
    )
  )
}

function invoiceAddsUp(
  { lines, invoiced, eligible, currency, rate, converted: sum }: SheetInvoice,
  to: Currency,
): boolean {
  const lineFits = lines.every(
    (line) =>
      line.eligible >= 0 &&
      line.deductions.every((it) => it.amount > 0) &&
      line.eligible === line.invoiced - total(line.deductions.map((it) => it.amount)),
  )
  return (
    lineFits &&
    (rate === null) === (currency === to) &&
    invoiced === total(lines.map((it) => it.invoiced)) &&
    eligible === total(lines.map((it) => it.eligible)) &&
    sum === converted(eligible, currency, rate, to)
  )
}
