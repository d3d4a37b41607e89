import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export interface AccordionProps {
  title: ReactNode
  /** At the right: a sum, a limit. */
  aside?: ReactNode
  children: ReactNode
  open?: boolean
  /** Of rows with the same name only one is open at a time. */
  name?: string
}

/** A row that opens, for a `ruled` list. Works without scripts. */
export function Accordion({ title, aside, children, open, name }: AccordionProps) {
  return (
    <details className="accordion" open={open} name={name}>
      <summary>
        <span>{title}</span>
        {aside && <span className="num text-end font-semibold">{aside}</span>}
        <Icon name="chevron-down" />
      </summary>
      <div className="pb-5 text-ink-2">{children}</div>
    </details>
  )
}
