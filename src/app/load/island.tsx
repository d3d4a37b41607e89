/**
 * What every island is wrapped in: its words, the toasts, the session's warning, and a load error instead of a blank
 * page.
 */
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import type { Lang } from '../../lib/locale.ts'
import { ignoreSecondTaps } from '../requests/ignore-double-taps.ts'
import { silentPart, LoadBoundary, useFirstParts } from './lazy.tsx'
import { $isLogin } from '../session/session.ts'
import { surviveTranslation } from '../words/translated-page.ts'
import { noteTyped, typeAgain } from '../storage/typed-before.ts'
import { WordsProvider, useT, type WordFiles } from '../words/words.tsx'
import { ToastRegion } from '../../ui/Toast.tsx'
import { $toasts, dismiss } from '../parts/toast-store.ts'

// Once per page, however many islands it has.
if (typeof document !== 'undefined') {
  ignoreSecondTaps()
  surviveTranslation()
  noteTyped()
}

export interface IslandProps {
  lang: Lang
  resources: WordFiles
  /** Files of data for `useBuildData`. */
  data?: WordFiles
}

export function Island({ lang, resources, data = [], children }: IslandProps & { children: ReactNode }) {
  useFirstParts()
  useLayoutEffect(typeAgain, [])
  return (
    <WordsProvider lang={lang} resources={[...resources, ...data]}>
      <LoadBoundary>{children}</LoadBoundary>
      <Watched />
      <Toasts />
    </WordsProvider>
  )
}

const SessionExpiryWarning = silentPart(async () => ({
  default: (await import('../session/session-end-dialogs.tsx')).SessionExpiryWarning,
}))

/** The session watch stays mounted after a login ends, to report that end. Visitors without a login do not load it. */
function Watched() {
  const [seen, see] = useState(false)
  useEffect(() => $isLogin.subscribe((isLogin) => isLogin && see(true)), [])
  return seen ? <SessionExpiryWarning /> : null
}

/** The toasts of this page, from the store in `toast-store.ts`. */
function Toasts() {
  const toasts = useStore($toasts)
  const t = useT()
  return <ToastRegion toasts={toasts} onClose={dismiss} closeLabel={t('app:close')} label={t('app:messages')} />
}
