/**
 * Gives plans, terms and insurers to the checker of content, with the addresses on their pages that other texts may
 * link to.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptByTexts } from '../../../lib/content/remembering.ts'
import { now } from '../../../lib/days/clock.ts'
import { dayOf } from '../../../lib/days/dates.ts'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import { namesIn, problem, type Tree } from '../../../lib/content/content-tree.ts'
import { ContentError, type SourceProblem } from '../../../lib/content/source-problems.ts'
import type { Clauses } from '../content/clauses.ts'
import { Files, type Source } from '../content/plan-files.ts'
import { readPlans, type PlanSet } from '../content/load-plans.ts'
import { PLANS_IN_CODE } from '../content/plans-in-code.ts'
import { typedFigures } from '../content/typed-figures.ts'
import { RATE_EXAMPLE, rateExample, rateTables } from '../rules/rate-table.ts'

/** The files of a tree, under the names by which plans know them. Words of the interface come from the project. */
class TreeFiles extends Files {
  readonly #tree: Tree
  readonly #words: string
  constructor(tree: Tree, words: string) {
    super(process.cwd())
    this.#tree = tree
    this.#words = words
  }
  override ids(folder: string, extension: string): string[] {
    return namesIn(this.#tree, folder.replace(/^content\//, ''), extension)
  }
  override read(file: string): Source | undefined {
    if (!file.startsWith('content/')) return this.#interfaceWords(file)
    const text = this.#tree.files.get(file.slice('content/'.length))
    return text === undefined ? undefined : { file, text }
  }
  #interfaceWords(file: string): Source | undefined {
    const path = join(this.#words, file.replace(/^public\/locales\//, ''))
    return existsSync(path) ? { file: path, text: readFileSync(path, 'utf8') } : super.read(file)
  }
}

export interface CheckedPlans {
  problems: readonly SourceProblem[]
  /** Figures that may be meant; none are looked for while there are errors. */
  doubts: readonly SourceProblem[]
  /** By plan: the anchors of its terms (`c3`, `c3.4`). Without anchors while there are errors. */
  clauses: ReadonlyMap<string, readonly string[]>
  /** The terms of each plan as they are read; none while there are errors. */
  terms: readonly { plan: string; lang: Lang; version: string; sha256: string; file: string }[]
  /** Facts on which insurers' products are based; undefined while there are errors. */
  facts?: { insurers: ReadonlyMap<string, { overseas: boolean; currency: string }>; plans: ReadonlyMap<string, string> }
}

const checkedTrees = new WeakMap<Tree, CheckedPlans>()
const checkedFiles = keptByTexts<CheckedPlans>()

/** Of what plans are made; of other files this check sees nothing. */
const FILES_OF_PLANS = /^(?:plans|clauses|insurers|rates)\//

/** Once for each tree. `words`: the folder of the interface words. */
export function checkPlans(tree: Tree, words = 'public/locales'): CheckedPlans {
  const checked = checkedTrees.get(tree) ?? checkFiles(tree, words)
  checkedTrees.set(tree, checked)
  return checked
}

function checkFiles({ root, files }: Tree, words: string): CheckedPlans {
  const own = new Map([...files].filter(([path]) => FILES_OF_PLANS.test(path)))
  const wordFiles = LANGS.map((lang) => join(words, lang, 'plans.json'))
  const wordTexts = wordFiles.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
  // The rate of today is read with them.
  return checkedFiles([root, words, dayOf(now()), ...wordTexts, ...[...own].flat()], () =>
    checkTree({ root, files: own }, words),
  )
}

function checkTree(tree: Tree, words: string): CheckedPlans {
  try {
    const set = readPlans(new TreeFiles(tree, words))
    // What the page of all prices is drawn from.
    const more = [
      ...neededPlans(set, tree.root),
      ...rateTableProblems(set, tree.root),
      ...differingTerms(set, tree.root),
    ]
    if (more.length > 0) throw new ContentError(more)
    const insurers = new Map(
      set.insurers.map(({ id, kind, currency }) => [id, { overseas: kind === 'overseas', currency }]),
    )
    return {
      problems: [],
      doubts: [...set.doubts, ...typedFigures(set, (file) => tree.files.get(file.slice('content/'.length)))].map((it) =>
        named(it, tree.root),
      ),
      clauses: new Map(set.plans.map(({ id }) => [id, anchorsOf(set, id)])),
      terms: set.plans.flatMap(({ id }) =>
        LANGS.map((lang) => {
          const { version, sha256 } = set.clauses(lang, id)
          return { plan: id, lang, version, sha256, file: `${tree.root}/clauses/${lang}/${id}.md` }
        }),
      ),
      facts: { insurers, plans: new Map(set.plans.map(({ id, insurer }) => [id, insurer])) },
    }
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    const clauses = new Map(namesIn(tree, 'plans', '.yaml').map((id) => [id, []]))
    return { problems: error.problems.map((it) => named(it, tree.root)), doubts: [], clauses, terms: [] }
  }
}

/** Plans that code names: they are retired, never deleted. */
const neededPlans = (set: PlanSet, root: string): SourceProblem[] =>
  Object.entries(PLANS_IN_CODE)
    .filter(([id]) => !set.find(id))
    .map(([id, where]) => {
      const file = `${root}/plans/${id}.yaml`
      const why = `is missing, and it is named by ${where}. A plan that is no longer sold keeps its files and has the line retired.`
      return problem(file, 1, '(file)', 'needed', why, 'retired: 2027-01-31')
    })

/** Prices that the page of all prices asks for and the price rule does not know, and the plan of its example. */
function rateTableProblems(set: PlanSet, root: string): SourceProblem[] {
  const tables = set.plans.flatMap((plan) => failure(plan.id, () => rateTables(plan)))
  const { plan, tier } = RATE_EXAMPLE
  const example = set.find(plan)
  return [...tables, ...(example ? failure(plan, () => rateExample(example)) : [])].map(({ id, why }) =>
    problem(`${root}/plans/${id}.yaml`, 1, 'premium', 'rate_table', `${why}.`, `the prices of ${tier} in ${plan}.yaml`),
  )
}

/** Both languages are one contract: the same version, day and articles, shared ones included. */
const differingTerms = (set: PlanSet, root: string): SourceProblem[] =>
  set.plans.flatMap(({ id }) => {
    const [en, cn] = [set.clauses('en', id), set.clauses('cn', id)]
    const articles = (of: Clauses): string => of.articles.map((article) => article.id).join(', ')
    const facts = [
      ['version', en.version, cn.version],
      ['date', en.date, cn.date],
      ['(articles)', articles(en), articles(cn)],
    ] as const
    return facts
      .filter(([, english, chinese]) => english !== chinese)
      .map(([field, english, chinese]) =>
        problem(
          `${root}/clauses/cn/${id}.md`,
          1,
          field,
          'twin_facts',
          `differs from ${root}/clauses/en/${id}.md: ${chinese} here and ${english} there.`,
          `${field}: ${english}`,
        ),
      )
  })

function failure(id: string, draw: () => unknown): { id: string; why: string }[] {
  try {
    draw()
    return []
  } catch (error) {
    return [{ id, why: error instanceof Error ? error.message : String(error) }]
  }
}

const anchorsOf = (set: PlanSet, id: string): string[] => {
  const [lang] = LANGS
  return set
    .clauses(lang, id)
    .chapters.flatMap((chapter) => [`c${chapter.id}`, ...chapter.articles.map((article) => `c${article.id}`)])
}

/** Plans report problems in `content/`; the folder may have another name. */
function named(found: SourceProblem, root: string): SourceProblem {
  const own = (text: string): string =>
    root === 'content' ? text : text.replace(/\bcontent\/(?=(?:plans|clauses|insurers)\/)/g, () => `${root}/`)
  return { ...found, file: own(found.file), message: own(found.message), example: own(found.example) }
}
