import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RequestFailed } from '../../../../../app/requests/api.ts'
import { readTyped } from '../answer-fields.ts'
import { AUTOSAVE_MS } from '../../../../../app/saving/draft-saving.ts'
import { browser, EMAIL, NAME, server, UNSEEN } from './order-saving.testing.ts'

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
    expect(device()[0]?.value).toMatch(/^x{16,}$/)
  })

  test('without a connection it stays on the device and goes through when that is back', async () => {
    const { on, saving, advance, type, device } = browser()
    on.state.failing = new RequestFailed('offline')
    type(NAME, '林晓')
    await advance(AUTOSAVE_MS)
    expect(saving.$saving.get().state).toBe('offline')
    await saving.keepNow()
    expect(device()).toEqual([{ path: NAME, value: '林晓', base: '', sent: ['林晓'] }])
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

  test.each([
    ['mine', '林晓'],
    ['theirs', '王雨'],
  ] as const)('of a field that both changed the person is asked, and takes %s', async (take, stood) => {
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
    const { saving, advance } = browser(on, [{ path: NAME, value: '林晓', base: '', sent: ['林晓'] }])
    await advance(0)
    expect(on.at(NAME)).toBe('王雨')
    expect(saving.$conflicts.get()).toHaveLength(1)
  })

  test('a value that stands here is not replaced by another tab’s without a question', async () => {
    const { on, saving, advance, type, stands } = browser()
    type(NAME, '林晓')
    await advance(AUTOSAVE_MS)
    on.elsewhere(NAME, '王雨')
    type(EMAIL, 'lin@example.com')
    await advance(AUTOSAVE_MS)
    expect([stands(NAME), on.at(NAME), on.at(EMAIL)]).toEqual(['林晓', '王雨', 'lin@example.com'])
    expect(saving.$conflicts.get()).toMatchObject([{ path: NAME, theirs: '王雨' }])
    saving.settle(NAME, 'mine')
    await advance(0)
    expect([stands(NAME), on.at(NAME), await saving.flush()]).toEqual(['林晓', '林晓', true])
  })

  test('nor when the page only compares; what it does not show, or what was empty, is taken over', async () => {
    const { on, saving, advance, type, stands } = browser()
    type(NAME, '林晓')
    type(UNSEEN, 'old@example.com')
    await advance(AUTOSAVE_MS)
    for (const [path, value] of [
      [NAME, '王雨'],
      [UNSEEN, 'new@example.com'],
      [EMAIL, 'lin@example.com'],
    ] as const)
      on.elsewhere(path, value)
    expect(await saving.reload()).toBe(true)
    expect([stands(NAME), stands(UNSEEN), stands(EMAIL)]).toEqual(['林晓', 'new@example.com', 'lin@example.com'])
    expect(saving.$conflicts.get()).toMatchObject([{ path: NAME, theirs: '王雨' }])
    expect(await saving.flush()).toBe(false)
    saving.settle(NAME, 'theirs')
    expect([stands(NAME), await saving.flush()]).toEqual(['王雨', true])
  })

  test('what an ended consent has deleted elsewhere is gone here too, without a question', async () => {
    const { on, saving, advance, type, stands } = browser()
    const number = 'people.policyholder.idNumber'
    type(number, '1101')
    await advance(AUTOSAVE_MS)
    on.elsewhere(number, '')
    on.state.consent = 'none'
    await saving.reload()
    expect([stands(number), saving.$conflicts.get()]).toEqual(['', []])
  })

  test('an application that was sent elsewhere asks nothing', async () => {
    const { on, saving, advance, type } = browser()
    type(NAME, '林晓')
    await advance(AUTOSAVE_MS)
    on.elsewhere(NAME, '林•')
    on.state.status = 'awaiting_payment'
    await saving.reload()
    expect(saving.$conflicts.get()).toEqual([])
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
  const act = fc.record({
    tab: fc.nat(1),
    path: fc.constantFrom(...paths),
    value: fc.constantFrom('a', 'b', 'c'),
    next: fc.constantFrom('type on', 'wait'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      const on = server()
      const tabs = [browser(on), browser(on)]
      const last = [new Map<string, string>(), new Map<string, string>()]
      for (const { tab, path, value, next } of acts) {
        tabs[tab]?.type(path, value)
        last[tab]?.set(path, value)
        if (next === 'wait') await tabs[tab]?.advance(AUTOSAVE_MS)
      }
      for (const tab of tabs) await tab.advance(AUTOSAVE_MS)
      for (const [i, tab] of tabs.entries()) {
        const asked = new Set(tab.saving.$conflicts.get().map(({ path }) => path))
        // The value of a tab's field is on the server, or the person is asked, or the other tab typed after it had seen
        // it.
        for (const [path, value] of last[i] ?? [])
          if (!asked.has(path) && on.at(path) !== value) expect(last[1 - i]?.get(path)).toBe(on.at(path))
      }
    }),
    { numRuns: 100 },
  )
})
