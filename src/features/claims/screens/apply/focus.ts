/** The field that somebody was in: a reload, the other language or a login in between lead back into it (design §6.2, §6.9). */
import { useEffect } from 'react'
import { forget } from '../../../../app/kept.ts'

const KEY = 'claim:focus'
const place = (): string => location.pathname.replace(/^\/cn(?=\/)/, '') + location.search

export function useFocusAgain(ready: boolean): void {
  useEffect(() => {
    const onFocus = (event: FocusEvent): void => {
      const id = event.target instanceof HTMLElement && event.target.closest('main') ? event.target.id : ''
      if (!id) return
      try {
        sessionStorage.setItem(KEY, JSON.stringify({ place: place(), id }))
      } catch {
        // Storage refused: the focus starts at the top.
      }
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  useEffect(() => {
    if (!ready) return
    const field = remembered()
    if (!field) return
    // The step may still be on its way; it is looked for until it stands.
    const find = (): boolean => {
      const element = document.getElementById(field)
      if (element) into(element)
      return element !== null
    }
    const free = holdAgainstSummary(find)
    if (find()) return free
    const watch = new MutationObserver(() => { if (find()) watch.disconnect() })
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      free()
      watch.disconnect()
    }
  }, [ready])
}

/** A summary of errors takes the focus when it appears. Here it stood there before, and the person was further on: until they act, the field has it. */
function holdAgainstSummary(find: () => boolean): () => void {
  const hold = new AbortController()
  const free = (): void => hold.abort()
  document.addEventListener('focusin', ({ target }) => { if (target instanceof Element && target.matches('.error-summary')) find() }, { signal: hold.signal })
  for (const act of ['pointerdown', 'keydown'] as const) addEventListener(act, free, { signal: hold.signal })
  return free
}

function into(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  // A declaration stands in no field.
  const place = element.closest('.field') ?? element
  place.scrollIntoView({ block: 'center' })
}

function remembered(): string | undefined {
  try {
    const { place: at, id } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { place?: string; id?: string }
    forget(KEY)
    return at === place() ? id : undefined
  } catch {
    return undefined
  }
}
