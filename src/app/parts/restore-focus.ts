/**
 * Restores the field or the place in a long text that someone was in, after a reload, a change of language or a login
 * (design §6.2, §6.9).
 */
import { useEffect } from 'react'
import { restoreOpenFolds, saveOpenFolds } from '../storage/opened-sections.ts'
import { saveReadingPosition, restoreReadingPosition } from '../storage/reading-position.ts'
import { herePlain, takeStored } from '../storage/stored-for-next-page.ts'

const KEY = 'field-focus'

/** Rendered in a wizard that is ready, and loaded beside it: someone who is in a field by then stays there. */
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
    // The step may still be loading; it is looked for until it is rendered.
    const find = (): boolean => {
      const element = document.getElementById(field)
      if (element) into(element)
      return element !== null
    }
    const free = holdAgainstHeads(find)
    if (find()) return free
    const watch = new MutationObserver(() => {
      if (find()) watch.disconnect()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      free()
      watch.disconnect()
    }
  }, [])
  return null
}

/** Focuses a field of a step that is about to be shown; the person's next action ends the search. */
export function focusField(id: string): void {
  const find = (): boolean => {
    const element = document.getElementById(id)
    if (element) into(element)
    return element !== null
  }
  // The previous step may have rows of the same name: it is gone after the next render.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (find()) return
      const watch = new MutationObserver(() => {
        if (find()) stop()
      })
      const stop = (): void => {
        watch.disconnect()
        for (const act of ['pointerdown', 'keydown'] as const) removeEventListener(act, stop)
      }
      for (const act of ['pointerdown', 'keydown'] as const) addEventListener(act, stop)
      watch.observe(document.body, { childList: true, subtree: true })
    }),
  )
}

/**
 * The step's heading and an error summary take the focus when they appear. Someone who was further on keeps the field
 * until they act.
 */
function holdAgainstHeads(find: () => boolean): () => void {
  const hold = new AbortController()
  const free = (): void => hold.abort()
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && target.matches('.error-summary, h1')) find()
    },
    { signal: hold.signal },
  )
  for (const act of ['pointerdown', 'keydown'] as const) addEventListener(act, free, { signal: hold.signal })
  return free
}

function into(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  // A declaration is not in a field.
  const field = element.closest('.field') ?? element
  field.scrollIntoView({ block: 'center' })
}

function remember(target: EventTarget | null): void {
  // A dialog over the page is gone after a login: where the person was is what lies below it.
  const id = target instanceof HTMLElement && target.closest('main') && !target.closest('dialog') ? target.id : ''
  if (!id) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ at: herePlain(), id }))
  } catch {
    // Storage refused: the focus starts at the top.
  }
}

function remembered(): string | undefined {
  const { at, id } = takeStored(KEY)
  return at === herePlain() ? String(id) : undefined
}
