import { Icon } from './Icon.tsx'

/** `plain` something was done · `refused` it was not, and nothing is broken · `bad` an error. */
export type ToastTone = 'plain' | 'refused' | 'bad'

export interface ToastProps {
  text: string
  tone: ToastTone
  onClose: () => void
  /** Label of the close button. */
  closeLabel: string
}

/** Reversed ground, one sentence, close. */
export function Toast({ text, tone, onClose, closeLabel }: ToastProps) {
  return (
    <div className={tone === 'bad' ? 'toast toast-bad' : 'toast'}>
      <Icon name={tone === 'plain' ? 'check' : 'circle-alert'} />
      <p>{text}</p>
      <button type="button" aria-label={closeLabel} onClick={onClose}>
        <Icon name="x" />
      </button>
    </div>
  )
}

export interface ToastRegionProps {
  toasts: readonly { id: number; text: string; tone: ToastTone }[]
  onClose: (id: number) => void
  closeLabel: string
  /** Label of the region for screen readers. */
  label: string
}

/**
 * A live region that exists before its first message: 100 px from the top on the web, from the foot on phones, above
 * the bars (spec §8).
 */
export function ToastRegion({ toasts, onClose, closeLabel, label }: ToastRegionProps) {
  return (
    <div className="toast-region" role="status" aria-label={label}>
      {toasts.map(({ id, text, tone }) => (
        <Toast key={id} text={text} tone={tone} closeLabel={closeLabel} onClose={() => onClose(id)} />
      ))}
    </div>
  )
}
