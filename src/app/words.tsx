/** Words inside islands: the same i18next, with just this page's language and namespaces, so no key ever flashes. */
import i18next, { type i18n, type Resource } from 'i18next'
import { createContext, use, type ReactNode } from 'react'
import type { Lang } from '../lib/locale.ts'
import type { Resources, Translate } from './i18n.ts'

interface Words {
  lang: Lang
  t: Translate
}

const WordsContext = createContext<Words | undefined>(undefined)
const instances = new Map<string, i18n>()

/** Starts an island: gives it its language and words. */
export function WordsProvider({ lang, resources, children }: { lang: Lang; resources: Resources; children: ReactNode }) {
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
  let instance = instances.get(key)
  if (!instance) {
    instance = i18next.createInstance()
    void instance.init({
      lng: lang,
      fallbackLng: false,
      initImmediate: false,
      ns: Object.keys(resources),
      resources: { [lang]: resources } as Resource,
      interpolation: { escapeValue: false },
    })
    instances.set(key, instance)
  }
  const held = instance
  return { lang, t: (word, values) => String(held.t(word, values ?? {})) }
}
