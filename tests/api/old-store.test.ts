/**
 * A store that a person, a claimant, a stranger and operators filled at the commit 4e2c153d
 * (`tests/stores/fill-store.ts`): today's program opens it and goes on, on both databases.
 */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../../src/app/storage/storage.ts'
import { payCreate, payStatus, getRefunds } from '../../src/features/cashier/contract.ts'
import { listChanges } from '../../src/features/changes/contract.ts'
import { claimDocuments, documentFile, getClaim, getDraft, listClaims } from '../../src/features/claims/contract.ts'
import { claimCommands } from '../../src/features/claims/server/operator/all-claim-commands.ts'
import { listRegistrations } from '../../src/features/credentials/contract.ts'
import { getInvoice, invoiceFile } from '../../src/features/invoices/contract.ts'
import { getOrder, listOrders } from '../../src/features/orders/contract.ts'
import { orderCommands } from '../../src/features/orders/server/order-commands.ts'
import { getPolicy, listPolicies, POLICY_TABS, policyDocumentFile } from '../../src/features/policies/contract.ts'
import { UNDO_MS } from '../../src/features/session/server/contacts/undo-contact-change.ts'
import { login, me } from '../../src/features/session/contract.ts'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import { openRow } from '../../src/features/account/server/export/open-row.ts'
import { features } from '../../src/programs/feature-list.ts'
import { serverCommands } from '../../src/server/operator/server-commands.ts'
import { ENDED_MOBILE, FRIEND, PERSON, STRANGER } from '../stores/fill-store.ts'
import { BankDesk, PAID, readBatchFile, resultFile } from './bank-fixtures.ts'
import { Claimant, EMAIL, ANSWERS, tick } from './claims-fixtures.ts'
import { askCode, MINUTE, signIn } from './login-by-code.ts'
import { commandOutput } from './operator-commands.ts'
import { canBeCopied } from '../stores/open.ts'
import { oldRows, oldServer, type OldServer } from './old-server.ts'
import { ok, refusal, sentFile } from './orders-fixtures.ts'
import { atGateway } from './payments-fixtures.ts'
import type { Client, TestServer } from './start-server.ts'

const rows = oldRows
const { given } = rows
/** What the person has of it. */
const HERS = { policies: 10, orders: 14, claims: 10 }
let old: OldServer
let server: TestServer

beforeEach(async () => {
  old = await oldServer()
  server = old.server
})
afterEach(() => old.close())

async function startOfFile(file: ReturnType<Client['blob']>): Promise<string> {
  const blob = sentFile(await file)
  return Buffer.from(await blob.slice(0, 5).arrayBuffer()).toString('latin1')
}

describe('what was there', () => {
  it('is all there: rows of every table, and every sealed value opens', async () => {
    for (const [name, before] of Object.entries(rows.tables)) {
      if (!ALL_TABLES.some((it) => it.name === name)) continue
      const { rows: now } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(server.deps.db)
      expect(now.length, name).toBe(before.length)
      for (const row of now) await openRow(server.deps, name, row)
    }
  })
})

describe('its people', () => {
  it('read their policies, with earlier versions, and a document of each version', async () => {
    const client = await signIn(server, PERSON)
    const listed = await Promise.all(
      POLICY_TABS.map(async (tab) => ok(await client.request(listPolicies, { tab })).policies),
    )
    expect(listed.flat()).toHaveLength(HERS.policies)
    const versions: Record<string, string> = {}
    for (const { id } of listed.flat()) {
      const view = ok(await client.request(getPolicy, { id }))
      expect(view.insured.name).not.toBe('')
      versions[id] = view.versions.map(({ reason }) => reason).join(' ')
    }
    expect([versions[given.extended], versions[given.endorsed]]).toEqual(['issue extension', 'issue endorsement'])
    for (const version of [1, 2]) {
      const input = { id: given.extended, kind: 'card', language: 'en', version } as const
      expect(await startOfFile(client.blob(policyDocumentFile, input))).toBe('%PDF-')
    }
  })

  it('read their orders, with what was refunded of them, and their invoices', async () => {
    const client = await signIn(server, PERSON)
    const { orders } = ok(await client.request(listOrders, { limit: 50 }))
    expect(orders).toHaveLength(HERS.orders)
    const refunded = []
    const invoices = []
    for (const { id } of orders) {
      ok(await client.request(getOrder, { id }))
      const { refunds } = ok(await client.request(getRefunds, { order: id }))
      refunded.push(...refunds.map((it) => it.amount.amount))
      const invoice = await client.request(getInvoice, { kind: 'plan', id })
      if (invoice.ok) invoices.push(...invoice.data.documents.map((document) => ({ id, document: document.id })))
    }
    const asStored = (rows.tables['refunds'] ?? []).map((it) => Number(it['amount_minor']))
    expect(new Set(refunded)).toEqual(new Set(asStored))
    expect(refunded).toHaveLength(asStored.length)
    expect(asStored).toHaveLength(3)
    expect(invoices).toHaveLength(3)
    for (const it of invoices)
      expect(await startOfFile(client.blob(invoiceFile, { ...it, kind: 'plan', format: 'xml' }))).toBe('<?xml')
  })

  it('read their claims, what was decided, and the files that they sent', async () => {
    const client = await signIn(server, PERSON)
    const { claims } = ok(await client.request(listClaims, {}))
    expect(claims).toHaveLength(HERS.claims)
    for (const { id, status } of claims) {
      if (status === 'draft') continue
      const view = ok(await client.request(getClaim, { id }))
      if (status === 'paid') expect(view.decisions[0]?.sheet.payable).toBeGreaterThan(0)
    }
    const claimant = await signIn(server, EMAIL)
    const { documents } = ok(await claimant.request(claimDocuments, { id: given.sent }))
    expect(documents.length).toBeGreaterThan(1)
    for (const { id: document } of documents) {
      const file = claimant.blob(documentFile, { id: given.sent, document, size: 'full' })
      expect(await startOfFile(file)).toContain('\xff\xd8')
    }
    expect(ok(await claimant.request(getClaim, { id: given.withdrawn })).status).toBe('cancelled')
    const friend = await signIn(server, FRIEND)
    const { registrations, policies } = ok(await friend.request(listRegistrations, {}))
    expect([registrations.map((it) => it.status), policies > 0]).toEqual([['approved'], true])
  })

  it('sign in by the contacts that they have, not by one that ended; a contact that was added is asked about', async () => {
    const account = ok(await (await signIn(server, EMAIL)).request(me, {})).user.id
    const added = server.client()
    const code = await askCode(server, added, '13900139778')
    const input = { destination: '13900139778', code, agreed: true } as const
    expect(refusal(await added.request(login, input))).toBe('accept_account')
    server.advance(MINUTE)
    expect(ok(await (await signIn(server, '13900139778')).request(me, {})).user.id).toBe(account)
    // Until its change cannot be undone any more, a replaced contact signs in.
    server.advance(UNDO_MS)
    expect(ok(await (await signIn(server, ENDED_MOBILE)).request(me, {})).user.id).not.toBe(account)
  })
})

describe('what was under way goes on', () => {
  it('jobs that waited run, and none of them fails', async () => {
    const open = () =>
      server.deps.db
        .selectFrom('jobs')
        .select(['kind', 'last_error'])
        .where('done_at', 'is', null)
        .where('run_at', '<=', server.deps.clock())
        .execute()
    expect((await open()).length).toBeGreaterThan(0)
    await server.drain()
    expect(await open()).toEqual([])
    const failed = server.deps.db.selectFrom('jobs').select(['kind', 'last_error'])
    expect(await failed.where('last_error', 'is not', null).execute()).toEqual([])
    const sent = server.deps.db.selectFrom('messages').select('id').where('to', '=', STRANGER)
    expect((await sent.execute()).length).toBeGreaterThan(0)
    for (let day = 0; day < 10; day++) {
      server.advance(24 * 60 * MINUTE)
      await server.drain()
    }
    expect(await failed.where('last_error', 'is not', null).execute()).toEqual([])
  })

  it('an order that was sent without a login is paid from its device, and its policy issued', async () => {
    const buyer = server.client({ store: memoryStore() })
    for (const [key, value] of given.device) buyer.store.setItem(key, value)
    const { payment } = ok(await buyer.request(payStatus, { order: given.unpaid }))
    expect(payment?.payUrl).toBeTruthy()
    await atGateway({ server, buyer, order: given.unpaid }, payment?.payUrl ?? '', 'pay')
    await server.drain()
    const view = ok(await buyer.request(getOrder, { id: given.unpaid }))
    expect(view.status).toBe('issued')
    const policy = ok(await buyer.request(getPolicy, { order: given.unpaid }))
    const file = buyer.blob(policyDocumentFile, { id: policy.id, kind: 'policy', language: 'cn' })
    expect(await startOfFile(file)).toBe('%PDF-')
  })

  it('a change that was approved makes a version once it is paid, and a next term that was asked for a policy', async () => {
    const client = await signIn(server, PERSON)
    const [change] = ok(await client.request(listChanges, { policy: given.awaitingChange })).changes
    expect(change?.status).toBe('awaiting_payment')
    for (const pay of [`endorsement.${change?.id}`, `extension.${given.awaitingTerm}`]) {
      const { payment } = ok(
        await client.request(payCreate, { pay, method: 'wechat', key: `key-of-${pay}`.slice(0, 40).replace('.', '-') }),
      )
      await atGateway({ server, buyer: client, order: '' }, payment?.payUrl ?? '', 'pay')
      await server.drain()
    }
    const changed = ok(await client.request(getPolicy, { id: given.awaitingChange }))
    expect(changed.versions.map(({ reason }) => reason)).toEqual(['issue', 'endorsement'])
    const before = ok(await client.request(getPolicy, { id: given.endorsed }))
    expect(before.versions.map(({ reason }) => reason)).toEqual(['issue', 'endorsement'])
    const next = ok(await client.request(getPolicy, { id: before.next?.id ?? '' }))
    expect(next).toMatchObject({
      previous: { number: before.number },
      people: before.people,
      status: 'pending_activation',
    })
  })

  it('a draft of a claim is filled in and sent', async () => {
    const claimant = new Claimant(server, await signIn(server, EMAIL))
    const { claims } = ok(await claimant.client.request(listClaims, {}))
    const id = claims.find((it) => it.status === 'draft')?.id ?? ''
    claimant.view = ok(await claimant.client.request(getDraft, { id }))
    expect(claimant.draft.documents.map((it) => it.kind)).toEqual(['id_copy'])
    const visits = ANSWERS.outpatient.visits.map((it) => ({ ...it, invoice: 'INV-20999' }))
    await claimant.sign()
    await claimant.save({ ...ANSWERS.outpatient, visits, ...tick })
    // Not by a key of the fixtures, which begin anew in every process: the old store has them.
    for (const { kind, least } of (await claimant.look()).checklist)
      for (let i = kind === 'id_copy' ? 1 : 0; i < least; i++)
        await claimant.upload(kind, { upload: `upload-of-now-${kind}-${i}` })
    await claimant.look()
    expect((await claimant.submit()).caseNumber).toMatch(/^YF-C-/)
  })

  it('the bank answers the batch that it was given, and the claims are paid', async () => {
    const desk = new BankDesk(server)
    const { number, lines } = readBatchFile(await desk.export(given.batch))
    const answer = { ...PAID, day: '2026-03-23' }
    const told = resultFile(
      number,
      lines.map((line) => ({ line, answer })),
    )
    expect((await desk.result(told)).said).toContain('2 paid, 0 returned')
    desk.close()
  })

  it('an operator’s key is known, and every list of what waits is printed', async () => {
    const deps = { ...server.deps, config: { ...server.deps.config, mode: 'production' as const } }
    expect(await commandOutput(deps, claimCommands, ['claims', 'list'], given.operatorKey)).toMatchObject({ code: 0 })
    const commands = features.flatMap((it) => it.commands ?? [])
    const lists = commands.filter((it) => it.verb === 'list' && it.reads && it.args === undefined)
    expect(lists.length).toBeGreaterThan(10)
    for (const { noun } of lists)
      expect(await commandOutput(server.deps, commands, [noun, 'list']), noun).toMatchObject({ code: 0 })
  })
})

describe('its records', () => {
  it('of what was shown at each sale verify', async () => {
    const said = await commandOutput(server.deps, orderCommands, ['sales-log', 'verify'])
    expect(said).toEqual({ code: 0, said: `${rows.tables['sales_heads']?.length} records intact` })
  })

  it('of refunds agree with what payments say was refunded', async () => {
    const refunds = await server.deps.db.selectFrom('refunds').selectAll().execute()
    const payments = await server.deps.db.selectFrom('payments').selectAll().execute()
    const returned = (id: string) =>
      refunds.filter((it) => it.payment_id === id).reduce((sum, it) => sum + it.amount_minor, 0)
    expect(payments.map((it) => [it.id, it.refund_minor ?? 0])).toEqual(payments.map((it) => [it.id, returned(it.id)]))
    expect(refunds.every((it) => it.status === 'succeeded')).toBe(true)
  })

  it.skipIf(!canBeCopied)('are sealed anew under another secret, and open with that one alone', async () => {
    const next = Buffer.alloc(32, 9).toString('base64')
    server = await old.again(2, { SECRET: `${next},\n${rows.secret}` })
    const words = ['keys', 'reseal', '--by', 'chen', '--why', 'yearly']
    expect(await commandOutput(server.deps, serverCommands, words)).toMatchObject({ code: 0 })
    server = await old.again(4, { SECRET: next })
    const client = await signIn(server, PERSON)
    expect(ok(await client.request(getPolicy, { id: given.extended })).versions).toHaveLength(2)
    const input = { id: given.extended, kind: 'card', language: 'en', version: 1 } as const
    expect(await startOfFile(client.blob(policyDocumentFile, input))).toBe('%PDF-')
  })
})
