import { describe, expect, test } from 'vitest'
import { AUTOSAVE_MS } from '../../../../../app/saving/draft-saving.ts'
import type { Visit } from '../../../rules/claim-fields.ts'
import { readTyped } from './unsent-answers.ts'
import { browser, server } from './claim-saving.testing.ts'
import type { Typed } from '../../../../../app/saving/draft-fields.ts'

describe('a draft that two devices change', () => {
  test('a conflict keeps both values, saves the rest, and waits for the person', async () => {
    const on = server()
    const { saving, typed, device, type } = browser(on)
    on.elsewhere({ description: 'theirs' })
    type({ description: 'mine', place: 'London' })
    await saving.flush()
    expect(saving.$conflicts.get()).toMatchObject([{ path: 'description', theirs: 'theirs', at: 0 }])
    expect(typed()).toMatchObject({ description: 'mine', place: 'London' })
    expect(on.answers()).toMatchObject({ description: 'theirs', place: 'London' })
    expect(device()).toMatchObject([{ path: 'description', value: 'mine' }])
    // Saving again does not overwrite the other value.
    type({ description: 'mine, longer', email: 'a@example.com' })
    await saving.flush()
    expect(on.answers()).toMatchObject({ description: 'theirs', email: 'a@example.com' })
    expect(typed()?.description).toBe('mine, longer')
  })

  test.each([
    ['mine', 'mine'],
    ['theirs', 'theirs'],
  ] as const)('the person takes %s', async (take, stands) => {
    const on = server()
    const { saving, typed, device, type } = browser(on)
    on.elsewhere({ description: 'theirs' })
    type({ description: 'mine' })
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
    const { saving, type } = browser(on)
    on.elsewhere({ description: 'theirs' })
    type({ description: 'mine' })
    await saving.flush()
    on.elsewhere({ description: 'theirs, with later words' })
    saving.adopt(on.view())
    expect(saving.$conflicts.get()).toMatchObject([
      { path: 'description', theirs: 'theirs, with later words', moved: true },
    ])
    saving.settle('description', 'mine')
    await saving.flush()
    expect(on.answers().description).toBe('mine')
  })

  test('the other device goes on unseen: keeping the own version overwrites nothing, and shows what stands there now', async () => {
    const on = server()
    const { saving, typed, type } = browser(on)
    on.elsewhere({ description: 'theirs' })
    type({ description: 'mine' })
    await saving.flush()
    on.elsewhere({ description: 'theirs, with later words' })
    saving.settle('description', 'mine')
    await saving.flush()
    expect(on.answers().description).toBe('theirs, with later words')
    expect([typed()?.description, saving.$conflicts.get()]).toMatchObject([
      'mine',
      [{ theirs: 'theirs, with later words', moved: true }],
    ])
    saving.settle('description', 'mine')
    await saving.flush()
    expect([on.answers().description, saving.$conflicts.get()]).toEqual(['mine', []])
  })

  test('a killed tab’s typing is taken up, and meets what another device wrote since as a conflict', async () => {
    const on = server()
    on.elsewhere({ description: 'theirs' })
    const held: Typed[] = [
      { path: 'description', value: 'mine', base: '' },
      { path: 'place', value: 'London', base: '' },
    ]
    const { saving, typed, advance } = browser(on, held)
    expect(typed()).toMatchObject({ description: 'mine', place: 'London' })
    await advance(0)
    expect(on.answers()).toMatchObject({ description: 'theirs', place: 'London' })
    expect(saving.$conflicts.get()).toHaveLength(1)
  })

  test('typing over an older version is saved beside younger typing, and nobody’s own change is taken for a conflict', async () => {
    const on = server()
    const { saving, advance, type } = browser(on, [{ path: 'place', value: 'London', base: '' }])
    on.elsewhere({ contactPerson: 'Chen' })
    saving.adopt(on.view())
    type({ contactPerson: '林语桐' })
    await advance(AUTOSAVE_MS)
    expect(saving.$conflicts.get()).toEqual([])
    expect(on.answers()).toMatchObject({ place: 'London', contactPerson: '林语桐' })
  })

  test.each([
    ['reached the server', true],
    ['was lost', false],
  ])('a tab that is killed while it saves asks nothing when it comes back: the save %s', async (_, reached) => {
    const on = server()
    const { type, saving, device } = browser({
      ...on,
      save: (input) => {
        if (reached) void on.save(input)
        return new Promise(() => undefined)
      },
    })
    type({ description: 'Fell on the st' })
    void saving.flush()
    type({ description: 'Fell on the stairs' })
    await saving.keepNow()
    const next = browser(on, readTyped(JSON.parse(JSON.stringify(device()))))
    await next.advance(0)
    expect(next.saving.$conflicts.get()).toEqual([])
    expect([next.typed()?.description, on.answers().description]).toEqual(['Fell on the stairs', 'Fell on the stairs'])
    expect(next.device()).toEqual([])
  })

  test('what another device wrote over such a save is asked', async () => {
    const on = server()
    const { type, saving, device } = browser({
      ...on,
      save: (input) => {
        void on.save(input)
        return new Promise(() => undefined)
      },
    })
    type({ description: 'Fell' })
    void saving.flush()
    type({ description: 'Fell on the stairs' })
    await saving.keepNow()
    on.elsewhere({ description: 'Slipped' })
    const next = browser(on, readTyped(JSON.parse(JSON.stringify(device()))))
    await next.advance(0)
    expect(next.saving.$conflicts.get()).toMatchObject([{ path: 'description', theirs: 'Slipped' }])
    expect(on.answers().description).toBe('Slipped')
  })

  test('visits are merged one by one, and the merged list is saved', async () => {
    const on = server()
    on.elsewhere({ visits: [visit('aaaa', 1), visit('bbbb', 2)] })
    const { type, saving, typed } = browser(on)
    on.elsewhere({ visits: [visit('aaaa', 10), visit('bbbb', 2), visit('cccc', 3)] })
    type({ visits: [visit('aaaa', 1), visit('bbbb', 20)] })
    expect(await saving.flush()).toBe(true)
    const merged = [visit('aaaa', 10), visit('bbbb', 20), visit('cccc', 3)]
    expect([on.answers().visits, typed()?.visits, saving.$conflicts.get()]).toEqual([merged, merged, []])
    on.elsewhere({ visits: [visit('aaaa', 11), visit('bbbb', 20), visit('cccc', 3)] })
    type({ visits: [visit('aaaa', 12), visit('bbbb', 20), visit('cccc', 3)] })
    expect(await saving.flush()).toBe(false)
    expect(saving.$conflicts.get()).toMatchObject([{ path: 'visits' }])
  })

  test('more visits than a claim holds are not merged in silence', async () => {
    const many = (letter: string): Visit[] =>
      Array.from({ length: 12 }, (_, i) => visit(`${letter}${String(i).padStart(3, '0')}`, i))
    const on = server()
    const { type, saving } = browser(on)
    on.elsewhere({ visits: many('a') })
    type({ visits: many('b') })
    await saving.flush()
    expect([saving.$conflicts.get().length, on.answers().visits]).toEqual([1, many('a')])
  })
})

const visit = (id: string, amount: number): Visit => ({
  id,
  day: '2026-03-01',
  amount,
  currency: 'GBP',
  invoice: '',
  elsewhere: null,
})
