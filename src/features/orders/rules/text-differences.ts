/** Finds how two texts of one page differ: what another tier changes in a page that was already read. Pure. */
import type { PageText } from '../contract.ts'

export interface Change {
  /** Empty where a sentence was removed. */
  now: string
  /** The replaced text; empty where a sentence is new. */
  was: string
}

export interface Difference {
  /** Heading of the section; empty for the text before the first. */
  title: string
  changes: readonly Change[]
}

type Section = PageText['sections'][number]

/** `names`: the tier's name in both texts. A sentence that differs in the name only is no difference. */
export function differences(was: PageText, now: PageText, names: { was: string; now: string }): Difference[] {
  const plain = (text: string, name: string): string => (name === '' ? text : text.replaceAll(name, '\u0000'))
  const same = (a: string, b: string): boolean => a === b || plain(a, names.was) === plain(b, names.now)
  const before = new Map(was.sections.map((section) => [section.id, section]))
  const kept = new Set(now.sections.map(({ id }) => id))
  const found = [
    { title: '', changes: changed([was.lead], [now.lead], same) },
    ...now.sections.map((section) => ({
      title: section.title,
      changes: changed(textsOf(before.get(section.id)), textsOf(section), same),
    })),
    ...was.sections
      .filter(({ id }) => !kept.has(id))
      .map((section) => ({ title: section.title, changes: changed(textsOf(section), [], same) })),
  ]
  return found.filter(({ changes }) => changes.length > 0)
}

const textsOf = (section: Section | undefined): string[] =>
  section?.blocks.flatMap((block) => ('items' in block ? block.items : [block.text])) ?? []

/** Sentences that are in one text only; those at the same place belong together. */
function changed(
  was: readonly string[],
  now: readonly string[],
  same: (was: string, now: string) => boolean,
): Change[] {
  const gone = was.filter((text) => !now.some((other) => same(text, other)))
  const come = now.filter((text) => !was.some((other) => same(other, text)))
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, i) => ({
    now: come[i] ?? '',
    was: gone[i] ?? '',
  }))
}
