/**
 * What people agreed to stays as it was: `content/versions.yaml` keeps the checksum of every version of a text that has
 * been in force (decision 0121). A version that is recorded there can be neither changed nor lost.
 */
import { createHash } from 'node:crypto'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { currentSlug } from '../../app/content/schemas.ts'
import { checkPlans } from '../../features/plans/server/content-check.ts'
import { dayInName } from '../../lib/content/content-by-day.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import type { Day } from '../../lib/days/dates.ts'
import { LANGS, type Lang } from '../../lib/locale.ts'
import { ContentError, type SourceProblem } from '../../lib/content/source-problems.ts'
import { textsAt, type History } from './change-history.ts'
import { daysAhead, daysBefore, onDay } from './check-by-day.ts'

export const RECORD = 'versions.yaml'

/** One version of a text in one language. */
export interface Version {
  /** `legal/privacy` */
  key: string
  version: string
  lang: Lang
  sha256: string
  /** Path below the folder. */
  file: string
  /** The first day; empty for a text that has held from the beginning. */
  from: string
}

const recordSchema = z.record(z.string(), z.record(z.string(), z.partialRecord(z.enum(LANGS), z.string())))
type Recorded = z.infer<typeof recordSchema>

const VERSIONED = /^(legal|purchase|claims)\/(en|cn)\/([a-z0-9-]+)\.md$/
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** Every version among the files, also those that begin later. Texts with mistakes in their fields are left out. */
function versionsIn(all: Tree, today: Day): Version[] {
  const texts = [...all.files].flatMap(([file, text]): Version[] => {
    const dated = dayInName(file)
    const [, folder, lang, slug] = VERSIONED.exec(dated?.path ?? file) ?? []
    const version = /^version: *"?([\d.]+)"? *$/m.exec(text.split('\n---')[0] ?? '')?.[1]
    if (folder === undefined || slug === undefined || version === undefined) return []
    const key = `${folder}/${folder === 'legal' ? currentSlug(slug) : slug}`
    return [
      { key, version, lang: lang === 'cn' ? 'cn' : 'en', sha256: sha256(body(text)), file, from: dated?.from ?? '' },
    ]
  })
  return [...texts, ...termsIn(all, today)]
}

/** Without its last day: it is added to an earlier version when the next one is announced. */
const body = (text: string): string => text.replace(/^(until|order): .*\n/gm, '')

/** Terms are composed of several files and of a plan's figures: the checksum is that of the text as it is read. */
function termsIn(all: Tree, today: Day): Version[] {
  const days = [...daysBefore(all, today), ...daysAhead(all, today)]
  return days
    .flatMap((day) => onDay(all, day, (tree) => checkPlans(tree).terms.map((it) => ({ ...it, day }))))
    .map(({ plan, lang, version, sha256: sum, day, file }) => ({
      key: `clauses/${plan}`,
      version,
      lang,
      sha256: sum,
      file: file.slice(all.root.length + 1),
      from: day,
    }))
}

const parts = (version: string): number[] => version.split(/[.-]/).map(Number)
/** Negative where `a` comes before `b`: "1.9" before "1.11". */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [parts(a), parts(b)]
  const at = x.findIndex((it, i) => it !== (y[i] ?? 0))
  return at === -1 ? x.length - y.length : (x[at] ?? 0) - (y[at] ?? 0)
}

/** Throws `ContentError` for a record that was edited by hand and cannot be read. */
export function readRecord({ root, files }: Tree): Recorded {
  try {
    return recordSchema.parse(parse(files.get(RECORD) ?? '') ?? {})
  } catch {
    throw new ContentError([
      problem(
        `${root}/${RECORD}`,
        1,
        '(file)',
        'record',
        'cannot be read: bring it back.',
        `git checkout ${root}/${RECORD}`,
      ),
    ])
  }
}

/**
 * Lines of the record that were changed or taken out since the last commit: with them the words that people agreed to
 * could be changed unseen. Without the file itself every version in force is unrecorded, which is said elsewhere.
 */
function recordProblems(all: Tree, history: History | undefined): SourceProblem[] {
  const text = all.files.get(RECORD)
  if (text === undefined || !history?.all.has(RECORD) || history.changes.get(RECORD)?.commit !== undefined) return []
  const [committed] = textsAt(all.root, [{ commit: 'HEAD', path: RECORD }])
  const before = readRecord({ ...all, files: new Map([[RECORD, committed ?? '']]) })
  const now = readRecord(all)
  const lines = text.split('\n')
  return Object.entries(before).flatMap(([key, versions]) =>
    Object.entries(versions).flatMap(([version, sums]) =>
      LANGS.filter((lang) => sums[lang] && now[key]?.[version]?.[lang] !== sums[lang]).map((lang) => {
        const gone = now[key]?.[version]?.[lang] === undefined
        const why = `the checksum of ${key} ${version} (${lang}) was ${gone ? 'taken out' : 'changed'}: it is what shows that the words people agreed to are unchanged. Bring the file back, and record what is new again.`
        const line = lines.indexOf(`${key}:`) + 1
        return problem(
          `${all.root}/${RECORD}`,
          Math.max(1, line),
          `${key} ${version}`,
          'record_changed',
          why,
          `git checkout HEAD -- ${all.root}/${RECORD}, and npm run content -- record`,
        )
      }),
    ),
  )
}

/** Everything that is wrong with the record and with what it keeps. */
export function versionProblems(all: Tree, today: Day, history?: History): SourceProblem[] {
  const recorded = readRecord(all)
  const versions = versionsIn(all, today)
  return [
    ...changedVersions(all, today, history),
    ...lost(all, recorded, versions),
    ...outOfOrder(all, recorded, versions),
  ]
}

/** Published texts whose words, or whose lines of the record, were changed: told also while other texts have mistakes. */
export function changedVersions(all: Tree, today: Day, history?: History): SourceProblem[] {
  const recorded = readRecord(all)
  return [...recordProblems(all, history), ...versionsIn(all, today).flatMap((it) => changed(all, recorded, it))]
}

/** "1.12" after "1.11", "2024-9-3" after "2024-9-2". */
export const nextVersion = (version: string): string => version.replace(/\d+$/, (last) => String(Number(last) + 1))

/** Terms are made of several files, so the change may be in another than the one that is named. */
const CHANGED = {
  text: 'was changed',
  terms:
    'reads otherwise than it did: these terms were changed, the shared ones, or a figure of the plan that they state',
} as const

function changed(
  { root }: Tree,
  recorded: Recorded,
  { key, version, lang, sha256: sum, file }: Version,
): SourceProblem[] {
  const known = recorded[key]?.[version]?.[lang]
  if (known === undefined || known === sum) return []
  const latest = Object.keys(recorded[key] ?? {})
    .sort(compareVersions)
    .at(-1)
  if (version !== latest)
    return [
      problem(
        `${root}/${file}`,
        1,
        'version',
        'published_version',
        `was changed, and it is version ${version}, which people agreed to before version ${latest}. Put its words back.`,
        `git checkout HEAD -- ${root}/${file}`,
      ),
    ]
  return [
    problem(
      `${root}/${file}`,
      1,
      'version',
      'published_version',
      `${CHANGED[key.startsWith('clauses/') ? 'terms' : 'text']}, and version ${version} has been published: people agreed to it. Put it back, and write the change as version ${nextVersion(version)} with a day of its own.`,
      `npm run content -- prepare ${key} --from 2027-01-01`,
    ),
  ]
}

function lost({ root }: Tree, recorded: Recorded, versions: readonly Version[]): SourceProblem[] {
  return Object.entries(recorded).flatMap(([key, of]) =>
    Object.entries(of).flatMap(([version, sums]) =>
      LANGS.filter(
        (lang) => sums[lang] && !versions.some((it) => it.key === key && it.version === version && it.lang === lang),
      ).map((lang) => {
        const [folder = '', slug = ''] = key.split('/')
        return problem(
          `${root}/${folder}/${lang}/${slug}.md`,
          1,
          'version',
          'lost_version',
          `version ${version} has been published and is gone: whoever agreed to it must be able to read it. Bring its file back.${folder === 'clauses' ? ' A plan that is no longer sold is not deleted: its .yaml has the line retired.' : ''}`,
          `git log -- ${root}/${folder}/${lang}/${slug}.md`,
        )
      }),
    ),
  )
}

/** Versions rise with their days, and a new one is above all that were published. */
function outOfOrder({ root }: Tree, recorded: Recorded, versions: readonly Version[]): SourceProblem[] {
  return versions.flatMap((it) => {
    const of = recorded[it.key] ?? {}
    const before = versions
      .filter((other) => other.key === it.key && other.lang === it.lang && other.from < it.from)
      .map(({ version }) => version)
    const published = of[it.version] ? [] : Object.keys(of)
    const above = [...before, ...published].sort(compareVersions).at(-1)
    const twice = versions.some(
      (other) =>
        other.key === it.key &&
        other.lang === it.lang &&
        other.version === it.version &&
        other.from < it.from &&
        other.sha256 !== it.sha256,
    )
    const wrong = above !== undefined && (twice || compareVersions(it.version, above) < 0)
    return wrong
      ? [
          problem(
            `${root}/${it.file}`,
            1,
            'version',
            'version_order',
            twice
              ? `is ${it.version}, as that of an earlier day, whose words are others: who agreed to which?`
              : `is ${it.version}, and ${above} came before it.`,
            `version: "${nextVersion(above)}"`,
          ),
        ]
      : []
  })
}

/** Versions in force by `today` that are not recorded yet. */
export function unrecorded(all: Tree, today: Day): Version[] {
  const recorded = readRecord(all)
  return versionsIn(all, today).filter(
    (it) => it.from <= today && recorded[it.key]?.[it.version]?.[it.lang] === undefined,
  )
}

/** The record with the checksums of `versions`, in the order of its keys. */
export function recordWith(recorded: Recorded, versions: readonly Version[]): string {
  const all: Recorded = structuredClone(recorded)
  for (const { key, version, lang, sha256: sum } of versions) ((all[key] ??= {})[version] ??= {})[lang] = sum
  const keys = Object.keys(all).sort()
  const ordered = Object.fromEntries(
    keys.map((key) => [
      key,
      Object.fromEntries(Object.entries(all[key] ?? {}).sort(([a], [b]) => compareVersions(a, b))),
    ]),
  )
  return `# Checksums of every version that has been in force. Written by npm run content -- record, never by hand.\n${stringify(ordered, { lineWidth: 0 })}`
}
