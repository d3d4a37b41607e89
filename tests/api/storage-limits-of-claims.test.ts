/** Limits on what one account stores with its claims. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { discardClaim, handOver, saveClaim, startClaim } from '../../src/features/claims/contract.ts'
import { STORAGE_LIMITS } from '../../src/lib/storage-limits.ts'
import { newId } from '../../src/server/new-id.ts'
import { TODAY, type Claimant } from './claims-fixtures.ts'
import { insuredServer } from './insured-server.ts'
import { ok, refusal } from './orders-fixtures.ts'
import type { TestServer } from './start-server.ts'

const DAY = 86_400_000
let server: TestServer
let lin: Claimant
let policy: string
beforeEach(async () => {
  const insured = await insuredServer()
  server = insured.server
  lin = insured.claimant
  policy = (await lin.policies())[0]?.id ?? ''
})
afterEach(() => server.close())

const begin = (i: number) =>
  lin.client.request(startClaim, { policy, day: TODAY, key: `claim-draft-${i}`, sensitive: true })

test('an account has a limit of claims that were not sent, and is told to delete one', async () => {
  for (let i = 0; i < STORAGE_LIMITS.claimDrafts; i++) ok(await begin(i))
  expect(await begin(STORAGE_LIMITS.claimDrafts)).toMatchObject({
    ok: false,
    code: 'too_many_drafts',
    message: expect.stringContaining('delete those') as string,
  })
})

test('an account has a limit of claims that it begins in a day, deleted or not', async () => {
  for (let i = 0; i < STORAGE_LIMITS.claimDraftsDay; i++) {
    const { id } = ok(await begin(i))
    ok(await lin.client.request(discardClaim, { id }))
  }
  expect(await begin(99)).toMatchObject({
    ok: false,
    code: 'too_many_begun',
    message: expect.stringContaining('tomorrow') as string,
  })
})

/** Rows of documents like the one that was sent last. */
async function documents(count: number, over: { size?: number; removed_at?: number }): Promise<void> {
  const { id } = await lin.upload('other')
  const { db } = server.deps
  const row = await db.selectFrom('claim_documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, () => ({ ...row, ...over, id: newId() }))
  await server.deps.write((trx) => trx.insertInto('claim_documents').values(rows).execute())
}

test('a claim has a limit of bytes', async () => {
  await lin.start()
  await documents(1, { size: STORAGE_LIMITS.claimFileBytes - 10_000_000 })
  expect(refusal(await lin.tryUpload('other'))).toBe('ok')
  await documents(1, { size: 10_000_000 })
  expect(await lin.tryUpload('other')).toMatchObject({
    ok: false,
    code: 'claim_full',
    message: expect.stringContaining('Send it as it is') as string,
  })
})

test('a claim has a limit of documents that were ever sent, removed ones included', async () => {
  await lin.start()
  await documents(STORAGE_LIMITS.claimDocumentsSent - 1, { removed_at: server.deps.clock() })
  expect(await lin.tryUpload('other')).toMatchObject({ ok: false, code: 'claim_full' })
})

test('signatures are recorded a limited number of times while a claim is filled in, and the last one always', async () => {
  const signed = async (): Promise<number> =>
    (
      await server.deps.db
        .selectFrom('events')
        .select('id')
        .where('entity_id', '=', lin.id)
        .where('data', 'like', '%"signed"%')
        .execute()
    ).length
  await lin.complete()
  await lin.client.request(saveClaim, { id: lin.id, base: lin.draft.version, patch: {}, step: 'check' })
  await lin.look()
  const before = await signed()
  await server.deps.write(async (trx) => {
    const event = await trx
      .selectFrom('events')
      .selectAll()
      .where('entity_id', '=', lin.id)
      .where('data', 'like', '%"signed"%')
      .executeTakeFirstOrThrow()
    for (let i = before; i < STORAGE_LIMITS.claimSignings; i++)
      await trx
        .insertInto('events')
        .values({ ...event, id: newId() })
        .execute()
  })
  await lin.sign()
  await lin.save({ contactPerson: '林晓晓' })
  expect(await signed()).toBe(STORAGE_LIMITS.claimSignings)
  await lin.submit()
  expect(await signed()).toBe(STORAGE_LIMITS.claimSignings + 1)
})

test('an account has a limit of codes a day that hand a claim over to a phone', async () => {
  await lin.start()
  const code = () => lin.client.request(handOver, { id: lin.id, step: 'documents' })
  for (let i = 0; i < STORAGE_LIMITS.handOversDay; i++) ok(await code())
  expect(await code()).toMatchObject({ ok: false, code: 'too_many', extra: { retryAfter: DAY / 1000 } })
})
