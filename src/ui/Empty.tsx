import type { ReactNode } from 'react'
import { EmptyStateDrawing, type WindowScene } from './EmptyStateDrawing.tsx'

export interface EmptyProps {
  kind?: 'empty' | 'offline' | 'notFound' | 'error'
  title: ReactNode
  /** One sentence, with lines of at most 34 characters. */
  children?: ReactNode
  /** One link: the next step. */
  action?: ReactNode
  level?: 1 | 2 | 3
}

const SCENE: Record<NonNullable<EmptyProps['kind']>, WindowScene> = {
  empty: 'plant',
  offline: 'blinds',
  notFound: 'cat',
  error: 'night',
}

/** One window on its own line, left-aligned, with the next step. */
export function Empty({ kind = 'empty', title, children, action, level = 2 }: EmptyProps) {
  const Heading = `h${level}` as const
  return (
    <section className="empty" role={kind === 'error' ? 'alert' : undefined}>
      <EmptyStateDrawing scene={SCENE[kind]} />
      <Heading className="mt-2 type-h3">{title}</Heading>
      {children && <p className="mt-0.5 max-w-[34ch] text-small text-ink-2">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </section>
  )
}
