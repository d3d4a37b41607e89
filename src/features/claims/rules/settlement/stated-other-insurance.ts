/** What the claimant says that other insurance has paid, invoice by invoice, for the assessment (terms 8.5). */
import { convert, formatMoney, money, type Currency } from '../../../../lib/money/money.ts'
import type { Lang } from '../../../../lib/locale.ts'
import type { ClaimAnswers, Visit } from '../claim-fields.ts'
import type { Assessment, AssessmentInvoice } from './assessment.ts'

type Told = Pick<ClaimAnswers, 'otherInsurance' | 'visits'>
type Stated = Visit & { currency: Currency; other: { payer: string; amount: number } }

/** Visits for which a payer and a sum are stated. */
export const statedVisits = ({ otherInsurance, visits }: Told): Stated[] =>
  otherInsurance
    ? visits.flatMap(({ other, currency, ...it }) =>
        other?.amount && currency !== '' ? [{ ...it, currency, other: { ...other, amount: other.amount } }] : [],
      )
    : []

/**
 * The stated sums at the rate of their invoices, each for its visit alone. Left out where the invoice was assessed in
 * another currency or not at all: the handler is told that nothing is taken off (`other_insurance`).
 */
export function statedOtherInsurance(
  answers: Told,
  invoices: readonly AssessmentInvoice[],
  to: Currency,
): Assessment['otherInsurance'] {
  return statedVisits(answers).flatMap(({ id, currency, other }) => {
    const invoice = invoices.find((it) => it.visit === id && it.currency === currency)
    if (!invoice) return []
    const paid = money(other.amount, currency)
    const note = (lang: 'en' | 'cn'): string => `${other.payer} ${formatMoney(paid, lang)}`
    return [
      {
        amount: invoice.rate ? convert(paid, invoice.rate, to).amount : paid.amount,
        note: { en: note('en'), cn: note('cn') },
        of: id,
      },
    ]
  })
}

/** "Invoice 2: Campus plan, JPY 2,604", one for each visit for which it is stated. */
export const statedOtherWords = (
  answers: Told,
  t: (key: string, values: Record<string, string | number>) => string,
  lang: Lang,
): string[] =>
  statedVisits(answers).map(({ id, currency, other }) =>
    t('claims:statedOther', {
      number: answers.visits.findIndex((it) => it.id === id) + 1,
      payer: other.payer,
      sum: formatMoney(money(other.amount, currency), lang),
    }),
  )
