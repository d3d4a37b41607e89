/** Says in the wizard's header how saving stands, and under it when something needs the person. */
import { useStore } from '@nanostores/react'
import { useSaveAndLeave, useSavedNote } from '../../../../app/wizard.tsx'
import { useLang, useT } from '../../../../app/words.tsx'
import { formatInstant } from '../../../../lib/dates.ts'
import { Notice } from '../../../../ui/Notice.tsx'
import { $saving, $wizard, flush } from './store.ts'

const leave = (href: string): void => void flush().finally(() => location.assign(href))

export function SaveStatus() {
  const t = useT()
  const lang = useLang()
  const { state, at } = useStore($saving)
  const { order } = useStore($wizard)
  const saved = at ?? order?.updatedAt ?? null
  const words = state === 'saving' ? t('confirm:saving') : saved ? t('confirm:savedAt', { time: formatInstant(saved, lang).slice(-5) }) : ''
  useSavedNote(words)
  useSaveAndLeave(leave)
  if (state === 'waiting') {
    // Stays in view: on phones the field that is being filled in is far below the top.
    return (
      <div className="sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-20 web:top-4">
        <Notice kind="warn" icon="wifi-off" live="status" title={t('confirm:offline.title')}>{t('confirm:offline.text')}</Notice>
      </div>
    )
  }
  if (state === 'conflict') return <Notice kind="bad" live="alert">{t('confirm:conflict')}</Notice>
  return null
}
