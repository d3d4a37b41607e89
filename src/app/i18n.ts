/**
 * Words for pages at build time. The only place that knows astro-i18next (unmaintained since 2023, kept behind one module):
 * its integration loads every namespace of both languages, and `getFixedT` reads one language without the global switch,
 * which does not survive pages built side by side.
 */
import i18next from 'i18next'
import type { Lang } from '../lib/locale.ts'

export type Translate = (key: string, values?: Record<string, unknown>) => string
export type Resources = Record<string, unknown>

/** `words('cn')('plans:list.title', { count: 3 })`. A missing word stops the build. */
export function words(lang: Lang): Translate {
  const t = i18next.getFixedT(lang)
  return (key, values) => {
    if (!i18next.exists(key, { lng: lang, ...values })) throw new Error(`Missing word: ${lang} ${key}`)
    return String(t(key, values ?? {}))
  }
}

/** The namespaces an island needs, of this page's language only. */
export function resources(lang: Lang, ...namespaces: string[]): Resources {
  const out: Resources = {}
  for (const ns of ['ui', 'errors', 'app', ...namespaces]) {
    const bundle: unknown = i18next.getResourceBundle(lang, ns)
    if (!bundle) throw new Error(`Missing namespace: ${lang} ${ns}`)
    out[ns] = bundle
  }
  return out
}
