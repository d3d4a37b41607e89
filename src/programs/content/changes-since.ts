/** What changed in the texts since a release, in words: for whoever deploys, and for whoever waits for a text. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayInName, filesOn } from '../../lib/content/content-by-day.ts'
import { isDraft } from '../../lib/content/content-drafts.ts'
import { addDays, isDay, type Day } from '../../lib/days/dates.ts'
import { textsAt } from './change-history.ts'
import { announcedOn } from './check-by-day.ts'
import { RECORD } from './published-versions.ts'
import { parse } from 'yaml'
import { isRecord } from '../../lib/is-record.ts'

interface Change {
  path: string
  /** Texts before and after; undefined where the file is not there. */
  before: string | undefined
  after: string | undefined
}

/**
 * Lines for each changed file below `folder`, and below `words`, the folder of the interface words: what happened, its
 * name, its title and the day from which it holds; below it the fields that changed. Undefined where there is no
 * history or `since` names nothing in it.
 */
export function changesSince(
  folder: string,
  since: string,
  today: Day,
  words = 'public/locales',
): string[] | undefined {
  const texts = changesBelow(folder, since)
  return (
    texts && [
      ...texts.flatMap((change) => linesOf(folder, change, today)),
      ...(changesBelow(words, since) ?? []).flatMap((change) => wordLines(words, change)),
    ]
  )
}

function changesBelow(folder: string, since: string): Change[] | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'core.quotePath=false', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  try {
    // As a commit, so that nothing typed is an option of git.
    const commit = git('rev-parse', '--verify', '--end-of-options', `${since}^{commit}`).trim()
    const listed = [
      git('diff', '--name-only', '--no-renames', '--relative', commit, '--', '.'),
      // What is not committed yet is shown by a preview, and belongs to the release as soon as it is.
      git('ls-files', '--others', '--exclude-standard', '--', '.'),
    ]
    const paths = [...new Set(listed.flatMap((it) => it.split('\n')))].filter((path) => path !== '').sort()
    const before = textsAt(
      folder,
      paths.map((path) => ({ commit, path })),
    )
    return paths.map((path, i) => ({ path, before: before[i], after: textIn(join(folder, path)) }))
  } catch {
    return undefined
  }
}

const textIn = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8').replace(/\r\n/g, '\n') : undefined

/** The day on which a file begins to be shown, if that is still to come. */
function comingOn(path: string, text: string, today: Day): Day | undefined {
  const day = dayInName(path)?.from ?? announcedOn(path, text)
  return day !== undefined && isDay(day) && day > today ? day : undefined
}

function whatHappened({ path, before, after }: Change, today: Day): string {
  const hidden = (text: string | undefined): boolean => text === undefined || isDraft(text)
  if (after === undefined)
    return hidden(before) || comingOn(path, before ?? '', today) !== undefined ? 'removed, never shown' : 'removed'
  if (isDraft(after)) return hidden(before) ? 'draft, not shown' : 'draft, not shown any more'
  return hidden(before) ? 'new' : 'changed'
}

function linesOf(folder: string, change: Change, today: Day): string[] {
  const { path, before, after } = change
  const text = after ?? before ?? ''
  const title = titleOf(path, text) ?? nameInTexts(folder, path)
  const day = comingOn(path, text, today)
  const first = [
    `${whatHappened(change, today)}: ${path}${title === undefined ? '' : `: ${title}`}`,
    ...(day === undefined ? [] : [`from ${day}`]),
  ].join(', ')
  const old = before ?? heldBefore(folder, path)
  if (old === undefined || after === undefined || path === RECORD) return [first]
  const inside = path.endsWith('.yaml') ? changedFields(old, after) : before === undefined ? newLines(old, after) : []
  return [first, ...inside.map((line) => `  ${line}`)]
}

/** Of a text that takes the place of another on a day: its own lines, because a comparison of commits has them all. */
function newLines(old: string, after: string): string[] {
  const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')
  const known = new Set(lines(old))
  return lines(after).filter((line) => !known.has(line) && !/^(?:version|date): /.test(line))
}

function wordLines(words: string, { path, before, after }: Change): string[] {
  const what = before === undefined ? 'new' : after === undefined ? 'removed' : 'changed'
  const fields = before === undefined || after === undefined ? [] : changedFields(before, after)
  return [`${what}: ${words}/${path}`, ...fields.map((line) => `  ${line}`)]
}

const titleOf = (path: string, text: string): string | undefined =>
  path.endsWith('.md') ? /^(?:title|name): *["']?(.*?)["']?$/m.exec(text)?.[1] : undefined

/** Figures have no name of their own: the English text beside them has it. */
function nameInTexts(folder: string, path: string): string | undefined {
  const [, part, name] = /^([a-z]+)\/([a-z0-9-]+)\.yaml$/.exec(dayInName(path)?.path ?? path) ?? []
  const beside = part === undefined || name === undefined ? undefined : `${part}/en/${name}.md`
  return beside === undefined ? undefined : titleOf(beside, textIn(join(folder, beside)) ?? '')
}

/** What a file that begins on a day takes the place of. */
function heldBefore(folder: string, path: string): string | undefined {
  const dated = dayInName(path)
  if (!dated || !isDay(dated.from)) return undefined
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((it) => it.replaceAll('\\', '/'))
  const held = filesOn(paths, addDays(dated.from, -1)).get(dated.path)
  return held === undefined ? undefined : textIn(join(folder, held))
}

/** A list of changes longer than this is no summary any more. */
const MOST_FIELDS = 20
const LONGEST_VALUE = 70
/** Words shown before the first difference of two long values. */
const LEAD = 20

/** `deductible.amount: 1000 → 500`, one line for each field; none while one of them cannot be read. */
function changedFields(before: string, after: string): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  if (!was || !is) return []
  const lines = [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const [old, now] = [was.get(field), is.get(field)]
    return old === now ? [] : [`${field}: ${fromTo(old, now)}`]
  })
  const more = lines.length - MOST_FIELDS
  return more > 0 ? [...lines.slice(0, MOST_FIELDS), `… and ${more} more`] : lines
}

function fromTo(old: string | undefined, now: string | undefined): string {
  if (old === undefined || now === undefined) return `${cut(old, 0)} → ${cut(now, 0)}`
  let same = 0
  while (same < old.length && old[same] === now[same]) same += 1
  const start = Math.max(old.length, now.length) > LONGEST_VALUE ? Math.max(0, same - LEAD) : 0
  return `${cut(old, start)} → ${cut(now, start)}`
}

function cut(value: string | undefined, start: number): string {
  if (value === undefined) return 'nothing'
  const shown = value.slice(start, start + LONGEST_VALUE)
  return `${start > 0 ? '…' : ''}${shown}${start + shown.length < value.length ? '…' : ''}`
}

function fieldsOf(text: string): Map<string, string> | undefined {
  try {
    const fields = new Map<string, string>()
    // JSON is YAML too.
    collect(parse(text, { logLevel: 'silent' }), [], fields)
    return fields
  } catch {
    return undefined
  }
}

function collect(value: unknown, path: readonly string[], into: Map<string, string>): void {
  if (Array.isArray(value) && value.some((it) => isRecord(it) || Array.isArray(it))) {
    for (const [i, item] of value.entries()) collect(item, [...path, nameOf(item) ?? String(i + 1)], into)
    return
  }
  if (!isRecord(value)) {
    into.set(path.join('.'), Array.isArray(value) ? value.join(', ') : String(value))
    return
  }
  for (const [key, inner] of Object.entries(value)) collect(inner, [...path, key], into)
}

/** Items that have a short name keep it when others are put before them. */
const nameOf = (item: unknown): string | undefined =>
  isRecord(item) && typeof item['slug'] === 'string' ? item['slug'] : undefined
