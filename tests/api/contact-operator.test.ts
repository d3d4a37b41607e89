/**
 * `contacts …`: help for people who can no longer read their contacts, or whose account somebody else changed (decision
 * 0061).
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contactInformation, undoByLink } from '../../src/features/account/contact-calls.ts'
import { putContact } from '../../src/features/session/server/contacts/contact-changes.ts'
import { contactCommands } from '../../src/features/session/server/contacts/contact-commands.ts'
import { me } from '../../src/features/session/contract.ts'
import { commandOutput } from './operator-commands.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { MINUTE, signIn } from './login-by-code.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const [A, B, C, PHONE] = ['owner@example.com', 'second@example.com', 'third@example.com', '13800138002']
let server: TestServer
let owner: Client
beforeEach(async () => {
  server = await startServer()
  owner = await signIn(server, A)
  server.advance(2 * MINUTE)
})
afterEach(() => server.close())

const information = async (client = owner) => ok(await client.request(contactInformation, {}))
const accountOf = async (client: Client): Promise<string> => ok(await client.request(me, {})).user.id
const change = async (destination: string): Promise<void> => {
  const userId = await accountOf(owner)
  await server.deps.write((trx) =>
    putContact(server.deps, trx, userId, destination, { by: `user:${userId}`, lang: 'en' }),
  )
}
/** Codes from the links that were sent to a destination. */
async function undoCodes(to: string): Promise<string[]> {
  await server.drain()
  const rows = await server.deps.db.selectFrom('messages').select('text').where('to', '=', to).orderBy('id').execute()
  return rows.flatMap((it) => /\/contact\/undo\?code=([\w-]+)/.exec(it.text)?.[1] ?? [])
}

describe('an operator', () => {
  /** Runs `contacts …`. */
  const desk = (...words: string[]) =>
    commandOutput(server.deps, contactCommands, ['contacts', ...words, '--by', 'chen', '--why', 'called, ID compared'])
  it('sees contacts masked, and the access is recorded', async () => {
    await change(B)
    const { said } = await desk('show', B)
    expect(said).toContain('o•••@example.com to s•••@example.com')
    expect(said).not.toContain(A)
    const looks = await server.deps.db
      .selectFrom('events')
      .select('by')
      .where('to_status', '=', 'contacts_looked_at')
      .execute()
    expect(looks).toHaveLength(1)
  })
  it('replaces the contact of somebody who can no longer read any, and notifies the earlier one', async () => {
    const id = await accountOf(owner)
    expect((await desk('replace', A, PHONE)).code).toBe(0)
    expect((await desk('replace', A, B)).code).toBe(0)
    expect(await accountOf(await signIn(server, B))).toBe(id)
    expect((await undoCodes(A)).length).toBe(2)
    await signIn(server, C)
    expect((await desk('replace', B, C)).said).toContain('taken')
  })
  it('undoes a change', async () => {
    await change(B)
    const {
      changes: [made],
    } = await information()
    expect((await desk('undo', A, made?.id ?? '')).code).toBe(0)
    expect((await information(await signIn(server, A))).contacts).toEqual({ email: 'o•••@example.com', mobile: null })
    expect((await desk('undo', A, made?.id ?? '')).said).toContain('undo_over')
    expect((await desk('undo', A, 'nothing')).said).toContain('not_found')
  })
  it('makes a change final if the earlier phone was stolen', async () => {
    const id = await accountOf(owner)
    await change(B)
    const [code = ''] = await undoCodes(A)
    expect((await desk('settle', B)).said).toContain('1 changes')
    expect(refusal(await owner.request(me, {}))).toBe('30002')
    expect(refusal(await server.client().request(undoByLink, { code }))).toBe('undo_over')
    expect(await accountOf(await signIn(server, A))).not.toBe(id)
    expect(await accountOf(await signIn(server, B))).toBe(id)
    expect((await desk('settle', B)).said).toContain('0 changes')
  })
})
