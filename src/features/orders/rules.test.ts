import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, type Json } from '../../lib/canonical-json.ts'
import { startOfCover } from '../../lib/dates.ts'
import { ORDER_STATUSES, type OrderStatus } from './contract.ts'
import { ORDER_GRAPH, overlaps, PAID, payable } from './rules.server.ts'
import { GENESIS, hashEntry, verifyChain, type ChainEntry } from './sales-chain.server.ts'

describe('the graph of orders (design §5)', () => {
  const walks = fc.array(fc.nat(), { maxLength: 30 }).map((choices) => {
    const path: OrderStatus[] = ['created']
    for (const choice of choices) {
      const exits = ORDER_GRAPH[path.at(-1) ?? 'created']
      const next = exits[choice % Math.max(1, exits.length)]
      if (next) path.push(next)
    }
    return path
  })
  it('is walked from a draft to every status', () => {
    const seen = new Set<OrderStatus>(['created'])
    for (const status of seen) for (const next of ORDER_GRAPH[status]) seen.add(next)
    expect([...seen].sort()).toEqual([...ORDER_STATUSES].sort())
  })
  it('is paid once at most, only after it was to be paid, and never left unpaid again', () => {
    fc.assert(fc.property(walks, (path) => {
      const paid = path.indexOf('paid')
      expect(path.filter((status) => status === 'paid').length).toBeLessThanOrEqual(1)
      if (paid >= 0) {
        expect(path[paid - 1]).toBe('awaiting_payment')
        expect(path.slice(paid).every((status) => PAID.includes(status))).toBe(true)
      }
    }))
  })
  it('issues only what was paid, and ends for good', () => {
    fc.assert(fc.property(walks, (path) => {
      if (path.includes('issued')) expect(path).toContain('paid')
      for (const end of ['issued', 'cancelled', 'expired', 'declined', 'discarded', 'refunded'] as const) {
        expect(path.indexOf(end) === -1 || path.indexOf(end) === path.length - 1).toBe(true)
      }
    }))
  })
})

describe('payable', () => {
  const row = { status: 'awaiting_payment', premium_minor: 100, currency: 'CNY', expires_at: 1000, start: '2026-03-02' }
  it('is an order that was sent, in time, at its own price', () => {
    expect(payable(row, 999)).toEqual({ ok: true, amount: { amount: 100, currency: 'CNY' } })
    expect(payable(row, 1000)).toEqual({ ok: false, reason: 'expired' })
    const midnight = startOfCover(row.start)
    expect([midnight - 1, midnight].map((now) => payable({ ...row, expires_at: midnight + 1000 }, now).ok)).toEqual([true, false])
  })
  it('is no other', () => {
    const reason = (status: OrderStatus) => {
      const answer = payable({ ...row, status }, 0)
      return answer.ok ? 'ok' : answer.reason
    }
    expect(ORDER_STATUSES.filter((status) => reason(status) === 'ok')).toEqual(['awaiting_payment'])
    expect(reason('created')).toBe('not_submitted')
    expect(reason('under_review')).toBe('under_review')
    expect(reason('declined')).toBe('declined')
    expect(reason('issued')).toBe('paid')
    expect(reason('cancelled')).toBe('cancelled')
    expect(reason('expired')).toBe('expired')
  })
})

it('terms overlap when they share a day', () => {
  const term = (start: string, end: string) => ({ start, end })
  expect(overlaps(term('2026-01-01', '2026-01-31'), term('2026-01-31', '2026-02-28'))).toBe(true)
  expect(overlaps(term('2026-01-01', '2026-01-31'), term('2026-02-01', '2026-02-28'))).toBe(false)
  expect(overlaps(term('', ''), term('2026-02-01', '2026-02-28'))).toBe(false)
})

describe('canonical JSON', () => {
  it('has one spelling, whatever the order of keys', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'é"' }], a: true, left: undefined })).toBe('{"a":true,"b":[1,{"c":"é\\"","d":null}]}')
  })
  it('says what JSON says', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as Json
      expect(JSON.parse(canonicalJson(json))).toEqual(json)
    }))
  })
})

describe('the chain of the sales record', () => {
  const acts = fc.array(fc.record({ at: fc.nat(), kind: fc.constantFrom('created', 'read', 'changed', 'submitted'), data: fc.dictionary(fc.string(), fc.string()) }), { minLength: 1, maxLength: 12 })
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
    fc.assert(fc.property(acts, (list) => {
      const entries = chain(list)
      expect(verifyChain(entries, headOf(entries))).toEqual({ intact: true })
    }))
  })
  it('notices anything changed, removed, repeated, swapped or added', () => {
    fc.assert(fc.property(acts, fc.nat(), fc.nat(), (list, a, b) => {
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
    }))
  })
})
