/**
 * Words for pages at build time. The only module that uses astro-i18next (unmaintained since 2023):
 * its integration loads every namespace of both languages; each language is read without the global switch, which fails
 * when pages are built in parallel.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import type { Lang } from '../../lib/locale.ts'
import { finder, type Resources, type Translate } from './translate.ts'
import { writeWordFile } from './word-files.ts'
import type { WordFiles } from './words.tsx'

type Finder = ReturnType<typeof finder>
const finders = new Map<Lang, Finder>()

/** Words are looked up by `translate.ts`: a page needs a hundred, and i18next's own lookup took an eighth of the build. */
function finderOf(lang: Lang): Finder {
  const held = finders.get(lang)
  if (held) return held
  // Files that are not pages (feed, manifest, pictures) are made without the integration: their words are loaded in the
  // same way as it does.
  const made = remembered(
    finder(lang, (i18next.isInitialized ? i18next.getDataByLanguage(lang) : wordFiles(lang)) ?? {}),
  )
  finders.set(lang, made)
  return made
}

function wordFiles(lang: Lang): Resources {
  const folder = join('public/locales', lang)
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  return Object.fromEntries(readdirSync(folder).map((file) => [file.replace(/\.json$/, ''), read(file)]))
}

/** Cache: most words of a page belong to the shell that every page shares. Not used while editing, when words change. */
function remembered(find: Finder): Finder {
  if (import.meta.env.DEV) return find
  const known = new Map<string, string | undefined>()
  return (key, values) => {
    const asked = values ? `${key} ${JSON.stringify(values)}` : key
    if (!known.has(asked)) known.set(asked, find(key, values))
    return known.get(asked)
  }
}

/** `words('cn')('plans:list.title', { count: 3 })`. A missing word stops the build. */
export function words(lang: Lang): Translate {
  const word = finderOf(lang)
  return (key, values) => {
    const text = word(key, values)
    if (text === undefined) throw new Error(`Missing word: ${lang} ${key}`)
    return text
  }
}

const SHARED = ['ui', 'errors', 'app']

/** Where an island finds its words: a file that all pages share and one of its own namespaces, in this language. */
export function resources(lang: Lang, ...namespaces: string[]): WordFiles {
  return [SHARED, namespaces].filter((names) => names.length > 0).map((names) => wordFile(lang, names))
}

/** All words of a namespace in one language. */
export const namespace = (lang: Lang, name: string): unknown => {
  const bundle: unknown = i18next.getResourceBundle(lang, name)
  if (!bundle) throw new Error(`Missing namespace: ${lang} ${name}`)
  return bundle
}

const wordFile = (lang: Lang, names: readonly string[]): string =>
  writeWordFile(`${lang}.${names.join('-')}`, Object.fromEntries(names.map((name) => [name, namespace(lang, name)])))
