import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GENESIS, hashEntry, verifyChain, type ChainEntry } from './sales-log-hash-chain.ts'

describe('the chain of the sales record', () => {
  const acts = fc.array(
    fc.record({
      at: fc.nat(),
      kind: fc.constantFrom('created', 'read', 'changed', 'submitted'),
      data: fc.dictionary(fc.string(), fc.string()),
    }),
    { minLength: 1, maxLength: 12 },
  )
  const chain = (list: { at: number; kind: string; data: Record<string, string> }[]): ChainEntry[] => {
    let prevHash = GENESIS
    return list.map((act, index) => {
      const entry = { order: 'YFO-260301-000000', seq: index + 1, ...act, prevHash }
      prevHash = hashEntry(entry)
      return { ...entry, hash: prevHash }
    })
  }
  const headOf = (entries: ChainEntry[]) => {
    const last = entries.at(-1)
    return last && { seq: last.seq, hash: last.hash }
  }
  it('is intact as written', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const entries = chain(list)
        expect(verifyChain(entries, headOf(entries))).toEqual({ intact: true })
      }),
    )
  })
  it('notices anything changed, removed, repeated, swapped or added', () => {
    fc.assert(
      fc.property(acts, fc.nat(), fc.nat(), (list, a, b) => {
        const entries = chain(list)
        const head = headOf(entries)
        const [i, j] = [a % entries.length, b % entries.length]
        const forgeries = [
          entries.map((entry, at) => (at === i ? { ...entry, at: entry.at + 1 } : entry)),
          entries.map((entry, at) => (at === i ? { ...entry, data: { ...entry.data, more: 'x' } } : entry)),
          entries.map((entry, at) => (at === i ? { ...entry, order: 'YFO-260301-111111' } : entry)),
          entries.filter((_, at) => at !== i),
          [...entries.slice(0, i + 1), ...entries.slice(i)],
          ...(i === j ? [] : [entries.map((entry, at) => entries[at === i ? j : at === j ? i : at] ?? entry)]),
          chain([...list, { at: 1, kind: 'submitted', data: {} }]),
          [],
        ]
        for (const forged of forgeries) expect(verifyChain(forged, head).intact).toBe(false)
      }),
    )
  })
})
