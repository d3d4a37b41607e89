import { describe, expect, test } from 'vitest'
import { RequestFailed } from '../../../../app/requests/api.ts'
import type { Answers } from '../../contract.ts'
import { withFields } from './answer-fields.ts'
import { AUTOSAVE_MS } from '../../../../app/saving/draft-saving.ts'
import { browser, EMPTY, NAME, server } from './saving/order-saving.testing.ts'

const [Q1, Q2, SAID, MEMBER] = [
  'health.answers.q1',
  'health.answers.q2',
  'health.details.q1',
  'health.answers.p1-q1',
] as const
const ANSWERED: Answers = withFields(EMPTY, [
  [Q1, 'yes'],
  [SAID, 'Asthma since 2019'],
  [MEMBER, 'no'],
])
const REMOVED: Answers = withFields(ANSWERED, [
  [Q1, null],
  [SAID, null],
])

/** The server has answers of the student and of a member of the family. */
function answered() {
  const on = server()
  on.state.answers = ANSWERED
  return on
}

describe('health answers that the server deleted with their person', () => {
  test('are gone here after the save that replaced the person, and are not saved again', async () => {
    const on = answered()
    const { saving, advance, type, stands, device } = browser({
      ...on,
      save: async (input, leaving) => {
        const reply = await on.save(input, leaving)
        if (!input.people) return reply
        on.state.answers = { ...on.state.answers, health: REMOVED.health }
        return { ok: true, data: on.view() }
      },
    })
    type(NAME, '林晨')
    await advance(AUTOSAVE_MS)
    expect([stands(NAME), stands(Q1), stands(SAID), stands(MEMBER)]).toEqual(['林晨', null, null, 'no'])
    type(Q2, 'no')
    await advance(AUTOSAVE_MS)
    expect([on.at(Q1), on.at(Q2), on.at(SAID), saving.$conflicts.get(), device()]).toEqual([null, 'no', null, [], []])
  })

  test('are gone from another tab too, with what is typed there about that person, and nothing is asked', async () => {
    const on = answered()
    const { saving, advance, type, stands } = browser(on)
    type(Q1, 'no')
    type(Q2, 'no')
    type(MEMBER, 'yes')
    on.state.answers = withFields(REMOVED, [[NAME, '林晨']])
    on.state.version += 1
    await advance(AUTOSAVE_MS)
    expect(saving.$conflicts.get()).toEqual([])
    expect([stands(NAME), stands(Q1), stands(Q2), stands(SAID), stands(MEMBER)]).toEqual([
      '林晨',
      null,
      null,
      null,
      'yes',
    ])
    expect([on.at(Q1), on.at(Q2), on.at(SAID), on.at(MEMBER), await saving.flush()]).toEqual([
      null,
      null,
      null,
      'yes',
      true,
    ])
  })

  test('are not asked about where they were only shown, nor where a question about them stood', async () => {
    const on = answered()
    const { saving, advance, type, stands } = browser(on)
    type(Q1, 'no')
    on.elsewhere(SAID, 'Asthma since 2018')
    type(SAID, 'Asthma since 2020')
    await advance(AUTOSAVE_MS)
    expect(saving.$conflicts.get()).toMatchObject([{ path: SAID }])
    on.state.answers = withFields(REMOVED, [[NAME, '林晨']])
    on.state.version += 1
    await saving.reload()
    expect([stands(Q1), stands(SAID), saving.$conflicts.get(), await saving.flush(), on.at(SAID)]).toEqual([
      null,
      null,
      [],
      true,
      null,
    ])
  })

  test('are not brought back by typing that the device kept', async () => {
    const on = answered()
    on.state.answers = REMOVED
    const { saving, advance, stands } = browser(on, [
      { path: Q1, value: 'no', base: 'yes' },
      { path: SAID, value: 'Healed', base: 'Asthma since 2019' },
    ])
    await advance(AUTOSAVE_MS)
    expect([stands(Q1), stands(SAID), on.at(Q1), on.at(SAID), saving.$conflicts.get()]).toEqual([
      null,
      null,
      null,
      null,
      [],
    ])
  })
})

describe('health answers that were cleared to be given one by one', () => {
  const ALL_NO: Answers = withFields(EMPTY, [
    [Q1, 'no'],
    [Q2, 'no'],
  ])
  const clear = (saving: ReturnType<typeof browser>['saving']): void =>
    saving.change(
      withFields(saving.$answers.get() ?? EMPTY, [
        [Q1, null],
        [Q2, null],
      ]),
    )

  test('and given anew stay, where the answer to the clearing save was lost', async () => {
    const on = server()
    on.state.answers = ALL_NO
    let lost = true
    const { saving, advance, type, stands } = browser({
      ...on,
      save: async (input, leaving) => {
        const reply = await on.save(input, leaving)
        if (!lost) return reply
        lost = false
        throw new RequestFailed('timeout')
      },
    })
    clear(saving)
    await advance(AUTOSAVE_MS)
    type(Q1, 'yes')
    type(SAID, 'Asthma since 2019')
    await advance(60_000)
    expect([stands(Q1), stands(SAID), saving.$conflicts.get()]).toEqual(['yes', 'Asthma since 2019', []])
    expect([on.at(Q1), on.at(SAID)]).toEqual(['yes', 'Asthma since 2019'])
  })

  test('on another device drop nothing that is typed here', async () => {
    const on = server()
    on.state.answers = ALL_NO
    const { saving, advance, type, stands } = browser(on)
    type(Q1, 'yes')
    type(SAID, 'Asthma since 2019')
    on.state.answers = withFields(ALL_NO, [
      [Q1, null],
      [Q2, null],
    ])
    on.state.version += 1
    await advance(AUTOSAVE_MS)
    expect([stands(Q1), stands(SAID)]).toEqual(['yes', 'Asthma since 2019'])
    expect(saving.$conflicts.get().map(({ path }) => path)).toEqual([Q1, Q2])
  })
})
