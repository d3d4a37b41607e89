/**
 * Words inside islands: the same files and keys as pages, with only this page's language and namespaces, so no key is
 * ever shown. They come as files of their own, which the next page finds in the browser's cache.
 */
import { createContext, use, type ReactNode } from 'react'
import type { Lang } from '../../lib/locale.ts'
import { LOAD_MS } from '../storage/storage-keys.ts'
import { withTimeLimit } from '../requests/time-limit.ts'
import { deadlineWords } from './deadline.ts'
import { translator, type Resources, type Translate } from './translate.ts'
import { wordTables } from './word-tables.ts'

/** Addresses of files of words (`resources` in `i18n.ts`). */
export type WordFiles = readonly string[]

interface Words {
  lang: Lang
  t: Translate
  tables: Resources
}

const WordsContext = createContext<Words | undefined>(undefined)
const made = new Map<string, Words | Promise<Words>>()

/** Starts an island: gives it its language and words. Nothing is drawn before they are there. */
export function WordsProvider({
  lang,
  resources,
  children,
}: {
  lang: Lang
  resources: WordFiles
  children: ReactNode
}) {
  const words = wordsOf(lang, resources)
  return <WordsContext value={words instanceof Promise ? use(words) : words}>{children}</WordsContext>
}

/** The translate function of this island; keys are `namespace:key`. */
export const useT = (): Translate => useWords().t

export const useLang = (): Lang => useWords().lang

/** Data that the build wrote into files like those of words, by its name in the island's `data`. */
export function useBuildData(name: string): unknown {
  const data = useWords().tables[name]
  if (data === undefined) throw new Error(`No ${name} in the files of this island`)
  return data
}

function useWords(): Words {
  const words = use(WordsContext)
  if (!words) throw new Error('No WordsProvider above this component')
  return words
}

function wordsOf(lang: Lang, files: WordFiles): Words | Promise<Words> {
  const key = files.join(' ')
  const held = made.get(key) ?? (import.meta.env.SSR ? drawn(lang, files) : loaded(lang, files))
  made.set(key, held)
  return held
}

function wordsFrom(lang: Lang, files: readonly Resources[]): Words {
  const tables: Resources = Object.assign({}, ...files)
  return { lang, t: translator(lang, tables, deadlineWords), tables }
}

const drawn = (lang: Lang, files: WordFiles): Words =>
  wordsFrom(
    lang,
    files.map((file) => wordTables().get(file) ?? {}),
  )

/** Without words there is no island: what stands in its place says so (`load-watch.ts`), and this never resolves. */
const loaded = (lang: Lang, files: WordFiles): Promise<Words> =>
  withTimeLimit(Promise.all(files.map(load)), LOAD_MS).then(
    (tables) => wordsFrom(lang, tables),
    (error: unknown) => {
      // As Astro marks an island that has not arrived.
      for (const island of document.querySelectorAll('astro-island')) island.setAttribute('ssr', '')
      document.dispatchEvent(new CustomEvent('astro:hydration-error', { detail: { error } }))
      return new Promise<never>(() => undefined)
    },
  )

async function load(file: string): Promise<Resources> {
  const response = await fetch(file)
  if (!response.ok) throw new Error(file)
  // Our own build wrote it.
  return response.json()
}

/** The space between two sentences; a Chinese full stop already includes it. */
export const Gap = () => (useLang() === 'cn' ? null : ' ')
