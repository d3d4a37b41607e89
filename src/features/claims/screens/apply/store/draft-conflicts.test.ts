import { describe, expect, test } from 'vitest'
import { AUTOSAVE_MS } from './draft-saving.ts'
import { browser, server } from './draft-saving.testing.ts'
import type { Typed } from './unsent-answers.ts'

describe('a draft that two devices change', () => {
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

  test.each([
    ['mine', 'mine'],
    ['theirs', 'theirs'],
  ] as const)('the person takes %s', async (take, stands) => {
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
    expect(saving.$conflicts.get()).toMatchObject([
      { key: 'description', theirs: 'theirs, with later words', moved: true },
    ])
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
      { key: 'description', value: 'mine', base: 1 },
      { key: 'place', value: 'London', base: 1 },
    ]
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
    expect(on.log.map(({ base, patch }) => [base, Object.keys(patch)])).toEqual([
      [1, ['place']],
      [2, ['contactPerson']],
    ])
    expect(saving.$conflicts.get()).toEqual([])
    expect(on.answers()).toMatchObject({ place: 'London', contactPerson: '林语桐' })
  })
})
