/** The toasts of this page; the region in `src/ui` shows them. What is needed later is also shown elsewhere. */
import { atom } from 'nanostores'
import type { ToastTone } from '../../ui/Toast.tsx'

export interface ToastMessage {
  id: number
  tone: ToastTone
  text: string
}

export const $toasts = atom<readonly ToastMessage[]>([])
let last = 0

/**
 * Shows a sentence. It stays until it is closed if it may be needed: an error, a refusal, a figure (a sum, days, a
 * number). Others disappear after 6 s (WCAG 2.2.1: they need no action).
 */
export function toast(text: string, tone: ToastMessage['tone'] = 'plain'): void {
  const id = ++last
  $toasts.set([...$toasts.get().filter((t) => t.text !== text), { id, tone, text }])
  if (tone === 'plain' && !/\d/.test(text)) setTimeout(() => dismiss(id), 6000)
}

/** Drops errors and refusals of a page that the person has left: they would seem to be about another page. */
export function dismissErrors(): void {
  $toasts.set($toasts.get().filter(({ tone }) => tone === 'plain'))
}

export function dismiss(id: number): void {
  $toasts.set($toasts.get().filter((t) => t.id !== id))
}
