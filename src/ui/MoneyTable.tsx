import type { ReactNode } from 'react'

export interface MoneyRow {
  id: string
  name: ReactNode
  /** Why something was deducted, with its clause; such a row is on `warn-tint`. */
  reason?: ReactNode
  /** Formatted sums, one per column (`formatMoney(…, { style: 'ledger' })`). */
  sums: readonly string[]
  kind?: 'line' | 'deduction' | 'subtotal' | 'total'
}
export interface MoneyTableProps {
  /** What the sums are for; for screen readers, and visible when `caption` is. */
  label: string
  caption?: ReactNode
  /** First the name column, then one per sum, each with its currency. */
  head: readonly ReactNode[]
  rows: readonly MoneyRow[]
}

const isZero = (sum: string): boolean => /^0(\.0+)?$/.test(sum)

/** Text left, sums right in one currency named in the head; all sums add up. */
export function MoneyTable({ label, caption, head, rows }: MoneyTableProps) {
  return (
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="ledger">
        <caption className={caption ? 'pb-2 text-start text-small text-ink-2' : 'sr-only'}>{caption ?? label}</caption>
        <thead>
          <tr>
            {head.map((cell, i) => (
              <th key={i} scope="col" className={i > 0 ? 'sum' : undefined}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, reason, sums, kind = 'line' }) => (
            <tr key={id} className={kind === 'line' ? undefined : kind}>
              <th scope="row">
                {name}
                {reason && <span className="block text-small text-ink-2">{reason}</span>}
              </th>
              {sums.map((sum, i) => (
                <td key={i} className={isZero(sum) ? 'sum zero' : 'sum'}>
                  {sum}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export interface EquationProps {
  /** The invoiced sum, then each deduction. */
  terms: readonly { label: ReactNode; sum: string }[]
  paid: { label: ReactNode; sum: string }
}

/** invoiced − … = paid; only "paid" is filled. Sums are positive, the signs are drawn between. */
export function Equation({ terms, paid }: EquationProps) {
  return (
    <div className="equation">
      {terms.map(({ label, sum }, i) => [
        i > 0 && (
          <span className="sign" key={`sign-${i}`}>
            −
          </span>
        ),
        <div key={i}>
          <p className="text-small text-ink-2">{label}</p>
          <p className="type-sum">{sum}</p>
        </div>,
      ])}
      <span className="sign">=</span>
      <div className="paid">
        <p className="text-small">{paid.label}</p>
        <p className="type-sum">{paid.sum}</p>
      </div>
    </div>
  )
}
