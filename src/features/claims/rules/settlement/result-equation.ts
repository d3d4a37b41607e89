/**
 * The equation at the top of a result: invoiced − deductions = payable, in the currency of the settlement (look.md
 * "Money table").
 */
import { convert, money } from '../../../../lib/money/money.ts'
import { STEPS, type Sheet, type SheetInvoice } from '../settlement-sheet.ts'

type TermKind = 'not_payable' | 'network' | (typeof STEPS)[number]

interface Term {
  kind: TermKind
  amount: number
  /** Number of lines or steps that it sums up. */
  count: number
}
export interface Equation {
  /** Sum of all invoices; those in another currency at the rate of the sheet. */
  invoiced: number
  /** What the network price takes off the bills, which nobody owes; also among the terms. */
  network: number
  terms: Term[]
  payable: number
  /** The part of `payable` paid to the hospital; the rest is what the person gets. */
  paidToHospital: number
  paidToYou: number
  /** Some invoice was in another currency. */
  converted: boolean
}

/**
 * The sheet converts each invoice's eligible total once (domain §5.4). Here the invoiced total is converted the same
 * way, and the line deductions are the difference, so that the equation adds up to the cent in one currency.
 */
export function equationOf(sheet: Sheet): Equation {
  const invoiced = sum(sheet.invoices.map((invoice) => converted(sheet, invoice, invoice.invoiced)))
  const off = invoiced - sheet.eligible
  const network = Math.min(
    off,
    sum(sheet.invoices.map((invoice) => converted(sheet, invoice, deductionsOf(invoice, true)))),
  )
  const lines = sheet.invoices.flatMap((invoice) => invoice.lines)
  const countOf = (ofNetwork: boolean): number =>
    lines.filter(({ deductions }) => deductions.some(({ kind }) => (kind === 'network_discount') === ofNetwork)).length
  const parts: Term[] = [
    { kind: 'not_payable', amount: off - network, count: countOf(false) },
    { kind: 'network', amount: network, count: countOf(true) },
    ...STEPS.map((kind) => {
      const steps = sheet.steps.filter((step) => step.kind === kind)
      return { kind, amount: sum(steps.map(({ amount }) => amount)), count: steps.length }
    }),
  ]
  const { payable, paidToHospital, paidToYou } = sheet
  return {
    invoiced,
    network,
    terms: parts.filter(({ amount }) => amount > 0),
    payable,
    paidToHospital,
    paidToYou,
    converted: sheet.invoices.some(({ rate }) => rate !== null),
  }
}

/** More terms than this do not fit side by side. */
const MOST_TERMS = 5

/**
 * The equation in one row. Where its terms do not fit, it begins with the network price, which is what the hospital may
 * ask: a difference that nobody owes is never counted with what is not payable.
 */
export function equationInOneRow(equation: Equation): { first: { amount: number; ofNetwork: boolean }; terms: Term[] } {
  const { invoiced, network, terms, paidToHospital } = equation
  const ofNetwork = network > 0 && terms.length + (paidToHospital > 0 ? 1 : 0) > MOST_TERMS
  return ofNetwork
    ? { first: { amount: invoiced - network, ofNetwork }, terms: terms.filter(({ kind }) => kind !== 'network') }
    : { first: { amount: invoiced, ofNetwork }, terms }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

const converted = (sheet: Sheet, { currency, rate }: SheetInvoice, amount: number): number =>
  rate === null ? amount : convert(money(amount, currency), rate, sheet.currency).amount

/** Deductions from the lines of an invoice: network price, or other reasons. */
const deductionsOf = ({ lines }: SheetInvoice, ofNetwork: boolean): number =>
  sum(
    lines.flatMap(({ deductions }) =>
      deductions.filter(({ kind }) => (kind === 'network_discount') === ofNetwork).map(({ amount }) => amount),
    ),
  )
