import type { ReactNode } from 'react'

export interface SummaryListProps {
  title?: ReactNode
  /** One action per group, at the right of its heading. */
  action?: ReactNode
  rows: readonly { term: ReactNode; value: ReactNode; id?: string }[]
  /** Heading level: 3 inside a page's section, 2 when the group is a section itself. */
  level?: 2 | 3
}

export function SummaryList({ title, action, rows, level = 2 }: SummaryListProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section>
      {title && (
        <div className="mb-2.5 flex items-baseline justify-between gap-4">
          <Heading className="type-h3">{title}</Heading>
          {action}
        </div>
      )}
      <dl className="summary-list">
        {rows.map(({ term, value, id }, i) => (
          <div key={id ?? i}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
