/**
 * How long files and functions are, and how many ways lead through a function, where that is over the limit. What was
 * over when the limits came (2026-11-26) stands in `over-limits.json`, which may only shrink: `node
 * tests/rules/lengths.ts` writes what is shorter now, and never what grew.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Texts } from './source.ts'

export const MOST = { lines: 300, function: 80, complexity: 15 } as const
type Kind = keyof typeof MOST
const KINDS: readonly Kind[] = ['lines', 'function', 'complexity']
const LIST = 'tests/rules/over-limits.json'

const lengthsSchema = z.record(
  z.string(),
  z.strictObject({
    lines: z.array(z.number()).optional(),
    function: z.array(z.number()).optional(),
    complexity: z.array(z.number()).optional(),
  }),
)
/** By file and kind what is over the limit, largest first. */
export type Lengths = z.output<typeof lengthsSchema>

export const LISTED: Lengths = lengthsSchema.parse(JSON.parse(readFileSync(LIST, 'utf8')))

const RULES: Readonly<Record<string, Kind>> = {
  'eslint(max-lines-per-function)': 'function',
  'eslint(complexity)': 'complexity',
}
const reportSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string(), message: z.string() })),
})

/** The linter measures functions. What `describe` encloses is a file, not a function: there only complexity counts. */
function functionsOverLimit(): { file: string; kind: Kind; size: number }[] {
  const { stdout } = spawnSync('oxlint', ['-c', 'tests/rules/limits.oxlintrc.json', '-f', 'json', 'src', 'tests'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return reportSchema.parse(JSON.parse(stdout)).diagnostics.flatMap(({ code, filename: file, message }) => {
    const kind = RULES[code]
    const size = Number(/\((\d+)\)|complexity of (\d+)/.exec(message)?.slice(1).find(Boolean))
    if (!kind || (kind === 'function' && /\.test\.tsx?$/.test(file))) return []
    return [{ file, kind, size }]
  })
}

/** What is over the limits in these files. */
export function lengthsOf(texts: Texts): Lengths {
  const out: Lengths = {}
  const add = (file: string, kind: Kind, size: number): void => {
    const sizes = ((out[file] ??= {})[kind] ??= [])
    sizes.push(size)
    sizes.sort((a, b) => b - a)
  }
  for (const [file, text] of texts) {
    const lines = text.trimEnd().split('\n').length
    if (lines > MOST.lines) add(file, 'lines', lines)
  }
  for (const { file, kind, size } of functionsOverLimit()) if (texts.has(file)) add(file, kind, size)
  return out
}

/** A sentence for each place that is over its limit or its line of the list, and for each line that is no longer true. */
export function grownOrShrunk(found: Lengths, listed: Lengths): string[] {
  return [...new Set([...Object.keys(found), ...Object.keys(listed)])].flatMap((file) =>
    KINDS.flatMap((kind) => {
      const [now, before] = [found[file]?.[kind] ?? [], listed[file]?.[kind] ?? []]
      const grown = now.filter((size, i) => size > (before[i] ?? MOST[kind]))
      if (grown.length > 0) {
        const i = now.findIndex((size, at) => size > (before[at] ?? MOST[kind]))
        return [`${file}: ${kind} ${now[i]}, at most ${before[i] ?? MOST[kind]}`]
      }
      if (now.length === 0 && before.length > 0) return [`${file}: ${kind} is mended: take it off ${LIST}`]
      const i = before.findIndex((size, at) => size !== now[at])
      return i < 0 ? [] : [`${file}: ${kind} is ${now[i] ?? 'mended'} now: lower the list from ${before[i]}`]
    }),
  )
}

/** The list with what is shorter now; what grew keeps its line. */
function shrunk(found: Lengths, listed: Lengths): Lengths {
  const out: Lengths = {}
  for (const file of Object.keys(listed).sort())
    for (const kind of KINDS) {
      const sizes = (found[file]?.[kind] ?? []).flatMap((size, i) => {
        const before = listed[file]?.[kind]?.[i]
        return before === undefined ? [] : [Math.min(size, before)]
      })
      if (sizes.length > 0) (out[file] ??= {})[kind] = sizes
    }
  return out
}

if (import.meta.main) {
  const { filesUnder, readTexts } = await import('./source.ts')
  const files = [...filesUnder('src'), ...filesUnder('tests')].filter((file) => /\.(ts|tsx|astro|mjs|css)$/.test(file))
  writeFileSync(LIST, `${JSON.stringify(shrunk(lengthsOf(readTexts(files)), LISTED), null, 2)}\n`)
}
