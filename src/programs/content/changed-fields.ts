/** What two states of a YAML or JSON file differ in, field by field: a flat comparison, for people to read. */
import { parse } from 'yaml'
import { isRecord } from '../../lib/is-record.ts'

/** A list of changes longer than this is no summary any more. */
const MOST_FIELDS = 20
const LONGEST_VALUE = 70
/** Words shown before the first difference of two long values. */
const LEAD = 20

/** `deductible.amount: 1000 → 500`, one line for each field; none while one of them cannot be read. */
export function changedFields(before: string, after: string): string[] {
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
