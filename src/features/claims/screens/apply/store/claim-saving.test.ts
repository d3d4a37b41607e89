import { describe, expect, test } from 'vitest'
import { RequestFailed } from '../../../../../app/requests/api.ts'
import { AUTOSAVE_MS } from '../../../../../app/saving/draft-saving.ts'
import { browser, server } from './claim-saving.testing.ts'
import { readTyped } from './unsent-answers.ts'

describe('saving a draft', () => {
  test('a second after typing stops, with the changed keys alone', async () => {
    const on = server()
    const { advance, state, type } = browser(on)
    type({ contactPerson: '林' })
    await advance(AUTOSAVE_MS - 1)
    type({ contactPerson: '林语' })
    await advance(AUTOSAVE_MS - 1)
    expect(on.log).toEqual([])
    await advance(1)
    expect(on.log).toMatchObject([{ base: 1, patch: { contactPerson: '林语' } }])
    expect(Object.keys(on.log[0]?.patch ?? {})).toEqual(['contactPerson'])
    expect(state()).toBe('saved')
  })

  test('what is typed while a save is on its way is saved after it, and stays in the field', async () => {
    const on = server()
    const { saving, advance, typed, type } = browser(on)
    type({ description: 'one' })
    const first = saving.flush()
    type({ description: 'one two' })
    await first
    expect(typed()?.description).toBe('one two')
    await advance(AUTOSAVE_MS)
    expect(on.answers().description).toBe('one two')
  })

  test('what is typed just before the page is left is sent as the last call of a page', async () => {
    const on = server()
    const { saving, type } = browser(on)
    type({ description: 'one' })
    void saving.flush({ leaving: true })
    // At once: nothing that waits runs any more in a page that is gone.
    expect(on.leaving).toEqual([true])
    expect(on.log).toMatchObject([{ patch: { description: 'one' } }])
  })

  test('another device’s change of another key comes along', async () => {
    const on = server()
    const { saving, typed, type } = browser(on)
    on.elsewhere({ email: 'lin@example.com' })
    type({ contactPerson: '林语桐' })
    expect(await saving.flush()).toBe(true)
    expect(typed()).toMatchObject({ email: 'lin@example.com', contactPerson: '林语桐' })
    expect(saving.$conflicts.get()).toEqual([])
  })

  test('without a connection it stays on the device, says so, and goes through when it is back', async () => {
    const on = server()
    const { advance, device, state, type } = browser(on)
    on.state.failing = new RequestFailed('offline')
    type({ place: 'London' })
    await advance(AUTOSAVE_MS)
    expect(state()).toBe('offline')
    expect(device()).toEqual([{ path: 'place', value: 'London', base: '', sent: ['London'] }])
    on.state.failing = null
    await advance(60_000)
    expect(on.answers().place).toBe('London')
    expect(state()).toBe('saved')
    expect(device()).toEqual([])
  })

  test('no answer, an ended login and a refused value are told apart', async () => {
    for (const [give, expected] of [
      [new RequestFailed('server'), 'server'],
      ['5001', 'away'],
      ['invalid', 'refused'],
    ] as const) {
      const on = server()
      const { saving, state, device, type } = browser(on)
      if (give instanceof RequestFailed) on.state.failing = give
      else on.state.refusing = give
      type({ place: 'London' })
      expect(await saving.flush()).toBe(false)
      expect(state()).toBe(expected)
      await saving.keepNow()
      expect(device()).toHaveLength(1)
    }
  })

  test('a draft that was sent or deleted elsewhere is no longer saved', async () => {
    for (const code of ['already_sent', 'not_found']) {
      const on = server()
      const { saving, gone, type } = browser(on)
      on.state.refusing = code
      type({ place: 'London' })
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

test('typing without a pause is on this device all the same', async () => {
  const { advance, device, type } = browser()
  for (let i = 1; i <= 20; i++) {
    type({ description: 'x'.repeat(i) })
    await advance(50)
  }
  expect(device()).toMatchObject([{ path: 'description' }])
  expect(device()[0]?.value).toMatch(/^x{16,}$/)
})

test('half a day stays here and comes back; what was typed beside it is saved', async () => {
  const on = server()
  const { saving, advance, device, state, type } = browser(on)
  type({ incidentDay: '31 Feb', place: 'London' })
  await advance(AUTOSAVE_MS)
  expect(on.answers()).toMatchObject({ incidentDay: '2026-11-16', place: 'London' })
  expect(readTyped(device())).toMatchObject([{ path: 'incidentDay', value: '31 Feb' }])
  expect(state()).toBe('unfinished')
  expect(await saving.flush()).toBe(false)
  type({ incidentDay: '2026-11-15' })
  await advance(AUTOSAVE_MS)
  expect(on.answers().incidentDay).toBe('2026-11-15')
  expect(state()).toBe('saved')
  expect(device()).toEqual([])
})
