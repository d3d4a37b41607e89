/** The exchange rates of a result, each with its day and clause, and where they come from: both layouts state the same. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf, formatNear } from '../../../../../lib/days/dates.ts'
import { formatCurrency, formatMoney } from '../../../../../lib/money/money.ts'
import { joinedClauses } from '../../../../../lib/locale.ts'
import type { ClaimView } from '../../../contract.ts'
import type { Sheet, SheetInvoice } from '../../../rules/settlement-sheet.ts'
import { Clauses } from './result-headline.tsx'
import { useNow } from '../../../../../ui/use-now.ts'

interface Props {
  claim: ClaimView
  sheet: Sheet
}

const isConverted = ({ rate, eligible }: SheetInvoice): boolean => rate !== null && eligible > 0

/** How one invoice was converted; nothing where it was not. */
export function Rate({ claim, sheet, invoice }: Props & { invoice: SheetInvoice }) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const { rate, currency, eligible, converted } = invoice
  if (!rate || !isConverted(invoice)) return null
  return (
    <p className="mt-2 num text-small text-ink-2">
      {t('claimprogress:lines.rate', {
        eligible: formatMoney({ amount: eligible, currency }, lang),
        converted: formatMoney({ amount: converted, currency: sheet.currency }, lang),
        rate: rate.rate,
        per: rate.per === 1 ? '' : `${rate.per}\u00a0`,
        unit: formatCurrency(currency, lang),
        day: formatNear(rate.day, lang, today),
      })}{' '}
      <Clauses claim={claim} clauses={[rate.clause]} />
    </p>
  )
}

export function RateSources({ sheet }: Pick<Props, 'sheet'>) {
  const t = useT()
  const lang = useLang()
  const sources = new Set(
    sheet.invoices.flatMap((invoice) => (invoice.rate && isConverted(invoice) ? [invoice.rate.source[lang]] : [])),
  )
  return sources.size > 0 ? (
    <p className="text-small text-ink-2">
      {t('claimprogress:lines.source', { source: joinedClauses(lang, [...sources]) })}
    </p>
  ) : null
}

/** All of them, where the lines of several invoices are in one table. */
export function Rates({ claim, sheet }: Props) {
  const t = useT()
  const invoices = sheet.invoices.filter(isConverted)
  if (invoices.length === 0) return null
  return (
    <div className="mt-4 grid gap-2">
      {invoices.map((invoice) => (
        <div key={invoice.id}>
          <p className="num text-small font-semibold">{t('claimprogress:lines.invoice', { number: invoice.number })}</p>
          <div className="[&>p]:mt-0">
            <Rate claim={claim} sheet={sheet} invoice={invoice} />
          </div>
        </div>
      ))}
      <RateSources sheet={sheet} />
    </div>
  )
}
