import { useEffect, useRef } from 'react'

interface SummarisedError {
  id: string
  message: string
  /** Whom it is about: a heading for all that follow, which then do not begin with it to the eye. */
  of?: string | undefined
}

export interface ErrorSummaryProps {
  /** The same on every form in English: "There is a problem", "There are 3 problems". */
  title: string
  /** The same text as at the field; `id` is the control's. */
  errors: readonly SummarisedError[]
  /** Changes with each attempt to continue, so that the summary takes the focus again. */
  attempt?: number
}

/** Takes the focus when it appears; each line links to its field. Render it only after the person has finished. */
export function ErrorSummary({ title, errors, attempt = 0 }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [attempt])
  if (errors.length === 0) return null
  return (
    <div className="error-summary" ref={box} tabIndex={-1} role="alert" aria-labelledby="error-summary-title">
      <h2 className="text-title font-semibold" id="error-summary-title">
        {title}
      </h2>
      <ul className="mt-1">
        {errors.map(({ id, message, of }, i) => (
          <li key={id}>
            {of && of !== errors[i - 1]?.of && (
              <p className="mt-2 font-semibold" aria-hidden="true">
                {of}
              </p>
            )}
            <a
              className="link-bad inline-flex min-h-10 items-center py-1"
              href={`#${id}`}
              onClick={(event) => goTo(event, id)}
            >
              <Message text={message} of={of} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Who hears the links alone hears the whole text. */
function Message({ text, of }: { text: string; of: string | undefined }) {
  const lead = of === undefined ? undefined : [`${of}：`, `${of}: `].find((it) => text.startsWith(it))
  return lead === undefined ? (
    text
  ) : (
    <span>
      <span className="sr-only">{lead}</span>
      {text.slice(lead.length)}
    </span>
  )
}

/** Also moves the focus; a plain hash link would only scroll and would stay in the address. */
function goTo(event: { preventDefault(): void }, id: string): void {
  const target = document.getElementById(id)
  if (!target) return
  event.preventDefault()
  const field = target.closest('.field') ?? target
  field.scrollIntoView({ block: 'start' })
  target.focus({ preventScroll: true })
}
