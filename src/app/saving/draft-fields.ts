/** Fields of a draft that were typed here, and how they meet what another tab or device saved in the meantime. */
import { canonicalJson, type Json } from '../../lib/text/canonical-json.ts'

/** One field as typed and not acknowledged, as this device keeps it. `null`: not answered. */
export interface Typed {
  path: string
  value: Json
  /** The server's value when typing began. */
  base: Json
  /** Values sent without an answer: if the server has one of them, nobody else wrote it. */
  sent?: readonly Json[] | undefined
}

/** A field that was changed here and elsewhere. The own value is in the answers as typed. */
export interface Conflict {
  path: string
  theirs: Json
  base: Json
  /** When the server's draft that has `theirs` was saved. */
  at: number
  /** The other side changed it again while the person was choosing. */
  moved: boolean
}

/** What a kind of draft says about its answers and their fields. */
export interface FieldRules<A> {
  of: (answers: A) => Map<string, Json>
  /** The answers with these fields replaced. Unchanged parts stay the same objects. */
  replace: (answers: A, fields: Iterable<readonly [string, Json]>) => A
  /** Whether the server accepts the field's value; a half-typed day it does not. */
  fits: (path: string, value: Json) => boolean
  /** Fields that nobody is asked about: the server's value stands. */
  yields?: (path: string) => boolean
  /**
   * Of what was typed, what belongs to something that the server no longer has: it is dropped and not asked. `before`:
   * the server's fields until now; none where the draft is only being opened.
   */
  gone?: (
    begun: readonly (readonly [string, Json])[],
    theirs: ReadonlyMap<string, Json>,
    before: ReadonlyMap<string, Json> | undefined,
  ) => (path: string) => boolean
}

export const same = (a: Json | undefined, b: Json | undefined): boolean =>
  canonicalJson(a ?? null) === canonicalJson(b ?? null)

/** Paths in which two answers differ. */
export function changedFields(was: ReadonlyMap<string, Json>, is: ReadonlyMap<string, Json>): string[] {
  return [...new Set([...was.keys(), ...is.keys()])].filter((path) => !same(was.get(path), is.get(path)))
}

/** Fields that had a value and now have another, with that value. A field that was empty is only filled in. */
export function replacedFields(was: ReadonlyMap<string, Json>, is: ReadonlyMap<string, Json>): [string, Json][] {
  return changedFields(was, is).flatMap((path): [string, Json][] => {
    const value = was.get(path) ?? null
    return value === null || value === '' || same(value, []) ? [] : [[path, value]]
  })
}

type Row = { readonly [key: string]: Json | undefined } & { readonly id: string }
const isRow = (value: Json): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
const rowsOf = (value: Json): readonly Row[] | undefined =>
  Array.isArray(value) && value.every(isRow) ? value : undefined

/**
 * Merges a list whose rows have ids (visits, heirs): a row changed on one side only is taken from there. `undefined`
 * where both sides changed one row differently, or it is no such list.
 */
export function mergeRows(base: Json, theirs: Json, mine: Json): Json | undefined {
  const [before, there, here] = [rowsOf(base), rowsOf(theirs), rowsOf(mine)]
  if (!before || !there || !here) return undefined
  const merged: Row[] = []
  for (const id of new Set([...there, ...here].map((row) => row.id))) {
    const of = (rows: readonly Row[]): Row | undefined => rows.find((row) => row.id === id)
    const [was, other, own] = [of(before), of(there), of(here)]
    // `undefined` is a missing row: removed by one side and changed by the other is a conflict too.
    if (!same(other, own) && !same(was, other) && !same(was, own)) return undefined
    const stays = same(was, own) ? other : own
    if (stays) merged.push(stays)
  }
  return merged
}

/** What of a draft is not saved; all that `meet` needs and changes. */
export interface Unsaved {
  /** The server's value of each unsaved field when typing began. */
  bases: Map<string, Json>
  sent: ReadonlyMap<string, readonly Json[]>
  conflicts: readonly Conflict[]
  /** Fields for which the person has chosen their own value. */
  chosen: ReadonlySet<string>
  /** The server's fields until now; none where the draft is only being opened. */
  before: ReadonlyMap<string, Json> | undefined
}

/**
 * Meets what was typed here (`mine`) with what the server has now: equal values are settled, fields unchanged on the
 * server since typing began, or changed there only by an own save, stay to be saved; lists are merged by row; the rest
 * is asked. Takes from `bases` what is settled or asked, and changes merged values in `mine`.
 */
export function meet<A>(
  rules: FieldRules<A>,
  theirs: ReadonlyMap<string, Json>,
  at: number,
  mine: Map<string, Json>,
  { bases, sent, conflicts, chosen, before }: Unsaved,
): Conflict[] {
  // What was emptied by an own save is not gone.
  const begun = [...bases, ...conflicts.map(({ path, base }) => [path, base] as const)].filter(
    ([path]) => !sent.get(path)?.includes(null),
  )
  const gone = rules.gone?.(begun, theirs, before) ?? (() => false)
  let all = conflicts.filter(({ path }) => !gone(path))
  for (const [path, base] of bases) {
    const now = theirs.get(path) ?? null
    const own = mine.get(path) ?? null
    if (gone(path) || same(now, own)) bases.delete(path)
    else if (same(now, base)) continue
    else if (sent.get(path)?.some((one) => same(one, now))) bases.set(path, now)
    else {
      const merged = mergeRows(base, now, own)
      if (merged !== undefined && rules.fits(path, merged)) {
        mine.set(path, merged)
        if (same(merged, now)) bases.delete(path)
        else bases.set(path, now)
        continue
      }
      bases.delete(path)
      if (!rules.yields?.(path))
        all = [...all.filter((one) => one.path !== path), { path, theirs: now, base, at, moved: chosen.has(path) }]
    }
  }
  return all
    .filter(({ path }) => !same(theirs.get(path), mine.get(path)))
    .map((one) => {
      const now = theirs.get(one.path) ?? null
      return same(now, one.theirs) ? one : { ...one, theirs: now, at, moved: true }
    })
}
