/** A limit that one language writes by its name and the other as a number, which stays when the limit changes. */
import { problem } from '../../../lib/content/content-tree.ts'
import { commonValues } from '../../../lib/content/placeholders.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import type { MarkdownFile } from './markdown-blocks.ts'
import { partsOf } from './text-parts.ts'
import { twinPath } from './translations.ts'

const LIMIT = /\{\{(limits\.\w+)\}\}/g
const limitsIn = (words: string): Set<string> => new Set([...words.matchAll(LIMIT)].map(([, name = '']) => name))
const withoutNames = (words: string): string => words.replace(/\{\{[^}]*\}\}|\]\([^)]*\)/g, ' ')
const asTyped = (value: string): RegExp =>
  new RegExp(String.raw`(?<![\d.,])(?:${value.replaceAll(',', ',?')})(?!\d|[.,]\d)`)

/**
 * Warnings for an editor. A number alone may be anything; beside the same paragraph of the other language, which names
 * the limit, it is that. Texts whose parts differ are told of that first.
 */
export function typedLimitDoubts(texts: readonly MarkdownFile[]): SourceProblem[] {
  const byPath = new Map(texts.map((text) => [text.path, text]))
  return texts.flatMap((text) => {
    const twin = byPath.get(twinPath(text.path))
    if (!twin?.body.includes('{{limits.') && !twin?.head.includes('{{limits.')) return []
    const [here, there] = [partsOf(text), partsOf(twin)]
    if (here.length !== there.length) return []
    const values = commonValues(text.lang)
    return here.flatMap(({ line, words }, i) => {
      const named = limitsIn(there[i]?.words ?? '').difference(limitsIn(words))
      return [...named].flatMap((name) => {
        const [found] = asTyped(values[name] ?? '–').exec(withoutNames(words)) ?? []
        if (found === undefined) return []
        const why = `is typed, and ${twin.file}:${there[i]?.line} has {{${name}}} there. Write it here too: then both change together.`
        return [problem(text.file, line, found, 'typed_limit', why, `{{${name}}}`)]
      })
    })
  })
}
