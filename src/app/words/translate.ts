/**
 * Words for islands and pages: the part of i18next that our locale files use (`namespace:key.path`, `{{value}}`, plural
 * forms, and formats: `{{until, deadline}}`), a twentieth of its size (decision 0008). Its test compares it with
 * i18next's own answers.
 */
import { HTML_LANG, type Lang } from '../../lib/locale.ts'
import { onOneLine } from '../../lib/text/on-one-line.ts'

export type Translate = (key: string, values?: Record<string, unknown>) => string
export type Resources = Record<string, unknown>
type Find = (key: string, values?: Record<string, unknown>) => string | undefined

/** Writes a value in one of the formats that islands have (`deadline.ts`); `word` finds the words it needs. */
export type Format = (lang: Lang, value: string | number, format: string, word: Find) => string

const own = (at: unknown, key: string): unknown =>
  typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
const find = (at: unknown, path: string): unknown => path.split('.').reduce(own, at)

/** A word by its key, in its plural form and filled in; undefined when it does not exist. */
export function finder(lang: Lang, resources: Resources, write?: Format): Find {
  const plural = new Intl.PluralRules(HTML_LANG[lang])
  const word: Find = (key, values = {}) => {
    const [namespace = '', path = ''] = key.split(/:(.*)/s)
    const count = values['count']
    const forms =
      typeof count === 'number'
        ? [...(count === 0 ? [`${path}_zero`] : []), `${path}_${plural.select(count)}`, path]
        : [path]
    const words = resources[namespace]
    // The key itself may contain dots (`"plan.list": "Plans"`).
    const text = forms
      .flatMap((form) => [find(words, form), own(words, form)])
      .find((found) => typeof found === 'string')
    if (typeof text !== 'string') return undefined
    return onOneLine(
      text.replace(/\{\{\s*([\w.]+)(?:, (\w+))?\s*\}\}/g, (hole, name: string, format?: string) => {
        // Words are filled with texts and numbers.
        const value = (find(values, name) ?? hole) as string | number
        return format && write ? write(lang, value, format, word) : String(value)
      }),
    )
  }
  return word
}

/** An unknown key is returned as it is, as i18next does; `tests/rules` finds it before anybody sees it. */
export function translator(lang: Lang, resources: Resources, write?: Format): Translate {
  const word = finder(lang, resources, write)
  return (key, values) => word(key, values) ?? key.slice(key.indexOf(':') + 1)
}
