/**
 * Texts and records with a maximum length, for every input of a call. The length is checked first and longer values are
 * not processed at all: Unicode normalisation (NFKC) takes quadratic time on a run of combining marks (decision 0033).
 */
import { z } from 'zod/mini'

/** A text of at most `most` UTF-16 units; later checks and transforms never run on a longer one. */
export const boundedText = (most: number, code = 'too_long') =>
  z.string().check(z.maxLength(most, { error: code, abort: true }))

/** Letters of a name: the lower lines of a passport hold 39 and abbreviate the rest, its upper part prints longer ones. */
export const NAME_MAX = 100

/** A text of one pattern (ids, days, checksums). `most` is the longest that the pattern accepts. */
export const patternText = (pattern: RegExp, most: number, code = 'invalid') =>
  boundedText(most, code).check(z.regex(pattern, code))

const mostKeys = new WeakMap<z.core.$ZodType, number>()

/** A record of at most `most` keys. */
export function boundedRecord<K extends z.ZodMiniString, V extends z.ZodMiniType>(key: K, value: V, most: number) {
  const record = z.record(key, value).check(z.refine((it) => Object.keys(it).length <= most, 'invalid'))
  mostKeys.set(record, most)
  return record
}

/** How many keys a record made by `boundedRecord` may have; `undefined` for any other. */
export const mostKeysOf = (record: z.core.$ZodType): number | undefined => mostKeys.get(record)
