/** The printed settlement sheet: each invoice line by line, then from the eligible sum to the payment (domain §5.4). */
import { formatDay } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { formatCurrency, formatMoney, money, type Currency } from '../../../../lib/money/money.ts'
import { COLOUR, STYLE, type Style } from '../../../../server/pdf/document-style.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'
import { SUM_INSURED, type Sheet, type SheetInvoice, type SheetLine } from '../../rules/settlement-sheet.ts'
import { paidKey, sheetKey } from '../../rules/word-keys.ts'
import type { Cell, ClaimPdf, TableRow } from './a4-claim-page.ts'

const MINUS = '\u2212'
const ZERO: Style = { ...STYLE.body, colour: COLOUR.ink3 }
const WARN: Style = { ...STYLE.small, colour: COLOUR.warn }
const TOTAL: Style = { ...STYLE.heading, bold: true }
/** A longer reason is printed under the table, so that no row is taller than its page. */
const LONG = 240

/** Amounts of a column: the minus of a deduction is set apart; zero is printed in a quiet colour. */
function sums(lang: Lang, currency: Currency): { plain: (amount: number) => Cell; off: (amount: number) => Cell } {
  const figure = (amount: number): string => formatMoney(money(amount, currency), lang, { style: 'bare' })
  const plain = (amount: number): Cell => ({ text: figure(amount), style: amount === 0 ? ZERO : STYLE.body })
  return {
    plain,
    off: (amount) => (amount === 0 ? plain(0) : { text: `${MINUS}\u00a0${figure(amount)}`, style: STYLE.body }),
  }
}

export class SettlementTables {
  private readonly paper: ClaimPdf
  private readonly t: Translate
  private readonly lang: Lang
  private notes: string[] = []

  constructor(paper: ClaimPdf, t: Translate) {
    this.paper = paper
    this.t = t
    this.lang = paper.lang
  }

  /**
   * One invoice: heading, lines with their deductions and reasons, subtotal, and the amount in the currency of the
   * settlement.
   */
  invoice(invoice: SheetInvoice, settlement: Currency): void {
    const { paper, t, lang } = this
    const { plain, off } = sums(lang, invoice.currency)
    const currency = formatCurrency(invoice.currency, lang)
    paper.addSpace(16)
    paper.ensureSpace(120)
    const sum = invoice.id === SUM_INSURED
    paper.paragraph(
      sum
        ? t('claimdocuments:decision.sumInsured')
        : invoice.number
          ? t('claimdocuments:decision.invoice', { number: invoice.number })
          : t('claimdocuments:decision.invoiceLess'),
      STYLE.heading,
    )
    paper.paragraph(
      sum || invoice.provider === ''
        ? formatDay(invoice.day, lang)
        : t('claimdocuments:decision.from', { provider: invoice.provider, day: formatDay(invoice.day, lang) }),
      STYLE.small,
    )
    paper.table(
      [
        { title: t('claimdocuments:decision.item'), share: 0.46 },
        { title: t('claimdocuments:decision.invoiced', { currency }), share: 0.18, align: 'right' },
        { title: t('claimdocuments:decision.off', { currency }), share: 0.18, align: 'right' },
        { title: t('claimdocuments:decision.eligible', { currency }), share: 0.18, align: 'right' },
      ],
      [
        ...invoice.lines.map((line) => this.line(line, plain, off)),
        {
          sum: 'subtotal',
          cells: [
            { text: t('claimdocuments:decision.subtotal') },
            plain(invoice.invoiced),
            off(invoice.invoiced - invoice.eligible),
            plain(invoice.eligible),
          ],
        },
        ...(invoice.rate ? [this.converted(invoice, invoice.rate, settlement)] : []),
      ],
    )
    this.printNotes()
  }

  private line(line: SheetLine, plain: (amount: number) => Cell, off: (amount: number) => Cell): TableRow {
    const { lang } = this
    const several = line.deductions.length > 1
    const below = line.deductions
      .filter(({ amount }) => amount > 0)
      .map(({ kind, amount, clause, reason }) => {
        const values = {
          name: this.t(sheetKey(kind)),
          reason: this.shortOf(reason[lang]),
          clause,
          amount: plain(amount).text,
        }
        return {
          text: this.t(several ? 'claimdocuments:decision.deductionOf' : 'claimdocuments:decision.deduction', values),
          style: WARN,
        }
      })
    return {
      tint: below.length > 0,
      cells: [
        { text: line.name[lang], below },
        plain(line.invoiced),
        off(line.invoiced - line.eligible),
        plain(line.eligible),
      ],
    }
  }

  private converted(
    { currency, converted }: SheetInvoice,
    { rate, per, day, source, clause }: NonNullable<SheetInvoice['rate']>,
    settlement: Currency,
  ): TableRow {
    const { lang, t } = this
    const values = {
      per,
      from: formatCurrency(currency, lang),
      to: formatCurrency(settlement, lang),
      rate,
      day: formatDay(day, lang),
      source: source[lang],
      clause,
    }
    return {
      cells: [
        {
          text: t('claimdocuments:decision.converted', { currency: values.to }),
          style: STYLE.strong,
          below: [{ text: t('claimdocuments:decision.rate', values) }],
        },
        { text: '' },
        { text: '' },
        { ...sums(lang, settlement).plain(converted), style: STYLE.strong },
      ],
    }
  }

  /** Eligible total, each step with its clause, payable, paid to the hospital, paid to the person or the heirs. */
  steps({ currency, invoices, eligible, steps, payable, paidToHospital, paidToYou }: Sheet, toHeirs: boolean): void {
    const { paper, t, lang } = this
    const { plain, off } = sums(lang, currency)
    const clauseOf = (clause: string): string => t('claimdocuments:clause', { clause })
    paper.addSpace(18)
    paper.ensureSpace(170)
    paper.paragraph(t('claimdocuments:decision.steps'), STYLE.heading)
    paper.table(
      [
        { title: t('claimdocuments:decision.step'), share: 0.4 },
        { title: t('claimdocuments:decision.basis'), share: 0.38 },
        { title: formatCurrency(currency, lang), share: 0.22, align: 'right' },
      ],
      [
        {
          cells: [
            { text: t('claimdocuments:decision.all', { count: invoices.length }) },
            { text: '' },
            plain(eligible),
          ],
        },
        ...steps.map(({ kind, amount, clause, note }): TableRow => ({
          tint: amount > 0,
          cells: [
            { text: t(sheetKey(kind)) },
            { text: this.shortOf(note[lang]), below: [{ text: clauseOf(clause) }] },
            off(amount),
          ],
        })),
        { sum: 'subtotal', cells: [{ text: t(sheetKey('payable')) }, { text: '' }, plain(payable)] },
        ...(paidToHospital > 0
          ? [{ cells: [{ text: t(sheetKey('paid_to_hospital')) }, { text: '' }, off(paidToHospital)] }]
          : []),
        {
          sum: 'total',
          cells: [{ text: t(paidKey(toHeirs)), style: TOTAL }, { text: '' }, { ...plain(paidToYou), style: TOTAL }],
        },
      ],
    )
    this.printNotes()
  }

  /** The text itself, or a reference to its place under the table. */
  private shortOf(text: string): string {
    if (Array.from(text).length <= LONG) return text
    this.notes.push(text)
    return this.t('claimdocuments:decision.seeNote', { note: this.notes.length })
  }

  private printNotes(): void {
    this.notes.forEach((text, i) => {
      this.paper.addSpace(4)
      this.paper.flow(this.t('claimdocuments:decision.note', { note: i + 1, text }), STYLE.small)
    })
    this.notes = []
  }
}
