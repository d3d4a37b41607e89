/** What one language of a text says since the other was last changed, from the repository's history. */
import { dayOf } from '../../lib/days/dates.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import { twinPath } from '../../app/content/check/translations.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import { markdownFilesOf } from '../../app/content/check/markdown-blocks.ts'
import { partsOf } from '../../app/content/check/text-parts.ts'
import { textsAt, type History } from './change-history.ts'

interface ChangedTwin {
  /** Below the folder: the text that was changed later. */
  path: string
  /** The other language, as it was before that. */
  twin: string
  /** Day on which the other was last changed. */
  since: string
  before: string
  now: string
}

/** Texts that differ from what they were when their twin was last changed. None without a history. */
function changedTwins(tree: Tree, history: History | undefined): ChangedTwin[] {
  if (!history) return []
  const pairs = [...tree.files.keys()]
    .filter((path) => /^[a-z]+\/en\/.+\.md$/.test(path) && tree.files.has(twinPath(path)))
    .flatMap((en) => {
      const [a, b] = [history.changes.get(en), history.changes.get(twinPath(en))]
      if (!a || !b || a.commit === b.commit) return []
      const [path, old] =
        a.at < b.at || (a.commit !== undefined && b.commit === undefined) ? [twinPath(en), a] : [en, b]
      return old.commit === undefined ? [] : [{ path, commit: old.commit, since: dayOf(old.at) }]
    })
  const texts = textsAt(tree.root, pairs)
  return pairs.flatMap(({ path, since }, i) => {
    const [before, now] = [texts[i], tree.files.get(path)]
    return before === undefined || now === undefined || before === now
      ? []
      : [{ path, twin: twinPath(path), since, before, now }]
  })
}

/** Figures by name, numbers, and where links lead: what both languages share whatever their words; months have names. */
const FACT = /\{\{[^{}]+\}\}|\]\([^)\s]+\)|https?:\/\/\S+|\d+(?:[.,:]\d+)*(?![\d月])/g
const factsOf = (text: string): Set<string> =>
  new Set((text.match(FACT) ?? []).map((fact) => fact.replace(/^\]\(|\)$/g, '').replaceAll(',', '')))

const listed = (facts: readonly string[]): string => facts.map((fact) => `“${fact}”`).join(', ')

/** Warns of figures that are new in one language and missing in the other, or gone from one and still in the other. */
export function staleFigures(tree: Tree, history: History | undefined): SourceProblem[] {
  return changedTwins(tree, history).flatMap(({ path, twin, since, before, now }) => {
    const [was, is, other] = [factsOf(before), factsOf(now), factsOf(tree.files.get(twin) ?? '')]
    const added = [...is].filter((fact) => !was.has(fact) && !other.has(fact))
    const gone = [...was].filter((fact) => !is.has(fact) && other.has(fact))
    if (added.length + gone.length === 0) return []
    const parts = [
      ...(added.length > 0 ? [`has ${listed(added)}, which is not here`] : []),
      ...(gone.length > 0 ? [`has no ${listed(gone)} any more, which is still here`] : []),
    ]
    const text = tree.files.get(twin)?.split('\n') ?? []
    const line = text.findIndex((it) => gone.some((fact) => it.includes(fact))) + 1
    return [
      problem(
        `${tree.root}/${twin}`,
        Math.max(1, line),
        '(file)',
        'old_twin',
        `was last changed on ${since}; since then ${tree.root}/${path} ${parts.join(', and ')}.`,
        added[0] ?? 'the sentence without it',
      ),
    ]
  })
}

/** Parts that were not there before, by the line on which they are now. */
export function twinChangeLines(tree: Tree, history: History | undefined): string[] {
  return changedTwins(tree, history).flatMap(({ path, twin, since, before, now }) => {
    const [old, fresh] = [before, now].map(
      (text) => markdownFilesOf({ root: tree.root, files: new Map([[path, text]]) })[0],
    )
    if (!old || !fresh) return []
    const had = new Set(partsOf(old).map(({ words }) => words))
    const changed = partsOf(fresh).filter(({ words }) => !had.has(words))
    const has = new Set(partsOf(fresh).map(({ words }) => words))
    const lost = partsOf(old).filter(({ words }) => !has.has(words)).length - changed.length
    return [
      `${tree.root}/${path}, since ${tree.root}/${twin} was changed on ${since}:`,
      ...changed.map(({ line, kind, words }) => `  ${line}: ${kind}: ${shortened(words)}`),
      ...(lost > 0 ? [`  ${lost} ${lost === 1 ? 'part is' : 'parts are'} gone`] : []),
    ]
  })
}

const shortened = (text: string): string => (text.length > 70 ? `${text.slice(0, 70)}…` : text)
