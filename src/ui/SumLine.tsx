import type { ReactNode } from 'react'

/** One line of how a premium is made, inside a `<dl>`: what at the left, how much at the right. */
export function SumLine({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-ink-2">{term}</dt>
      <dd className="num text-end">{value}</dd>
    </div>
  )
}
