/** Contact information changed by its person, and undone through a message to the earlier contact (decision 0061). */
import { describe, expect, it } from 'vitest'
import {
  changeContact,
  confirmContact,
  dropContact,
  sendConfirmation,
  sendContactCode,
} from '../../src/features/account/contact-calls.ts'
import { UNDO_MS, CONFIRM_MS, CHANGES_PER_DAY } from '../../src/features/session/server/contacts/undo-contact-change.ts'
import { login, sendCode } from '../../src/features/session/contract.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { codeFor, MINUTE, signIn } from './login-by-code.ts'
import {
  eachWithOwner,
  A,
  B,
  C,
  PHONE,
  server,
  owner,
  information,
  contacts,
  confirm,
  change,
  sentTo,
  undoCode,
  undo,
  accountOf,
} from './contact-changes-fixtures.ts'

eachWithOwner()

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a change', () => {
  it('replaces the contact by a proven one, and notifies the earlier one at once with a way to undo it', async () => {
    const id = await accountOf(owner)
    expect(ok(await change(B)).contacts).toEqual({ email: 's•••@example.com', mobile: null })
    expect(await accountOf(await signIn(server, B))).toBe(id)
    expect((await sentTo(A, 's•••@example.com')).map(({ text }) => text.includes(B))).toEqual([false])
    expect(await undoCode(A)).toHaveLength(24)
    expect(await sentTo(B, '/contact/undo')).toEqual([])
  })
  it('adds a contact to an empty channel and notifies the other one, with a way to undo it', async () => {
    ok(await change(PHONE))
    expect(await contacts()).toEqual({ email: 'o•••@example.com', mobile: '138 •••• 8002' })
    ok(await undo(await undoCode(A)))
    expect(await contacts(await signIn(server, A))).toEqual({ email: 'o•••@example.com', mobile: null })
    const stranger = await signIn(server, PHONE)
    expect((await contacts(stranger)).email).toBeNull()
  })
  it('removes a contact, and never the last one', async () => {
    expect(refusal(await owner.request(dropContact, { channel: 'email' }))).toBe('last_contact')
    expect(refusal(await owner.request(dropContact, { channel: 'mobile' }))).toBe('no_contact')
    ok(await change(PHONE))
    expect(ok(await owner.request(dropContact, { channel: 'email' })).contacts).toEqual({
      email: null,
      mobile: '138 •••• 8002',
    })
    await confirm()
    expect(refusal(await owner.request(dropContact, { channel: 'mobile' }))).toBe('last_contact')
    expect((await sentTo(A, 'no longer the email')).length).toBe(1)
    ok(await undo(await undoCode(A)))
    expect((await contacts(await signIn(server, A))).email).toBe('o•••@example.com')
  })
  it('is made once if it is sent again after a lost answer', async () => {
    ok(await owner.request(sendContactCode, { destination: B }))
    const input = { destination: B, code: await codeFor(server, B) }
    const both = await Promise.all([owner.request(changeContact, input), owner.request(changeContact, input)])
    expect(both.map(refusal)).toEqual(['ok', 'ok'])
    expect((await information()).changes).toHaveLength(1)
  })
  it('back to the earlier contact keeps the policies bought with it', async () => {
    ok(await change(B))
    ok(await change(A))
    const rows = await server.deps.db
      .selectFrom('contacts')
      .select(['counts_from', 'ended_at'])
      .where('ended_at', 'is', null)
      .execute()
    expect(rows.map((it) => it.counts_from)).toEqual([0])
  })
  it('is limited to a number per day', async () => {
    for (let i = 0; i < CHANGES_PER_DAY; i++) ok(await change(`n${i}@example.com`))
    expect(refusal(await change(B))).toBe('too_many_changes')
  })
})

describe('who may change it', () => {
  it('is only a person who just entered a code; a session alone is not enough', async () => {
    server.advance(CONFIRM_MS)
    expect((await information()).confirmed).toBe(false)
    expect(refusal(await owner.request(sendContactCode, { destination: B }))).toBe('confirm_first')
    expect(refusal(await owner.request(dropContact, { channel: 'email' }))).toBe('confirm_first')
    ok(await owner.request(sendConfirmation, { channel: 'email' }))
    const code = await codeFor(server, A)
    expect(await owner.request(confirmContact, { channel: 'email', code: wrong(code) })).toMatchObject({
      code: 'code_wrong',
      fields: { code: 'code_wrong' },
      extra: { triesLeft: 4 },
    })
    expect(ok(await owner.request(confirmContact, { channel: 'email', code })).confirmed).toBe(true)
    expect(refusal(await change(B))).toBe('ok')
    expect(refusal(await owner.request(sendConfirmation, { channel: 'mobile' }))).toBe('no_contact')
  })
  it('is not another session of the same person', async () => {
    server.advance(CONFIRM_MS)
    await signIn(server, A)
    expect((await information()).confirmed).toBe(false)
  })
  it('is not a person who signs in by a contact that is being replaced', async () => {
    ok(await change(B))
    const earlier = await signIn(server, A)
    expect(await information(earlier)).toMatchObject({ contacts: { email: 's•••@example.com' }, confirmed: false })
    expect(refusal(await earlier.request(sendContactCode, { destination: C }))).toBe('confirm_first')
  })
})

describe('a code serves one purpose', () => {
  it('one for signing in changes nothing, and one for a change signs nobody in', async () => {
    const stranger = server.client()
    ok(await stranger.request(sendCode, { destination: B }))
    const forLogin = await codeFor(server, B)
    expect(refusal(await owner.request(changeContact, { destination: B, code: forLogin }))).toBe('code_expired')
    server.advance(2 * MINUTE)
    ok(await owner.request(sendContactCode, { destination: B }))
    const forChange = await codeFor(server, B)
    expect(refusal(await owner.request(login, { destination: B, code: forChange, agreed: true }))).toBe('code_wrong')
    server.advance(2 * MINUTE)
    ok(await owner.request(sendConfirmation, { channel: 'email' }))
    const toConfirm = await codeFor(server, A)
    expect(refusal(await owner.request(login, { destination: A, code: toConfirm, agreed: true }))).toBe('code_expired')
    expect(refusal(await owner.request(changeContact, { destination: B, code: forChange }))).toBe('ok')
  })
  it('one that another account asked for proves nothing', async () => {
    ok(await owner.request(sendContactCode, { destination: B }))
    const code = await codeFor(server, B)
    const other = await signIn(server, C)
    expect(refusal(await other.request(changeContact, { destination: B, code }))).toBe('code_wrong')
  })
})

describe('an address of somebody else', () => {
  it('is refused only after its code was entered', async () => {
    await signIn(server, B)
    server.advance(2 * MINUTE)
    const [known, unknown] = [
      await owner.request(sendContactCode, { destination: B }),
      await owner.request(sendContactCode, { destination: C }),
    ]
    expect(known).toEqual(unknown)
    const code = await codeFor(server, B)
    expect(refusal(await owner.request(changeContact, { destination: B, code: wrong(code) }))).toBe('code_wrong')
    expect(await owner.request(changeContact, { destination: B, code })).toMatchObject({
      code: 'taken',
      fields: { destination: 'taken' },
    })
    // The code is used up.
    expect(refusal(await owner.request(changeContact, { destination: B, code }))).toBe('code_expired')
    expect((await contacts()).email).toBe('o•••@example.com')
  })
  it('stays reserved while its change can be undone', async () => {
    ok(await change(B))
    const other = await signIn(server, C)
    server.advance(2 * MINUTE)
    expect(refusal(await change(A, other))).toBe('taken')
    server.advance(UNDO_MS)
    const again = await signIn(server, C)
    server.advance(2 * MINUTE)
    expect(refusal(await change(A, again))).toBe('ok')
  })
  it('is refused at once if it is one’s own', async () => {
    expect(await owner.request(sendContactCode, { destination: A })).toMatchObject({
      code: 'invalid',
      fields: { destination: 'unchanged' },
    })
  })
})
