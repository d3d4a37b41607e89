/** Line by line, one table per invoice. On phones each line is a row of its own, so that nothing scrolls sideways. */
import { useOneColumn } from '../../../../../app/parts/use-one-column.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf, formatNear } from '../../../../../lib/days/dates.ts'
import { joined } from '../../../../../lib/locale.ts'
import { formatCurrency, formatMoney } from '../../../../../lib/money/money.ts'
import { MoneyTable, type MoneyRow } from '../../../../../ui/MoneyTable.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import type { ClaimView } from '../../../contract.ts'
import { SUM_INSURED, type Sheet, type SheetInvoice, type SheetLine } from '../../../rules/settlement-sheet.ts'
import { Rate, RateSources } from './rates.tsx'
import { Clauses } from './result-headline.tsx'

interface Props {
  claim: ClaimView
  sheet: Sheet
}

export function ResultByInvoice({ claim, sheet }: Props) {
  const t = useT()
  return (
    <section className="grid gap-8">
      <h2 className="type-h2">{t('claimprogress:lines.title')}</h2>
      {sheet.invoices.map((invoice) => (
        <Invoice key={invoice.id} claim={claim} sheet={sheet} invoice={invoice} />
      ))}
      <RateSources sheet={sheet} />
    </section>
  )
}

const offOf = ({ deductions }: SheetLine): number => deductions.reduce((sum, { amount }) => sum + amount, 0)

function Invoice({ claim, sheet, invoice }: Props & { invoice: SheetInvoice }) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const oneColumn = useOneColumn()
  const { number, provider, day } = invoice
  const title =
    invoice.id === SUM_INSURED ? t('claimprogress:lines.sumInsured') : t('claimprogress:lines.invoice', { number })
  return (
    <section>
      <h3 className="mb-1 font-semibold">
        <span className="num">{title}</span>
        <span className="ms-3 text-small font-normal text-ink-2 mobile:ms-0 mobile:block">
          {joined(lang, provider, formatNear(day, lang, today))}
        </span>
      </h3>
      {oneColumn ? (
        <Stacked claim={claim} invoice={invoice} label={title} />
      ) : (
        <Table claim={claim} invoice={invoice} label={title} />
      )}
      <Rate claim={claim} sheet={sheet} invoice={invoice} />
    </section>
  )
}

interface LinesProps {
  claim: ClaimView
  invoice: SheetInvoice
  label: string
}

function Table({ claim, invoice, label }: LinesProps) {
  const t = useT()
  const lang = useLang()
  const { currency, lines } = invoice
  const ledger = (amount: number): string => formatMoney({ amount, currency }, lang, { style: 'ledger' })
  const less = (amount: number): string => ledger(amount === 0 ? 0 : -amount)
  const rows: MoneyRow[] = lines.map((line) => ({
    id: line.id,
    name: line.name[lang],
    kind: line.deductions.length > 0 ? 'deduction' : 'line',
    ...(line.deductions.length > 0 ? { reason: <Reasons claim={claim} line={line} /> } : {}),
    sums: [ledger(line.invoiced), less(offOf(line)), ledger(line.eligible)],
  }))
  return (
    <MoneyTable
      label={label}
      head={[
        t('claimprogress:lines.item'),
        t('claimprogress:lines.invoiced', { currency: formatCurrency(currency, lang) }),
        t('claimprogress:lines.off'),
        t('claimprogress:lines.eligible'),
      ]}
      rows={[
        ...rows,
        {
          id: 'subtotal',
          kind: 'subtotal',
          name: t('claimprogress:lines.subtotal'),
          sums: [ledger(invoice.invoiced), less(invoice.invoiced - invoice.eligible), ledger(invoice.eligible)],
        },
      ]}
    />
  )
}

function Reasons({ claim, line }: { claim: ClaimView; line: SheetLine }) {
  const lang = useLang()
  return (
    <>
      {line.deductions.map(({ kind, clause, reason }) => (
        <span key={`${kind} ${clause}`} className="block">
          {reason[lang]} <Clauses claim={claim} clauses={[clause]} />
        </span>
      ))}
    </>
  )
}

function Stacked({ claim, invoice, label }: LinesProps) {
  const t = useT()
  const lang = useLang()
  const { currency, lines } = invoice
  const ledger = (amount: number): string => formatMoney({ amount, currency }, lang, { style: 'ledger' })
  // A single line needs no subtotal, and shows its currency itself.
  const several = lines.length > 1
  return (
    <div>
      {several && (
        <p className="flex justify-between gap-4 py-2 text-micro font-semibold text-ink-2">
          <span>{t('claimprogress:lines.item')}</span>
          <span>{t('claimprogress:lines.eligibleIn', { currency: formatCurrency(currency, lang) })}</span>
        </p>
      )}
      <ul className="ruled" aria-label={label}>
        {lines.map((line) => (
          <li key={line.id} className={line.deductions.length > 0 ? '-mx-3 bg-warn-tint px-3 py-3' : 'py-3'}>
            <p className="flex justify-between gap-4">
              <span>{line.name[lang]}</span>
              <span className={`num ${line.eligible === 0 ? 'text-ink-3' : ''}`}>
                {several ? ledger(line.eligible) : formatMoney({ amount: line.eligible, currency }, lang)}
              </span>
            </p>
            {line.deductions.length > 0 && (
              <div className="mt-1 grid gap-1 text-small text-ink-2">
                <p className="num">
                  {t('claimprogress:lines.was', { invoiced: ledger(line.invoiced), off: ledger(offOf(line)) })}
                </p>
                <p>
                  <Reasons claim={claim} line={line} />
                </p>
              </div>
            )}
          </li>
        ))}
        {several && (
          <li className="flex justify-between gap-4 py-3 font-semibold">
            <span>{t('claimprogress:lines.subtotal')}</span>
            <span className="num">{ledger(invoice.eligible)}</span>
          </li>
        )}
      </ul>
      {several && (
        <p className="mt-2 num text-small text-ink-2">
          {t('claimprogress:lines.was', {
            invoiced: ledger(invoice.invoiced),
            off: ledger(invoice.invoiced - invoice.eligible),
          })}
        </p>
      )}
    </div>
  )
}
