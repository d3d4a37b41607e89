/** `/claim/query/detail_complete_pingan`: the same result in that insurer's order, one row per line of the invoices. */
import { useOneColumn } from '../../../../../app/parts/use-one-column.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { formatCurrency, formatMoney, type Currency } from '../../../../../lib/money/money.ts'
import { Notice } from '../../../../../ui/Notice.tsx'
import type { ClaimView } from '../../../contract.ts'
import type { Sheet } from '../../../rules/settlement-sheet.ts'
import {
  paidBefore,
  payableInAll,
  sheetRows,
  stepKinds,
  type SheetRow,
} from '../../../rules/settlement/spread-over-lines.ts'
import { LoadClaim } from '../load-claim.tsx'
import { Rates } from './rates.tsx'
import { Clauses } from './result-headline.tsx'
import { Decision } from './index.tsx'
import { StepsToPayment } from './steps-to-payment.tsx'

export default function PinganResult() {
  const t = useT()
  return (
    <LoadClaim>
      {(props) => (
        <Decision {...props}>
          {({ sheet }) => (
            <>
              <section>
                <h2 className="mb-3 type-h2">{t('claimprogress:lines.title')}</h2>
                <Lines claim={props.claim} sheet={sheet} />
                <Rates claim={props.claim} sheet={sheet} />
                <div className="mt-5">
                  <Notice>{t('claimprogress:pingan.sample')}</Notice>
                </div>
              </section>
              <StepsToPayment claim={props.claim} sheet={sheet} />
            </>
          )}
        </Decision>
      )}
    </LoadClaim>
  )
}

interface Props {
  claim: ClaimView
  sheet: Sheet
}

const TAKEN_BY_YOU = ['deductible', 'share'] as const
const own = ({ taken }: SheetRow): number => TAKEN_BY_YOU.reduce((sum, kind) => sum + taken[kind], 0)
const total = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

function Lines({ claim, sheet }: Props) {
  const oneColumn = useOneColumn()
  const rows = sheetRows(sheet)
  return oneColumn ? (
    <Stacked claim={claim} sheet={sheet} rows={rows} />
  ) : (
    <Table claim={claim} sheet={sheet} rows={rows} />
  )
}

function useLedger(): (amount: number, currency: Currency) => string {
  const lang = useLang()
  return (amount, currency) => formatMoney({ amount, currency }, lang, { style: 'ledger' })
}

/** Columns between what the insured bears and what is paid, where they take anything off. */
const furtherSteps = (sheet: Sheet): ('other_insurance' | 'above_limit')[] =>
  stepKinds(sheet).filter((kind) => kind === 'other_insurance' || kind === 'above_limit')

function Table({ claim, sheet, rows }: Props & { rows: readonly SheetRow[] }) {
  const t = useT()
  const lang = useLang()
  const ledger = useLedger()
  const further = furtherSteps(sheet)
  const before = paidBefore(sheet)
  const label = t('claimprogress:lines.title')
  return (
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="ledger text-small">
        <caption className="sr-only">{label}</caption>
        <Head further={further} settled={formatCurrency(sheet.currency, lang)} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.no} className={row.notPayable > 0 ? 'deduction' : undefined}>
              <td className="num">{row.no}</td>
              <th scope="row">
                {row.line.name[lang]}
                <span className="num block text-micro text-ink-2">
                  {t(row.sum ? 'claimprogress:lines.sumInsured' : 'claimprogress:lines.invoice', {
                    number: row.invoice,
                  })}
                </span>
                <Reasons claim={claim} row={row} />
              </th>
              <td className="sum">{formatMoney({ amount: row.line.invoiced, currency: row.currency }, lang)}</td>
              <td className={row.notPayable === 0 ? 'sum zero' : 'sum'}>
                {row.notPayable === 0
                  ? ledger(0, row.currency)
                  : formatMoney({ amount: -row.notPayable, currency: row.currency }, lang)}
              </td>
              <td className="sum">{ledger(row.converted, sheet.currency)}</td>
              <td className={own(row) === 0 ? 'sum zero' : 'sum'}>{ledger(-own(row), sheet.currency)}</td>
              {further.map((kind) => (
                <td key={kind} className={row.taken[kind] === 0 ? 'sum zero' : 'sum'}>
                  {ledger(-row.taken[kind], sheet.currency)}
                </td>
              ))}
              <td className={row.paid === 0 ? 'sum zero' : 'sum'}>{ledger(row.paid, sheet.currency)}</td>
            </tr>
          ))}
          <tr className="total">
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell, not a control */}
            <td />
            <th scope="row" colSpan={3}>
              {t('claimprogress:pingan.total')}
            </th>
            <td className="sum">{ledger(sheet.eligible, sheet.currency)}</td>
            <td className="sum">{ledger(-total(rows.map(own)), sheet.currency)}</td>
            {further.map((kind) => (
              <td key={kind} className="sum">
                {ledger(-total(rows.map(({ taken }) => taken[kind])), sheet.currency)}
              </td>
            ))}
            <td className="sum">{ledger(payableInAll(sheet), sheet.currency)}</td>
          </tr>
          {before > 0 && (
            <>
              <Below
                name={t('claimprogress:equation.already_paid')}
                columns={further.length}
                sum={ledger(-before, sheet.currency)}
              />
              <Below
                name={t('claimprogress:pingan.now')}
                columns={further.length}
                sum={ledger(sheet.payable, sheet.currency)}
              />
            </>
          )}
        </tbody>
      </table>
    </div>
  )
}

function Head({ further, settled }: { further: ReturnType<typeof furtherSteps>; settled: string }) {
  const t = useT()
  return (
    <thead>
      <tr>
        <th scope="col">{t('claimprogress:pingan.no')}</th>
        <th scope="col">{t('claimprogress:pingan.item')}</th>
        <th scope="col" className="sum">
          {t('claimprogress:pingan.invoiced')}
        </th>
        <th scope="col" className="sum">
          {t('claimprogress:pingan.off')}
        </th>
        <th scope="col" className="sum">
          {t('claimprogress:pingan.converted', { currency: settled })}
        </th>
        <th scope="col" className="sum">
          {t('claimprogress:pingan.own')}
        </th>
        {further.map((kind) => (
          <th key={kind} scope="col" className="sum">
            {t(`claimprogress:equation.${kind}`)}
          </th>
        ))}
        <th scope="col" className="sum">
          {t('claimprogress:pingan.paid', { currency: settled })}
        </th>
      </tr>
    </thead>
  )
}

/** A row under the total: what was paid before, and what is paid now. `columns`: of further steps. */
const Below = ({ name, columns, sum }: { name: string; columns: number; sum: string }) => (
  <tr className="total">
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell, not a control */}
    <td />
    <th scope="row" colSpan={5 + columns}>
      {name}
    </th>
    <td className="sum">{sum}</td>
  </tr>
)

function Reasons({ claim, row: { line } }: { claim: ClaimView; row: SheetRow }) {
  const lang = useLang()
  return (
    <>
      {line.deductions.map(({ kind, clause, reason }) => (
        <span key={`${kind} ${clause}`} className="block text-small text-ink-2">
          {reason[lang]} <Clauses claim={claim} clauses={[clause]} />
        </span>
      ))}
    </>
  )
}

function Stacked({ claim, sheet, rows }: Props & { rows: readonly SheetRow[] }) {
  const t = useT()
  const lang = useLang()
  const ledger = useLedger()
  const further = furtherSteps(sheet)
  const before = paidBefore(sheet)
  return (
    <ol className="ruled">
      {rows.map((row) => (
        <li key={row.no} className={row.notPayable > 0 ? '-mx-3 bg-warn-tint px-3 py-4' : 'py-4'}>
          <p className="font-semibold">
            <span className="num text-ink-3">{row.no}</span> {row.line.name[lang]}
          </p>
          <p className="num text-micro text-ink-2">
            {t(row.sum ? 'claimprogress:lines.sumInsured' : 'claimprogress:lines.invoice', { number: row.invoice })}
          </p>
          <Reasons claim={claim} row={row} />
          <dl className="mt-2 grid gap-1 text-small">
            <Sum
              term={t('claimprogress:pingan.invoiced')}
              value={formatMoney({ amount: row.line.invoiced, currency: row.currency }, lang)}
            />
            {row.notPayable > 0 && (
              <Sum
                term={t('claimprogress:pingan.off')}
                value={formatMoney({ amount: -row.notPayable, currency: row.currency }, lang)}
              />
            )}
            <Sum
              term={t('claimprogress:pingan.converted', { currency: formatCurrency(sheet.currency, lang) })}
              value={ledger(row.converted, sheet.currency)}
            />
            <Sum term={t('claimprogress:pingan.own')} value={ledger(-own(row), sheet.currency)} />
            {further.map(
              (kind) =>
                row.taken[kind] > 0 && (
                  <Sum
                    key={kind}
                    term={t(`claimprogress:equation.${kind}`)}
                    value={ledger(-row.taken[kind], sheet.currency)}
                  />
                ),
            )}
            <Sum
              term={t('claimprogress:pingan.paid', { currency: formatCurrency(sheet.currency, lang) })}
              value={ledger(row.paid, sheet.currency)}
              strong
            />
          </dl>
        </li>
      ))}
      {before > 0 && (
        <li className="py-4">
          <dl className="grid gap-1 text-small">
            <Sum term={t('claimprogress:pingan.total')} value={ledger(payableInAll(sheet), sheet.currency)} />
            <Sum term={t('claimprogress:equation.already_paid')} value={ledger(-before, sheet.currency)} />
            <Sum term={t('claimprogress:pingan.now')} value={ledger(sheet.payable, sheet.currency)} strong />
          </dl>
        </li>
      )}
    </ol>
  )
}

const Sum = ({ term, value, strong }: { term: string; value: string; strong?: true }) => (
  <div className={`flex justify-between gap-4 ${strong ? 'font-semibold' : ''}`}>
    <dt className={strong ? '' : 'text-ink-2'}>{term}</dt>
    <dd className="num">{value}</dd>
  </div>
)
