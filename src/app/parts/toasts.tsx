/** The toasts of this page, from the store in `toast-store.ts`. */
import { useStore } from '@nanostores/react'
import { ToastRegion } from '../../ui/Toast.tsx'
import { $toasts, dismiss } from './toast-store.ts'
import { useT } from '../words/words.tsx'

export function Toasts() {
  const toasts = useStore($toasts)
  const t = useT()
  return <ToastRegion toasts={toasts} onClose={dismiss} closeLabel={t('app:close')} label={t('app:messages')} />
}
