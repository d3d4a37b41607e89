/** Shows the toasts of this page in the shell's live region: new ones are added, dismissed ones leave, the rest stay untouched. */
import { toastElement } from '../ui/toast.ts'
import { $toasts, dismiss } from './toast.ts'

const region = document.querySelector<HTMLElement>('[data-toasts]')
const shown = new Map<number, HTMLElement>()

if (region) {
  const close = region.dataset.close ?? ''
  $toasts.subscribe((toasts) => {
    for (const [id, element] of shown) {
      if (toasts.some((t) => t.id === id)) continue
      element.remove()
      shown.delete(id)
    }
    for (const { id, tone, text } of toasts) {
      if (shown.has(id)) continue
      const element = toastElement({ text, tone, close, onClose: () => dismiss(id) })
      shown.set(id, element)
      region.append(element)
    }
  })
}
