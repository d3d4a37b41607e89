/**
 * The settlement (domain §5.4): invoiced − each deduction = eligible; converted once; − deductible − own share − other insurance −
 * what is above the limit − what was paid before = payable. Half up to the cent at each printed line; what remains is never rounded.
 */
import { convert, formatMoney, money, percent, type Currency, type Rate } from '../../../lib/money.ts'
import { assessmentErrors, CLAUSES, type Assessment, type AssessmentInvoice, type Group } from './assessment.ts'
import type { BothLanguages } from '../common-schemas.ts'
import { STEPS, type Sheet, type SheetInvoice, type SheetStep } from '../settlement-sheet.ts'
import type { Outcome } from '../status.ts'

/** The assessment contradicts itself; `fields` says where. */
export class NotSettled extends Error {
  readonly fields: Record<string, string>
  constructor(fields: Record<string, string>) {
    super(Object.entries(fields).map(([path, code]) => `${path}: ${code}`).join(', '))
    this.name = 'NotSettled'
    this.fields = fields
  }
}

/** How one group fared, for the handler: minor units of the settlement's currency. */
export interface GroupResult {
  group: Group
  eligible: number
  deductible: number
  share: number
  payable: number
}

export interface Settled {
  sheet: Sheet
  groups: GroupResult[]
}

const total = (values: readonly number[]): number => values.reduce((sum, it) => sum + it, 0)

/** The sheet that follows from an assessment. Throws `NotSettled` for one that contradicts itself. */
export function settle(assessment: Assessment): Settled {
  const errors = assessmentErrors(assessment)
  if (Object.keys(errors).length > 0) throw new NotSettled(errors)
  const { currency } = assessment
  const invoices = assessment.invoices.map((it) => invoiceOf(it, currency))
  const groups = assessment.groups.map((group) => groupResult(group, eligibleOf(assessment, group), currency))
  const eligible = total(invoices.map((it) => it.converted))
  const steps = stepsOf(assessment, groups)
  const payable = eligible - total(steps.map((it) => it.amount))
  const { paidToHospital } = assessment
  // What was once decided stands: a review finds more, or nothing more (content/faq "disagree").
  if ((steps.find((it) => it.kind === 'already_paid')?.amount ?? 0) < assessment.alreadyPaid) throw new NotSettled({ alreadyPaid: 'worse_than_before' })
  if (paidToHospital > payable) throw new NotSettled({ paidToHospital: 'above_payable' })
  const sheet: Sheet = {
    currency, invoices, eligible, steps, payable, paidToHospital, paidToYou: payable - paidToHospital, outcome: outcomeOf(invoices, steps, payable),
  }
  return { sheet, groups }
}

function invoiceOf({ id, visit, number, provider, day, currency, rate, lines: given }: AssessmentInvoice, to: Currency): SheetInvoice {
  const lines = given.map((line) => ({
    id: line.id, name: line.name, invoiced: line.amount, deductions: line.deductions,
    eligible: line.amount - total(line.deductions.map((it) => it.amount)),
  }))
  const eligible = total(lines.map((it) => it.eligible))
  return {
    id, visit, number, provider, day, currency, lines, eligible, invoiced: total(lines.map((it) => it.invoiced)),
    rate: rate && { ...rate, clause: CLAUSES.rate }, converted: converted(eligible, currency, rate, to),
  }
}

const converted = (amount: number, from: Currency, rate: Rate | null, to: Currency): number =>
  rate ? convert(money(amount, from), rate, to).amount : amount

/**
 * A group's part of each invoice, in the settlement's currency. The invoice is converted once: groups get the differences of
 * running sums, in the order of the groups, so that their parts add up to it whatever the rounding.
 */
function eligibleOf({ invoices, groups, currency }: Assessment, { id }: Group): number {
  const order = groups.map((it) => it.id)
  const upTo = (invoice: AssessmentInvoice, count: number): number => {
    const among = new Set(order.slice(0, count))
    const lines = invoice.lines.filter((line) => among.has(line.group ?? invoice.group))
    return converted(total(lines.map((line) => line.amount - total(line.deductions.map((it) => it.amount)))), invoice.currency, invoice.rate, currency)
  }
  const at = order.indexOf(id)
  return total(invoices.map((invoice) => upTo(invoice, at + 1) - upTo(invoice, at)))
}

function groupResult(group: Group, eligible: number, currency: Currency): GroupResult {
  const deductible = Math.min(group.deductible, eligible)
  const share = percent(money(eligible - deductible, currency), 100 - group.share).amount
  return { group, eligible, deductible, share, payable: eligible - deductible - share }
}

function stepsOf(assessment: Assessment, groups: readonly GroupResult[]): SheetStep[] {
  const { currency, limit, alreadyPaid } = assessment
  let left = total(groups.map((it) => it.eligible))
  const take = (kind: SheetStep['kind'], amount: number, clause: string, note: BothLanguages): SheetStep => {
    const taken = Math.min(amount, left)
    left -= taken
    return { kind, amount: taken, clause, note }
  }
  const own = total(groups.map((it) => it.share))
  return [
    take('deductible', total(groups.map((it) => it.deductible)), CLAUSES.deductible, deductibleNote(groups, currency)),
    take('share', Math.min(own, assessment.shareCap ?? own), CLAUSES.share, shareNote(assessment, groups)),
    take('other_insurance', total(assessment.otherInsurance.map((it) => it.amount)), CLAUSES.otherInsurance, otherNote(assessment)),
    take('above_limit', limit === null ? 0 : Math.max(0, left - limit), CLAUSES.limit, assessment.limitNote),
    ...(alreadyPaid > 0 ? [take('already_paid', alreadyPaid, CLAUSES.paid, assessment.alreadyNote)] : []),
  ]
}

const figure = (amount: number, currency: Currency): string => formatMoney(money(amount, currency), 'en', { style: 'bare' })

function deductibleNote(groups: readonly GroupResult[], currency: Currency): BothLanguages {
  const taking = groups.filter((it) => it.group.deductible > 0)
  const [only] = taking
  if (!only) return { en: 'none', cn: '无' }
  if (taking.length === 1) return only.group.deductibleNote
  const part = (lang: 'en' | 'cn') => ({ group, deductible }: GroupResult): string =>
    lang === 'en' ? `${figure(deductible, currency)} ${group.name.en}` : `${group.name.cn}${figure(deductible, currency)}`
  return { en: taking.map(part('en')).join(' + '), cn: taking.map(part('cn')).join('，') }
}

/** `10% of 1,881.36`, or each group's part where there are several. */
function shareNote({ currency, shareCap }: Assessment, groups: readonly GroupResult[]): BothLanguages {
  const own = total(groups.map((it) => it.share))
  if (shareCap !== null && own > shareCap) {
    return { en: `capped: ${figure(shareCap, currency)} was left of ${figure(own, currency)}`, cn: `自付已达上限：本次${figure(own, currency)}，仅计${figure(shareCap, currency)}` }
  }
  const bearing = groups.filter((it) => it.share > 0)
  const [only] = bearing
  if (!only) return groups.some(({ group }) => group.share < 100) ? { en: 'none', cn: '无' } : { en: 'none: we pay 100%', cn: '无，赔付比例100%' }
  if (bearing.length === 1) {
    const base = figure(only.eligible - only.deductible, currency)
    const own = Number((100 - only.group.share).toFixed(2))
    return { en: `${own}% of ${base}`, cn: `${base}的${own}%` }
  }
  const en = bearing.map(({ group, share }) => `${figure(share, currency)} ${group.name.en}`).join(' + ')
  return { en, cn: bearing.map(({ group, share }) => `${group.name.cn}${figure(share, currency)}`).join('，') }
}

function otherNote({ otherInsurance }: Assessment): BothLanguages {
  const given = otherInsurance.filter((it) => it.amount > 0)
  if (given.length === 0) return { en: 'none', cn: '无' }
  return { en: given.map((it) => it.note.en).join('; '), cn: given.map((it) => it.note.cn).join('；') }
}

/**
 * Nothing payable: rejected. Everything that the plan pays for: approved; a network discount is not charged to anybody, and deductible,
 * share and other insurance are the plan's own terms. Otherwise some of it was refused: partially approved.
 */
function outcomeOf(invoices: readonly SheetInvoice[], steps: readonly SheetStep[], payable: number): Outcome {
  const before = steps.find((it) => it.kind === 'already_paid')?.amount ?? 0
  if (payable + before === 0) return 'rejected'
  return takenOff(invoices, steps) ? 'partially_approved' : 'approved'
}

/** Was anything refused? That is what a person may ask to have looked at again. */
const takenOff = (invoices: readonly SheetInvoice[], steps: readonly SheetStep[]): boolean =>
  invoices.some(({ lines }) => lines.some(({ deductions }) => deductions.some((it) => it.kind !== 'network_discount')))
  || steps.some(({ kind, amount }) => kind === 'above_limit' && amount > 0)

/** Does every figure follow from those above it, to the cent? Looked at before anything is stored (design §6.8). */
export function addsUp(sheet: Sheet): boolean {
  const { currency, invoices, steps, eligible, payable, paidToHospital, paidToYou } = sheet
  const figures = [eligible, payable, paidToHospital, paidToYou, ...steps.map((it) => it.amount)]
  const order = steps.map(({ kind }) => STEPS.indexOf(kind))
  return figures.every((it) => Number.isSafeInteger(it) && it >= 0)
    && invoices.every((it) => invoiceAddsUp(it, currency))
    && eligible === total(invoices.map((it) => it.converted))
    && order.every((it, i) => i === 0 || it > (order[i - 1] ?? -1))
    && payable === eligible - total(steps.map((it) => it.amount))
    && paidToYou === payable - paidToHospital
    && sheet.outcome === outcomeOf(invoices, steps, payable)
}

function invoiceAddsUp({ lines, invoiced, eligible, currency, rate, converted: sum }: SheetInvoice, to: Currency): boolean {
  const lineFits = lines.every((line) => line.eligible >= 0
    && line.deductions.every((it) => it.amount > 0) && line.eligible === line.invoiced - total(line.deductions.map((it) => it.amount)))
  return lineFits && (rate === null) === (currency === to)
    && invoiced === total(lines.map((it) => it.invoiced)) && eligible === total(lines.map((it) => it.eligible))
    && sum === converted(eligible, currency, rate, to)
}
