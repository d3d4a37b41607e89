/** What is known of the first page that is read before there is an application: its heading and its first words. */
import { createContext, use } from 'react'
import { StepHead, TextWaiting } from '../../../../app/parts/wizard-parts.tsx'
import type { Beginning } from '../../content/load-purchase-text-templates.ts'

export const BeginningOfReading = createContext<Beginning | undefined>(undefined)

/**
 * Stands until the whole text is there. Not where an application goes on, which may be at another step: the head's
 * script knows (`send-early-calls.ts`).
 */
export function ReadingBegins() {
  const beginning = use(BeginningOfReading)
  if (!beginning) return <TextWaiting />
  return (
    <>
      <div className="grid min-h-screen content-start gap-8 web:gap-10" data-begins>
        <StepHead still title={beginning.title} lead={<span className="skeleton block h-14 w-full" />} />
        <section className="grid gap-2">
          <h2 className="type-h3">{beginning.heading}</h2>
          <p className="measure">{beginning.text}</p>
        </section>
      </div>
      <div data-goes-on>
        <TextWaiting />
      </div>
    </>
  )
}
