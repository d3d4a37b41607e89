import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, type Json } from '../../../../lib/text/canonical-json.ts'
import { EMPTY_ANSWERS, type AnswerKey, type ClaimAnswers, type Visit } from '../claim-fields.ts'
import { mergeSave, newDraft, type Draft, type Save } from './merge-drafts.ts'

const visit = (id: string, amount: number): Visit => ({
  id,
  day: '2026-03-01',
  amount,
  currency: 'GBP',
  invoice: '',
  elsewhere: null,
})
const same = (a: unknown, b: unknown): boolean =>
  canonicalJson((a ?? null) as Json) === canonicalJson((b ?? null) as Json)
const start = (answers: Partial<ClaimAnswers> = {}): Draft => newDraft({ ...EMPTY_ANSWERS, ...answers })
const after = (draft: Draft, ...saves: Save[]): Draft => saves.reduce((it, one) => mergeSave(it, one).draft, draft)

describe('one answer', () => {
  test('saved on one device only is taken, and the version goes up once for all that changed', () => {
    const { draft, changed, conflicts } = mergeSave(start(), {
      base: 1,
      patch: { place: 'Leeds', description: 'fell' },
    })
    expect([draft.version, draft.answers.place, draft.keyVersions, changed, conflicts]).toEqual([
      2,
      'Leeds',
      { place: 2, description: 2 },
      ['place', 'description'],
      [],
    ])
  })
  test('of two devices on different answers both stand', () => {
    const draft = after(start(), { base: 1, patch: { place: 'Leeds' } }, { base: 1, patch: { description: 'fell' } })
    expect(draft.answers).toMatchObject({ place: 'Leeds', description: 'fell' })
  })
  test('of two devices on the same answer the first stands and the second is told; everything else of it is saved', () => {
    const one = after(start(), { base: 1, patch: { place: 'Leeds' } })
    const { draft, changed, conflicts } = mergeSave(one, { base: 1, patch: { place: 'York', description: 'fell' } })
    expect([draft.answers.place, changed, conflicts]).toEqual([
      'Leeds',
      ['description'],
      [{ key: 'place', theirs: 'Leeds' }],
    ])
    // Whoever has seen the other value can overwrite it, unless the other side has continued since.
    expect(mergeSave(draft, { base: draft.version, patch: { place: 'York' } })).toMatchObject({
      draft: { answers: { place: 'York' } },
      conflicts: [],
    })
    const later = after(draft, { base: draft.version, patch: { place: 'Leeds, by the station' } })
    expect(mergeSave(later, { base: draft.version, patch: { place: 'York' } })).toMatchObject({
      changed: [],
      conflicts: [{ key: 'place', theirs: 'Leeds, by the station' }],
    })
  })
  test('saved again with what stands is no conflict and no change: an answer that was lost on the way is sent again', () => {
    const one = after(start(), { base: 1, patch: { place: 'Leeds' } })
    expect(mergeSave(one, { base: 1, patch: { place: 'Leeds' } })).toEqual({ draft: one, changed: [], conflicts: [] })
  })
})

interface Device {
  base: number
  seen: ClaimAnswers
  local: ClaimAnswers
}
type Act = { device: 0 | 1 } & (
  | { do: 'type'; key: 'place' | 'description' | 'email'; text: string }
  | { do: 'visit'; id: string; amount: number }
  | { do: 'remove'; id: string }
  | { do: 'save'; take: boolean }
)
const id = fc.constantFrom('aaaa', 'bbbb', 'cccc')
const device = fc.constantFrom<0 | 1>(0, 1)
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    device,
    do: fc.constant('type' as const),
    key: fc.constantFrom('place' as const, 'description' as const, 'email' as const),
    text: fc.constantFrom('a', 'b', 'c'),
  }),
  fc.record({ device, do: fc.constant('visit' as const), id, amount: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ device, do: fc.constant('remove' as const), id }),
  fc.record({ device, do: fc.constant('save' as const), take: fc.boolean() }),
)

function edit(local: ClaimAnswers, it: Act): ClaimAnswers {
  if (it.do === 'type') return { ...local, [it.key]: it.text }
  if (it.do === 'remove') return { ...local, visits: local.visits.filter((one) => one.id !== it.id) }
  if (it.do !== 'visit') return local
  const there = local.visits.some((one) => one.id === it.id)
  const next = visit(it.id, it.amount)
  return {
    ...local,
    visits: there ? local.visits.map((one) => (one.id === it.id ? next : one)) : [...local.visits, next],
  }
}

/** Saves what a device changed, and checks the promise: nothing of either side is lost without being reported. */
function save(draft: Draft, own: Device): Draft {
  const keys = (Object.keys(own.local) as AnswerKey[]).filter((key) => !same(own.local[key], own.seen[key]))
  const patch = Object.fromEntries(keys.map((key) => [key, own.local[key]]))
  const { draft: next, conflicts } = mergeSave(draft, { base: own.base, patch })
  const told = conflicts.map(({ key }) => key)
  for (const key of ['place', 'description', 'email', 'visits'] as const) {
    // The own value is in the draft, or a conflict is reported.
    if (keys.includes(key)) expect(told.includes(key) || same(next.answers[key], own.local[key])).toBe(true)
    // The other value is replaced only by someone who had seen it.
    if (!same(next.answers[key], draft.answers[key])) expect(same(draft.answers[key], own.seen[key])).toBe(true)
    // A conflict is reported only if the other side has saved it since.
    if (told.includes(key)) expect(draft.keyVersions[key]).toBeGreaterThan(own.base)
  }
  for (const { key, theirs } of conflicts) expect(same(theirs, next.answers[key])).toBe(true)
  expect(next.version - draft.version).toBe(same(next.answers, draft.answers) ? 0 : 1)
  return next
}

test('whatever two devices do, in whatever order, each side is in the draft or is told', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      let draft = start({ visits: [visit('aaaa', 0)] })
      const devices: [Device, Device] = [0, 1].map(() => ({
        base: draft.version,
        seen: draft.answers,
        local: draft.answers,
      })) as [Device, Device]
      for (const it of acts) {
        const own = devices[it.device]
        if (it.do !== 'save') own.local = edit(own.local, it)
        else {
          draft = save(draft, own)
          // Having seen both, the person takes the other value or keeps their own, which the next save then carries.
          const local = it.take ? { ...draft.answers, place: own.local.place, visits: own.local.visits } : draft.answers
          devices[it.device] = { base: draft.version, seen: draft.answers, local }
        }
      }
      for (const own of devices) draft = save(draft, own)
    }),
    { numRuns: 500 },
  )
})
