import { useEffect, useRef } from 'react'

export interface ErrorSummaryProps {
  /** The same on every form in English: "There is a problem", "There are 3 problems". */
  title: string
  /** The same text as at the field; `id` is the control's. */
  errors: readonly { id: string; message: string }[]
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
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a
              className="link-bad inline-flex min-h-10 items-center"
              href={`#${id}`}
              onClick={(event) => goTo(event, id)}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
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
