import { describe, expect, test } from 'vitest'
import { RequestFailed, type Reply } from '../../../../../app/api.ts'
import { keptTyping, savingClock } from '../../../../../app/saving.testing.ts'
import { EMPTY_ANSWERS, type AnswerKey, type ClaimAnswers } from '../../../answers.ts'
import type { DraftView, saveClaim } from '../../../contract.ts'
import { emptyHeir } from '../../../heirs.ts'
import { mergeSave, newDraft, type Draft } from '../../../draft/merge-drafts.ts'
import { AUTOSAVE_MS, createDraftSaving, type SavingEnvironment } from './draft-saving.ts'
import { readTyped, type Typed } from './unsent-answers.ts'

type Save = Parameters<SavingEnvironment['save']>[0]

/** A server with the rule of the real one, and a switch for the connection. */
function server() {
  let draft: Draft = newDraft({ ...EMPTY_ANSWERS, incidentDay: '2026-11-16' })
  const log: Save[] = []
  const state = { failing: null as RequestFailed | null, refusing: null as string | null, log }
  const view = (): DraftView => ({
    id: 'claim-00000001', version: draft.version, step: 'event', done: ['policy'],
    policy: { id: 'p', number: 'YF26-1', plan: 'us-campus', planName: 'US Campus', tierName: 'Gold', insurerName: 'Sample', insured: '林语桐', start: '2026-09-01', end: '2027-08-31', cancelledOn: null, neverInForce: false, death: false },
    movable: true, signer: { role: 'insured', name: '林语桐' }, holderNames: ['林语桐'], answers: draft.answers, signature: null, accountOnFile: null, checklist: [], documents: [], errors: {}, savedAt: 0, lapsesAt: 1,
  })
  const merge = (input: Pick<Save, 'base' | 'patch'>) => {
    const merged = mergeSave(draft, { base: input.base, patch: input.patch })
    draft = merged.draft
    return merged.conflicts
  }
  const save = (input: Save): Promise<Reply<typeof saveClaim>> => {
    log.push(input)
    if (state.failing) return Promise.reject(state.failing)
    if (state.refusing) return Promise.resolve({ ok: false, code: state.refusing as 'already_sent', message: 'no', fields: {}, extra: {} })
    const conflicts = merge(input).map(({ key, theirs }) => ({ key, theirs: JSON.parse(JSON.stringify(theirs)) as string, at: 5 }))
    return Promise.resolve({ ok: true, data: { draft: view(), conflicts } })
  }
  /** The other device. */
  const elsewhere = (patch: Partial<ClaimAnswers>): void => void merge({ base: draft.version, patch })
  return { ...state, state, save, view, elsewhere, answers: () => draft.answers }
}

function browser(on = server(), held: Typed[] = []) {
  const clock = savingClock()
  const device = keptTyping<Typed>()
  const gone: string[] = []
  const saving = createDraftSaving({ save: on.save, keep: device.keep, later: clock.later, now: clock.now, gone: (why) => gone.push(why) })
  saving.open(on.view(), held)
  return { saving, advance: clock.advance, gone, device: device.typed, typed: () => saving.$answers.get(), state: () => saving.$saving.get().state }
}

describe('saving a draft', () => {
  test('a second after typing stops, with the changed keys alone', async () => {
    const on = server()
    const { saving, advance, state } = browser(on)
    saving.change({ contactPerson: '林' })
    await advance(AUTOSAVE_MS - 1)
    saving.change({ contactPerson: '林语' })
    await advance(AUTOSAVE_MS - 1)
    expect(on.log).toEqual([])
    await advance(1)
    expect(on.log).toMatchObject([{ base: 1, patch: { contactPerson: '林语' } }])
    expect(Object.keys(on.log[0]?.patch ?? {})).toEqual(['contactPerson'])
    expect(state()).toBe('saved')
  })

  test('what is typed while a save is on its way is saved after it, and stays in the field', async () => {
    const on = server()
    const { saving, advance, typed } = browser(on)
    saving.change({ description: 'one' })
    const first = saving.flush()
    saving.change({ description: 'one two' })
    await first
    expect(typed()?.description).toBe('one two')
    await advance(AUTOSAVE_MS)
    expect(on.answers().description).toBe('one two')
  })

  test('another device’s change of another key comes along', async () => {
    const on = server()
    const { saving, typed } = browser(on)
    on.elsewhere({ email: 'lin@example.com' })
    saving.change({ contactPerson: '林语桐' })
    expect(await saving.flush()).toBe(true)
    expect(typed()).toMatchObject({ email: 'lin@example.com', contactPerson: '林语桐' })
    expect(saving.$conflicts.get()).toEqual([])
  })

  test('a conflict keeps both values, saves the rest, and waits for the person', async () => {
    const on = server()
    const { saving, typed, device } = browser(on)
    on.elsewhere({ description: 'theirs' })
    saving.change({ description: 'mine', place: 'London' })
    await saving.flush()
    expect(saving.$conflicts.get()).toMatchObject([{ key: 'description', theirs: 'theirs', at: 5 }])
    expect(typed()).toMatchObject({ description: 'mine', place: 'London' })
    expect(on.answers()).toMatchObject({ description: 'theirs', place: 'London' })
    expect(device()).toMatchObject([{ key: 'description', value: 'mine' }])
    // Saving again does not overwrite the other value.
    saving.change({ description: 'mine, longer', email: 'a@example.com' })
    await saving.flush()
    expect(on.answers()).toMatchObject({ description: 'theirs', email: 'a@example.com' })
    expect(typed()?.description).toBe('mine, longer')
  })

  test.each([['mine', 'mine'], ['theirs', 'theirs']] as const)('the person takes %s', async (take, stands) => {
    const on = server()
    const { saving, typed, device } = browser(on)
    on.elsewhere({ description: 'theirs' })
    saving.change({ description: 'mine' })
    await saving.flush()
    saving.settle('description', take)
    await saving.flush()
    expect(on.answers().description).toBe(stands)
    expect(typed()?.description).toBe(stands)
    expect(saving.$conflicts.get()).toEqual([])
    await saving.keepNow()
    expect(device()).toEqual([])
  })

  test('the other device goes on while both versions are shown: the panel follows, and what it shows is what is overwritten', async () => {
    const on = server()
    const { saving } = browser(on)
    on.elsewhere({ description: 'theirs' })
    saving.change({ description: 'mine' })
    await saving.flush()
    on.elsewhere({ description: 'theirs, with later words' })
    saving.adopt(on.view())
    expect(saving.$conflicts.get()).toMatchObject([{ key: 'description', theirs: 'theirs, with later words', moved: true }])
    saving.settle('description', 'mine')
    await saving.flush()
    expect(on.answers().description).toBe('mine')
  })

  test('the other device goes on unseen: keeping the own version overwrites nothing, and shows what stands there now', async () => {
    const on = server()
    const { saving, typed } = browser(on)
    on.elsewhere({ description: 'theirs' })
    saving.change({ description: 'mine' })
    await saving.flush()
    on.elsewhere({ description: 'theirs, with later words' })
    saving.settle('description', 'mine')
    await saving.flush()
    expect(on.answers().description).toBe('theirs, with later words')
    expect([typed()?.description, saving.$conflicts.get()]).toMatchObject(['mine', [{ theirs: 'theirs, with later words', moved: true }]])
    saving.settle('description', 'mine')
    await saving.flush()
    expect([on.answers().description, saving.$conflicts.get()]).toEqual(['mine', []])
  })

  test('without a connection it stays on the device, says so, and goes through when it is back', async () => {
    const on = server()
    const { saving, advance, device, state } = browser(on)
    on.state.failing = new RequestFailed('offline')
    saving.change({ place: 'London' })
    await advance(AUTOSAVE_MS)
    expect(state()).toBe('offline')
    expect(device()).toEqual([{ key: 'place', value: 'London', base: 1 }])
    on.state.failing = null
    await advance(60_000)
    expect(on.answers().place).toBe('London')
    expect(state()).toBe('saved')
    expect(device()).toEqual([])
  })

  test('no answer, an ended login and a refused value are told apart', async () => {
    for (const [give, expected] of [[new RequestFailed('server'), 'server'], ['5001', 'away'], ['invalid', 'refused']] as const) {
      const on = server()
      const { saving, state, device } = browser(on)
      if (give instanceof RequestFailed) on.state.failing = give
      else on.state.refusing = give
      saving.change({ place: 'London' })
      expect(await saving.flush()).toBe(false)
      expect(state()).toBe(expected)
      await saving.keepNow()
      expect(device()).toHaveLength(1)
    }
  })

  test('a killed tab’s typing is taken up, and meets what another device wrote since as a conflict', async () => {
    const on = server()
    on.elsewhere({ description: 'theirs' })
    const held: Typed[] = [{ key: 'description', value: 'mine', base: 1 }, { key: 'place', value: 'London', base: 1 }]
    const { saving, typed, advance } = browser(on, held)
    expect(typed()).toMatchObject({ description: 'mine', place: 'London' })
    await advance(0)
    expect(on.answers()).toMatchObject({ description: 'theirs', place: 'London' })
    expect(saving.$conflicts.get()).toHaveLength(1)
  })

  test('typing over an older version goes apart from younger typing, so that nobody’s own change is taken for a conflict', async () => {
    const on = server()
    const { saving, advance } = browser(on, [{ key: 'place', value: 'London', base: 1 }])
    on.elsewhere({ contactPerson: 'Chen' })
    saving.adopt(on.view())
    saving.change({ contactPerson: '林语桐' })
    await advance(AUTOSAVE_MS)
    expect(on.log.map(({ base, patch }) => [base, Object.keys(patch)])).toEqual([[1, ['place']], [2, ['contactPerson']]])
    expect(saving.$conflicts.get()).toEqual([])
    expect(on.answers()).toMatchObject({ place: 'London', contactPerson: '林语桐' })
  })

  test('a draft that was sent or deleted elsewhere is no longer saved', async () => {
    for (const code of ['already_sent', 'not_found']) {
      const on = server()
      const { saving, gone } = browser(on)
      on.state.refusing = code
      saving.change({ place: 'London' })
      await saving.flush()
      expect(gone).toEqual([code])
    }
  })

  test('an older answer does not undo a younger one', () => {
    const on = server()
    const { saving, typed } = browser(on)
    const old = on.view()
    on.elsewhere({ place: 'London' })
    saving.adopt(on.view())
    saving.adopt(old)
    expect(typed()?.place).toBe('London')
  })
})

test('what was kept by another build and fits no more is left out', () => {
  const keys: AnswerKey[] = ['place']
  expect(readTyped([{ key: 'place', value: 'London', base: 2 }, { key: 'visits', value: 'none', base: 1 }]).map(({ key }) => key)).toEqual(keys)
  expect(readTyped([{ key: 'gone', value: 1, base: 1 }])).toEqual([])
  expect(readTyped('nothing')).toEqual([])
})

test('typing without a pause is on this device all the same', async () => {
  const { saving, advance, device } = browser()
  for (let i = 1; i <= 20; i++) {
    saving.change({ description: 'x'.repeat(i) })
    await advance(50)
  }
  expect(device()).toMatchObject([{ key: 'description' }])
  expect(String(device()[0]?.value).length).toBeGreaterThan(15)
})

test('half a day stays here and comes back; what was typed beside it is saved', async () => {
  const on = server()
  const { saving, advance, device, state } = browser(on)
  saving.change({ incidentDay: '31 Feb', place: 'London' })
  await advance(AUTOSAVE_MS)
  expect(on.answers()).toMatchObject({ incidentDay: '2026-11-16', place: 'London' })
  expect(readTyped(device())).toMatchObject([{ key: 'incidentDay', value: '31 Feb' }])
  expect(state()).toBe('refused')
  expect(await saving.flush()).toBe(false)
  saving.change({ incidentDay: '2026-11-15' })
  await advance(AUTOSAVE_MS)
  expect(on.answers().incidentDay).toBe('2026-11-15')
  expect(state()).toBe('saved')
  expect(device()).toEqual([])
})

test.each([
  ['deathDay', '3/2/20'],
  ['heirs', [{ ...emptyHeir('abcd'), name: '王芳', birthDate: '1990-2' }]],
])('half a day in %s is there again after a reload', (key, value) => {
  expect(readTyped([{ key, value, base: 1 }])).toEqual([{ key, value, base: 1 }])
})
