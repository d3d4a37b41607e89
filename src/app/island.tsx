/** What every island stands in: its words, the toasts, the session's warning, and a load error instead of a blank page. */
import type { ReactNode } from 'react'
import type { Lang } from '../lib/locale.ts'
import type { Resources } from './i18n.ts'
import { LoadBoundary } from './lazy.tsx'
import { SessionWatch } from './session-watch.tsx'
import { Toasts } from './toasts.tsx'
import { WordsProvider } from './words.tsx'
import './styles/islands.css'

export interface IslandProps {
  lang: Lang
  resources: Resources
}

export function Island({ lang, resources, children }: IslandProps & { children: ReactNode }) {
  return (
    <WordsProvider lang={lang} resources={resources}>
      <LoadBoundary>{children}</LoadBoundary>
      <SessionWatch />
      <Toasts />
    </WordsProvider>
  )
}
