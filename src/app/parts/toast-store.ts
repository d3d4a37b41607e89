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

/** Shows a sentence; errors stay until closed, others disappear after 6 s (WCAG 2.2.1: they need no action). */
export function toast(text: string, tone: ToastMessage['tone'] = 'plain'): void {
  const id = ++last
  $toasts.set([...$toasts.get().filter((t) => t.text !== text), { id, tone, text }])
  if (tone !== 'bad') setTimeout(() => dismiss(id), 6000)
}

/** Drops errors of a page that the person has left: they would seem to be about another page. */
export function dismissErrors(): void {
  $toasts.set($toasts.get().filter(({ tone }) => tone !== 'bad'))
}

export function dismiss(id: number): void {
  $toasts.set($toasts.get().filter((t) => t.id !== id))
}
