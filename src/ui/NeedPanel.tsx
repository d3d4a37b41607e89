import type { ReactNode } from 'react'

export interface NeedPanelProps {
  /** "We need one thing from you". */
  strip: ReactNode
  /** "by 3 Dec". */
  due: ReactNode
  /** What is needed. */
  title: ReactNode
  /** Why it is needed. */
  children: ReactNode
  /** What the document must show. */
  must?: ReactNode
  /** The accent button. */
  action: ReactNode
  /** "I cannot get this document". */
  wayOut?: ReactNode
}

/** The only boxed element on a claim. */
export function NeedPanel({ strip, due, title, children, must, action, wayOut }: NeedPanelProps) {
  return (
    <section className="need-panel">
      <header>
        <span>{strip}</span>
        <span>{due}</span>
      </header>
      <div>
        <h2 className="type-h3">{title}</h2>
        <div className="mt-1 text-ink-2">{children}</div>
        {must && <div className="mt-3 text-small text-ink-2">{must}</div>}
        <div className="mt-5 mobile:[&>.btn]:w-full">{action}</div>
        {wayOut && <div className="mt-2 mobile:text-center">{wayOut}</div>}
      </div>
    </section>
  )
}
