/** A tier that ends on a day, and texts of its plan that name it from that day on. */
import { parse } from 'yaml'
import { dayInName, treeOn } from '../../lib/content/content-by-day.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import { addDays, isDay, type Day } from '../../lib/days/dates.ts'
import { isRecord } from '../../lib/is-record.ts'
import { LANGS, type Lang } from '../../lib/locale.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'

/** Warnings for an editor, one for each text. */
export const endedTierDoubts = (all: Tree): SourceProblem[] =>
  [...all.files.keys()].flatMap((file) => {
    const dated = dayInName(file)
    const [, id] = /^plans\/([^/]+)\.yaml$/.exec(dated?.path ?? '') ?? []
    if (!dated || id === undefined || !isDay(dated.from)) return []
    const [before, after] = [treeOn(all, addDays(dated.from, -1)), treeOn(all, dated.from)]
    const [had, has] = [before, after].map(({ files }) => Object.keys(tiersOf(files.get(dated.path) ?? '')))
    const ended = had?.filter((tier) => has?.length && !has.includes(tier)) ?? []
    return LANGS.flatMap((lang) => {
      const words = wordsOf(before.files.get(`plans/${lang}/${id}.md`) ?? '')
      const names = Object.entries(words.tiers)
      return names.flatMap(([tier, name]) => {
        if (!ended.includes(tier)) return []
        const others = [words.plan, ...names.flatMap(([, it]) => (it === name ? [] : [it]))]
        return namedIn(after, { id, lang, name, others, from: dated.from, figures: file })
      })
    })
  })

interface Ended {
  id: string
  lang: Lang
  /** As readers know the tier. */
  name: string
  /** Names that may have it as a part: of the plan, and of its other tiers. */
  others: readonly string[]
  from: Day
  figures: string
}

function namedIn(after: ReturnType<typeof treeOn>, { id, lang, name, others, from, figures }: Ended): SourceProblem[] {
  return ['plans', 'clauses'].flatMap((folder) => {
    const path = `${folder}/${lang}/${id}.md`
    const file = after.paths.get(path)
    const named = (after.files.get(path) ?? '').split('\n').flatMap((line, i) => {
      const bare = others.filter((it) => it.includes(name)).reduce((left, it) => left.replaceAll(it, ' '), line)
      return hasName(bare.replace(/\{\{[^}]*\}\}/g, ' '), name, lang) ? [i + 1] : []
    })
    const [first, ...more] = named
    if (file === undefined || first === undefined) return []
    const rest = more.length > 0 ? ` So ${more.length === 1 ? 'does line' : 'do lines'} ${more.join(', ')}.` : ''
    const where = dayInName(file) ? '' : ` in a copy, ${after.root}/${path.replace(/\.md$/, `.from-${from}.md`)}`
    const why = `names a tier that ends on ${from}, by ${after.root}/${figures}. Write the sentence without it${where}, unless something else is meant.${rest}`
    return [problem(`${after.root}/${file}`, first, name, 'ended_tier', why, 'the sentence without it')]
  })
}

/** In English a whole word with its capital: `Arrival` is the tier, and an arrival is none. */
const hasName = (line: string, name: string, lang: Lang): boolean =>
  line
    .split(name)
    .slice(1)
    .some((after, i) => lang === 'cn' || (!/^\w/.test(after) && !/\w$/.test(line.split(name)[i] ?? '')))

const tiersOf = (text: string): Record<string, unknown> => {
  const tiers = readYaml(text)['tiers']
  return isRecord(tiers) ? tiers : {}
}

function wordsOf(text: string): { plan: string; tiers: Record<string, string> } {
  const head = text.startsWith('---\n') ? text.slice(4, text.indexOf('\n---', 3) + 1) : ''
  const { name } = readYaml(head)
  const tiers = Object.entries(tiersOf(head)).flatMap(([tier, it]): [string, string][] =>
    isRecord(it) && typeof it['name'] === 'string' ? [[tier, it['name']]] : [],
  )
  return { plan: typeof name === 'string' ? name : '', tiers: Object.fromEntries(tiers) }
}

/** Nothing of a file that has another mistake. */
function readYaml(text: string): Record<string, unknown> {
  try {
    const read: unknown = parse(text, { logLevel: 'silent' })
    return isRecord(read) ? read : {}
  } catch {
    return {}
  }
}
