/** The first login with a contact that was added to an account asks whose the account is (decision 0108). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getOrder } from '../../src/features/orders/contract.ts'
import { contactInformation, lookAtUndo, undoByLink } from '../../src/features/account/contact-calls.ts'
import { putContact, removeContact } from '../../src/features/session/server/contacts/contact-changes.ts'
import { acceptAccount, login, logoutOthers, me, rejectAccount } from '../../src/features/session/contract.ts'
import { deleteExpiredLoginRows } from '../../src/features/session/server/login-codes.ts'
import { CONFIRM_MS, UNDO_MS } from '../../src/features/session/server/contacts/undo-contact-change.ts'
import { askCode, keep, MINUTE, signIn } from './login-by-code.ts'
import { Buyer, ok, refusal } from './orders-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const EMAIL = 'parent@example.com'
const MOBILE = '13800138003'
const MASKED = { email: 'p•••@example.com', mobile: '138 •••• 8003' }
let server: TestServer
let owner: Client
let account: string
beforeEach(async () => {
  server = await startServer()
  owner = await signIn(server, EMAIL)
  account = await accountOf(owner)
  server.advance(2 * MINUTE)
})
afterEach(() => server.close())

const accountOf = async (client: Client): Promise<string> => ok(await client.request(me, {})).user.id
const put = async (destination: string): Promise<void> => {
  const done = await server.deps.write((trx) =>
    putContact(server.deps, trx, account, destination, { by: `user:${account}`, lang: 'en' }),
  )
  expect(done).toEqual({ ok: true })
}
const remove = (channel: 'mobile' | 'email') =>
  server.deps.write((trx) => removeContact(server.deps, trx, account, channel, { by: `user:${account}`, lang: 'en' }))
const enter = async (destination: string, client: Client) => {
  server.advance(2 * MINUTE)
  const code = await askCode(server, client, destination)
  return client.request(login, { destination, agreed: true, code })
}
/** The question that a login is answered with. */
async function asked(destination: string, client: Client): Promise<string> {
  const reply = await enter(destination, client)
  expect(refusal(reply)).toBe('accept_account')
  return reply.ok ? '' : String(reply.extra['question'])
}
const contactsOf = async (client: Client) => ok(await client.request(contactInformation, {})).contacts
async function sentTo(to: string, text: string): Promise<string[]> {
  await server.drain()
  const rows = await server.deps.db.selectFrom('messages').select('text').where('to', '=', to).orderBy('id').execute()
  return rows.map((it) => it.text).filter((it) => it.includes(text))
}
const undoCode = async (to: string): Promise<string> =>
  /\/contact\/undo\?code=([\w-]+)/.exec((await sentTo(to, '/contact/undo')).at(-1) ?? '')?.[1] ?? ''

describe('the first login with a contact that was added', () => {
  it('names the other contact of the account, masked, and nothing else, and makes no session', async () => {
    await put(MOBILE)
    const before = await server.deps.db.selectFrom('sessions').select('id').execute()
    const reply = await enter(MOBILE, server.client())
    expect(reply).toMatchObject({ ok: false, code: 'accept_account' })
    expect(!reply.ok && reply.extra).toEqual({
      question: expect.stringMatching(/^[\w-]{32}$/),
      contact: MASKED.mobile,
      others: [MASKED.email],
    })
    expect(await server.deps.db.selectFrom('sessions').select('id').execute()).toEqual(before)
    expect(JSON.stringify(reply)).not.toContain(account)
  })
  it('goes on after a yes, and is never asked again, on any device', async () => {
    await put(MOBILE)
    const client = server.client()
    const question = await asked(MOBILE, client)
    keep(server, client, ok(await client.request(acceptAccount, { question })))
    expect(await accountOf(client)).toBe(account)
    expect(refusal(await client.request(acceptAccount, { question }))).toBe('question_over')
    expect(refusal(await enter(MOBILE, server.client()))).toBe('ok')
  })
  it('asks nothing of the contact that the account began with, nor of an account’s only one', async () => {
    await put(MOBILE)
    expect(refusal(await enter(EMAIL, server.client()))).toBe('ok')
    await remove('email')
    server.advance(UNDO_MS)
    expect(refusal(await enter(MOBILE, server.client()))).toBe('ok')
    await put('later@example.com')
    expect(refusal(await enter(MOBILE, server.client()))).toBe('ok')
  })
  it('asks about the account of a replaced contact while that still signs in', async () => {
    await put('second@example.com')
    const reply = await enter('second@example.com', server.client())
    expect(reply).toMatchObject({ code: 'accept_account', extra: { others: [MASKED.email] } })
    server.advance(UNDO_MS)
    expect(refusal(await enter('second@example.com', server.client()))).toBe('ok')
  })
})

describe('what was begun on the device without a login', () => {
  const ownerOf = async (id: string): Promise<string | null> =>
    (await server.deps.db.selectFrom('orders').select('user_id').where('id', '=', id).executeTakeFirstOrThrow()).user_id

  it('becomes the account’s after a yes', async () => {
    await put(MOBILE)
    const buyer = new Buyer(server)
    await buyer.create()
    const question = await asked(MOBILE, buyer.client)
    expect(await ownerOf(buyer.view.id)).toBeNull()
    ok(await buyer.client.request(acceptAccount, { question }))
    expect(await ownerOf(buyer.view.id)).toBe(account)
  })
  it('stays the device’s after a no', async () => {
    await put(MOBILE)
    const buyer = new Buyer(server)
    await buyer.create()
    ok(await buyer.client.request(rejectAccount, { question: await asked(MOBILE, buyer.client) }))
    expect(await ownerOf(buyer.view.id)).toBeNull()
    expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id })).id).toBe(buyer.view.id)
  })
})

describe('a question', () => {
  it('is answered only on the device that entered the code', async () => {
    await put(MOBILE)
    const client = server.client()
    const question = await asked(MOBILE, client)
    for (const answer of [acceptAccount, rejectAccount])
      expect(refusal(await server.client().request(answer, { question }))).toBe('question_over')
    expect(refusal(await client.request(acceptAccount, { question }))).toBe('ok')
  })
  it('is over after ten minutes, and its row goes', async () => {
    await put(MOBILE)
    const client = server.client()
    const question = await asked(MOBILE, client)
    server.advance(CONFIRM_MS)
    for (const answer of [acceptAccount, rejectAccount])
      expect(refusal(await client.request(answer, { question }))).toBe('question_over')
    await deleteExpiredLoginRows(server.deps)
    expect(await server.deps.db.selectFrom('account_questions').selectAll().execute()).toEqual([])
    expect(refusal(await enter(MOBILE, client))).toBe('accept_account')
  })
  it('takes the place of an earlier one, and ends with every other login of the account', async () => {
    await put(MOBILE)
    const [first, second] = [server.client(), server.client()]
    const questions = [await asked(MOBILE, first), await asked(MOBILE, second)] as const
    expect(refusal(await first.request(acceptAccount, { question: questions[0] }))).toBe('question_over')
    ok(await owner.request(logoutOthers, {}))
    expect(refusal(await second.request(acceptAccount, { question: questions[1] }))).toBe('question_over')
    // Whoever holds the account cannot keep the contact's owner from getting away.
    ok(await owner.request(logoutOthers, {}))
    ok(await second.request(rejectAccount, { question: questions[1] }))
    expect(await contactsOf(owner)).toEqual({ email: MASKED.email, mobile: null })
  })
  it('is answered once if both answers come at the same time', async () => {
    await put(MOBILE)
    const client = server.client()
    const question = await asked(MOBILE, client)
    const replies = await Promise.all([
      client.request(acceptAccount, { question }),
      client.request(rejectAccount, { question }),
    ])
    expect(replies.map(refusal).toSorted()).toEqual(['ok', 'question_over'])
  })
})

describe('“this is not my account”', () => {
  const reject = async (destination: string, client = server.client()): Promise<Client> => {
    ok(await client.request(rejectAccount, { question: await asked(destination, client) }))
    return client
  }

  it('frees the contact at once, keeps the account’s sessions, and tells its other contact', async () => {
    await put(MOBILE)
    const client = await reject(MOBILE)
    expect(await contactsOf(owner)).toEqual({ email: MASKED.email, mobile: null })
    const [told] = await sentTo(EMAIL, MASKED.mobile)
    expect(told).toBeDefined()
    expect((await sentTo(EMAIL, 'can no longer be used to sign in')).length).toBe(1)
    keep(server, client, ok(await enter(MOBILE, client)))
    expect(await accountOf(client)).not.toBe(account)
    expect(await contactsOf(client)).toEqual({ email: null, mobile: MASKED.mobile })
    expect(await accountOf(owner)).toBe(account)
  })
  it('frees it also when the change can no longer be undone', async () => {
    await put(MOBILE)
    server.advance(UNDO_MS)
    const client = await reject(MOBILE)
    expect(refusal(await enter(MOBILE, client))).toBe('ok')
    expect((await contactsOf(await signIn(server, EMAIL))).mobile).toBeNull()
  })
  it('ends the link of the change that added it, and leaves other changes alone', async () => {
    await put('second@example.com')
    await put(MOBILE)
    await reject(MOBILE)
    const code = await undoCode('second@example.com')
    expect(ok(await server.client().request(lookAtUndo, { code })).state).toBe('undone')
    expect(await contactsOf(await signIn(server, 'second@example.com'))).toEqual({
      email: 's•••@example.com',
      mobile: null,
    })
    const earlier = await undoCode(EMAIL)
    ok(await server.client().request(undoByLink, { code: earlier }))
  })
  it('brings back the contact that it replaced', async () => {
    await put('second@example.com')
    await reject('second@example.com')
    expect(await contactsOf(await signIn(server, EMAIL))).toEqual({ email: MASKED.email, mobile: null })
    server.advance(UNDO_MS)
    expect(await accountOf(await signIn(server, EMAIL))).toBe(account)
  })
  it('brings back a removed contact rather than leave the account none', async () => {
    await put(MOBILE)
    server.advance(UNDO_MS)
    await remove('email')
    await reject(MOBILE)
    server.advance(UNDO_MS)
    expect(await contactsOf(await signIn(server, EMAIL))).toEqual({ email: MASKED.email, mobile: null })
  })
  it('of a contact that is being given up restores it to nobody', async () => {
    await put('13900139003')
    server.advance(UNDO_MS)
    await put(MOBILE)
    await reject('13900139003')
    const code = await undoCode(EMAIL)
    expect(ok(await server.client().request(lookAtUndo, { code })).after).toEqual({ email: MASKED.email, mobile: null })
    ok(await server.client().request(undoByLink, { code }))
    expect(await contactsOf(await signIn(server, EMAIL))).toEqual({ email: MASKED.email, mobile: null })
  })
  it('cannot be undone into an account without a contact', async () => {
    await put('13900139003')
    server.advance(UNDO_MS)
    await remove('email')
    server.advance(UNDO_MS)
    await put(MOBILE)
    await reject('13900139003')
    const code = await undoCode('13900139003')
    expect(ok(await server.client().request(lookAtUndo, { code })).state).toBe('over')
    expect(refusal(await server.client().request(undoByLink, { code }))).toBe('undo_over')
    expect(await contactsOf(await signIn(server, MOBILE))).toEqual({ email: null, mobile: MASKED.mobile })
  })
})
