/**
 * Cancelling after the start because the visa was refused: the whole premium for the letter, what an operator reads,
 * how long the letter is kept.
 */
import { readFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startClaim } from '../../src/features/claims/contract.ts'
import { refundCommands } from '../../src/features/cashier/server/refunds/refund-commands.ts'
import { approveRequest, latestRequest } from '../../src/features/cashier/server/refunds/request-and-decide-refund.ts'
import { getPolicy } from '../../src/features/policies/contract.ts'
import {
  attachRefusalLetter,
  surrenderAfterVisaRefusal,
  surrenderPolicy,
  surrenderQuote,
  takeBackSurrender,
} from '../../src/features/policies/surrender-calls.ts'
import { surrenderCommands } from '../../src/features/policies/server/surrender/surrender-commands.ts'
import { purgeLetters } from '../../src/features/policies/server/surrender/visa-refusal-letters.ts'
import { fileOf, proof, sumOf } from './change-desk.ts'
import { jpeg } from './hostile-files.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { commandOutput } from './operator-commands.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { paidPolicyServer } from './policy-servers.ts'
import type { Client, TestServer } from './start-server.ts'

const DAY = 86_400_000
const decision = { by: 'operator:li', why: 'letter of 3 March read' }
let server: TestServer
let policy: string
let client: Client
const begin = async (days = 40): Promise<void> => {
  server.advance(days * DAY)
  client = await logInAs(server, INSURED)
}
beforeEach(async () => {
  ;({ server, given: policy } = await paidPolicyServer())
  client = await logInAs(server, INSURED)
})
afterEach(() => server.close())

const quote = async () => ok(await client.request(surrenderQuote, { id: policy }))
const whole = async (): Promise<number> => (await quote()).visaRefused?.amount.amount ?? -1
const view = async () => ok(await client.request(getPolicy, { id: policy }))
const request = async () =>
  (await latestRequest(server.deps.db, `policy:${policy}`)) ?? expect.fail('nothing was asked for')
async function send(amount: number, over: { by?: Client; bytes?: Buffer; notTravelled?: boolean } = {}) {
  const bytes = over.bytes ?? (await proof())
  return (over.by ?? client).request(
    surrenderAfterVisaRefusal,
    { id: policy, amount, notTravelled: over.notTravelled ?? true, sha256: sumOf(bytes) },
    fileOf(bytes),
  )
}
const attach = (bytes: Buffer, by = client) =>
  by.request(attachRefusalLetter, { id: policy, sha256: sumOf(bytes) }, fileOf(bytes))
const operator = async (...words: string[]): Promise<string> =>
  (await commandOutput(server.deps, [...refundCommands, ...surrenderCommands], words)).said

describe('what comes back', () => {
  it('before the start the letter makes no difference: all of it comes back anyway', async () => {
    expect((await quote()).visaRefused).toBeNull()
    expect(refusal(await send((await quote()).amount.amount))).toBe('changed')
  })

  it('after the start it is the whole premium, line by line', async () => {
    await begin()
    const { premium } = await view()
    const { amount, visaRefused } = await quote()
    expect(amount.amount).toBeLessThan(premium.amount)
    expect(visaRefused).toEqual({
      amount: premium,
      lines: [
        { id: 'premium', amount: premium },
        { id: 'total', amount: premium },
      ],
    })
  })

  it('nothing more if the plan has its own rule, or after a paid claim', async () => {
    await begin()
    await server.deps.write((trx) =>
      trx
        .insertInto('claims')
        .values({
          id: 'claim-of-a-test',
          status: 'paid',
          version: 1,
          created_at: 1,
          updated_at: 1,
          user_id: 'u',
          answers: '{}',
          policy_id: policy,
          lang: 'en',
          insurer: 'qinghe',
          plan: 'us-campus',
          tier: 'gold',
          key_versions: '{}',
          step: 'check',
          paid_minor: 100,
          complex: 0,
          start_key: 'k',
          lapses_at: 1,
        } as never)
        .execute(),
    )
    expect((await quote()).visaRefused).toBeNull()
    expect(refusal(await send((await view()).premium.amount))).toBe('changed')
  })
})

describe('asked for', () => {
  beforeEach(() => begin())

  it('with the letter, it waits for an operator who reads it and approves; then everything goes back', async () => {
    const { premium, number } = await view()
    expect(ok(await send(premium.amount))).toEqual({ files: 1 })
    expect(ok(await attach(await jpeg(900, 700)))).toEqual({ files: 2 })
    await server.check()
    expect((await view()).surrender).toMatchObject({
      status: 'under_review',
      amount: premium,
      letter: { files: 2, unusable: 0 },
    })
    const { id } = await request()
    expect(await operator('refunds', 'show', id)).toContain(`Read them by: policies refusal-letter ${number} 1 FILE`)
    const to = join(mkdtempSync(join(tmpdir(), 'letters-')), 'letter.jpg')
    expect(await operator('policies', 'refusal-letter', number, '2', to, '--by', 'li', '--why', 'refund')).toBe(
      `${to} (image/jpeg)`,
    )
    expect(readFileSync(to).subarray(0, 2).toString('hex')).toBe('ffd8')
    await expect(approveRequest(server.deps, id, { ...decision, by: 'operator:wang' })).rejects.toThrow('letter_unread')
    const looks = await server.deps.db
      .selectFrom('events')
      .select('by')
      .where('entity_id', '=', policy)
      .where('to_status', '=', 'looked_at')
      .execute()
    expect(looks).toEqual([{ by: 'operator:li' }])
    await approveRequest(server.deps, id, decision)
    await server.drain()
    server.advance(2 * 60_000)
    await server.drain()
    expect(await view()).toMatchObject({ status: 'cancelled', surrender: { status: 'succeeded', amount: premium } })
    const { start: day } = (await view()).period
    expect(
      await client.request(startClaim, { policy, day, key: 'after-all-came-back', sensitive: true }),
    ).toMatchObject({ ok: false, code: 'not_covered_then' })
  })

  it('only by who says that nobody travelled, at the sum that was shown, once', async () => {
    const amount = await whole()
    expect(refusal(await send(amount, { notTravelled: false }))).toBe('invalid')
    expect(refusal(await send(amount - 1))).toBe('changed')
    const replies = await Promise.all([send(amount), send(amount)])
    expect(replies.map(refusal).sort()).toEqual(['ok', 'requested'])
    expect(refusal(await client.request(surrenderPolicy, { id: policy, amount: (await view()).premium.amount }))).toBe(
      'requested',
    )
    // The answer was lost: the same file, sent again as an additional one, is stored once.
    expect(ok(await attach(await proof()))).toEqual({ files: 1 })
  })

  it('not approved before the letter was looked at; without one that can be opened it is refused, and its sender told why', async () => {
    const broken = (await proof()).subarray(0, 600)
    expect(ok(await send(await whole(), { bytes: broken }))).toEqual({ files: 1 })
    await expect(approveRequest(server.deps, (await request()).id, decision)).rejects.toThrow('files_waiting')
    await server.check()
    expect((await view()).surrender).toMatchObject({
      status: 'rejected',
      why: '拒签信文件无法打开，请重新拍照或以PDF格式上传。',
      letter: { files: 0, unusable: 1 },
    })
    expect(ok(await send(await whole()))).toEqual({ files: 1 })
  })

  it('by nobody else; nobody else can add a file, and nobody can after it was withdrawn', async () => {
    const amount = await whole()
    const stranger = await logInAs(server, 'stranger@example.com')
    expect(refusal(await send(amount, { by: stranger }))).toBe('not_found')
    expect(refusal(await attach(await proof()))).toBe('not_under_review')
    await send(amount)
    expect(refusal(await attach(await jpeg(700, 500), stranger))).toBe('not_found')
    expect(refusal(await client.request(takeBackSurrender, { id: policy }))).toBe('ok')
    expect(refusal(await attach(await jpeg(700, 500)))).toBe('not_under_review')
  })

  it('takes nine files and no more', async () => {
    await send(await whole())
    for (let i = 1; i < 9; i++) expect(ok(await attach(await jpeg(600 + i, 400)))).toEqual({ files: i + 1 })
    expect(refusal(await attach(await jpeg(900, 400)))).toBe('files_full')
  })

  it('the letter is deleted 30 days after the decision, and not before', async () => {
    await send(await whole())
    await server.check()
    const kept = () =>
      server.deps.db.selectFrom('files').select('id').where('owner', 'like', 'visa-refusal:%').execute()
    await client.request(takeBackSurrender, { id: policy })
    server.advance(29 * DAY)
    await purgeLetters.run(server.deps)
    await server.drain()
    expect(await kept()).not.toEqual([])
    server.advance(2 * DAY)
    await purgeLetters.run(server.deps)
    await server.drain()
    expect([await kept(), await server.deps.db.selectFrom('visa_refusal_letters').selectAll().execute()]).toEqual([
      [],
      [],
    ])
  })
})
