import type { ReactNode } from 'react'

/** One line of a premium's calculation, inside a `<dl>`: description at the left, sum at the right. */
export function SumLine({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-ink-2">{term}</dt>
      <dd className="num text-end">{value}</dd>
    </div>
  )
}
