import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { CHANNELS, type Channel } from '../../../../lib/people/contact.ts'
import { rollbackOf, rollbackToContacts, UNDO_MS, type ContactChange } from './undo-contact-change.ts'

type Contacts = Record<Channel, string | null>

/** Applies changes one after the other, as an account does, and records each state. */
function history(steps: readonly { channel: Channel; remove: boolean; after: number }[]): {
  changes: ContactChange[]
  states: Contacts[]
  now: number
} {
  let now = 0
  let state: Contacts = { email: 'email-0', mobile: null }
  const [changes, states]: [ContactChange[], Contacts[]] = [[], [state]]
  for (const { channel, remove, after } of steps) {
    now += after
    const last = Object.entries(state).every(([it, id]) => it === channel || id === null)
    if (remove && (state[channel] === null || last)) continue
    const made = remove ? null : `${channel}-${changes.length + 1}`
    changes.push({
      id: String(changes.length),
      number: changes.length + 1,
      channel,
      old_contact_id: state[channel],
      new_contact_id: made,
      undo_until: now + UNDO_MS,
      undone_at: null,
    })
    state = { ...state, [channel]: made }
    states.push(state)
  }
  return { changes, states, now }
}

const step = (channel: Channel, after = 1, remove = false) => ({ channel, after, remove })

describe('undoing a change of contact information', () => {
  it('leads back past an address that came by a change which can still be undone', () => {
    const { changes, now } = history([step('email'), step('email')])
    expect(rollbackOf(changes, '1', now)).toMatchObject({
      restored: { email: 'email-0' },
      withdrawn: ['email-1', 'email-2'],
    })
  })
  it('leaves a change that stood its time', () => {
    const { changes, now } = history([step('email'), step('email', UNDO_MS)])
    expect(rollbackOf(changes, '1', now)).toMatchObject({ restored: { email: 'email-1' }, withdrawn: ['email-2'] })
    expect(rollbackOf(changes, '0', now)).toBeUndefined()
  })
  it('takes back what was changed in the other channel since', () => {
    const { changes, now } = history([step('email'), step('mobile')])
    expect(rollbackOf(changes, '0', now)?.restored).toEqual({ email: 'email-0', mobile: null })
    expect(rollbackOf(changes, '1', now)?.restored).toEqual({ mobile: null })
  })
  it('is done once', () => {
    const { changes, now } = history([step('email')])
    expect(
      rollbackOf(
        changes.map((it) => ({ ...it, undone_at: now })),
        '0',
        now,
      ),
    ).toBeUndefined()
  })
  it('restores a state that the account was in, which always has a contact to sign in with', () => {
    const steps = fc.array(
      fc.record({
        channel: fc.constantFrom(...CHANNELS),
        remove: fc.boolean(),
        after: fc.constantFrom(1, UNDO_MS / 3, UNDO_MS),
      }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(steps, fc.nat(11), (given, which) => {
        const { changes, states, now } = history(given)
        const back = rollbackOf(changes, String(which), now)
        if (!back) return
        const after = { ...states.at(-1)!, ...back.restored }
        const before = states[back.changes[0]!.number - 1]
        expect(after).toEqual(before)
        expect(Object.values(after).some((id) => id !== null)).toBe(true)
        expect(Object.values(after).filter((id) => id !== null && back.withdrawn.includes(id))).toEqual([])
      }),
    )
  })
})

describe('undoing in an account from which a contact was withdrawn', () => {
  const { changes, now } = history([step('mobile'), step('mobile', UNDO_MS)])
  const contact = (id: string, channel: Channel, why: 'changed' | 'undone' | null) => ({
    id,
    channel,
    ended_at: why === null ? null : now,
    ended_why: why,
  })
  const replaced = [contact('mobile-1', 'mobile', 'undone'), contact('mobile-2', 'mobile', null)]

  it('leaves the channel empty rather than restore it', () => {
    const contacts = [...replaced, contact('email-0', 'email', null)]
    expect(rollbackToContacts(changes, contacts, '1', now)).toMatchObject({
      restored: { mobile: null },
      withdrawn: ['mobile-2'],
    })
  })
  it('is refused where that would leave no contact', () => {
    const contacts = [...replaced, contact('email-0', 'email', 'changed')]
    expect(rollbackToContacts(changes, contacts, '1', now)).toBeUndefined()
  })
})
