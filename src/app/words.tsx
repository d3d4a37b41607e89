/**
 * Words inside islands: the same files and keys as pages, with only this page's language and namespaces, so no key is
 * ever shown.
 */
import { createContext, use, type ReactNode } from 'react'
import type { Lang } from '../lib/locale.ts'
import type { Resources, Translate } from './i18n.ts'
import { translator } from './translate.ts'

interface Words {
  lang: Lang
  t: Translate
}

const WordsContext = createContext<Words | undefined>(undefined)
const made = new Map<string, Words>()

/** Starts an island: gives it its language and words. */
export function WordsProvider({
  lang,
  resources,
  children,
}: {
  lang: Lang
  resources: Resources
  children: ReactNode
}) {
  return <WordsContext value={wordsOf(lang, resources)}>{children}</WordsContext>
}

/** The translate function of this island; keys are `namespace:key`. */
export const useT = (): Translate => useWords().t

export const useLang = (): Lang => useWords().lang

function useWords(): Words {
  const words = use(WordsContext)
  if (!words) throw new Error('No WordsProvider above this component')
  return words
}

function wordsOf(lang: Lang, resources: Resources): Words {
  const key = `${lang}:${Object.keys(resources).sort().join(',')}`
  const held = made.get(key) ?? { lang, t: translator(lang, resources) }
  made.set(key, held)
  return held
}
