/** Parses one markdown file of a collection and reports every mistake of its form: for the pages, and for the checker. */
import { DRAFT_MARK } from '../../lib/content/content-drafts.ts'
import { problem } from '../../lib/content/content-tree.ts'
import { begunFiles } from '../../lib/content/content-by-day.ts'
import { addDays, type Day } from '../../lib/days/dates.ts'
import type { Lang } from '../../lib/locale.ts'
import { closestWord } from '../../lib/text/closest-word.ts'
import {
  BROKEN_PLACEHOLDER,
  brokenPlaceholders,
  commonValues,
  fillPlaceholders,
  closestPlaceholder,
  unknownPlaceholders,
} from '../../lib/content/placeholders.ts'
import { readYamlSource, type Lines, type Path, type SourceProblem } from '../../lib/content/source-problems.ts'
import { collectionOf, FIELD_EXAMPLES, type CollectionName } from './collections.ts'
import { currentSlug, earlierSlug } from './schemas.ts'

export interface Entry {
  collection: CollectionName
  lang: Lang
  slug: string
  /** The file's name in problems, e.g. `content/notices/en/upload-receipts.md`. */
  file: string
  /** As written, with `\n` as line ends. */
  raw: string
  /** The fields above the text; undefined when they cannot be parsed. */
  data: Record<string, unknown> | undefined
  /** With placeholders filled in. */
  body: string
  /** Line of the file at which the body begins, counted from 1. */
  bodyLine: number
  /** Lines of the fields. */
  lines: Lines | undefined
  problems: SourceProblem[]
}

const VALUES: Readonly<Record<Lang, Readonly<Record<string, string>>>> = {
  en: commonValues('en'),
  cn: commonValues('cn'),
}

/** Only fields of this collection: fields of another one would be refused in turn. */
const exampleOf =
  (collection: CollectionName) =>
  (path: Path): string => {
    const given = String(path[0] ?? 'title')
    // Nobody hides a text because of a field of another place.
    const own = Object.keys(collectionOf(collection).schema.shape).filter((it) => it !== 'draft' || /^dr/i.test(given))
    return FIELD_EXAMPLES[closestWord(given, own) ?? 'title'] ?? ''
  }

/** A notice is shown from its day on: before, it is checked and nothing else. A preview shows drafts at once. */
export const isAnnouncedLater = ({ collection, data }: Pick<Entry, 'collection' | 'data'>, today: Day): boolean =>
  collection === 'notices' && data?.['draft'] !== true && typeof data?.['date'] === 'string' && data['date'] > today

/** `readEntry` for whatever shows it: a draft says so before its title, which all pages and lists print. */
export function readShownEntry(...given: Parameters<typeof readEntry>): Entry {
  const entry = readEntry(...given)
  if (entry.data?.['draft'] !== true) return entry
  return { ...entry, data: { ...entry.data, title: DRAFT_MARK[entry.lang] + String(entry.data['title']) } }
}

/**
 * Versions of legal texts that another file had replaced by `day`, as the entries of their pages: under the text's name
 * and their version, with their last day (decision 0096). `names` are the files of one language; a version that was
 * kept by hand is among them already.
 */
export function replacedVersions(names: readonly string[], day: Day, read: (file: string, slug: string) => Entry) {
  const begun = begunFiles(names, day)
  return [...begun].flatMap(([name, files]): Entry[] => {
    const slug = name.replace(/\.md$/, '')
    if (slug === name || files.length < 2 || currentSlug(slug) !== slug) return []
    const entries = files.map(({ file }) => read(file, slug))
    return files.slice(1).flatMap(({ from }, at) => {
      const [entry, next] = [entries[at], entries[at + 1]]
      const version = entry?.data?.['version']
      if (entry === undefined || typeof version !== 'string' || version === next?.data?.['version']) return []
      const own = earlierSlug(slug, version)
      return begun.has(`${own}.md`) ? [] : [{ ...entry, slug: own, data: { ...entry.data, until: addDays(from, -1) } }]
    })
  })
}

/** Parses `raw`. What cannot be used is undefined or empty, and a problem says why. */
export function readEntry(collection: CollectionName, lang: Lang, slug: string, file: string, raw: string): Entry {
  const text = raw.replace(/^\uFEFF/, '').replace(/\r\n/g, '\n')
  const unknown = unknownPlaceholders(text, VALUES[lang])
  const problems = unknown.map(({ name, line }) =>
    problem(
      file,
      line,
      name,
      'placeholder',
      'is not a known figure. Check its spelling.',
      closestPlaceholder(name, Object.keys(VALUES[lang])),
    ),
  )
  problems.push(
    ...brokenPlaceholders(text).map(({ name, line }) =>
      problem(file, line, name, 'placeholder', BROKEN_PLACEHOLDER, closestPlaceholder(name, Object.keys(VALUES[lang]))),
    ),
  )
  const filled = text.includes('{{')
    ? fillPlaceholders(text, VALUES[lang], { file, keep: unknown.map(({ name }) => name.slice(2, -2).trim()) })
    : text
  const match = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(filled)
  const base = { collection, lang, slug, file, raw: text }
  if (!match) {
    const broken = problem(file, 1, '(file)', 'syntax', 'must begin with its fields between two lines of ---.', '---')
    return { ...base, data: undefined, body: '', bodyLine: 1, lines: undefined, problems: [...problems, broken] }
  }
  const [front, head = ''] = match
  const read = readYamlSource(collectionOf(collection).schema, head, file, exampleOf(collection), 2)
  return {
    ...base,
    data: read.value,
    body: filled.slice(front.length),
    bodyLine: front.split('\n').length,
    lines: read.lines,
    problems: [...problems, ...read.problems],
  }
}
