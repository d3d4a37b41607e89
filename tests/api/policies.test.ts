import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { uniqueKey } from '../../src/app/storage.ts'
import { holderOf } from '../../src/server/caller.ts'
import { addDays, addMonths, dayOf, endOfMonths } from '../../src/lib/dates.ts'
import type { Input, Output } from '../../src/lib/contract.ts'
import { markPaid } from '../../src/features/orders/api.server.ts'
import { answersSchema } from '../../src/features/orders/contract.ts'
import { ANSWERS } from '../../src/features/orders/opened-order.server.ts'
import { orderRoutes } from '../../src/features/orders/routes.server.ts'
import { CODED_KINDS, getPolicy, listPolicies, policyDocumentFile } from '../../src/features/policies/contract.ts'
import { verifyPolicy } from '../../src/features/policies/verify-calls.ts'
import { issueJob, ISSUE_ATTEMPTS } from '../../src/features/policies/issue-policy.server.ts'
import { VERIFY_PER_MINUTE } from '../../src/features/policies/verify-document.server.ts'
import { findOrCreateUser } from '../../src/features/session/sessions.server.ts'
import { callAs } from '../../src/server/demo/call-as.ts'
import { submitApplication, type People, type Application } from '../../src/server/demo/buy-policy.ts'
import { RARE_NAME, self, STUDENT } from '../../src/server/demo/demo-people.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import { ok } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const DAY = 86_400_000
let order = 0
let server: TestServer
beforeEach(async () => { server = await startServer() })
afterEach(() => server.close())

const today = (): string => dayOf(server.deps.clock())
const start = (): string => addDays(today(), 10)
const trip = (): Application['trip'] => ({ plan: 'us-campus', tier: 'gold', start: start(), end: endOfMonths(start(), 12), destination: 'us' })

const userId = async (destination: string = STUDENT.email): Promise<string> =>
  (await server.deps.write((trx) => findOrCreateUser(server.deps, trx, destination))).id

/** A paid order whose policy is not issued yet. */
async function paid(over: Partial<Application> = {}): Promise<string> {
  const actor = callAs(server.deps, orderRoutes, { userId: await userId(), lang: 'cn', at: server.deps.clock() })
  const made = await submitApplication(actor, { key: `order-${order++}-of-test`, trip: trip(), people: self, second: true, ...over })
  expect(made.status).toBe('awaiting_payment')
  expect(await server.deps.write((trx) => markPaid(trx, { orderId: made.id, paymentId: 'test', at: server.deps.clock() }))).toBe('paid')
  return made.id
}

async function issued(over: Partial<Application> = {}): Promise<string> {
  const orderId = await paid(over)
  await server.drain()
  return (await server.deps.db.selectFrom('policies').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow()).id
}

const signIn = (destination: string = STUDENT.email, client?: Client): Promise<Client> => logInAs(server, destination, client)

async function data<T>(reply: Promise<{ ok: true; data: T } | { ok: false; code: string }>): Promise<T> {
  const got = await reply
  if (!got.ok) throw new Error(got.code)
  return got.data
}
const codes = (policyId: string) => server.deps.db.selectFrom('policy_documents').selectAll().where('policy_id', '=', policyId).execute()

describe('issuing', () => {
  it('makes one policy with ten documents, and mails them to the buyer once', async () => {
    const orderId = await paid()
    await server.drain()
    const order = await server.deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    expect(order.status).toBe('issued')
    const documents = await codes(order.policy_id ?? '')
    expect(documents.map((it) => `${it.kind} ${it.lang}`).sort()).toEqual(CODED_KINDS.flatMap((kind) => [`${kind} cn`, `${kind} en`]).sort())
    expect(new Set(documents.map((it) => it.verify_code)).size).toBe(10)
    const mails = await server.deps.db.selectFrom('messages').selectAll().where('subject', 'like', '%已出单%').execute()
    expect(mails).toHaveLength(1)
    const attached = JSON.parse(mails[0]?.attachments ?? '[]') as { id: string; name: string }[]
    expect(attached.map((it) => documents.find(({ file_id }) => file_id === it.id)).map((it) => `${it?.kind} ${it?.lang}`)).toEqual([
      ...[...CODED_KINDS].sort().map((kind) => `${kind} cn`), ...[...CODED_KINDS].sort().map((kind) => `${kind} en`),
    ])
    expect(new Set(attached.map((it) => it.name)).size).toBe(10)
    expect(mails[0]?.text).toContain('中英文各一份')
    const size = await server.deps.db.selectFrom('files').select((eb) => eb.fn.sum('size').as('bytes')).where('id', 'in', attached.map((it) => it.id)).executeTakeFirstOrThrow()
    // Mailboxes accept 10 MB at least; base64 adds a third.
    expect(Number(size.bytes)).toBeLessThan(5_000_000)
  })

  it('by two workers at once is done once, and neither fails', async () => {
    const orderId = await paid()
    const run = () => issueJob.run(server.deps, { orderId }, { id: 'at once', attempt: 1 })
    await Promise.all([run(), run(), run()])
    const issuedAt = await server.deps.db.selectFrom('events').select('id').where('entity', '=', 'policy').where('to_status', '=', 'issued').execute()
    expect(issuedAt).toHaveLength(1)
  })

  it('is one policy, however often and however much at once the job runs', async () => {
    const orderId = await paid()
    const run = () => issueJob.run(server.deps, { orderId }, { id: 'again', attempt: 1 })
    await Promise.allSettled([run(), run(), run()])
    await server.drain()
    await run()
    await server.drain()
    const policies = await server.deps.db.selectFrom('policies').select('status').where('order_id', '=', orderId).execute()
    expect(policies).toEqual([{ status: 'issued' }])
    const files = await server.deps.db.selectFrom('files').select('id').where('owner', 'like', 'policy:%').execute()
    expect(files).toHaveLength(10)
    expect(await server.deps.db.selectFrom('messages').select('id').where('subject', 'like', '%已出单%').execute()).toHaveLength(1)
  })

  it('continues where it was interrupted, with the same number and codes', async () => {
    const client = await signIn()
    const orderId = await paid()
    const { files } = server.deps
    let left = 3
    const dying = { ...server.deps, files: { ...files, put: (...args: Parameters<typeof files.put>) => (left-- > 0 ? files.put(...args) : Promise.reject(new Error('power cut'))) } }
    await expect(issueJob.run(dying, { orderId }, { id: 'x', attempt: 1 })).rejects.toThrow('power cut')
    const half = await server.deps.db.selectFrom('policies').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
    expect(half.status).toBe('issuing')
    const before = await codes(half.id)
    expect(before.filter((it) => it.file_id !== null)).toHaveLength(3)
    expect((await data(client.request(listPolicies, { tab: 'pending_activation' }))).policies).toEqual([])
    const whole = await codes(half.id)
    expect(whole.map((it) => it.verify_code)).toEqual(before.map((it) => it.verify_code))
    await server.drain()
    const now = await server.deps.db.selectFrom('policies').selectAll().where('id', '=', half.id).executeTakeFirstOrThrow()
    expect([now.status, now.number]).toEqual(['issued', half.number])
  })

  it('fails at once on a name that no font can draw, and names the character to the operator', async () => {
    const orderId = await paid({ people: RARE_NAME })
    // Only a font that was removed after the order was sent can cause this: otherwise the order is not sent.
    const { answers } = await server.deps.db.selectFrom('orders').select('answers').where('id', '=', orderId).executeTakeFirstOrThrow()
    const told = server.deps.seal.open(ANSWERS, answersSchema, answers)
    const people = { ...told.people, policyholder: { ...told.people.policyholder, idName: '林𱐀' } }
    await server.deps.write((trx) => trx.updateTable('orders').set({ answers: server.deps.seal.seal(ANSWERS, { ...told, people }) }).where('id', '=', orderId).execute())
    await server.drain()
    const order = await server.deps.db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()
    expect(order.status).toMatch(/^(issue_failed|refunded)$/)
    const event = await server.deps.db.selectFrom('events').select('why').where('entity', '=', 'order').where('to_status', '=', 'issue_failed').executeTakeFirstOrThrow()
    expect(event.why).toContain('U+31400')
    expect(await server.deps.db.selectFrom('policies').select('status').where('order_id', '=', orderId).execute()).toEqual([{ status: 'void' }])
  })

  it('gives up after its attempts, and refunds the premium', async () => {
    const orderId = await paid()
    const dying = { ...server.deps, files: { ...server.deps.files, put: () => Promise.reject(new Error('disk full')) } }
    for (let attempt = 1; attempt < ISSUE_ATTEMPTS; attempt++) {
      await expect(issueJob.run(dying, { orderId }, { id: 'x', attempt })).rejects.toThrow('disk full')
    }
    await issueJob.run(dying, { orderId }, { id: 'x', attempt: ISSUE_ATTEMPTS })
    const order = await server.deps.db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()
    expect(order.status).toBe('issue_failed')
  })
})

describe('who sees a policy', () => {
  it('the buyer sees them after a login, in the tab of the day', async () => {
    const id = await issued()
    const client = await signIn()
    const pending = await data(client.request(listPolicies, { tab: 'pending_activation' }))
    expect(pending.policies.map((it) => [it.id, it.role])).toEqual([[id, 'buyer']])
    server.advance(10 * DAY)
    const again = await signIn()
    const valid = await data(again.request(listPolicies, {}))
    expect(valid.counts).toEqual({ valid: 1, pending_activation: 0, expired: 0 })
    expect(valid.policies[0]?.period).toMatchObject({ used: 1, left: 364 })
    server.advance(366 * DAY)
    expect((await data((await signIn()).request(listPolicies, { tab: 'expired' }))).policies[0]?.status).toBe('expired')
  })

  it('the insured sees a policy that somebody else bought, and nobody else does', async () => {
    const child = { ...STUDENT, birthDate: addMonths(today(), -12 * 15), idNumber: 'E11111111', idName: 'LIN YUE', chineseName: '林悦', email: 'yue@example.com', mobile: '' }
    const people: People = { relationship: 'child', policyholder: { ...STUDENT, birthDate: '1980-01-01' }, insured: child, ownWages: false, deathBenefitElsewhere: 0 }
    const id = await issued({ people })
    const mails = await server.deps.db.selectFrom('messages').selectAll().where('to', '=', 'yue@example.com').execute()
    expect(mails.map((it) => (JSON.parse(it.attachments) as unknown[]).length)).toEqual([4])
    const insured = await signIn('yue@example.com')
    const view = await data(insured.request(getPolicy, { id }))
    expect(view.role).toBe('insured')
    expect(JSON.stringify(view)).not.toContain('E00000000')
    const stranger = await signIn('nobody@example.com')
    expect(await stranger.request(getPolicy, { id })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await stranger.request(getPolicy, { order: view.orderId })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await stranger.blob(policyDocumentFile, { id, kind: 'certificate', language: 'en' })).toMatchObject({ ok: false, code: 'not_found' })
    expect((await data(stranger.request(listPolicies, { tab: 'pending_activation' }))).policies).toEqual([])
    expect(await server.client().request(getPolicy, { id })).toMatchObject({ ok: false, code: 'not_found' })
  })

  it('the waiting period is shown with the answer that it depends on, where it depends on one', async () => {
    const global = (arrived: boolean) => issued({ trip: { ...trip(), plan: 'global-study', tier: 'standard', destination: 'uk', arrived } })
    const client = await signIn()
    const told = async (id: string) => ok(await client.request(getPolicy, { id })).bears.flatMap(({ notes }) => notes).filter((note) => note.startsWith('Told us'))
    expect(await told(await global(true))).toEqual(['Told us when buying: arrived already'])
    expect(await told(await global(false))).toEqual(['Told us when buying: not there yet'])
  })

  it('are found by number, by plan in either language and by the insured person’s name, each in its tab and for its owner only', async () => {
    const child = { ...STUDENT, birthDate: addMonths(today(), -12 * 15), idNumber: 'E11111111', idName: 'LIN YUE', chineseName: '林悦', email: 'yue@example.com', mobile: '' }
    const own = await issued()
    const childs = await issued({ people: { relationship: 'child', policyholder: { ...STUDENT, birthDate: '1980-01-01' }, insured: child, ownWages: false, deathBenefitElsewhere: 0 } })
    const client = await signIn()
    const search = async (text: string, by = client) => (await data(by.request(listPolicies, { tab: 'pending_activation', search: text }))).policies.map((it) => it.id).sort()
    const { number } = await server.deps.db.selectFrom('policies').select('number').where('id', '=', own).executeTakeFirstOrThrow()
    expect(await search(number.slice(-6))).toEqual([own])
    expect(await search('林悦')).toEqual([childs])
    expect(await search('yue lin')).toEqual([childs])
    expect([await search('US Campus'), await search('美国')]).toEqual([[own, childs].sort(), [own, childs].sort()])
    expect(await search('nobody')).toEqual([])
    expect(await search(number, await signIn('stranger@example.com'))).toEqual([])
    const other = await data(client.request(listPolicies, { tab: 'valid', search: '林悦' }))
    expect([other.counts, other.policies, other.pages]).toEqual([{ valid: 0, pending_activation: 1, expired: 0 }, [], 1])
  })

  it('are not found by the device once another person logs in on it', async () => {
    const id = await issued()
    const client = await signIn()
    const holder = holderOf({ unique: uniqueKey(client.store) }) ?? ''
    await server.deps.write((trx) => trx.updateTable('policies').set({ holder }).where('id', '=', id).execute())
    expect((await data(client.request(getPolicy, { id }))).id).toBe(id)
    const next = await signIn('next.person@example.com', client)
    expect(await next.request(getPolicy, { id })).toMatchObject({ ok: false, code: 'not_found' })
    expect((await data(next.request(listPolicies, { tab: 'pending_activation' }))).policies).toEqual([])
  })

  it('no message goes to a child under 14, and one goes to a child of 14', async () => {
    const child = (years: number, email: string): People => ({
      relationship: 'child', policyholder: { ...STUDENT, birthDate: '1980-01-01' }, ownWages: false, deathBenefitElsewhere: 0,
      insured: { ...STUDENT, birthDate: addMonths(today(), -12 * years), idNumber: `E2222${years}222`, idName: 'LIN AN', chineseName: '林安', email, mobile: '' },
    })
    const sent = async (email: string) => (await server.deps.db.selectFrom('messages').select('id').where('to', '=', email).execute()).length
    for (const years of [13, 14]) {
      const orderId = await paid({ people: child(years, `an${years}@example.com`) }).catch((error: unknown) => error)
      expect(typeof orderId, String(orderId)).toBe('string')
    }
    await server.drain()
    expect([await sent('an13@example.com'), await sent('an14@example.com')]).toEqual([0, 1])
  })

  it('hands out each document as a download under its own name', async () => {
    const id = await issued()
    const client = await signIn()
    for (const kind of [...CODED_KINDS, 'terms'] as const) {
      for (const lang of ['en', 'cn'] as const) {
        const got = await data(client.blob(policyDocumentFile, { id, kind, language: lang }) as Promise<{ ok: true; data: Blob } | { ok: false; code: string }>)
        const bytes = new Uint8Array(await got.arrayBuffer())
        expect(Buffer.from(bytes.subarray(0, 5)).toString(), `${kind} ${lang}`).toBe('%PDF-')
        const told = ok(await client.request(getPolicy, { id })).documents.find((it) => it.kind === kind && it.lang === lang)
        expect(createHash('sha256').update(bytes).digest('hex'), `${kind} ${lang} and no other`).toBe(told?.sha256)
      }
    }
    const view = await data(client.request(getPolicy, { id }))
    expect(view.documents).toHaveLength(2 * (CODED_KINDS.length + 1))
    // Saved under the names of the attachments.
    const mail = await server.deps.db.selectFrom('messages').select('attachments').where('subject', 'like', '%已出单%').executeTakeFirstOrThrow()
    const attached = (JSON.parse(mail.attachments) as { name: string }[]).map(({ name }) => name)
    expect(view.documents.filter(({ kind }) => kind !== 'terms').map(({ file }) => file).sort()).toEqual(attached.sort())
    expect(attached).toContain(`签证保险证明${view.number}.pdf`)
    expect(view.people.insured).toMatchObject({ idNumber: 'E •••• 00', email: 'd•••@example.com', mobile: '138 •••• 8000' })
  })
})

describe('the check that anyone may make', () => {
  const check = (input: Input<typeof verifyPolicy>, client = server.client()) => data<Output<typeof verifyPolicy>>(client.request(verifyPolicy, input))

  it('states what is printed on the document, and nothing more', async () => {
    const id = await issued()
    const [document] = await codes(id)
    const spaced = document?.verify_code.toLowerCase().replace(/(.{4})/g, '$1 - ') ?? ''
    const answer = await check({ code: spaced })
    expect(Object.keys(answer).sort()).toEqual(['end', 'genuine', 'insured', 'insurerName', 'issuedOn', 'kind', 'notice', 'planName', 'replaced', 'start', 'status', 'tierName'])
    expect(answer).toMatchObject({ genuine: true, status: 'pending_activation', insured: 'L•• ••••••', issuedOn: today() })
    const told = JSON.stringify(answer)
    for (const secret of ['YUTONG', '林语桐', 'E00000000', '2004', STUDENT.email, STUDENT.mobile, 'YF26', 'YFO-', id]) expect(told).not.toContain(secret)
  })

  it('compares an English document of a mainland ID by the name in the passport, and shows its owner both', async () => {
    const policyholder = { ...STUDENT, idType: 'resident_id' as const, idName: '林语桐', idNumber: RARE_NAME.policyholder?.idNumber ?? '', chineseName: '', passportName: 'Lin Yutong' }
    const id = await issued({ people: { ...self, policyholder } })
    const [document] = await codes(id)
    const initials = async (lang: 'en' | 'cn') => (await check({ code: document?.verify_code ?? '' }, server.client({ lang })))
    expect([await initials('en'), await initials('cn')]).toMatchObject([{ insured: 'L•• ••••••' }, { insured: '林••' }])
    const view = await data((await signIn()).request(getPolicy, { id }))
    expect(view).toMatchObject({ insured: { name: 'Lin Yutong', otherName: '林语桐' }, policyholder: 'Lin Yutong 林语桐' })
    // The card has the passport's capitals, on the page as in the PDF.
    expect(view.printed).toEqual({ name: 'LIN YUTONG', otherName: '林语桐' })
  })

  it('finds no code that was not issued, and says what is wrong with a malformed one', async () => {
    expect(await check({ code: '0000-0000-0000' })).toEqual({ genuine: false })
    expect(await server.client().request(verifyPolicy, { code: 'ABC' })).toMatchObject({ ok: false, fields: { code: 'verify_format' } })
    expect(await server.client().request(verifyPolicy, { code: ' ' })).toMatchObject({ ok: false, fields: { code: 'verify_required' } })
  })

  it('does not find a policy that is still being issued, and limits guessing', async () => {
    const orderId = await paid()
    await expect(issueJob.run({ ...server.deps, files: { ...server.deps.files, put: () => Promise.reject(new Error('cut')) } }, { orderId }, { id: 'x', attempt: 1 })).rejects.toThrow()
    const row = await server.deps.db.selectFrom('policies').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow()
    const [document] = await codes(row.id)
    expect(await check({ code: document?.verify_code ?? '' })).toEqual({ genuine: false })
    for (let i = 1; i < VERIFY_PER_MINUTE; i++) await check({ code: '000000000000' })
    expect(await server.client().request(verifyPolicy, { code: '000000000000' })).toMatchObject({ ok: false, code: 'too_many' })
    server.advance(61_000)
    expect(await check({ code: '000000000000' })).toEqual({ genuine: false })
  })
})
