/** The server's words: the same files and key syntax as the interface, `namespace:key` with `{{var}}`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInstance, type Resource, type ResourceKey } from 'i18next'
import { LANGS, type Lang } from '../lib/locale.ts'
import { recordOf } from '../lib/object-keys.ts'

export interface Words {
  (lang: Lang, key: string, vars?: Record<string, unknown>): string
  /** True when the key has words in this language itself (no fallback). */
  has: (lang: Lang, key: string) => boolean
}

const ROOT = join(import.meta.dirname, '../../public/locales')

/** What a text says, parsed once for all servers of a process. */
const parsed = new Map<string, { text: string; words: ResourceKey }>()

function wordsIn(path: string): ResourceKey {
  const text = readFileSync(path, 'utf8')
  const known = parsed.get(path)
  if (known?.text === text) return known.words
  const words: ResourceKey = JSON.parse(text)
  parsed.set(path, { text, words })
  return words
}

/** Reads every namespace of every language once, at start. */
export function loadWords(root = ROOT): Words {
  const resources: Resource = {}
  for (const lang of LANGS) {
    const files = readdirSync(join(root, lang)).filter((name) => name.endsWith('.json'))
    resources[lang] = Object.fromEntries(
      files.map((name) => [name.slice(0, -'.json'.length), wordsIn(join(root, lang, name))]),
    )
  }
  const i18n = createInstance()
  void i18n.init({
    resources,
    initImmediate: false,
    fallbackLng: false,
    ns: Object.keys(resources['en'] ?? {}),
    // Plain text: whatever writes HTML escapes it itself.
    interpolation: { escapeValue: false },
    // Keeps the placeholder of a missing value, which would otherwise vanish silently; tests of messages find it.
    missingInterpolationHandler: (_text: string, match: RegExpExecArray) => match[0],
  })
  // Words without values never change, and looking one up costs as much as a read of the store, so they are cached.
  const fixed = recordOf(LANGS, () => new Map<string, string>())
  const words = (lang: Lang, key: string, vars?: Record<string, unknown>): string => {
    const known = vars === undefined ? fixed[lang].get(key) : undefined
    if (known !== undefined) return known
    const found = i18n.t(key, { ...vars, lng: lang })
    if (vars === undefined) fixed[lang].set(key, found)
    return found
  }
  return Object.assign(words, { has: (lang: Lang, key: string) => i18n.exists(key, { lng: lang }) })
}
