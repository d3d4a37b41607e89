/**
 * Items of a list and rows of a table, one by one and in order: a figure, link or foreign word that another item has
 * in the other language, and an item that was copied over another. The counts of such a list are equal. Warnings.
 */
import { problem } from '../../../lib/content/content-tree.ts'
import { oncePer } from '../../../lib/content/remembering.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import type { Lang } from '../../../lib/locale.ts'
import { isEarlierVersion } from './content-files.ts'
import { SHORTEST } from './copied-words.ts'
import type { MarkdownFile } from './markdown-blocks.ts'
import { partsOf, type Part } from './text-parts.ts'
import { periodsIn } from './twin-periods.ts'
import { twinPath } from './translations.ts'
import { sumsIn } from './twin-sums.ts'
import { daysIn, numbersIn } from './twin-values.ts'

interface Item extends Part {
  /** Where its links lead. */
  links: readonly string[]
}

const inField = ({ kind, words }: Part): boolean => kind === 'field' && words.startsWith('- ')

/** Neighbours of one kind, without the headings between them. */
const groupsOf = oncePer((text: MarkdownFile): readonly (readonly Item[])[] => {
  const lines = text.body.split('\n')
  const groups: Item[][] = []
  let before = ''
  partsOf(text).forEach((part, i, parts) => {
    const end = parts[i + 1]?.line ?? text.bodyLine + lines.length
    const source = lines.slice(part.line - text.bodyLine, Math.max(end, part.line + 1) - text.bodyLine).join('\n')
    const links = part.kind === 'field' ? [] : [...source.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to)
    const kind = part.kind === 'field' && !inField(part) ? 'heading' : part.kind
    if (kind !== before || kind === 'heading') groups.push([])
    if (kind !== 'heading') groups.at(-1)?.push({ ...part, links })
    before = kind
  })
  return groups.filter((group) => group.length > 0)
})

/** What both languages write alike, or as one value, with its words. */
const factsOf = ({ words, links }: Item, lang: Lang): Map<string, string> => {
  const bare = words.replace(/\{\{[^}]*\}\}|https?:\S+/g, ' ')
  const values = [sumsIn, daysIn, periodsIn].flatMap((find) => find(bare, lang))
  const numbers = [...bare.matchAll(/(?<![\d.,:A-Za-z-])\d{2,}(?:,\d{3})*(?:\.\d+)?(?![\d:万亿])/g)]
  return new Map([
    ...numbersIn(bare),
    ...[...bare.matchAll(/[A-Za-z][A-Za-z-]{1,}/g)].map(([it]): [string, string] => [it.toLowerCase(), it]),
    ...[...words.matchAll(/\{\{[\w.-]+\}\}/g)].map(([it]): [string, string] => [it, it]),
    ...links.map((it): [string, string] => [it, it]),
    ...numbers.map(([it]): [string, string] => [it.replaceAll(',', ''), it]),
    ...values,
  ])
}

/** The first fact of a group that one item alone has, and another one in the other language. */
function movedIn(en: readonly Item[], cn: readonly Item[]): { typed: string; line: number; there: number } | undefined {
  const [theirs, ours] = [en.map((it) => factsOf(it, 'en')), cn.map((it) => factsOf(it, 'cn'))]
  for (const [i, facts] of theirs.entries())
    for (const fact of facts.keys()) {
      const places = ours.flatMap((it, j) => (it.has(fact) ? [j] : []))
      const [at = i] = places
      if (at !== i && places.length === 1 && theirs.filter((it) => it.has(fact)).length === 1)
        return { typed: ours[at]?.get(fact) ?? fact, line: cn[at]?.line ?? 1, there: en[i]?.line ?? 1 }
    }
  return undefined
}

/** Fewer characters are a unit or a mark that several items have. */
const WHOLE_ITEM = 6
const plain = ({ words }: Part): string => words.replace(/[*_]/g, '')

/** Neighbours that are longer are refused: two people’s changes were both kept (`copied-words.ts`). */
const isRefused = (text: MarkdownFile, item: Item, apart: number): boolean =>
  apart === 1 && item.kind === 'paragraph' && plain(item).length >= SHORTEST[text.lang]

const copiedIn = (text: MarkdownFile): SourceProblem[] =>
  groupsOf(text).flatMap((group) =>
    group.flatMap((item, i) => {
      const first = group.findIndex((it) => plain(it) === plain(item))
      const above = first < i && plain(item).length >= WHOLE_ITEM ? group[first] : undefined
      if (above === undefined || isRefused(text, item, i - first)) return []
      const why = `is said in line ${above.line}, too: was it copied over another one?`
      return [problem(text.file, item.line, shown(item), 'twin_items', why, 'its own words')]
    }),
  )
const shown = (part: Part): string => plain(part).replace(/^(.{40}).+$/, '$1…')

export function twinItemDoubts(texts: readonly MarkdownFile[]): SourceProblem[] {
  const byPath = new Map(texts.map((text) => [text.path, text]))
  return texts.flatMap((text) => {
    if (isEarlierVersion(text.path)) return []
    const en = text.lang === 'cn' ? byPath.get(twinPath(text.path)) : undefined
    return [...copiedIn(text), ...(en ? movedItems(text)(en) : [])]
  })
}

const movedItems = oncePer((text: MarkdownFile) =>
  oncePer((en: MarkdownFile): SourceProblem[] => {
    const [here, there] = [groupsOf(text), groupsOf(en)]
    const alike = here.length === there.length && here.every((group, i) => group.length === there[i]?.length)
    const moved = alike ? here.flatMap((group, i) => movedIn(there[i] ?? [], group) ?? []) : []
    return moved.map(({ typed, line, there: other }) => {
      const why = `belongs to another item or row in ${en.file}:${other}: are they in another order, or is one missing?`
      return problem(text.file, line, typed, 'twin_items', why, 'the same items in the same order')
    })
  }),
)
