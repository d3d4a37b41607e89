/** The field that someone was in, or the place in a long text: a reload, the other language or a login in between lead back into it (design §6.2, §6.9). */
import { useEffect } from 'react'
import { restoreOpenFolds, saveOpenFolds } from './opened-sections.ts'
import { saveReadingPosition, restoreReadingPosition } from './reading-position.ts'
import { clearTabState } from './use-tab-state.ts'

const KEY = 'field-focus'
const place = (): string => location.pathname.replace(/^\/cn(?=\/)/, '') + location.search

/** Stands in a wizard that is ready, and comes beside it: whoever is in a field by then stays there. */
export default function RestoreFocus(): null {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => remember(target)
    if (document.activeElement?.closest('.field')) remember(document.activeElement)
    document.addEventListener('focusin', onFocus)
    const stops = [saveOpenFolds(), saveReadingPosition()]
    return () => {
      document.removeEventListener('focusin', onFocus)
      stops.forEach((stop) => stop())
    }
  }, [])
  useEffect(restoreOpenFolds, [])
  useEffect(() => {
    const field = remembered()
    if (!field) return restoreReadingPosition()
    // The step may still be on its way; it is looked for until it stands.
    const find = (): boolean => {
      const element = document.getElementById(field)
      if (element) into(element)
      return element !== null
    }
    const free = holdAgainstHeads(find)
    if (find()) return free
    const watch = new MutationObserver(() => { if (find()) watch.disconnect() })
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      free()
      watch.disconnect()
    }
  }, [])
  return null
}

/** Leads into a field of a step that is about to be shown; the person's next act ends the search. */
export function focusField(id: string): void {
  const find = (): boolean => {
    const element = document.getElementById(id)
    if (element) into(element)
    return element !== null
  }
  // The step that is left may hold rows of the same name: it is gone after the next drawing.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (find()) return
    const watch = new MutationObserver(() => { if (find()) stop() })
    const stop = (): void => {
      watch.disconnect()
      for (const act of ['pointerdown', 'keydown'] as const) removeEventListener(act, stop)
    }
    for (const act of ['pointerdown', 'keydown'] as const) addEventListener(act, stop)
    watch.observe(document.body, { childList: true, subtree: true })
  }))
}

/** The step's heading and a summary of errors take the focus when they appear. Here the person was further on already: until they act, the field has it. */
function holdAgainstHeads(find: () => boolean): () => void {
  const hold = new AbortController()
  const free = (): void => hold.abort()
  document.addEventListener('focusin', ({ target }) => { if (target instanceof Element && target.matches('.error-summary, h1')) find() }, { signal: hold.signal })
  for (const act of ['pointerdown', 'keydown'] as const) addEventListener(act, free, { signal: hold.signal })
  return free
}

function into(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  // A declaration stands in no field.
  const place = element.closest('.field') ?? element
  place.scrollIntoView({ block: 'center' })
}

function remember(target: EventTarget | null): void {
  const id = target instanceof HTMLElement && target.closest('main') ? target.id : ''
  if (!id) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ place: place(), id }))
  } catch {
    // Storage refused: the focus starts at the top.
  }
}

function remembered(): string | undefined {
  try {
    const { place: at, id } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { place?: string; id?: string }
    clearTabState(KEY)
    return at === place() ? id : undefined
  } catch {
    return undefined
  }
}
