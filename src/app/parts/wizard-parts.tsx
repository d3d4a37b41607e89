/**
 * Parts that the steps of every wizard share: heading, main button and back, waiting, and how often someone tried to
 * continue.
 */
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { CheckedForm } from '../../ui/CheckedForm.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useTabState } from '../storage/use-tab-state.ts'
import { savedTimeWords } from '../saving/saved-time-words.ts'
import { useLang, useT } from '../words/words.tsx'

/** The step's heading; takes the focus when the step changes, so that screen readers announce it. */
export function StepHead({ title, lead, still }: { title: string; lead?: ReactNode; still?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useEffectEvent(() => {
    if (!still) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => shown(), [])
  return (
    <header className="grid gap-3">
      <h1 className="type-h1 text-balance outline-none" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {lead && <p className="type-lead measure text-ink-2">{lead}</p>}
    </header>
  )
}

/**
 * How often the person tried to continue from a step. Stored, so that errors still show after a reload or in the other
 * language.
 */
export function useAttempt(thing: string, step: string): [number, () => void] {
  const [attempt, set] = useTabState(`attempt:${thing}:${step}`, 0, (raw) => (typeof raw === 'number' ? raw : 0))
  return [attempt, () => set((n) => n + 1)]
}

interface ActionsProps {
  main: ReactNode
  side?: ReactNode
  hint?: ReactNode
  /** The outcome of the main button: shown directly above it, where the person looks after pressing it. */
  said?: ReactNode
}

/** The step's main button and the way back: in the flow on the desktop, at the bottom of the screen on phones. */
export function Actions({ main, side, hint, said }: ActionsProps) {
  return (
    <>
      <div className="hidden flex-wrap items-center gap-x-6 gap-y-3 web:flex">
        {said && <div className="basis-full empty:hidden">{said}</div>}
        {main}
        {side}
        {hint && <p className="text-small basis-full text-ink-2">{hint}</p>}
      </div>
      <div className="grid justify-items-start gap-4 web:hidden">{side}</div>
      <div className="action-bar web:hidden" data-no-print>
        {said && <div className="max-h-[50vh] basis-full overflow-y-auto empty:hidden">{said}</div>}
        {hint && <p className="text-small basis-full text-ink-2">{hint}</p>}
        {main}
      </div>
    </>
  )
}

/** A part of a long step, under a heading of its own. */
export function StepPart({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="grid gap-6">
      <div className="grid gap-1 border-b border-ink pb-3">
        <h2 className="type-h2">{title}</h2>
        {lead && <p className="text-ink-2">{lead}</p>}
      </div>
      {children}
    </section>
  )
}

/** A step with a form: the browser validates nothing, submitting is the step's own action. */
export function StepForm({ onGo, children }: { onGo: () => void; children: ReactNode }) {
  return (
    <CheckedForm className="grid gap-10" onSend={onGo}>
      {children}
    </CheckedForm>
  )
}

/** How often "2 min ago" is updated, ms. */
const AGO_MS = 30_000

/**
 * Shows the saving state in the wizard's header. `unsaved`: words while something is not on the server · `at`: when it
 * was last saved.
 */
export function useSavedNote(unsaved: string | false, at: number | null): void {
  const t = useT()
  const lang = useLang()
  const now = useNow(AGO_MS)
  const told = useRef<unknown>(undefined)
  useEffect(() => {
    const words = unsaved || (at === null ? '' : savedTimeWords(t, lang, at, now))
    // Screen readers hear each save once, and never the passing minutes.
    const live = told.current === (unsaved || at) ? 'off' : 'polite'
    told.current = unsaved || at
    document.querySelectorAll('[data-saved]').forEach((place) => {
      if (place.textContent === words) return
      place.toggleAttribute('data-unsaved', !!unsaved)
      place.setAttribute('aria-live', live)
      place.textContent = words
    })
  }, [unsaved, at, now, lang, t])
}

/** "Save and leave" in the header: `leave` saves recent typing and leaves. It must be the same function on each render. */
export function useSaveAndLeave(leave: (href: string) => void): void {
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-save-leave]') : null
      if (!link) return
      event.preventDefault()
      leave(link.href)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [leave])
}

export function TextWaiting() {
  const t = useT()
  return (
    <div className="grid min-h-screen content-start gap-4" role="status">
      <span className="sr-only">{t('app:load.loading')}</span>
      <div className="skeleton h-10 w-72 max-w-full" />
      {['w-full', 'w-11/12', 'w-10/12', 'w-full', 'w-8/12'].map((width, i) => (
        <div key={i} className={`skeleton h-4 ${width}`} />
      ))}
    </div>
  )
}
