/**
 * Plans as content: reads, checks and composes `content/{plans,insurers,clauses}`. For the server and the build;
 * a browser gets `toClientPlan`. Throws `ContentError` with every mistake at once.
 */
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { now } from '../../../lib/days/clock.ts'
import { changeDaysIn, contentDay, contentFolder, contentToday } from '../../../app/content/content-folder.ts'
import { FIRST_DAY, stateOn } from '../../../lib/content/content-by-day.ts'
import { dayOf, type Day } from '../../../lib/days/dates.ts'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import type { Currency } from '../../../lib/money/money.ts'
import type { T } from '../rules/benefits.ts'
import { Assembly } from './plan-assembly.ts'
import type { Clauses } from './clauses.ts'
import { guideRate } from '../rules/approximate-yuan.ts'
import { Files, FOLDERS } from './plan-files.ts'
import { ContentError, problemText, type Problem } from './plan-file-problems.ts'
import type { ClientPlan, ComparedPlan, GuideRate, Insurer, Plan } from '../rules/plan-types.ts'
import type { InsurerWords, PlanWords } from '../rules/plan-words.ts'
import { contentInEdit } from '../../../lib/content/content-may-change.ts'

/** Everything about plans, in both languages. The lookups throw a `RangeError` for an id that does not exist. */
export interface PlanSet {
  /** By id; list them through `fit`, which orders them. */
  readonly plans: readonly Plan[]
  /** Figures that an editor should look at again. */
  readonly doubts: readonly Problem[]
  find: (id: string) => Plan | undefined
  plan: (id: string) => Plan
  words: (lang: Lang, id: string) => PlanWords
  insurers: readonly Insurer[]
  insurer: (id: string) => Insurer
  insurerWords: (lang: Lang, id: string) => InsurerWords
  clauses: (lang: Lang, planId: string) => Clauses
  /** Figures of a plan as words, for the placeholders of other prose. */
  figures: (lang: Lang, planId: string) => Readonly<Record<string, string>>
  t: (lang: Lang) => T
  /** The plan's price in yuan today, as a guide; none for plans in yuan. */
  guideRate: (id: string) => GuideRate | undefined
  /** Yuan for one unit of a currency today, as a guide; none for the yuan itself. */
  rateOf: (currency: Currency) => GuideRate | undefined
}

const loaded = new Map<string, { set: PlanSet; stamp: string; checkedAt: number }>()
/**
 * Shorter than the delay before a page is reloaded (`src/app/content/reload.build.ts`): the page must see what was
 * saved.
 */
const RECHECK_MS = 100

/** The days on which what plans are read from changes: other texts' days would only repeat a state. */
const planDays = (root: string): Day[] =>
  [
    ...new Set(['plans', 'insurers', 'clauses'].flatMap((it) => changeDaysIn(resolve(root, contentFolder(), it)))),
  ].sort()

/**
 * The plans as they hold on `day`: figures, words and terms. Each state is loaded once and kept; while editing (`astro
 * dev`) changed files are looked for, but not for each call within a page.
 */
export function loadPlans(root: string = process.cwd(), day: Day = contentToday()): PlanSet {
  const folder = resolve(root, contentFolder())
  const key = `${root} ${folder} ${stateOn(planDays(root), day)}`
  const known = loaded.get(key)
  const editing = contentInEdit()
  if (known && (!editing || now() - known.checkedAt < RECHECK_MS)) return known.set
  const files = planFiles(root)(day)
  const stamp = editing ? files.stamp(FOLDERS) : ''
  if (known?.stamp === stamp) {
    known.checkedAt = now()
    return known.set
  }
  const set = readPlans(files)
  loaded.set(key, { set, stamp, checkedAt: now() })
  return set
}

/** The plans as they were sold at an instant (ms): what was agreed then is not changed by what holds since. */
export const plansSoldAt = (at: number): PlanSet => loadPlans(undefined, contentDay(at))

type FilesOn = (day: Day) => Files
const filesByRoot = new Map<string, FilesOn>()

/** The files that the plans of a root are read from, as they hold on a day. */
export const planFiles = (root: string): FilesOn => filesByRoot.get(root) ?? ((day) => new Files(root, day))

/** From now on the plans of the root are read from other files; without any, from the project's again. */
export function readPlansFrom(root: string, files?: FilesOn): void {
  if (files) filesByRoot.set(root, files)
  else filesByRoot.delete(root)
  for (const key of loaded.keys()) if (key.startsWith(`${root} `)) loaded.delete(key)
}

export interface TermsVersion {
  readonly version: string
  /** The first day on which it held; empty where it has held from the beginning. */
  readonly from: Day
  /** The plans as they held last under these terms. */
  readonly set: PlanSet
}

/** The versions of a plan's terms, prepared ones too, in the order of their days. */
export function termsVersions(id: string, root: string = process.cwd()): TermsVersion[] {
  const [lang] = LANGS
  const versions: TermsVersion[] = []
  for (const from of ['', ...planDays(root)]) {
    const set = loadPlans(root, from || FIRST_DAY)
    const version = set.find(id) && set.clauses(lang, id).version
    const last = versions.at(-1)
    if (version === undefined) continue
    if (last?.version === version) {
      // What is prepared is shown to nobody before its day, not even under a version that stays.
      if (from <= contentToday()) versions[versions.length - 1] = { ...last, set }
    } else versions.push({ version, from, set })
  }
  return versions
}

/**
 * The plans as they held under a version of a plan's terms: what a contract that names it gives. Undefined for a
 * version that is not among the texts.
 */
export const plansWithTerms = (id: string, version: string, root?: string): PlanSet | undefined =>
  termsVersions(id, root).find((it) => it.version === version)?.set

/** Reads and checks everything under `files`, without caching. */
export function readPlans(files: Files): PlanSet {
  const all = new Assembly(files, (text) => createHash('sha256').update(text, 'utf8').digest('hex')).read()
  if (all.problems.length > 0) throw new ContentError(unique(all.problems))
  const translate = Object.fromEntries(LANGS.map((lang) => [lang, files.words(lang)]))
  const rateOf = (currency: Currency): GuideRate | undefined => {
    const rates = files.read('content/rates/cny.yaml')
    return rates && guideRate(rates, currency, dayOf(now()))
  }
  return {
    plans: [...all.plans.values()],
    doubts: all.doubts,
    find: (id) => all.plans.get(id),
    plan: (id) => must(all.plans.get(id), id),
    words: (lang, id) => must(all.words.get(`${lang}/${id}`), id),
    insurers: [...all.insurers.values()],
    insurer: (id) => must(all.insurers.get(id), id),
    insurerWords: (lang, id) => must(all.insurerWords.get(`${lang}/${id}`), id),
    clauses: (lang, id) => must(all.clauses.get(`${lang}/${id}`), id),
    figures: (lang, id) => must(all.figures.get(`${lang}/${id}`), id),
    t: (lang) => must(translate[lang], lang),
    guideRate: (id) => rateOf(must(all.plans.get(id), id).currency),
    rateOf,
  }
}

/**
 * The part of a plan for a browser: the figures that prices, filters and comparisons need, and their names in one
 * language. `insurerPage`: where it is applied for if its insurer sells it itself.
 */
export function toClientPlan(set: PlanSet, id: string, lang: Lang, insurerPage?: string): ClientPlan {
  const plan = set.plan(id)
  const { name, tagline, tiers } = set.words(lang, id)
  const tierNames = Object.fromEntries(Object.entries(tiers).map(([tier, words]) => [tier, words.name]))
  const insurer = set.insurerWords(lang, plan.insurer)
  const rate = set.guideRate(id)
  return {
    ...plan,
    name,
    tagline,
    tierNames,
    insurerName: insurer.name,
    insurerNotice: insurer.notice,
    ...(insurerPage && { insurerPage }),
    ...(rate && { guideRate: rate }),
  }
}

/** With whom it is for, which the comparison says. */
export function toComparedPlan(set: PlanSet, id: string, lang: Lang, insurerPage?: string): ComparedPlan {
  const { who, tiers } = set.words(lang, id)
  const tierWho = Object.fromEntries(Object.entries(tiers).map(([tier, words]) => [tier, words.who]))
  return { ...toClientPlan(set, id, lang, insurerPage), who, tierWho }
}

function must<Found>(value: Found | undefined, id: string): Found {
  if (value === undefined) throw new RangeError(`No such plan, insurer or text: ${id}`)
  return value
}

/** An error in a shared text is found once for each plan based on it, and reported once. */
const unique = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((p) => [problemText(p), p])).values(),
]
