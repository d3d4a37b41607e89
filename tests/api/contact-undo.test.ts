/** Undoing a change of contact by the link that the earlier contact was sent. */
import { describe, expect, it } from 'vitest'
import {
  changeContact,
  dropContact,
  lookAtUndo,
  sendContactCode,
  undoContactChange,
} from '../../src/features/account/contact-calls.ts'
import { UNDO_MS } from '../../src/features/session/server/contacts/undo-contact-change.ts'
import { accountClosure } from '../../src/features/account/closure-calls.ts'
import { closeDueAccounts } from '../../src/features/account/server/closure/close-accounts.ts'
import { scheduleClosure } from '../../src/features/account/server/closure/schedule-closure.ts'
import { lockContactsOf, undoChange } from '../../src/features/session/server/door.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { waitsForLock } from './waits-for-lock.ts'
import { me } from '../../src/features/session/contract.ts'
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

const DAY = 86_400_000
eachWithOwner()

describe('undoing', () => {
  it('by the link first says what it will do, works once, and signs out all sessions', async () => {
    ok(await change(B))
    const thief = await signIn(server, B)
    server.advance(MINUTE)
    const code = await undoCode(A)
    expect(ok(await server.client().request(lookAtUndo, { code }))).toMatchObject({
      state: 'open',
      channel: 'email',
      old: 'o•••@example.com',
      new: 's•••@example.com',
      after: { email: 'o•••@example.com', mobile: null },
    })
    expect(ok(await undo(code)).contacts).toEqual({ email: 'o•••@example.com', mobile: null })
    expect(await thief.request(me, {})).toMatchObject({ code: '30002' })
    expect(await owner.request(me, {})).toMatchObject({ code: '30002' })
    expect(await accountOf(await signIn(server, B))).not.toBe(await accountOf(await signIn(server, A)))
    expect(ok(await server.client().request(lookAtUndo, { code }))).toMatchObject({ state: 'undone', after: null })
    // A second click answers the same and changes nothing.
    ok(await undo(code))
    expect((await sentTo(A, 'We signed out every device')).length).toBe(1)
    expect((await sentTo(B, 'can no longer sign in with')).length).toBe(1)
  })
  it('goes back past every address whose change can still be undone, whichever link is used', async () => {
    ok(await change(B))
    ok(await change(C))
    ok(await undo(await undoCode(B)))
    expect(await contacts(await signIn(server, A))).toEqual({ email: 'o•••@example.com', mobile: null })
    for (const stranger of [B, C])
      expect((await contacts(await signIn(server, stranger))).email).not.toBe('o•••@example.com')
  })
  it('by the first link also undoes a later change in the other channel', async () => {
    ok(await change(B))
    const first = await undoCode(A)
    ok(await change(PHONE))
    ok(await undo(first))
    expect(await contacts(await signIn(server, A))).toEqual({ email: 'o•••@example.com', mobile: null })
  })
  it('is no longer possible after its time, and the address is free', async () => {
    ok(await change(B))
    const code = await undoCode(A)
    server.advance(UNDO_MS)
    expect(ok(await server.client().request(lookAtUndo, { code })).state).toBe('over')
    expect(refusal(await undo(code))).toBe('undo_over')
    expect(refusal(await undo('nothing-like-it'))).toBe('link_unknown')
  })
  it('stays possible after closing the account was requested: nothing is deleted before', async () => {
    const { deps } = server
    const user = await accountOf(owner)
    await deps.write((trx) => scheduleClosure(deps, trx, user, { by: 'operator:li', lang: 'en' }))
    const asked = ok(await owner.request(accountClosure, {})).closesAt
    server.advance((LIMITS.closureDays - 1) * DAY)
    const back = await signIn(server, A)
    ok(await change(B, back))
    expect(ok(await back.request(accountClosure, {})).closesAt).toBeGreaterThan(asked)
    server.advance(2 * DAY)
    await closeDueAccounts.run(deps)
    expect(ok(await undo(await undoCode(A))).contacts).toMatchObject({ email: 'o•••@example.com' })
    server.advance(UNDO_MS)
    await closeDueAccounts.run(deps)
    await closeDueAccounts.run(deps)
    expect(await deps.db.selectFrom('account_closures').select('status').execute()).toEqual([{ status: 'done' }])
  })
  it('beats a contact that is removed at the same moment with a code of the one that goes', async () => {
    const { deps } = server
    ok(await change(PHONE))
    server.advance(MINUTE)
    ok(await change(B))
    const user = await accountOf(owner)
    const [locked, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const undoing = deps.write(async (trx) => {
      await lockContactsOf(trx, user)
      locked.resolve()
      await finish.promise
      const last = await trx.selectFrom('contact_changes').selectAll().orderBy('at', 'desc').executeTakeFirstOrThrow()
      await undoChange(deps, trx, last, { by: 'operator:li', why: 'link', lang: 'en' })
    })
    await locked.promise
    const dropping = owner.request(dropContact, { channel: 'mobile' })
    await expect.poll(() => waitsForLock(deps)).toBe(true)
    finish.resolve()
    await undoing
    expect(refusal(await dropping)).toBe('confirm_first')
    expect((await contacts(await signIn(server, A))).mobile).not.toBeNull()
  })
  it('happens once if two ask for it at the same time', async () => {
    ok(await change(B))
    const code = await undoCode(A)
    expect((await Promise.all([undo(code), undo(code)])).map(refusal)).toEqual(['ok', 'ok'])
    const events = await server.deps.db
      .selectFrom('events')
      .select('id')
      .where('to_status', '=', 'contact_undone')
      .execute()
    expect(events).toHaveLength(1)
  })
  it('and changing at once leave one contact that signs in', async () => {
    ok(await change(B))
    const code = await undoCode(A)
    await confirm()
    ok(await owner.request(sendContactCode, { destination: C }))
    const next = await codeFor(server, C)
    await Promise.all([undo(code), owner.request(changeContact, { destination: C, code: next })])
    const live = await server.deps.db.selectFrom('contacts').selectAll().where('ended_at', 'is', null).execute()
    expect(live).toHaveLength(1)
    const user = await server.deps.db
      .selectFrom('users')
      .select('email_mac')
      .where('id', '=', live[0]?.user_id ?? '')
      .executeTakeFirstOrThrow()
    expect(user.email_mac).toBe(live[0]?.mac)
  })
  it('from the account keeps the current session, and is possible for the owner only', async () => {
    ok(await change(B))
    const {
      changes: [made],
    } = await information()
    const earlier = await signIn(server, A)
    const stranger = await signIn(server, C)
    expect(refusal(await stranger.request(undoContactChange, { id: made?.id ?? '' }))).toBe('not_found')
    expect(ok(await earlier.request(undoContactChange, { id: made?.id ?? '' }))).toMatchObject({
      contacts: { email: 'o•••@example.com' },
      changes: [],
    })
    expect(await owner.request(me, {})).toMatchObject({ code: '30002' })
    expect(refusal(await earlier.request(undoContactChange, { id: made?.id ?? '' }))).toBe('undo_over')
  })
  it('leaves the withdrawn address nothing of the account, and the account nothing of that address', async () => {
    ok(await change(B))
    ok(await undo(await undoCode(A)))
    server.advance(UNDO_MS + 1)
    await server.drain()
    const row = await server.deps.db
      .selectFrom('contacts')
      .select(['ended_why'])
      .where('ended_at', 'is not', null)
      .execute()
    expect(row).toEqual([{ ended_why: 'undone' }])
  })
})
