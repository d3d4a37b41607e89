/** Shows the state of saving in the wizard's header, and above the step anything that needs the person. */
import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { loginPath } from '../address/redirect-by-route.ts'
import { useSaveAndLeave, useSavedNote } from '../parts/wizard-parts.tsx'
import { Gap, useLang, useT } from '../words/words.tsx'
import type { SaveState } from './saving-environment.ts'
import { $typingKept } from './typing-store.ts'

/** States in which what was typed is kept on this device only. */
const KEPT: readonly SaveState[] = ['offline', 'server', 'away']

interface SaveNoticesProps {
  saving: { state: SaveState; at: number | null; message: string }
  /** Fields wait for the person's choice. */
  conflicted: boolean
  /** False once it is sent: nothing is edited any more. */
  draft?: boolean
  again: () => unknown
  /** The same function on each render. */
  leave: (href: string) => void
}

export function SaveNotices({ saving, conflicted, draft = true, again, leave }: SaveNoticesProps) {
  const t = useT()
  const lang = useLang()
  const { state, at, message } = saving
  const durable = useStore($typingKept)
  const pending = conflicted || state === 'refused' || state === 'unfinished'
  const unsaved =
    state === 'saving'
      ? t('app:draft.saving')
      : KEPT.includes(state)
        ? t(durable ? 'app:saved.here' : 'app:saved.not')
        : pending && t('app:saved.not')
  useSavedNote(draft && unsaved, draft ? at : null)
  useSaveAndLeave(leave)
  if (state === 'offline')
    return (
      <OfflineNotice title={t('app:draft.offline.title')}>
        {t(durable ? 'app:draft.offline.text' : 'app:draft.offline.open')}
      </OfflineNotice>
    )
  if (state === 'server')
    return (
      <div className="mb-6">
        <Notice kind="bad" live="status" title={t('app:draft.server.title')}>
          {t(durable ? 'app:draft.server.text' : 'app:draft.server.open')}
          <Gap />
          <TextLink look="inline" onClick={() => void again()}>
            {t('ui:tryAgain')}
          </TextLink>
        </Notice>
      </div>
    )
  if (state === 'refused')
    return (
      <div className="mb-6">
        <Notice kind="bad" live="status" title={t('app:draft.refused')}>
          {message}
        </Notice>
      </div>
    )
  if (state === 'away')
    return (
      <div className="mb-6">
        <Notice kind="warn" live="alert" title={t('app:draft.away.title')}>
          {t(durable ? 'app:draft.away.text' : 'app:draft.away.lost')}
          <Gap />
          <TextLink look="inline" href={loginPath(location.pathname + location.search, lang)}>
            {t('app:draft.away.go')}
          </TextLink>
        </Notice>
      </div>
    )
  return null
}

/**
 * Stays visible: on phones the field that is being filled in is far below the top. What has the focus is moved out from
 * under it.
 */
function OfflineNotice({ title, children }: { title: string; children: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const uncover = (): void => {
      const focused = document.activeElement
      const field = (focused?.closest('.field') ?? focused)?.getBoundingClientRect()
      const notice = box.current?.getBoundingClientRect()
      if (field && notice && focused !== document.body && field.top < notice.bottom && field.bottom > notice.top)
        scrollBy({ top: field.top - notice.bottom - 8, behavior: 'instant' })
    }
    uncover()
    for (const type of UNCOVERS) addEventListener(type, uncover)
    return () => {
      for (const type of UNCOVERS) removeEventListener(type, uncover)
    }
  }, [])
  return (
    <div ref={box} className="tall:sticky top-[calc(4rem+env(safe-area-inset-top))] z-20 mb-6 web:top-4">
      <Notice kind="warn" icon="wifi-off" live="status" title={title}>
        {children}
      </Notice>
    </div>
  )
}

const UNCOVERS = ['focusin', 'input'] as const
