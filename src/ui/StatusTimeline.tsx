import type { ReactNode } from 'react'

export interface StatusStep {
  id: string
  /** A sentence with its actor: "We decide". */
  title: ReactNode
  /** When it happened, or by when it will. */
  when?: ReactNode
  /** Only the current step may have a paragraph. */
  children?: ReactNode
  state: 'done' | 'now' | 'late' | 'next'
}

/** Progress of a claim: numbered circles on a line, teal up to the current step. */
export function StatusTimeline({ steps, label }: { steps: readonly StatusStep[]; label: string }) {
  return (
    <ol className="status-line" aria-label={label}>
      {steps.map(({ id, title, when, children, state }, i) => (
        <li key={id} className={state} aria-current={state === 'now' || state === 'late' ? 'step' : undefined}>
          <span className="dot" aria-hidden="true">
            {i + 1}
          </span>
          <p className="text-title font-semibold">{title}</p>
          {when && <p className="text-small text-ink-2">{when}</p>}
          {children && <div className="mt-2">{children}</div>}
        </li>
      ))}
    </ol>
  )
}
