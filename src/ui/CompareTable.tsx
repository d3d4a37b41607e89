import type { ReactNode } from 'react'

interface CompareCell {
  value: ReactNode
  /** Conditions, shown under the value. */
  note?: ReactNode
  /** The highest cover in its row, in 600. */
  best?: boolean
  /** The text "not included", in a paler ink. */
  none?: boolean
}
export interface CompareTableProps {
  label: string
  /** Above the row names: the person and trip that the prices are for. */
  corner?: ReactNode
  /**
   * Per plan: its name, which stays in view; below it price and button; both again at the end. `marked` only with its
   * reason printed under the name.
   */
  columns: readonly { id: string; name: ReactNode; head: ReactNode; foot: ReactNode; marked?: boolean }[]
  groups: readonly {
    title: string
    /** A row in which all plans are equal has one cell: `same`. */
    rows: readonly (
      | { id: string; name: ReactNode; same: ReactNode }
      | { id: string; name: ReactNode; cells: readonly CompareCell[] }
    )[]
  }[]
}

/** For windows of at least 66rem: a box that scrolls sideways would keep the names from staying in view. */
export function CompareTable({ label, corner, columns, groups }: CompareTableProps) {
  const marked = (i: number): string | undefined => (columns[i]?.marked ? 'marked' : undefined)
  return (
    <table className="compare">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="names">
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty corner, no control */}
          <td />
          {columns.map((column, i) => (
            <th key={column.id} scope="col" className={marked(i)}>
              {column.name}
            </th>
          ))}
        </tr>
        <tr>
          <th scope="row" className="text-micro text-ink-2">
            {corner}
          </th>
          {columns.map((column, i) => (
            <td key={column.id} className={marked(i)}>
              {column.head}
            </td>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.title}>
          <tr className="group">
            <th scope="rowgroup" colSpan={columns.length + 1}>
              {group.title}
            </th>
          </tr>
          {group.rows.map((row) => (
            <tr key={row.id} className={'same' in row ? 'same' : 'differs'}>
              <th scope="row">{row.name}</th>
              {'same' in row ? (
                <td colSpan={columns.length}>{row.same}</td>
              ) : (
                row.cells.map((cell, i) => <Cell key={i} cell={cell} className={marked(i)} />)
              )}
            </tr>
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr>
          <th scope="row" className="text-micro text-ink-2">
            {corner}
          </th>
          {columns.map((column, i) => (
            <td key={column.id} className={marked(i)}>
              {column.foot}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

function Cell({ cell, className }: { cell: CompareCell; className: string | undefined }) {
  const classes = [className, cell.best && 'best', cell.none && 'none'].filter(Boolean).join(' ')
  return (
    <td className={classes || undefined}>
      {cell.value}
      {cell.note && <span className="block text-small font-normal text-ink-2">{cell.note}</span>}
    </td>
  )
}
