import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RequestFailed, type Reply } from '../../../../app/api.ts'
import { keptTyping, savingClock } from '../../../../app/saving.testing.ts'
import { answersSchema, type Answers, type OrderView, type saveOrder } from '../../contract.ts'
import { changedFields, fieldsOfAnswers, readTyped, withFields, type Typed } from './answer-fields.ts'
import { AUTOSAVE_MS, createOrderSaving, type SavingEnvironment } from './order-saving.ts'

const EMPTY = answersSchema.parse({ trip: { plan: 'us-campus' } })
/** The clock of these tests begins in 1970. */
const CHILD_BORN = '1960-05-01'
const put = (answers: Answers, path: string, value: string | null): Answers => withFields(answers, [[path, value]])

/** A server with the rule of the real one: each save carries the version it began with, groups are replaced as a whole. */
function server() {
  const state = { version: 1, answers: EMPTY, failing: undefined as RequestFailed | undefined, refusing: undefined as string | undefined, saves: 0, consent: 'given' as OrderView['sensitiveConsent'] }
  const view = (): OrderView => ({ id: 'YFO-1', version: state.version, status: 'created', sensitiveConsent: state.consent, answers: state.answers }) as OrderView
  const save: SavingEnvironment['save'] = ({ version, id: _, ...groups }) => {
    state.saves += 1
    if (state.failing) return Promise.reject(state.failing)
    const no = (code: string): Promise<Reply<typeof saveOrder>> => Promise.resolve({ ok: false, code: code as 'conflict', message: code, fields: {}, extra: {} })
    if (state.refusing) return no(state.refusing)
    if (version !== state.version) return no('conflict')
    state.answers = { ...state.answers, ...(groups as Partial<Answers>) }
    state.version += 1
    return Promise.resolve({ ok: true, data: view() })
  }
  /** The other tab. */
  const elsewhere = (path: string, value: string): void => {
    state.answers = put(state.answers, path, value)
    state.version += 1
  }
  return { state, view, save, elsewhere, at: (path: string) => fieldsOfAnswers(state.answers).get(path) ?? null }
}

function browser(on = server(), held: Typed[] = []) {
  const clock = savingClock()
  const device = keptTyping(held)
  const saving = createOrderSaving({
    save: on.save,
    load: () => Promise.resolve({ ok: true, data: on.view() }),
    keep: device.keep,
    later: clock.later,
    now: clock.now,
  })
  saving.open(on.view(), held)
  const type = (path: string, value: string): void => {
    const draft = saving.$draft.get()
    const group = path.split('.')[0] as 'people'
    if (draft) saving.change(group, put(draft, path, value)[group])
  }
  return { on, saving, advance: clock.advance, type, device: device.typed, stands: (path: string) => fieldsOfAnswers(saving.$draft.get() ?? EMPTY).get(path) ?? null }
}

const NAME = 'people.policyholder.idName'
const EMAIL = 'people.policyholder.email'

describe('without the consent to sensitive data', () => {
  const NUMBER = 'people.policyholder.idNumber'

  test('taken back in another tab, what it allowed leaves the page and the device; the rest is saved', async () => {
    const { on, advance, type, device, stands } = browser()
    type(NUMBER, '1101')
    type(NAME, '林晓')
    await advance(AUTOSAVE_MS - 1)
    expect(device().map(({ path }) => path)).toEqual([NUMBER, NAME])
    on.state.consent = 'none'
    on.elsewhere(EMAIL, 'lin@example.com')
    await advance(AUTOSAVE_MS)
    expect([on.at(NAME), on.at(NUMBER), stands(NUMBER), device()]).toEqual(['林晓', '', '', []])
  })

  test('so do the name and contact of a child under 14, of whom everything but the date of birth is sensitive', async () => {
    const [CHILD, BORN] = ['people.insured.idName', 'people.insured.birthDate']
    const { on, advance, type, device, stands } = browser()
    type(BORN, CHILD_BORN)
    await advance(AUTOSAVE_MS)
    type(CHILD, '林小')
    await advance(AUTOSAVE_MS - 1)
    on.state.consent = 'none'
    on.elsewhere(EMAIL, 'lin@example.com')
    await advance(AUTOSAVE_MS)
    expect([on.at(BORN), on.at(CHILD), stands(CHILD), device()]).toEqual([CHILD_BORN, '', '', []])
  })

  test('while it is asked anew, typing of the time before waits on the device and is not sent', async () => {
    const on = server()
    on.state.consent = 'renew'
    const { saving, advance, type, device, stands } = browser(on, [{ path: NUMBER, value: '1101', base: '' }])
    type(NAME, '林晓')
    await advance(AUTOSAVE_MS)
    expect([on.at(NAME), on.at(NUMBER), stands(NUMBER)]).toEqual(['林晓', '', '1101'])
    expect(device().map(({ path }) => path)).toEqual([NUMBER])
    on.state.consent = 'given'
    saving.adopt(on.view())
    expect(await saving.flush()).toBe(true)
    expect([on.at(NUMBER), device()]).toEqual(['1101', []])
  })
})

describe('saving an order', () => {
  test('a second after typing stops', async () => {
    const { on, advance, type } = browser()
    type(NAME, '林')
    await advance(AUTOSAVE_MS - 1)
    type(NAME, '林晓')
    await advance(AUTOSAVE_MS - 1)
    expect(on.state.saves).toBe(0)
    await advance(1)
    expect([on.state.saves, on.at(NAME)]).toEqual([1, '林晓'])
  })

  test('typing without a pause is on this device all the same', async () => {
    const { advance, type, device } = browser()
    for (let i = 1; i <= 20; i++) {
      type(NAME, 'x'.repeat(i))
      await advance(50)
    }
    expect(device()).toMatchObject([{ path: NAME, base: '' }])
    expect(String(device()[0]?.value).length).toBeGreaterThan(15)
  })

  test('without a connection it stays on the device and goes through when that is back', async () => {
    const { on, saving, advance, type, device } = browser()
    on.state.failing = new RequestFailed('offline')
    type(NAME, '林晓')
    await advance(AUTOSAVE_MS)
    expect(saving.$saving.get().state).toBe('waiting')
    await saving.keepNow()
    expect(device()).toEqual([{ path: NAME, value: '林晓', base: '' }])
    on.state.failing = undefined
    await advance(60_000)
    expect(on.at(NAME)).toBe('林晓')
    expect(device()).toEqual([])
  })

  test('an ended login keeps it; the next page takes it up and saves it', async () => {
    const first = browser()
    first.on.state.refusing = '5001'
    first.type(NAME, '林晓')
    await first.advance(AUTOSAVE_MS)
    expect(first.saving.$saving.get().state).toBe('away')
    await first.saving.keepNow()
    first.on.state.refusing = undefined
    const next = browser(first.on, readTyped(JSON.parse(JSON.stringify(first.device()))))
    expect(next.stands(NAME)).toBe('林晓')
    await next.advance(0)
    expect(first.on.at(NAME)).toBe('林晓')
    expect(next.device()).toEqual([])
  })

  test('another tab’s change of another field of the same group stands beside it', async () => {
    const { on, saving, advance, type, stands } = browser()
    type(NAME, '林晓')
    on.elsewhere(EMAIL, 'lin@example.com')
    await advance(AUTOSAVE_MS)
    expect([on.at(NAME), on.at(EMAIL), stands(EMAIL)]).toEqual(['林晓', 'lin@example.com', 'lin@example.com'])
    expect(saving.$conflicts.get()).toEqual([])
  })

  test.each([['mine', '林晓'], ['theirs', '王雨']] as const)('of a field that both changed the person is asked, and takes %s', async (take, stood) => {
    const { on, saving, advance, type, stands, device } = browser()
    type(NAME, '林晓')
    type(EMAIL, 'lin@example.com')
    on.elsewhere(NAME, '王雨')
    await advance(AUTOSAVE_MS)
    expect(saving.$conflicts.get()).toMatchObject([{ path: NAME, theirs: '王雨' }])
    expect([stands(NAME), on.at(NAME), on.at(EMAIL)]).toEqual(['林晓', '王雨', 'lin@example.com'])
    expect(saving.$saving.get().state).toBe('saved')
    expect(device()).toMatchObject([{ path: NAME, value: '林晓' }])
    // Typing on and saving again does not overwrite the other value.
    type(NAME, '林晓晓')
    await advance(AUTOSAVE_MS)
    expect([await saving.flush(), on.at(NAME)]).toEqual([false, '王雨'])
    expect(saving.$saving.get().state).not.toBe('saving')
    type(NAME, '林晓')
    saving.settle(NAME, take)
    await advance(0)
    expect([on.at(NAME), stands(NAME), await saving.flush(), device()]).toEqual([stood, stood, true, []])
  })

  test('where nothing is left to save but a question, saving is over', async () => {
    const { on, saving, advance, type } = browser()
    type(NAME, '林晓')
    on.elsewhere(NAME, '王雨')
    await advance(AUTOSAVE_MS)
    expect([saving.$conflicts.get().length, saving.$saving.get().state]).toEqual([1, 'idle'])
  })

  test('what was kept over an older answer is asked too', async () => {
    const on = server()
    on.elsewhere(NAME, '王雨')
    const { saving, advance } = browser(on, [{ path: NAME, value: '林晓', base: '' }])
    await advance(0)
    expect(on.at(NAME)).toBe('王雨')
    expect(saving.$conflicts.get()).toHaveLength(1)
  })

  test('half a day stays here; what was typed beside it is saved', async () => {
    const { on, saving, advance, type, device } = browser()
    type('trip.start', '31 Feb')
    type(NAME, '林晓')
    await advance(AUTOSAVE_MS)
    expect([on.at('trip.start'), on.at(NAME)]).toEqual(['', '林晓'])
    expect(readTyped(device())).toMatchObject([{ path: 'trip.start', value: '31 Feb' }])
    expect(await saving.flush()).toBe(false)
  })

  test('an application that was sent meanwhile is left as it is', async () => {
    const { on, advance, type, device } = browser()
    on.state.refusing = 'not_editable'
    type(NAME, '林晓')
    await advance(AUTOSAVE_MS)
    expect([on.at(NAME), device()]).toEqual(['', []])
  })
})

test('two tabs that type into any fields never lose a side silently', async () => {
  const paths = [NAME, EMAIL, 'people.insured.idName', 'trip.destination', 'health.details.q1']
  const act = fc.record({ tab: fc.nat(1), path: fc.constantFrom(...paths), value: fc.constantFrom('a', 'b', 'c'), then: fc.constantFrom('type on', 'wait') })
  await fc.assert(fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
    const on = server()
    const tabs = [browser(on), browser(on)]
    const last = [new Map<string, string>(), new Map<string, string>()]
    for (const { tab, path, value, then } of acts) {
      tabs[tab]?.type(path, value)
      last[tab]?.set(path, value)
      if (then === 'wait') await tabs[tab]?.advance(AUTOSAVE_MS)
    }
    for (const tab of tabs) await tab.advance(AUTOSAVE_MS)
    for (const [i, tab] of tabs.entries()) {
      const asked = new Set(tab.saving.$conflicts.get().map(({ path }) => path))
      // The value of a tab's field is on the server, or the person is asked, or the other tab typed after it had seen it.
      for (const [path, value] of last[i] ?? []) if (!asked.has(path) && on.at(path) !== value) expect(last[1 - i]?.get(path)).toBe(on.at(path))
    }
  }), { numRuns: 100 })
})

test('fields are read out and put back as they were', () => {
  const answers = put(put(EMPTY, NAME, '林晓'), 'health.answers.q2', 'yes')
  expect(withFields(EMPTY, fieldsOfAnswers(answers))).toEqual(answers)
  expect(changedFields(EMPTY, answers)).toEqual([NAME, 'health.answers.q2'])
  expect(withFields(answers, [['health.answers.q2', null]])).toEqual(put(EMPTY, NAME, '林晓'))
})

test('what was kept by another build and fits no more is left out', () => {
  const kept = [{ path: NAME, value: '林', base: '' }, { path: 'people.gone', value: 'x', base: '' }, { path: NAME, value: 7, base: '' }, { path: '__proto__.x', value: 1, base: 1 }]
  expect(readTyped(kept)).toEqual([kept[0]])
  expect(readTyped('nothing')).toEqual([])
})
