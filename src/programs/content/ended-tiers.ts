/** A tier that ends on a day, and texts that name it from that day on: of its plan, and those that advise. */
import { dayInName, treeOn } from '../../lib/content/content-by-day.ts'
import { namesIn, problem, type Tree } from '../../lib/content/content-tree.ts'
import { addDays, isDay, type Day } from '../../lib/days/dates.ts'
import { isRecord } from '../../lib/is-record.ts'
import { LANGS, type Lang } from '../../lib/locale.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import { readYaml } from './doubtful-files.ts'

/** Warnings for an editor, one for each text. */
export const endedTierDoubts = (all: Tree): SourceProblem[] =>
  [...all.files.keys()].flatMap((file) => {
    const dated = dayInName(file)
    const [, id] = /^plans\/([^/]+)\.yaml$/.exec(dated?.path ?? '') ?? []
    if (!dated || id === undefined || !isDay(dated.from)) return []
    const [before, after] = [treeOn(all, addDays(dated.from, -1)), treeOn(all, dated.from)]
    const [had, has] = [before, after].map(({ files }) => Object.keys(tiersOf(files.get(dated.path) ?? '')))
    const ended = had?.filter((tier) => has?.length && !has.includes(tier)) ?? []
    if (ended.length === 0) return []
    return LANGS.flatMap((lang) => {
      const plans = namesIn(before, `plans/${lang}`, '.md').map((it) => ({
        id: it,
        ...planWords(before.files.get(`plans/${lang}/${it}.md`) ?? ''),
      }))
      const own = plans.find((it) => it.id === id)
      return Object.entries(own?.tiers ?? {}).flatMap(([tier, name]) =>
        own && ended.includes(tier) ? namedIn(after, { own, plans, lang, name, from: dated.from, figures: file }) : [],
      )
    })
  })

interface PlanNames {
  id: string
  plan: string
  tiers: Readonly<Record<string, string>>
}

interface Ended {
  own: PlanNames
  plans: readonly PlanNames[]
  lang: Lang
  /** As readers know the tier. */
  name: string
  from: Day
  figures: string
}

/** Notices and what is signed say what held on their day; legal texts name no tiers. */
const OTHER_TEXTS = /^(?:faq|guides|articles|other|overseas|pages)\//

function namedIn(after: ReturnType<typeof treeOn>, ended: Ended): SourceProblem[] {
  const { own, lang, name, from, figures } = ended
  const texts = [...after.files].filter(([path]) => path.split('/')[1] === lang && path.endsWith('.md'))
  return texts.flatMap(([path, text]) => {
    const ofPlan = /^(?:plans|clauses)\//.test(path) && path.endsWith(`/${own.id}.md`)
    if (!ofPlan && !OTHER_TEXTS.test(path)) return []
    const lines = text.split('\n')
    const named = lines.flatMap((line, i) =>
      hasName(withoutOthers(line, ended), name, lang) && (ofPlan || isMeant(lines, i, ended)) ? [i + 1] : [],
    )
    const [first, ...more] = named
    const file = after.paths.get(path)
    if (file === undefined || first === undefined) return []
    const rest = more.length > 0 ? ` So ${more.length === 1 ? 'does line' : 'do lines'} ${more.join(', ')}.` : ''
    const where = dayInName(file) ? '' : ` in a copy, ${after.root}/${path.replace(/\.md$/, `.from-${from}.md`)}`
    const why = `names a tier that ends on ${from}, by ${after.root}/${figures}. Write the sentence without it${where}, unless something else is meant.${rest}`
    return [problem(`${after.root}/${file}`, first, name, 'ended_tier', why, 'the sentence without it')]
  })
}

/** Names that may have the tier’s as a part: of plans, and of other tiers. */
function withoutOthers(line: string, { plans, name }: Ended): string {
  const names = plans.flatMap(({ plan, tiers }) => [plan, ...Object.values(tiers)])
  return names
    .filter((it) => it !== name && it.includes(name))
    .reduce((left, it) => left.replaceAll(it, ' '), line.replace(/\{\{[^}]*\}\}/g, ' '))
}

/**
 * In a text that is not the plan’s own: of the plans with a tier of this name, the text named this one last. Where it
 * names none of them, a tier that only this plan has stands in the same line, or the name is a Chinese one that no
 * other plan has.
 */
function isMeant(lines: readonly string[], at: number, { own, plans, lang, name }: Ended): boolean {
  const alike = plans.filter(({ tiers }) => Object.values(tiers).includes(name))
  const read = lines.slice(0, at + 1).join('\n')
  const last = (text: string, plan: PlanNames): number =>
    Math.max(...[plan.plan, `/plan/details/${plan.id}`, `plan: ${plan.id}`].map((it) => text.lastIndexOf(it)))
  const [latest] = alike.filter((plan) => last(read, plan) >= 0).sort((a, b) => last(read, b) - last(read, a))
  if (latest) return latest.id === own.id
  const later = alike.filter((plan) => last(lines.join('\n'), plan) >= 0)
  if (later.length > 0) return later.length === 1 && later[0]?.id === own.id
  const others = new Set(alike.flatMap(({ id, tiers }) => (id === own.id ? [] : Object.values(tiers))))
  const beside = Object.values(own.tiers).filter((it) => it !== name && !others.has(it))
  return beside.some((it) => hasName(lines[at] ?? '', it, lang)) || (lang === 'cn' && alike.length === 1)
}

/** In English a whole word with its capital: `Arrival` is the tier, and an arrival is none. */
const hasName = (line: string, name: string, lang: Lang): boolean =>
  line
    .split(name)
    .slice(1)
    .some((after, i) => lang === 'cn' || (!/^\w/.test(after) && !/\w$/.test(line.split(name)[i] ?? '')))

export const tiersOf = (text: string): Record<string, unknown> => {
  const tiers = readYaml(text)['tiers']
  return isRecord(tiers) ? tiers : {}
}

/** The name of a plan and of its tiers. */
export function planWords(text: string): { plan: string; tiers: Record<string, string> } {
  const head = text.startsWith('---\n') ? text.slice(4, text.indexOf('\n---', 3) + 1) : ''
  const { name } = readYaml(head)
  const tiers = Object.entries(tiersOf(head)).flatMap(([tier, it]): [string, string][] =>
    isRecord(it) && typeof it['name'] === 'string' ? [[tier, it['name']]] : [],
  )
  return { plan: typeof name === 'string' ? name : '', tiers: Object.fromEntries(tiers) }
}
