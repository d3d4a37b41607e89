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
      // After the step's own effects: a summary of errors that comes back takes the focus when it appears.
      if (element) setTimeout(() => into(element))
      return element !== null
    }
    if (find()) return
    const watch = new MutationObserver(() => { if (find()) watch.disconnect() })
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [ready])
}

function into(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  element.closest('.field')?.scrollIntoView({ block: 'center' })
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
