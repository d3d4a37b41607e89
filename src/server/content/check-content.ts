/** The checker of all content: what an editor reads before a page is built (docs/editing.md, "When something is wrong"). */
import { checkTexts } from '../../app/content/check/check.ts'
import { readTree } from '../../app/content/check/content-files.ts'
import { checkLetters } from '../../features/claims/documents/templates/letter-check.server.ts'
import { checkClaimTexts } from '../../features/claims/draft/content-check.server.ts'
import { checkSchools } from '../../features/education/content-check.server.ts'
import { checkPurchase } from '../../features/orders/content-check.server.ts'
import { checkPlans } from '../../features/plans/content-check.server.ts'
import { checkRates } from '../../features/policies/printed-exchange-rates.server.ts'
import { checkSchoolForms } from '../../features/policies/school-forms.server.ts'
import { namesIn, problem, type Tree } from '../../lib/content-tree.ts'
import { dayOf } from '../../lib/dates.ts'
import { readCountry, twins } from '../../lib/hospital-files.ts'
import { ContentError, problemText, type SourceProblem } from '../../lib/source-problems.ts'
import { historyOf, type History } from './change-history.ts'
import { checkWords } from './interface-words.ts'
import { keysInUse, valuesOfMessage } from './words-in-use.ts'

export interface CheckOptions {
  /** The present instant, ms. */
  now: number
  /** Mistakes that appear merely because time passes are only warnings: for builds that nobody started by hand. */
  lenientDates?: boolean
  /** The folder of the interface words, which lies beside the content. */
  words?: string
}

export interface Checked {
  /** Mistakes that must be corrected before the site is built, by file and line. */
  problems: readonly SourceProblem[]
  /** Warnings for an editor. */
  warnings: readonly SourceProblem[]
  /** Files that were read. */
  files: number
}

/** A warning is given when a text and its twin were changed further apart than this. */
const TWINS_APART_DAYS = 14
const DAY_MS = 86_400_000

/** Checks everything below `folder`. Changes nothing and caches nothing: call it again after each change. */
export function checkContent(folder: string, options: CheckOptions): Checked {
  const { now, lenientDates = false, words = 'public/locales' } = options
  const tree = readTree(folder)
  const history = historyOf(folder, now)
  const interfaceWords = checkWords(words, { values: valuesOfMessage, keys: keysInUse() })
  const found: readonly Found[] = [...interfaceWords.problems, ...contentProblems(tree, history, options)]
  const mild = found.filter(({ dated }) => dated && lenientDates)
  return {
    problems: sorted(found.filter((it) => !mild.includes(it))),
    warnings: sorted([...mild, ...oldTwins(tree, history)]),
    files: tree.files.size + interfaceWords.files,
  }
}

type Found = SourceProblem & { dated?: true }

function contentProblems(tree: Tree, history: History | undefined, { now, words }: CheckOptions): Found[] {
  const found: Found[] = []
  /** Runs one of the checks. One that ends unexpectedly is itself a problem: the others are still told. */
  const attempt = <T>(part: string, check: () => T): T | undefined => {
    try {
      return check()
    } catch (error) {
      found.push(...(error instanceof ContentError ? error.problems : [unchecked(`${tree.root}/${part}`, error)]))
      return undefined
    }
  }
  const plans = attempt('plans', () => checkPlans(tree, words))
  const hospitals = attempt('hospitals', () => checkHospitals(tree))
  const texts = attempt('', () =>
    checkTexts(tree, {
      // Content that was correct once stays correct: the same commit is built again on later days.
      today: dayOf(history?.last ?? now),
      products: plans?.facts,
      published: [...(history?.changed.keys() ?? [])],
      others: {
        'plan.entry': new Map([...(plans?.clauses.keys() ?? [])].map((id) => [id, []])),
        'plan.clause.entry': plans?.clauses ?? new Map(),
        'hospital.country': hospitals?.anchors ?? new Map(),
      },
    }),
  )
  found.push(...(texts ?? []), ...(plans?.problems ?? []), ...(hospitals?.problems ?? []))
  for (const [part, check] of OTHER_CHECKS) found.push(...(attempt(part, () => check(tree)) ?? []))
  return found
}

const OTHER_CHECKS: readonly (readonly [string, (tree: Tree) => readonly SourceProblem[]])[] = [
  ['purchase', checkPurchase],
  ['claims', checkClaimTexts],
  ['rates', checkRates],
  ['school-forms', checkSchoolForms],
  ['schools', checkSchools],
  ['letters', checkLetters],
]

const unchecked = (part: string, error: unknown): SourceProblem =>
  problem(
    part,
    1,
    '(file)',
    'unchecked',
    `could not be checked: ${error instanceof Error ? error.message : String(error)}. Tell an engineer.`,
    'the file as it was before the last change',
  )

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

/** A text whose twin was changed long after it, reported for the older of the two. */
function oldTwins(tree: Tree, history: History | undefined): SourceProblem[] {
  if (!history) return []
  return [...tree.files.keys()]
    .filter((path) => path.includes('/en/') && path.endsWith('.md'))
    .flatMap((en) => {
      const cn = en.replace('/en/', '/cn/')
      const [a, b] = [history.changed.get(en), history.changed.get(cn)]
      if (a === undefined || b === undefined || Math.abs(a - b) <= TWINS_APART_DAYS * DAY_MS) return []
      const [old, fresh] = a < b ? [en, cn] : [cn, en]
      const [before, after] = a < b ? [a, b] : [b, a]
      const file = `${tree.root}/${old}`
      return [
        problem(
          file,
          1,
          '(file)',
          'old_twin',
          `was last changed on ${dayOf(before)}, its other language, ${tree.root}/${fresh}, on ${dayOf(after)}. Check whether this one needs the change too.`,
          file,
        ),
      ]
    })
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
