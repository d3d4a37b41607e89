import type { ReactNode } from 'react'

/** Selects the words of the page's language. */
export type ChooseText = (en: string, cn: string) => string

export function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sheet-row">
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

export function Shown({ as, children }: { as: string; children: ReactNode }) {
  return (
    <figure>
      {children}
      <figcaption>{as}</figcaption>
    </figure>
  )
}
