/** Shows the state of saving in the wizard's header, and below it anything that needs the person. */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { loginPath } from '../../../../../app/address/redirect-by-route.ts'
import { lazyPart } from '../../../../../app/load/lazy.tsx'
import { $typingKept } from '../../../../../app/storage/typing-store.ts'
import { useSaveAndLeave, useSavedNote } from '../../../../../app/parts/wizard-parts.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import type { SaveState } from './order-saving.ts'
import { $conflicts, $leaving, $saving, $wizard, flush, leave } from '../wizard-store.ts'

const Conflicts = lazyPart(() => import('./conflicts.tsx'), null)
const Leaving = lazyPart(() => import('./save-and-leave.tsx'), null)

/** States in which the server lacks something that was typed. */
const PENDING: readonly SaveState[] = ['waiting', 'refused', 'away']

/** Before leaving a draft, the person is told how to come back to it. */
const leaveNow = (href: string): void => {
  if ($wizard.get().order?.status !== 'created') return void leave(href)
  void flush()
  $leaving.set(href)
}

export default function SaveStatus() {
  const t = useT()
  const lang = useLang()
  const { state, at, message } = useStore($saving)
  const { order } = useStore($wizard)
  const conflicted = useStore($conflicts).length > 0
  const durable = useStore($typingKept)
  // A submitted order is no longer edited.
  const draft = order?.status === 'created'
  const kept = durable && (state === 'waiting' || state === 'away')
  const unsaved =
    state === 'saving'
      ? t('confirm:saving')
      : kept
        ? t('app:saved.here')
        : (conflicted || PENDING.includes(state)) && t('app:saved.not')
  useSavedNote(draft && unsaved, draft ? (at ?? order.updatedAt) : null)
  const leaving = useStore($leaving) !== null
  const [asked, setAsked] = useState(false)
  if (leaving && !asked) setAsked(true)
  useSaveAndLeave(leaveNow)
  return (
    <>
      {state === 'waiting' && (
        // Stays visible: on phones the field that is being filled in is far below the top.
        <div className="tall:sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-20 mb-6 web:top-4">
          <Notice kind="warn" icon="wifi-off" live="status" title={t('confirm:offline.title')}>
            {t(durable ? 'confirm:offline.text' : 'confirm:offline.open')}
          </Notice>
        </div>
      )}
      {state === 'refused' && (
        <div className="mb-6">
          <Notice kind="bad" live="status" title={t('confirm:refused')}>
            {message}
          </Notice>
        </div>
      )}
      {state === 'away' && (
        <div className="mb-6">
          <Notice kind="warn" live="alert" title={t('confirm:away.title')}>
            {t('confirm:away.text')}{' '}
            <TextLink look="inline" href={loginPath(location.pathname + location.search, lang)}>
              {t('confirm:away.go')}
            </TextLink>
          </Notice>
        </div>
      )}
      {conflicted && <Conflicts />}
      {asked && order && <Leaving order={order} />}
    </>
  )
}
