/** Interface words: what the locale files contain, and which of it the sources use. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import ts from 'typescript'
import { filesUnder, scriptOf, type Source } from './source.ts'

/** `namespace:key.path` → text. */
export type Words = Map<string, string>

export function flatten(prefix: string, value: unknown, out: Words = new Map()): Words {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      flatten(prefix.endsWith(':') ? `${prefix}${key}` : `${prefix}.${key}`, inner, out)
    }
  } else out.set(prefix, typeof value === 'string' ? value : String(value))
  return out
}

export const namespacesOf = (lang: string): string[] =>
  filesUnder(`public/locales/${lang}`)
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))

export function readWords(lang: string): Words {
  const out: Words = new Map()
  for (const name of namespacesOf(lang)) {
    flatten(`${name}:`, JSON.parse(readFileSync(`public/locales/${lang}/${name}.json`, 'utf8')), out)
  }
  return out
}

const PLURAL = /_(zero|one|two|few|many|other)$/

/** The key as sources write it: without its plural form. */
export const baseKey = (key: string): string => key.replace(PLURAL, '')

export interface Usage {
  /** Whole keys, with their places. */
  keys: Map<string, string>
  /** Prefixes of keys that are completed elsewhere (`'claims:status.' + code`), with their places. */
  prefixes: Map<string, string>
  /** Keys with parts filled in at run time, as patterns, with their places. */
  patterns: Map<string, { pattern: RegExp; path: string }>
}

/** Keys in the sources: every string `namespace:…`, in a call of `t` or in a table of keys. */
export function usageOf(sources: readonly Source[], namespaces: readonly string[]): Usage {
  const usage: Usage = { keys: new Map(), prefixes: new Map(), patterns: new Map() }
  const isKey = new RegExp(`^(${namespaces.join('|')}):[\\w.-]*$`)
  for (const { path, text } of sources) collect(path, text, isKey, usage)
  return usage
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function collect(path: string, text: string, isKey: RegExp, { keys, prefixes, patterns }: Usage): void {
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && isKey.test(node.text)) {
      if (/[.:_]$/.test(node.text)) prefixes.set(node.text, path)
      else keys.set(node.text, path)
    } else if (ts.isTemplateExpression(node) && isKey.test(node.head.text)) {
      const written = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
      patterns.set(written.join('…'), { pattern: new RegExp(`^${written.map(escaped).join('[\\w.-]+')}$`), path })
    }
    ts.forEachChild(node, visit)
  }
  for (const code of path.endsWith('.astro') ? [scriptOf(path, text), markupOf(text)] : [text]) {
    visit(ts.createSourceFile(`${path}.tsx`, code, ts.ScriptTarget.Latest, false))
  }
}

/** The markup of an Astro file is similar enough to JSX to be parsed as such; comments and raw text are left out. */
function markupOf(text: string): string {
  const body = text
    .replace(/^---\n[\s\S]*?\n---/, '')
    .replace(/<!--[\s\S]*?-->|<!doctype[^>]*>|<(script|style)\b[\s\S]*?<\/\1>/gi, '')
  return `const markup = <>${body}</>`
}

/** Keys that the sources use and that do not exist. */
export function missingKeys(usage: Usage, words: Words): string[] {
  const known = new Set([...words.keys()].flatMap((key) => [key, baseKey(key)]))
  const starts = (prefix: string): boolean => [...known].some((key) => key.startsWith(prefix))
  return [
    ...[...usage.keys]
      .filter(([key]) => !known.has(key) && !starts(`${key}.`))
      .map(([key, path]) => `${key} (${path})`),
    ...[...usage.prefixes].filter(([prefix]) => !starts(prefix)).map(([prefix, path]) => `${prefix}… (${path})`),
    ...[...usage.patterns]
      .filter(([, { pattern }]) => ![...known].some((key) => pattern.test(key)))
      .map(([written, { path }]) => `${written} (${path})`),
  ]
}

/** Keys that nothing uses. `reached` names prefixes that are looked up without being written out (server, titles). */
export function unusedKeys(usage: Usage, words: Words, reached: readonly string[]): string[] {
  const prefixes = [...usage.prefixes.keys(), ...reached]
  const patterns = [...usage.patterns.values()].map(({ pattern }) => pattern)
  return [...words.keys()].filter((key) => {
    const base = baseKey(key)
    if (usage.keys.has(base) || usage.keys.has(key)) return false
    if ([...usage.keys.keys()].some((used) => key.startsWith(`${used}.`))) return false
    return !prefixes.some((prefix) => key.startsWith(prefix)) && !patterns.some((pattern) => pattern.test(base))
  })
}
