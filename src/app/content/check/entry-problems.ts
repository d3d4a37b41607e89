/** Checks entries beyond the form of their fields: related entries, names, pins, headings, unfinished text. */
import { problem } from '../../../lib/content/content-tree.ts'
import { addDays, type Day } from '../../../lib/days/dates.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { collectionOf, FIELD_EXAMPLES } from '../collections.ts'
import type { Entry } from '../entry.ts'
import { currentSlug, earlierSlug } from '../schemas.ts'
import { GUIDE_HEADINGS } from '../guide-headings.ts'
import { unwrittenLines } from '../new-entry-template.ts'
import { closestWord } from '../../../lib/text/closest-word.ts'
import { headingsOf } from './markdown.ts'
import { lineOf, ofCollection } from './content-files.ts'

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [])

/** `related` and `next` name entries of the same collection, none twice, and never the entry itself. */
export function neighbourProblems(entries: readonly Entry[], drafts: readonly Entry[] = []): SourceProblem[] {
  const unpublished = new Map(drafts.map((it) => [`${it.collection}/${it.slug}`, it.file]))
  const known = new Map<string, Set<string>>()
  for (const { collection, slug } of entries) known.set(collection, (known.get(collection) ?? new Set()).add(slug))
  return entries.flatMap((entry) => {
    const { neighbours: field } = collectionOf(entry.collection)
    const slugs = field === undefined ? [] : strings(entry.data?.[field])
    const all = known.get(entry.collection) ?? new Set()
    // An address, or the name of a file, ends in the name that is asked for.
    const nameIn = (slug: string): string => slug.replace(/^.*\//, '').replace(/\.md$/, '')
    const right = (slug: string): string =>
      all.has(nameIn(slug))
        ? nameIn(slug)
        : (closestWord(
            nameIn(slug),
            [...all].filter((it) => it !== entry.slug),
          ) ?? '')
    const mended = (): string => [...new Set(slugs.filter((slug) => slug !== entry.slug).map(right))].join(', ')
    return slugs.flatMap((slug, i) => {
      const say = (message: string): SourceProblem[] => [
        problem(
          entry.file,
          lineOf(entry, field ?? '', i),
          `${field}.${i}`,
          'unknown_slug',
          message,
          `${field}: [${mended()}]`,
        ),
      ]
      const draft = all.has(slug) ? undefined : unpublished.get(`${entry.collection}/${slug}`)
      if (draft !== undefined)
        return say(`names “${slug}”, a draft that has no page on the site: ${draft}. Publish it too, or leave it out.`)
      if (!all.has(slug)) return say(`there is no “${slug}” among ${entry.collection}.`)
      if (slug === entry.slug) return say('names the text itself.')
      return slugs.indexOf(slug) < i ? say(`names “${slug}” a second time.`) : []
    })
  })
}

/** Articles and legal texts share their addresses. */
export function nameProblems(entries: readonly Entry[]): SourceProblem[] {
  const taken = new Map(ofCollection(entries, 'legal').map((entry) => [`${entry.lang}/${entry.slug}`, entry.file]))
  return ofCollection(entries, 'articles').flatMap((entry) => {
    const other = taken.get(`${entry.lang}/${entry.slug}`)
    return other === undefined
      ? []
      : [
          problem(
            entry.file,
            1,
            '(file)',
            'twice',
            `has the name of ${other}, so both would have one address.`,
            `${entry.file.replace(/\.md$/, '')}-explained.md`,
          ),
        ]
  })
}

/**
 * An earlier version of a legal text (`until`) is named after its text and version, and ends the day before the next
 * one begins.
 */
export function earlierVersionProblems(entries: readonly Entry[]): SourceProblem[] {
  const legal = ofCollection(entries, 'legal')
  return legal.flatMap((entry) => {
    const { until, version, date } = entry.data ?? {}
    if (typeof until !== 'string' || typeof version !== 'string') return []
    const text = currentSlug(entry.slug)
    const versions = legal.filter((it) => it.lang === entry.lang && it !== entry && currentSlug(it.slug) === text)
    const name = earlierSlug(text, version)
    if (entry.slug !== name || !versions.some(({ slug }) => slug === text)) {
      return [
        problem(
          entry.file,
          1,
          '(file)',
          'earlier_name',
          'is an earlier version, so its name is that of the current text, then its own version.',
          `${entry.file.replace(/[^/]+$/, '')}${name}.md`,
        ),
      ]
    }
    const next = versions
      // One whose fields cannot be read has a problem of its own.
      .flatMap((it) => (typeof it.data?.['date'] === 'string' ? [it.data['date']] : []))
      .filter((day) => day > String(date))
      .sort()[0]
    const last = next === undefined ? undefined : addDays(next, -1)
    return last === undefined || until === last
      ? []
      : [
          problem(
            entry.file,
            lineOf(entry, 'until'),
            'until',
            'earlier_until',
            `is not the day before the next version takes effect, ${String(next)}.`,
            `until: ${last}`,
          ),
        ]
  })
}

/** `dated`: correct when it was written, wrong only because time has passed. */
export interface DatedProblem extends SourceProblem {
  dated?: true
}

/** A pin must have a last day that is not past. `today` is the day of the last content change. */
export function pinProblems(entries: readonly Entry[], today: Day): DatedProblem[] {
  return ofCollection(entries, 'notices').flatMap((entry): DatedProblem[] => {
    const { pinned, expires, date } = entry.data ?? {}
    if (typeof date !== 'string') return []
    if (expires === undefined) {
      return pinned === true
        ? [
            problem(
              entry.file,
              lineOf(entry, 'pinned'),
              'pinned',
              'pin_open',
              'needs expires, the last day on which it is at the top.',
              `expires: ${today > date ? today : date}`,
            ),
          ]
        : []
    }
    if (typeof expires !== 'string') return []
    const say = (code: string, message: string, example: string): DatedProblem =>
      problem(entry.file, lineOf(entry, 'expires'), 'expires', code, message, example)
    if (expires < date) return [say('pin_before', `is before the date of the notice, ${date}.`, `expires: ${date}`)]
    if (pinned !== true || expires >= today) return []
    return [
      {
        ...say(
          'pin_expired',
          `was on ${expires}, and the notice is still pinned. Remove the line pinned: true in both languages, or set a later day.`,
          `expires: ${today}`,
        ),
        dated: true,
      },
    ]
  })
}

/** Headings: pages number them `s1, s2 …` from `##` down, and each guide has the same six. */
export function headingProblems(entries: readonly Entry[]): SourceProblem[] {
  return entries.flatMap((entry) => {
    const headings = headingsOf(entry)
    const first = headings
      .filter(({ depth }) => depth === 1)
      .map(({ text, line }) =>
        problem(
          entry.file,
          line,
          text,
          'heading',
          'has one #, which is for the title of the page. Headings in a text have two.',
          `## ${text}`,
        ),
      )
    return [...first, ...(entry.collection === 'guides' && entry.data ? guideHeadings(entry, headings) : [])]
  })
}

function guideHeadings(entry: Entry, headings: ReturnType<typeof headingsOf>): SourceProblem[] {
  const want = GUIDE_HEADINGS[entry.lang]
  const have = headings.filter(({ depth }) => depth === 2)
  const unknown = have
    .filter(({ text }) => !want.includes(text))
    .map(({ text, line }) =>
      problem(
        entry.file,
        line,
        text,
        'heading',
        `is not one of the headings of a guide: ${want.join(', ')}.`,
        `## ${closestWord(text, want) ?? ''}`,
      ),
    )
  if (unknown.length > 0) return unknown
  const at = want.findIndex((text, i) => have[i]?.text !== text)
  const wrong = at === -1 ? have[want.length] : have[at]
  if (at === -1 && !wrong) return []
  const missing = want[at] ?? ''
  return [
    problem(
      entry.file,
      wrong?.line ?? entry.bodyLine,
      wrong?.text ?? missing,
      'heading',
      at === -1 ? 'is there twice.' : `must come after the heading “${missing}”, which is missing or further down.`,
      `## ${missing || (want[0] ?? '')}`,
    ),
  ]
}

/** A new text that nobody has written yet must not reach readers. */
export const unfinishedProblems = (entries: readonly Entry[]): SourceProblem[] =>
  entries.flatMap(({ file, raw }) => {
    const [line, ...more] = unwrittenLines(raw)
    if (line === undefined) return []
    const field = /^([a-z]+): /.exec(raw.split('\n')[line - 1] ?? '')?.[1] ?? 'text'
    const where = more.length > 0 ? ` here and on ${more.length === 1 ? 'line' : 'lines'} ${more.join(', ')}` : ''
    return [
      problem(
        file,
        line,
        field,
        'unwritten',
        `still has the text of the template${where}.`,
        FIELD_EXAMPLES[field] ?? 'your own words, without ✎',
      ),
    ]
  })
