/**
 * Gives plans, terms and insurers to the checker of content, with the addresses on their pages that other texts may
 * link to.
 */
import { LANGS } from '../../lib/locale.ts'
import { namesIn, type Tree } from '../../lib/content-tree.ts'
import { ContentError, type SourceProblem } from '../../lib/source-problems.ts'
import { Files, type Source } from './plan-files.ts'
import { readPlans, type PlanSet } from './load-plans.ts'

/** The files of a tree, under the names by which plans know them. Words of the interface come from the project. */
class TreeFiles extends Files {
  readonly #tree: Tree
  constructor(tree: Tree) {
    super(process.cwd())
    this.#tree = tree
  }
  override ids(folder: string, extension: string): string[] {
    return namesIn(this.#tree, folder.replace(/^content\//, ''), extension)
  }
  override read(file: string): Source | undefined {
    if (!file.startsWith('content/')) return super.read(file)
    const text = this.#tree.files.get(file.slice('content/'.length))
    return text === undefined ? undefined : { file, text }
  }
}

export interface CheckedPlans {
  problems: readonly SourceProblem[]
  /** Figures that may be meant; none are looked for while there are errors. */
  doubts: readonly SourceProblem[]
  /** By plan: the anchors of its terms (`c3`, `c3.4`). Without anchors while there are errors. */
  clauses: ReadonlyMap<string, readonly string[]>
  /** Facts on which insurers' products are based; undefined while there are errors. */
  facts?: { insurers: ReadonlyMap<string, { overseas: boolean; currency: string }>; plans: ReadonlyMap<string, string> }
}

export function checkPlans(tree: Tree): CheckedPlans {
  try {
    const set = readPlans(new TreeFiles(tree))
    const insurers = new Map(
      set.insurers.map(({ id, kind, currency }) => [id, { overseas: kind === 'overseas', currency }]),
    )
    return {
      problems: [],
      doubts: set.doubts.map((it) => named(it, tree.root)),
      clauses: new Map(set.plans.map(({ id }) => [id, anchorsOf(set, id)])),
      facts: { insurers, plans: new Map(set.plans.map(({ id, insurer }) => [id, insurer])) },
    }
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    const clauses = new Map(namesIn(tree, 'plans', '.yaml').map((id) => [id, []]))
    return { problems: error.problems.map((it) => named(it, tree.root)), doubts: [], clauses }
  }
}

const anchorsOf = (set: PlanSet, id: string): string[] => {
  const [lang] = LANGS
  return set
    .clauses(lang, id)
    .chapters.flatMap((chapter) => [`c${chapter.id}`, ...chapter.articles.map((article) => `c${article.id}`)])
}

/** Plans report problems in `content/`; the folder may have another name. */
function named(problem: SourceProblem, root: string): SourceProblem {
  const own = (text: string): string =>
    root === 'content' ? text : text.replace(/\bcontent\/(?=(?:plans|clauses|insurers)\/)/g, () => `${root}/`)
  return { ...problem, file: own(problem.file), message: own(problem.message), example: own(problem.example) }
}
