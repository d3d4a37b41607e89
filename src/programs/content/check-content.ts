/** The checker of all content: what an editor reads before a page is built (docs/editing.md, "When something is wrong"). */
import { checkTexts, type Facts } from '../../app/content/check/check.ts'
import {
  draftsOf,
  readTree,
  readTreeWithDrafts,
  replacedTexts,
  versionsOfTexts,
} from '../../app/content/check/content-files.ts'
import { draftTwinProblems, draftWarnings, withDraftsNamed } from '../../app/content/check/draft-problems.ts'
import { earlierVersionProblems, type DatedProblem } from '../../app/content/check/entry-problems.ts'
import { checkLetters } from '../../features/claims/server/documents/templates/letter-check.ts'
import { checkClaimTexts } from '../../features/claims/server/draft/content-check.ts'
import { checkSchools } from '../../features/education/server/content-check.ts'
import { checkPurchase } from '../../features/orders/server/content-check.ts'
import { checkPlans } from '../../features/plans/server/content-check.ts'
import { checkRates } from '../../features/policies/server/rates/printed-exchange-rates.ts'
import { checkSchoolForms } from '../../features/policies/server/documents/load-school-forms.ts'
import { namesIn, problem, type Tree } from '../../lib/content/content-tree.ts'
import { byPublication } from '../../lib/content/content-drafts.ts'
import { dayOf, type Day } from '../../lib/days/dates.ts'
import { readCountry, twins } from '../../lib/hospitals/hospital-files.ts'
import type { Entry } from '../../app/content/entry.ts'
import { keptByTexts, oncePerText, remembering } from '../../lib/content/remembering.ts'
import { problemText, type SourceProblem } from '../../lib/content/source-problems.ts'
import { Attempts } from './attempts.ts'
import { historyOf } from './change-history.ts'
import { changedWords } from './changed-sentences.ts'
import { beginsItself, BY_DAY, dayNameProblems, daysAhead, daysBefore, onDay } from './check-by-day.ts'
import { checkPictures, pictureDoubts } from './check-pictures.ts'
import { contentDoubts } from './content-doubts.ts'
import { checkWords, type CheckedWords } from './interface-words.ts'
import { preparedDateProblems } from './prepared-copies.ts'
import { changedVersions, RECORD, unrecorded, versionProblems, type Version } from './published-versions.ts'
import { removedSchools, removedTiers } from './removed-facts.ts'
import { shownOnce } from './shown-once.ts'
import { unprintableProblems } from './unprintable-characters.ts'
import { keysInUse, namesInUse, neededInMessage, signatureInMessage, valuesOfMessage } from './words-in-use.ts'

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

/** Checks everything below `folder`. Changes nothing: call it again after each change, which only reads what changed. */
export const checkContent = (folder: string, options: CheckOptions): Checked =>
  remembering(() => checkFolder(folder, options))

function checkFolder(folder: string, options: CheckOptions): Checked {
  const { now, lenientDates = false, words = 'public/locales' } = options
  const all = readTreeWithDrafts(folder)
  const { published: site, drafts } = byPublication(all)
  const unpublished = draftsOf(drafts)
  const history = historyOf(folder, now)
  const today = dayOf(now)
  const attempts = new Attempts(site)
  const attemptsOfWords = new Attempts({ root: words })
  const interfaceWords = attemptsOfWords.run('', () => wordsBelow(words)) ?? { ...NOTHING, doubts: [], files: 0 }
  // Content that was correct once stays correct: the same commit is built again on later days.
  const changed = dayOf(history?.last ?? now)
  const published = shownOnce(folder, history, all.files, now)
  const pictures = attempts.run('pictures', () => checkPictures(folder)) ?? { ...NOTHING, addresses: undefined }
  const facts = (day: Day): DayFacts => ({
    day,
    changed,
    words,
    pictures: pictures.addresses,
    published,
    drafts: unpublished,
    earlier: replacedTexts(site, day),
  })
  const of = <T>(check: () => readonly T[]): readonly T[] => attempts.list('', check)
  const found: DatedProblem[] = [
    ...interfaceWords.problems,
    ...of(() => dayNameProblems(all)),
    ...of(() => preparedDateProblems(all)),
    ...of(() => unprintableProblems(all)),
    ...of(() => removedSchools(all, history)),
    ...of(() => removedTiers(all, history, today)),
    ...pictures.problems,
    ...of(() => withDraftsNamed(problemsAhead(site, today, facts), unpublished)),
    ...of(() => draftTwinProblems(unpublished, site)),
    ...of(() => (unpublished.length > 0 ? problemsOfDrafts(all, unpublished, today, facts) : [])),
    ...of(() => daysBefore(site, today).flatMap((day) => onDay(site, day, (tree) => keptProblems(tree, words)))),
    ...of(() => earlierVersionProblems(versionsOfTexts(site, 'legal'))),
    ...of(() => replacedTexts(site, today).flatMap((entry) => entry.problems)),
  ]
  // A text with a mistake has no version that could be compared. Of the others it is told what was changed; what seems
  // lost or out of order may only not have been read.
  const sound = [found, attempts.found, attemptsOfWords.found].every(({ length }) => length === 0)
  const compared = sound ? versionProblems : changedVersions
  found.push(...attempts.list(RECORD, () => compared(site, today, history)))
  const notKept = (sound && attempts.run(RECORD, () => notRecorded(site, today, changed))) || NOTHING
  found.push(...notKept.problems)
  const doubts = [
    ...of(() => daysAhead(site, today).flatMap((day) => onDay(site, day, (tree) => checkPlans(tree, words).doubts))),
    ...contentDoubts({ all, site, today, history }, attempts),
    ...interfaceWords.doubts,
    ...attemptsOfWords.list('', () => changedWords(words)),
    ...of(() => pictureDoubts(all)),
    ...of(() => draftWarnings(drafts, unpublished)),
    ...notKept.warnings,
  ]
  found.push(...attempts.found, ...attemptsOfWords.found)
  const told = withoutFollowing(found)
  const mild = told.filter(({ dated }) => dated && lenientDates)
  return {
    problems: sorted(told.filter((it) => !mild.includes(it))),
    warnings: sorted([...mild, ...doubts]),
    files: all.files.size + interfaceWords.files,
  }
}

/** Of what ended unexpectedly. */
const NOTHING = { problems: [], warnings: [] }

const checkedWords = keptByTexts<CheckedWords>()
const wordsBelow = (folder: string): CheckedWords =>
  checkedWords([folder, ...[...readTree(folder).files].flat()], () =>
    checkWords(folder, {
      values: valuesOfMessage,
      needed: neededInMessage,
      signature: signatureInMessage,
      names: namesInUse(),
      keys: keysInUse(),
    }),
  )

/** Of a file in which git left two versions only its marks are told: what else seems wrong with it follows from them. */
function withoutFollowing(found: readonly DatedProblem[]): DatedProblem[] {
  const torn = new Set(found.filter(({ code }) => code === 'conflict').map(({ file }) => file))
  return found.filter(({ file, code }) => code === 'conflict' || !torn.has(file))
}

/**
 * What is wrong today, and on each later day on which something changes. A file that is right until then is named for
 * what another one changes: whoever corrected it there would spoil it for today.
 */
function problemsAhead(site: Tree, today: Day, facts: (day: Day) => DayFacts): DatedProblem[] {
  const found = daysAhead(site, today).map((day) => ({
    day,
    problems: onDay(site, day, (tree) => problemsOn(tree, facts(day))),
  }))
  const now = new Set(found[0]?.problems.map(problemText))
  return found.flatMap(({ day, problems }) =>
    problems.map((it) =>
      day === today ||
      now.has(problemText(it)) ||
      beginsItself(site, it.file, day) ||
      !BY_DAY.some((part) => it.file.startsWith(`${site.root}/${part}/`))
        ? it
        : {
            ...it,
            message: `${it.message} It is right until ${day}, when another file changes: correct a copy that begins on that day.`,
          },
    ),
  )
}

/** What is wrong with drafts themselves, as a preview shows them: among all other texts. */
function problemsOfDrafts(
  all: Tree,
  drafts: readonly Entry[],
  today: Day,
  facts: (day: Day) => DayFacts,
): DatedProblem[] {
  const files = new Set(drafts.map(({ file }) => file))
  return daysAhead(all, today)
    .flatMap((day) => onDay(all, day, (tree) => problemsOn(tree, facts(day))))
    .filter(({ file }) => files.has(file))
}

/**
 * Versions in force that can still be changed unseen: whoever changes something records them. One that only began since
 * then is no surprise to a build of the same files.
 */
function notRecorded(all: Tree, today: Day, changed: Day): { problems: DatedProblem[]; warnings: SourceProblem[] } {
  const open = unrecorded(all, today)
  const before = new Set(open.length > 0 ? unrecorded(all, changed).map(nameOfVersion) : [])
  const say = ({ file, version }: Version, code: string, why: string): SourceProblem =>
    problem(`${all.root}/${file}`, 1, 'version', code, `is ${version}, which ${why}`, 'npm run content -- record')
  return {
    problems: open
      .filter((it) => before.has(nameOfVersion(it)))
      .map((it) => ({
        ...say(it, 'unrecorded_version', `${UNRECORDED} ${all.root}/${RECORD} too.`),
        dated: true as const,
      })),
    warnings: open.filter((it) => !before.has(nameOfVersion(it))).map((it) => say(it, 'version_begun', BEGUN)),
  }
}
const nameOfVersion = ({ key, version, lang }: Version): string => `${lang} ${key} ${version}`
const UNRECORDED =
  'is in force and not recorded, so its words could be changed unseen. Once they are final, record it, and submit'
const BEGUN =
  'began on its day and is not recorded. Record it with the next change: from then on the check keeps its words.'

/** What policies, orders and claims of an earlier day still name. */
function keptProblems(tree: Tree, words: string): DatedProblem[] {
  const attempts = new Attempts(tree)
  return [
    ...(attempts.run('plans', () => checkPlans(tree, words).problems) ?? []),
    ...(attempts.run('purchase', () => checkPurchase(tree)) ?? []),
    ...(attempts.run('claims', () => checkClaimTexts(tree)) ?? []),
    ...attempts.found,
  ]
}

interface DayFacts extends Required<Pick<Facts, 'day' | 'drafts' | 'earlier' | 'published'>> {
  /** The day of the last content change. */
  changed: Day
  words: string
  /** Addresses of pictures that are there. */
  pictures: ReadonlySet<string> | undefined
}

/** Everything that is shown on a day. */
function problemsOn(
  tree: Tree,
  { day, changed, words, pictures, published, drafts, earlier }: DayFacts,
): DatedProblem[] {
  const attempts = new Attempts(tree)
  const plans = attempts.run('plans', () => checkPlans(tree, words))
  const hospitals = attempts.run('hospitals', () => checkHospitals(tree))
  const texts = attempts.run('', () =>
    checkTexts(tree, {
      today: changed,
      day,
      products: plans?.facts,
      ...(pictures && { pictures }),
      published,
      drafts,
      earlier,
      others: {
        'plan.entry': new Map([...(plans?.clauses.keys() ?? [])].map((id) => [id, []])),
        'plan.clause.entry': plans?.clauses ?? new Map(),
        'hospital.country': hospitals?.anchors ?? new Map(),
      },
    }),
  )
  const others = OTHER_CHECKS.flatMap(([part, check]) => attempts.run(part, () => check(tree)) ?? [])
  return [...(texts ?? []), ...(plans?.problems ?? []), ...(hospitals?.problems ?? []), ...others, ...attempts.found]
}

const OTHER_CHECKS: readonly (readonly [string, (tree: Tree) => readonly SourceProblem[]])[] = [
  ['purchase', checkPurchase],
  ['claims', checkClaimTexts],
  ['rates', checkRates],
  ['school-forms', checkSchoolForms],
  ['schools', checkSchools],
  ['letters', checkLetters],
]

const countryOf = oncePerText(readCountry)

function checkHospitals(tree: Tree): { problems: SourceProblem[]; anchors: Map<string, string[]> } {
  const files = namesIn(tree, 'hospitals', '.yaml').map((id) =>
    countryOf(id, tree.files.get(`hospitals/${id}.yaml`) ?? '', `${tree.root}/hospitals/${id}.yaml`),
  )
  const anchors = namesIn(tree, 'hospitals', '.yaml').map((id): [string, string[]] => {
    const country = files.find((file) => file.country?.id === id)?.country
    return [id, Object.keys(country?.states ?? {}).map((state) => `s-${state}`)]
  })
  return { problems: [...files.flatMap((file) => file.problems), ...twins(files)], anchors: new Map(anchors) }
}

/**
 * Sorted by file and line, without duplicates: a mistake in a shared text is found once for each text that uses it.
 * Figures first: what is said of texts may only follow from a mistake in them.
 */
function sorted(problems: readonly SourceProblem[]): SourceProblem[] {
  const once = [...new Map(problems.map((it) => [problemText(it), it])).values()]
  const place = ({ file }: SourceProblem): string => `${FIGURES.test(file) ? 0 : 1} ${file}`
  return once.sort((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : a.line - b.line))
}
const FIGURES = /(?:^|\/)(?:plans|insurers)\/[^/]+\.yaml$/

/** Lines for a terminal. More than `most` mistakes share one cause, and the list would hide it. */
export function checkReport({ problems, warnings, files }: Checked, most = 500): { lines: string[]; failed: boolean } {
  const told = (list: readonly SourceProblem[], mark: string): string[] =>
    list.slice(0, most).map((it) => mark + problemText(it))
  const cut = problems.length > most ? [`… and ${problems.length - most} more.`] : []
  const failed = problems.length > 0
  const end = failed ? `${problems.length} to correct in the content.` : `Nothing is wrong: ${files} files.`
  return { lines: [...told(warnings, 'warning: '), ...told(problems, ''), ...cut, end], failed }
}
