/**
 * A claimant is told at the visit, the invoice number or the file that they claimed it before; never of anybody else's
 * claim, and nothing on a phone that was handed one claim only.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { writeToken } from '../../src/app/storage/storage.ts'
import type { Visit } from '../../src/features/claims/rules/claim-fields.ts'
import { getDraft, handOver, saveClaim } from '../../src/features/claims/contract.ts'
import { backfillMatchKeys } from '../../src/features/claims/server/settlement/claimed-before.ts'
import type { ClaimStatus } from '../../src/features/claims/rules/status-values.ts'
import { exchange } from '../../src/features/session/contract.ts'
import { ANSWERS, Claimant, EMAIL, TODAY } from './claims-fixtures.ts'
import { ClaimBench } from './claims-handler.ts'
import { jpeg } from './hostile-files.ts'
import { ok } from './orders-fixtures.ts'
import { ANSWERS as PLACED, placeClaim, type Placed } from './place-claim.ts'

const VISIT: Visit = { id: 'v777', day: TODAY, amount: 8_540, currency: 'GBP', invoice: 'INV-20877', elsewhere: null }
const visit = (over: Partial<Visit> = {}): Visit => ({ ...VISIT, ...over })
const { hospital } = ANSWERS.outpatient

let bench: ClaimBench
/** The photo of the first claim. */
let photo: Buffer
let first: { claim: string; submittedAt: number }
beforeAll(async () => {
  bench = await ClaimBench.ready()
  const { submittedAt } = await bench.me.send()
  first = { claim: bench.me.id, submittedAt }
  photo = await bench.me.photo()
  bench.me.view = undefined
  bench.server.advance(60_000)
  await bench.me.start()
})
afterAll(() => bench.close())

/** What the draft says once these visits are saved. */
const told = async (...visits: Visit[]) => (await bench.me.save({ type: 'outpatient', hospital, visits })).claimedBefore

let places = 0
/** A claim of this login, written into the store, with an invoice number and a hospital of its own. */
async function placed(owner: string, over: Partial<Visit> & { at?: string } = {}): Promise<Placed> {
  const { at = `Clinic ${++places}`, ...of } = over
  const it = await placeClaim(bench.server.deps, {
    owner,
    another: false,
    answers: { ...PLACED, hospital: { ...hospital, name: at }, visits: [visit({ invoice: '', ...of })] },
  })
  await backfillMatchKeys(bench.server.deps)
  return it
}
const becomes = (claim: string, status: ClaimStatus) =>
  bench.server.deps.write((trx) => trx.updateTable('claims').set({ status }).where('id', '=', claim).execute())
/** The document's bytes are taken to be those of another one. */
const sameBytes = (id: string, sha256: string) =>
  bench.server.deps.write((trx) => trx.updateTable('claim_documents').set({ sha256 }).where('id', '=', id).execute())

describe('a claim of this login', () => {
  it('is told at the visit once the same number is saved, however it is written', async () => {
    expect(await told(visit({ invoice: 'ｉｎｖ ０２０８７７', amount: 1_200 }))).toEqual([
      { kind: 'invoice', part: 'v777', ...first },
    ])
    expect((await bench.me.look()).claimedBefore).toEqual([{ kind: 'invoice', part: 'v777', ...first }])
  })
  it('is told for the same day, hospital and amount under another number or none, visit by visit', async () => {
    expect(await told(visit({ invoice: '' }), visit({ id: 'v888', invoice: '', amount: 8_541 }))).toEqual([
      { kind: 'visit', part: 'v777', ...first },
    ])
  })
  it('is told no longer once the number and the amount are put right', async () => {
    expect(await told(visit())).toHaveLength(1)
    expect(await told(visit({ invoice: 'INV-20878', amount: 9_000 }))).toEqual([])
  })
  it('is not told while it is a draft, nor after it was withdrawn', async () => {
    const other = await placed(EMAIL, { invoice: 'GONE-0001' })
    const now = visit({ invoice: 'gone 0001', amount: 100 })
    expect(await told(now)).toMatchObject([{ kind: 'invoice', claim: other.id }])
    for (const status of ['cancelled', 'discarded', 'draft'] as const) {
      await becomes(other.id, status)
      expect(await told(now), status).toEqual([])
    }
  })
  it('is told on the other policy of the login too, and of several the latest', async () => {
    await placed(EMAIL, { invoice: 'TWICE-31' })
    bench.server.advance(1_000)
    const later = await placed(EMAIL, { invoice: 'TWICE-31' })
    expect(await told(visit({ invoice: 'twice 31', amount: 100 }))).toMatchObject([{ claim: later.id }])
  })
})

describe('a file', () => {
  it('of an earlier claim is told at the document, if it proves one cost', async () => {
    await told()
    const again = await bench.me.upload('invoice', { bytes: photo })
    const record = await bench.me.upload('medical_record', { bytes: photo })
    const card = await bench.me.upload('id_copy', { bytes: photo })
    const { claimedBefore } = await bench.me.look()
    expect(claimedBefore).toEqual([{ kind: 'file', part: again.id, ...first }])
    for (const part of [record.id, card.id]) expect(claimedBefore.map((it) => it.part)).not.toContain(part)
  })
  it('of a claim for somebody else in the family is told whatever it proves', async () => {
    const record = await bench.me.upload('medical_record', { bytes: await bench.me.photo() })
    const child = await placed(EMAIL)
    await sameBytes(child.documents['medical_record'] ?? '', record.sha256)
    expect((await bench.me.look()).claimedBefore).toContainEqual(
      expect.objectContaining({ kind: 'file', part: record.id, claim: child.id }),
    )
  })
})

describe('what nobody else is told', () => {
  it('a claim of another login is never told: the same number, visit and file', async () => {
    const it = await placed('stranger@example.com', { invoice: 'THEIRS-501', at: 'Their clinic' })
    const mine = await bench.me.upload('invoice', { bytes: await jpeg(330) })
    await sameBytes(it.documents['invoice'] ?? '', mine.sha256)
    const visits = [visit({ invoice: 'THEIRS-501' })]
    const view = await bench.me.save({ hospital: { ...hospital, name: 'Their clinic' }, visits })
    expect(view.claimedBefore.filter(({ part }) => part === 'v777' || part === mine.id)).toEqual([])
    expect(JSON.stringify(view)).not.toContain(it.id)
  })
  it('a phone that was handed the claim is told nothing, on reading and on saving', async () => {
    expect(await told(visit())).not.toEqual([])
    const { me, server } = bench
    const { code } = ok(await me.client.request(handOver, { id: me.id, step: 'documents' }))
    const phone = new Claimant(server, server.client({ device: 'mobile' }))
    const { token, csrf } = ok(await phone.client.request(exchange, { code }))
    writeToken(phone.client.store, token, server.deps.clock())
    phone.client.store.setItem(KEYS.csrfName, csrf.name)
    phone.client.store.setItem(KEYS.csrfToken, csrf.token)
    const view = ok(await phone.client.request(getDraft, { id: me.id, look: true }))
    expect(view.answers.visits).toEqual([visit()])
    expect(view.claimedBefore).toEqual([])
    const saved = await phone.client.request(saveClaim, { id: me.id, base: view.version, patch: { visits: [visit()] } })
    expect(ok(saved).draft.claimedBefore).toEqual([])
  })
})

it('is no hindrance: the claim can be sent, and the handler is told as before', async () => {
  const { me } = bench
  me.view = undefined
  await me.complete({ ...ANSWERS.outpatient, visits: [visit()] })
  expect(me.draft.claimedBefore).toMatchObject([{ kind: 'invoice', claim: first.claim }])
  expect(me.draft.errors).toEqual({})
  bench.number = (await me.submit()).caseNumber
  expect(await bench.done('wu', 'show')).toContain('! v777.same_invoice')
})
