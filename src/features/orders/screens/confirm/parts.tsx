/** Parts that every step of the wizard has: its heading, its actions, its waiting and its trouble. */
import { useEffect, useRef, type ReactNode } from 'react'
import { useKept } from '../../../../app/kept.ts'
import { useT } from '../../../../app/words.tsx'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { Button } from '../../../../ui/Button.tsx'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'

/** The step's heading; takes the focus when the step changes, so that readers hear where they are. */
export function StepHead({ title, lead }: { title: string; lead?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="grid gap-3">
      <h1 className="type-h1 outline-none" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {lead && <p className="type-lead measure text-ink-2">{lead}</p>}
    </header>
  )
}

/** How often the person tried to go on from a step. Kept, so that errors still show after a reload or in the other language. */
export function useAttempt(order: string, step: string): [number, () => void] {
  const [attempt, set] = useKept(`attempt:${order}:${step}`, 0, (raw) => (typeof raw === 'number' ? raw : 0))
  return [attempt, () => set((n) => n + 1)]
}

/** The act of the step and the way back: in the flow on the desktop, at the bottom of the screen on phones. */
export function Actions({ main, side, hint }: { main: ReactNode; side?: ReactNode; hint?: ReactNode }) {
  return (
    <>
      <div className="hidden flex-wrap items-center gap-x-6 gap-y-3 web:flex">
        {main}
        {side}
        {hint && <p className="text-small basis-full text-ink-2">{hint}</p>}
      </div>
      <div className="grid justify-items-start gap-4 web:hidden">{side}</div>
      <div className="action-bar web:hidden">
        {hint && <p className="text-small basis-full text-ink-2">{hint}</p>}
        {main}
      </div>
    </>
  )
}

export function Trouble({ again }: { again: () => void }) {
  const t = useT()
  return (
    <section role="alert" className="grid justify-items-start gap-3">
      <h1 className="type-h2">{t('confirm:trouble.title')}</h1>
      <p className="measure text-ink-2">{t('confirm:trouble.text')}</p>
      <Button onClick={again}>{t('confirm:trouble.again')}</Button>
    </section>
  )
}

export function TextWaiting() {
  const t = useT()
  return (
    <div className="grid gap-4" role="status">
      <span className="sr-only">{t('app:load.loading')}</span>
      <div className="skeleton h-10 w-72 max-w-full" />
      {['w-full', 'w-11/12', 'w-10/12', 'w-full', 'w-8/12'].map((width, i) => (
        <div key={i} className={`skeleton h-4 ${width}`} />
      ))}
    </div>
  )
}

/** The summary of what is wrong; nothing while nothing is. */
export function Errors({ errors, errorOf, attempt }: { errors: FieldErrors; errorOf: (key: string) => string | undefined; attempt: number }) {
  const t = useT()
  const rows = Object.keys(errors).map((id) => ({ id, message: errorOf(id) ?? '' }))
  if (rows.length === 0) return null
  return <ErrorSummary title={t('confirm:errors', { count: rows.length })} errors={rows} attempt={attempt} />
}
