/**
 * The sales record's chain (design §6.11): each entry's hash is SHA-256 over the canonical JSON of all its fields, the
 * hash before it included, so that a change, a gap or another order breaks it at a known place. Pure.
 */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { canonicalJson, type Json } from '../../../../lib/text/canonical-json.ts'

export interface ChainEntry {
  order: string
  /** 1, 2, 3 … */
  seq: number
  at: number
  kind: string
  data: Record<string, z.core.util.JSONType>
  prevHash: string
  hash: string
}

/** The hash before the first entry. */
export const GENESIS = '0'.repeat(64)
/** How to recompute the chain, for whoever holds the record. */
export const ALGORITHM =
  'hash = SHA-256 of the JSON of {at, data, kind, order, prevHash, seq}, keys sorted, no spaces, UTF-8'

export function hashEntry({
  order,
  seq,
  at,
  kind,
  data,
  prevHash,
}: Omit<ChainEntry, 'hash' | 'data'> & { data: Json }): string {
  return createHash('sha256').update(canonicalJson({ order, seq, at, kind, data, prevHash }), 'utf8').digest('hex')
}

export interface Head {
  seq: number
  hash: string
}

/**
 * Checks a record from its first entry to its head. `at` names the first entry that fails: `hash` its content was
 * changed · `chain` it does not follow the one before · `head` entries were cut off or added.
 */
export type Verdict = { intact: true } | { intact: false; why: 'hash' | 'chain' | 'head'; at: number }

export function verifyChain(entries: readonly ChainEntry[], head: Head | undefined): Verdict {
  let before: Head = { seq: 0, hash: GENESIS }
  for (const entry of entries) {
    if (entry.seq !== before.seq + 1 || entry.prevHash !== before.hash)
      return { intact: false, why: 'chain', at: entry.seq }
    if (hashEntry(entry) !== entry.hash) return { intact: false, why: 'hash', at: entry.seq }
    before = { seq: entry.seq, hash: entry.hash }
  }
  // An order's record begins when it is created, so a record without a head was removed.
  return head && head.seq === before.seq && head.hash === before.hash
    ? { intact: true }
    : { intact: false, why: 'head', at: before.seq }
}
