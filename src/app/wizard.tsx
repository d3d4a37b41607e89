/** Parts that the steps of every wizard have: heading, act and way back, waiting, and how often somebody tried to go on. */
import { useEffect, useRef, type ReactNode } from 'react'
import { useKept } from './kept.ts'
import { useT } from './words.tsx'

/** The step's heading; takes the focus when the step changes, so that readers hear where they are. */
export function StepHead({ title, lead, still }: { title: string; lead?: ReactNode; still?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!still) heading.current?.focus({ preventScroll: true })
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
export function useAttempt(thing: string, step: string): [number, () => void] {
  const [attempt, set] = useKept(`attempt:${thing}:${step}`, 0, (raw) => (typeof raw === 'number' ? raw : 0))
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
