/** The checker of all content: what an editor reads before a page is built (docs/editing.md, "When something is wrong"). */
import { checkTexts } from '../../app/content/check/check.ts'
import { readTree } from '../../app/content/check/content-files.ts'
import { checkClaimTexts } from '../../features/claims/draft/content-check.server.ts'
import { checkSchools } from '../../features/education/content-check.server.ts'
import { checkPurchase } from '../../features/orders/content-check.server.ts'
import { checkPlans } from '../../features/plans/content-check.server.ts'
import { checkRates } from '../../features/policies/printed-exchange-rates.server.ts'
import { checkSchoolForms } from '../../features/policies/school-forms.server.ts'
import { namesIn, type Tree } from '../../lib/content-tree.ts'
import { dayOf } from '../../lib/dates.ts'
import { readCountry, twins } from '../../lib/hospital-files.ts'
import { problemText, type SourceProblem } from '../../lib/source-problems.ts'
import { checkPictures } from './check-pictures.ts'
import { historyOf } from './change-history.ts'
import { staleFigures } from './twin-changes.ts'

export interface CheckOptions {
  /** The present instant, ms. */
  now: number
  /** Mistakes that appear merely because time passes are only warnings: for builds that nobody started by hand. */
  lenientDates?: boolean
}

export interface Checked {
  /** Mistakes that must be corrected before the site is built, by file and line. */
  problems: readonly SourceProblem[]
  /** Warnings for an editor. */
  warnings: readonly SourceProblem[]
  /** Files that were read. */
  files: number
}

/** Checks everything below `folder`. Changes nothing and caches nothing: call it again after each change. */
export function checkContent(folder: string, { now, lenientDates = false }: CheckOptions): Checked {
  const tree = readTree(folder)
  const history = historyOf(folder, now)
  const plans = checkPlans(tree)
  const hospitals = checkHospitals(tree)
  const pictures = checkPictures(folder)
  const texts = checkTexts(tree, {
    // Content that was correct once stays correct: the same commit is built again on later days.
    today: dayOf(history?.last ?? now),
    products: plans.facts,
    pictures: pictures.addresses,
    others: {
      'plan.entry': new Map([...plans.clauses.keys()].map((id) => [id, []])),
      'plan.clause.entry': plans.clauses,
      'hospital.country': hospitals.anchors,
    },
  })
  const found: readonly (SourceProblem & { dated?: true })[] = [
    ...texts,
    ...plans.problems,
    ...hospitals.problems,
    ...pictures.problems,
    ...checkPurchase(tree),
    ...checkClaimTexts(tree),
    ...checkRates(tree),
    ...checkSchoolForms(tree),
    ...checkSchools(tree),
  ]
  const mild = found.filter(({ dated }) => dated && lenientDates)
  return {
    problems: sorted(found.filter((it) => !mild.includes(it))),
    warnings: sorted([...mild, ...plans.doubts, ...staleFigures(tree, history)]),
    files: tree.files.size,
  }
}

function checkHospitals(tree: Tree): { problems: SourceProblem[]; anchors: Map<string, string[]> } {
  const files = namesIn(tree, 'hospitals', '.yaml').map((id) =>
    readCountry(id, tree.files.get(`hospitals/${id}.yaml`) ?? '', `${tree.root}/hospitals/${id}.yaml`),
  )
  const anchors = namesIn(tree, 'hospitals', '.yaml').map((id): [string, string[]] => {
    const country = files.find((file) => file.country?.id === id)?.country
    return [id, Object.keys(country?.states ?? {}).map((state) => `s-${state}`)]
  })
  return { problems: [...files.flatMap((file) => file.problems), ...twins(files)], anchors: new Map(anchors) }
}

/** Sorted by file and line, without duplicates: a mistake in a shared text is found once for each text that uses it. */
function sorted(problems: readonly SourceProblem[]): SourceProblem[] {
  const once = [...new Map(problems.map((it) => [problemText(it), it])).values()]
  return once.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
}

/** Lines for a terminal. More than `most` mistakes share one cause, and the list would hide it. */
export function checkReport({ problems, warnings, files }: Checked, most = 500): { lines: string[]; failed: boolean } {
  const told = (list: readonly SourceProblem[], mark: string): string[] =>
    list.slice(0, most).map((it) => mark + problemText(it))
  const cut = problems.length > most ? [`… and ${problems.length - most} more.`] : []
  const failed = problems.length > 0
  const end = failed ? `${problems.length} to correct in the content.` : `Nothing is wrong: ${files} files.`
  return { lines: [...told(warnings, 'warning: '), ...told(problems, ''), ...cut, end], failed }
}
