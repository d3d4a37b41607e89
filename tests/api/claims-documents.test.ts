/**
 * Documents of a claim: a receipt for each, the same file never twice, and only for the person and purpose they are
 * meant for.
 */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  claimDocuments,
  discardClaim,
  documentFile,
  getDraft,
  removeDocument,
  watchClaim,
  type DocumentView,
} from '../../src/features/claims/contract.ts'
import { newId } from '../../src/server/new-id.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { ANSWERS, Claimant, buyPolicy, photoBytes, tick } from './claims-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'
import { jpeg, pdf } from './hostile-files.ts'
import { ok, refusal, sentFile } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

let server: TestServer
let lin: Claimant
beforeAll(async () => {
  server = await startServer()
  lin = await Claimant.insured(server)
})
afterAll(() => server.close())

const listed = async (who = lin): Promise<DocumentView[]> =>
  ok(await who.client.request(claimDocuments, { id: who.id })).documents
const filesOf = (id: string) =>
  server.deps.db.selectFrom('files').selectAll().where('owner', '=', `claim:${id}`).execute()
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

describe('a receipt', () => {
  test('names time, size and checksum of the file; another device sees the document at once', async () => {
    await lin.start()
    const phone = await lin.elsewhere()
    const bytes = await phone.photo()
    const before = ok(await lin.client.request(watchClaim, { id: lin.id }))
    const receipt = await phone.upload('invoice', { name: 'Oncology report.jpg', upload: 'upload-by-phone' })
    expect(receipt).toEqual({
      id: 'upload-by-phone',
      kind: 'invoice',
      category: 4,
      item: null,
      name: 'Oncology report.jpg',
      mime: 'image/jpeg',
      pages: 1,
      size: bytes.length,
      sha256: hash(bytes),
      receivedAt: server.deps.clock(),
      by: 'user',
      status: 'received',
      fault: null,
      reason: null,
      hasThumb: true,
      reused: false,
    })
    expect(ok(await lin.client.request(watchClaim, { id: lin.id }))).toEqual({ ...before, documents: 1 })
    expect(await listed()).toEqual([receipt])
    expect(ok(await lin.client.request(getDraft, { id: lin.id })).documents).toEqual([receipt])
    // Neither the store nor the log contains the file's name.
    const rows = [
      ...(await filesOf(lin.id)),
      ...(await server.deps.db.selectFrom('claim_documents').selectAll().where('claim_id', '=', lin.id).execute()),
    ]
    expect(JSON.stringify(rows) + server.logs()).not.toContain('Oncology')
  })
  test('is the same, for the same file, if the document is sent again', async () => {
    await lin.start()
    const again = () => lin.upload('invoice', { upload: 'upload-of-a-bad-line' })
    const receipts = [...(await Promise.all([again(), again(), again()])), await again()]
    expect(new Set(receipts.map((it) => JSON.stringify(it))).size).toBe(1)
    expect([(await listed()).length, (await filesOf(lin.id)).length]).toEqual([1, 2])
    await lin.start()
    expect(refusal(await lin.tryUpload('invoice', { upload: 'upload-of-a-bad-line' }))).toBe('not_found')
    expect(await filesOf(lin.id)).toEqual([])
  })
  test('is not given for a damaged or harmful file', async () => {
    await lin.start()
    expect(await lin.tryUpload('invoice', { sha256: 'a'.repeat(64) })).toMatchObject({
      code: 'file_checksum',
      fields: { file: 'file_checksum' },
    })
    const photo = await photoBytes()
    const harm: readonly (readonly [string, Buffer, string])[] = [
      ['empty.jpg', Buffer.alloc(0), 'file_empty'],
      ['notes.txt', Buffer.from('hello'), 'file_type'],
      ['bill.pdf', photo, 'file_mismatch'],
      ['../../etc/passwd', photo, 'file_name'],
    ]
    for (const [name, bytes, code] of harm)
      expect([name, refusal(await lin.tryUpload('other', { bytes, name }))]).toEqual([name, code])
    // The claim form is signed, not photographed.
    expect(refusal(await lin.tryUpload('claim_form'))).toBe('not_asked')
    expect([await listed(), await filesOf(lin.id)]).toEqual([[], []])
  })
})

describe('while a file is being checked', () => {
  const broken = async (): Promise<Buffer> => Buffer.concat([(await photoBytes()).subarray(0, 200)])

  test('it has its receipt and counts as received, is shown to nobody, and the claim cannot be sent', async () => {
    await lin.start()
    await lin.complete()
    const { document } = ok(await lin.tryUpload('invoice', { upload: 'upload-unchecked' }))
    expect(document).toMatchObject({
      status: 'checking',
      sha256: hash(await lin.photo()),
      receivedAt: server.deps.clock(),
      hasThumb: false,
      fault: null,
    })
    expect(ok(await lin.client.request(watchClaim, { id: lin.id })).checking).toBe(1)
    for (const size of ['full', 'thumb'] as const)
      expect(refusal(await lin.client.request(documentFile, { id: lin.id, document: document.id, size }))).toBe(
        'not_found',
      )
    expect(ok(await lin.tryUpload('invoice', { upload: 'upload-unchecked' })).document).toEqual(document)
    const waits = await lin.trySubmit()
    expect(waits).toMatchObject({ ok: false, code: 'still_checking', extra: { count: 1 } })
    await server.check()
    expect((await listed()).find(({ id }) => id === document.id)).toMatchObject({
      status: 'received',
      hasThumb: true,
      receivedAt: document.receivedAt,
      sha256: document.sha256,
    })
    await lin.submit()
  })

  test('an unusable file is named at its place, does not count, and is deleted when the claim is sent', async () => {
    await lin.start()
    await lin.sign()
    await lin.save({ ...ANSWERS.outpatient, ...tick })
    await lin.uploadAll()
    const [invoice] = (await listed()).filter(({ kind }) => kind === 'invoice')
    expect((await lin.client.request(removeDocument, { id: lin.id, document: invoice?.id ?? '' })).ok).toBe(true)
    const { document } = ok(await lin.tryUpload('invoice', { bytes: await broken(), name: 'invoice.jpg' }))
    expect(Object.keys((await lin.look()).errors)).toEqual([])
    await server.check()
    expect((await listed()).find(({ id }) => id === document.id)).toMatchObject({
      status: 'failed',
      fault: 'file_broken',
      hasThumb: false,
    })
    expect((await lin.look()).errors).toEqual({ documents: { invoice: 'document_required' } })
    expect(refusal(await lin.trySubmit())).toBe('incomplete')
    expect(refusal(await lin.client.request(documentFile, { id: lin.id, document: document.id, size: 'full' }))).toBe(
      'not_found',
    )
    await lin.upload('invoice')
    await lin.look()
    await lin.submit()
    expect((await listed()).map(({ status }) => status)).not.toContain('failed')
  })

  test('if it is removed or its draft is deleted, nothing of it remains in the queue or on disk', async () => {
    await lin.start()
    const line = () =>
      server.deps.db.selectFrom('incoming').select('id').where('owner', '=', `claim:${lin.id}`).execute()
    const [one, two] = [ok(await lin.tryUpload('invoice')).document, ok(await lin.tryUpload('invoice')).document]
    expect(await line()).toHaveLength(2)
    expect((await lin.client.request(removeDocument, { id: lin.id, document: one.id })).ok).toBe(true)
    await server.drain()
    expect(await line()).toHaveLength(1)
    expect((await lin.client.request(discardClaim, { id: lin.id })).ok).toBe(true)
    await server.drain()
    expect(await line()).toEqual([])
    expect(await server.check()).toBe(0)
    expect([await filesOf(lin.id), two.status]).toEqual([[], 'checking'])
  })
})

test('the pages of a PDF are counted, and the stored PDF is downloaded under its own name', async () => {
  await lin.start()
  await lin.upload('invoice', { bytes: await pdf(3), name: '账单.pdf' })
  const [document] = await listed()
  expect(document).toMatchObject({ mime: 'application/pdf', pages: 3, hasThumb: false })
  const id = document?.id ?? ''
  const full = sentFile(await lin.client.blob(documentFile, { id: lin.id, document: id, size: 'full' }))
  expect((await full.text()).slice(0, 5)).toBe('%PDF-')
  expect(refusal(await lin.client.request(documentFile, { id: lin.id, document: id, size: 'thumb' }))).toBe('not_found')
})

test('a removed document is gone from the list and the disk, and removing it twice is harmless', async () => {
  await lin.start()
  const { id } = await lin.upload('invoice', { bytes: await jpeg(400, 300) })
  const keep = await lin.upload('medical_record')
  const remove = () => lin.client.request(removeDocument, { id: lin.id, document: id })
  expect([(await remove()).ok, (await remove()).ok]).toEqual([true, true])
  await server.drain()
  expect(await listed()).toEqual([keep])
  expect((await filesOf(lin.id)).length).toBe(2)
  expect(refusal(await lin.client.request(documentFile, { id: lin.id, document: id, size: 'full' }))).toBe('not_found')
  expect(refusal(await lin.client.request(removeDocument, { id: lin.id, document: 'never-was-there' }))).toBe(
    'not_found',
  )
})

test('a claim holds a limited number of documents', async () => {
  await lin.start()
  const { id } = await lin.upload('other')
  const row = await server.deps.db
    .selectFrom('claim_documents')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const many = Array.from({ length: LIMITS.maxDocuments - 2 }, () => ({ ...row, id: newId() }))
  await server.deps.write((trx) => trx.insertInto('claim_documents').values(many).execute())
  const replies = await Promise.all([0, 1, 2].map(() => lin.tryUpload('other')))
  expect(replies.map(refusal).sort()).toEqual(['ok', 'too_many_documents', 'too_many_documents'])
  expect(await lin.tryUpload('other')).toMatchObject({ message: expect.stringContaining('60') as unknown })
})

describe('a claim that was sent', () => {
  test('answers an open request only with documents of the kind it asks for, until the answer is sent', async () => {
    await lin.start()
    const { id } = await lin.send()
    const item = newId()
    const both = JSON.stringify({ en: 'x', cn: 'x' })
    await server.deps.write(async (trx) => {
      await trx.updateTable('claims').set({ status: 'supplement_required' }).where('id', '=', id).execute()
      const request = newId()
      await trx
        .insertInto('claim_requests')
        .values({
          id: request,
          claim_id: id,
          at: 0,
          due_on: '2026-03-31',
          status: 'open',
          version: 1,
          updated_at: 0,
          sent_at: null,
          by: 'operator:chen',
        })
        .execute()
      await trx
        .insertInto('claim_request_items')
        .values({
          id: item,
          request_id: request,
          claim_id: id,
          kind: 'prescription',
          title: both,
          reason: both,
          must: both,
          replaces: null,
          status: 'open',
          version: 1,
          updated_at: 0,
          unavailable: null,
        })
        .execute()
    })
    const status = async () =>
      (
        await server.deps.db
          .selectFrom('claim_request_items')
          .select('status')
          .where('id', '=', item)
          .executeTakeFirstOrThrow()
      ).status
    expect(refusal(await lin.tryUpload('invoice', { item }))).toBe('not_asked')
    expect(refusal(await lin.tryUpload('prescription', { item: newId() }))).toBe('not_asked')
    const document = await lin.upload('prescription', { item })
    expect([document.item, await status()]).toEqual([item, 'answered'])
    const first = (await listed()).find(({ kind }) => kind === 'invoice')
    expect(refusal(await lin.client.request(removeDocument, { id, document: first?.id ?? '' }))).toBe('not_editable')
    expect((await lin.client.request(removeDocument, { id, document: document.id })).ok).toBe(true)
    expect(await status()).toBe('open')
    await server.deps.write((trx) =>
      trx.updateTable('claims').set({ status: 'in_review' }).where('id', '=', id).execute(),
    )
    expect(refusal(await lin.tryUpload('prescription', { item }))).toBe('not_asked')
  })
})

test('somebody else cannot see or remove a document, or learn that its id is taken', async () => {
  await buyPolicy(server, { email: 'mallory@example.com' })
  const mallory = new Claimant(server, await logInAs(server, 'mallory@example.com'))
  await lin.start()
  const { id } = await lin.upload('invoice')
  await mallory.start()
  expect(refusal(await mallory.tryUpload('invoice', { upload: id }))).toBe('not_found')
  for (const claim of [lin.id, mallory.id]) {
    expect(refusal(await mallory.client.request(documentFile, { id: claim, document: id, size: 'full' }))).toBe(
      'not_found',
    )
    expect(refusal(await mallory.client.request(removeDocument, { id: claim, document: id }))).toBe('not_found')
  }
  expect(await listed()).toHaveLength(1)
})
