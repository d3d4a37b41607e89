/** Shows the state of saving in the wizard's header, and above the step anything that needs the person. */
import { useStore } from '@nanostores/react'
import { loginPath } from '../../../../app/address/redirect-by-route.ts'
import { $typingKept } from '../../../../app/storage/typing-store.ts'
import { useSaveAndLeave, useSavedNote } from '../../../../app/parts/wizard-parts.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { Conflicts } from './conflicts.tsx'
import type { SaveState } from './store/draft-saving.ts'
import { $conflicts, $saving, flush, leave } from './store/wizard-store.ts'

/** States in which what was typed is kept on this device only. */
const KEPT: readonly SaveState[] = ['offline', 'server', 'away']

const leaveNow = (href: string): void => void leave(href)

export function SaveStatus() {
  const t = useT()
  const lang = useLang()
  const { state, at, message } = useStore($saving)
  const durable = useStore($typingKept)
  const conflicted = useStore($conflicts).length > 0
  const unsaved =
    state === 'saving'
      ? t('claimform:saving')
      : KEPT.includes(state)
        ? t(durable ? 'app:saved.here' : 'app:saved.not')
        : (conflicted || state === 'refused') && t('app:saved.not')
  useSavedNote(unsaved, at)
  useSaveAndLeave(leaveNow)
  return (
    <>
      {state === 'offline' && (
        // Stays visible: on phones the field that is being filled in is far below the top.
        <div className="tall:sticky top-[calc(4rem+env(safe-area-inset-top))] z-20 mb-6 web:top-4">
          <Notice kind="warn" icon="wifi-off" live="status" title={t('claimform:offline.title')}>
            {t('claimform:offline.text')}
          </Notice>
        </div>
      )}
      {state === 'server' && (
        <div className="mb-6">
          <Notice kind="bad" live="status" title={t('claimform:server.title')}>
            {t('claimform:server.text')}{' '}
            <TextLink look="inline" onClick={() => void flush()}>
              {t('ui:tryAgain')}
            </TextLink>
          </Notice>
        </div>
      )}
      {state === 'refused' && (
        <div className="mb-6">
          <Notice kind="bad" live="status" title={t('claimform:refused')}>
            {message}
          </Notice>
        </div>
      )}
      {state === 'away' && (
        <div className="mb-6">
          <Notice kind="warn" live="alert" title={t('claimform:away.title')}>
            {t('claimform:away.text')}{' '}
            <TextLink look="inline" href={loginPath(location.pathname + location.search, lang)}>
              {t('claimform:away.go')}
            </TextLink>
          </Notice>
        </div>
      )}
      <Conflicts />
    </>
  )
}
