/**
 * Documents that were added later: drawn afterwards for policies issued before, and forms of schools filled in on
 * request.
 */
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getPolicy, policyDocumentFile, schoolFormFile } from '../../src/features/policies/contract.ts'
import { verifyPolicy } from '../../src/features/policies/verify-calls.ts'
import { drawMissingDocuments } from '../../src/features/policies/server/documents/missing-documents.ts'
import { addVersion } from '../../src/features/policies/server/versions/policy-versions.ts'
import { dayOf } from '../../src/lib/days/dates.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { ok } from './orders-fixtures.ts'
import { insuredPolicyServer } from './policy-servers.ts'
import type { TestServer } from './start-server.ts'

let server: TestServer
let policy: string
beforeEach(async () => {
  ;({ server, given: policy } = await insuredPolicyServer())
})
afterEach(() => server.close())

const text = async (blob: unknown): Promise<string> =>
  new TextDecoder('latin1').decode(await (blob as Blob).arrayBuffer())

describe('a kind of document that came later', () => {
  it('is drawn once on demand, is then listed, and verifies as genuine', async () => {
    await server.deps.write((trx) =>
      trx
        .updateTable('policy_documents')
        .set({ file_id: null, sha256: null, size: null })
        .where('kind', '=', 'policy')
        .execute(),
    )
    const client = await logInAs(server, INSURED)
    const kinds = async () =>
      new Set(ok(await client.request(getPolicy, { id: policy })).documents.map((it) => it.kind))
    expect((await kinds()).has('policy')).toBe(false)
    expect(await drawMissingDocuments(server.deps)).toBe(1)
    expect(await drawMissingDocuments(server.deps)).toBe(0)
    expect((await kinds()).has('policy')).toBe(true)
    const file = await client.blob(policyDocumentFile, { id: policy, kind: 'policy', language: 'cn' })
    expect(file.ok && (await text(file.data)).startsWith('%PDF')).toBe(true)
    const { verify_code: code } = await server.deps.db
      .selectFrom('policy_documents')
      .select('verify_code')
      .where('policy_id', '=', policy)
      .where('kind', '=', 'policy')
      .executeTakeFirstOrThrow()
    expect(ok(await server.client().request(verifyPolicy, { code }))).toMatchObject({
      genuine: true,
      kind: 'policy',
      replaced: false,
    })
  })

  it('that cannot be drawn does not block the others, and is tried again', async () => {
    await server.deps.write((trx) =>
      trx.updateTable('policy_documents').set({ file_id: null }).where('kind', '=', 'policy').execute(),
    )
    const dying = { ...server.deps, files: { ...server.deps.files, put: () => Promise.reject(new Error('disk full')) } }
    expect(await drawMissingDocuments(dying)).toBe(0)
    expect(await drawMissingDocuments(server.deps)).toBe(1)
  })
})

describe('a form of a school', () => {
  it('is filled in for people who may see the policy, and for nobody else', async () => {
    const client = await logInAs(server, INSURED)
    const { schoolForms } = ok(await client.request(getPolicy, { id: policy }))
    const form = schoolForms[0]?.id ?? ''
    const file = await client.blob(schoolFormFile, { id: policy, form })
    expect(file.ok && (await text(file.data)).startsWith('%PDF')).toBe(true)
    expect(await client.blob(schoolFormFile, { id: policy, form: 'no-such-school' })).toMatchObject({
      ok: false,
      code: 'not_found',
    })
    const stranger = await logInAs(server, 'stranger@example.com')
    expect(await stranger.blob(schoolFormFile, { id: policy, form })).toMatchObject({ ok: false, code: 'not_found' })
  })

  it('is not offered, nor made, once the policy is cancelled', async () => {
    const client = await logInAs(server, INSURED)
    const [form] = ok(await client.request(getPolicy, { id: policy })).schoolForms
    await server.deps.write((trx) =>
      addVersion(server.deps, trx, policy, {
        change: { reason: 'surrender', lastDay: dayOf(server.deps.clock()), refund: 0 },
        kinds: [],
        by: 'operator:test',
      }),
    )
    expect(ok(await client.request(getPolicy, { id: policy })).schoolForms).toEqual([])
    expect(await client.blob(schoolFormFile, { id: policy, form: form?.id ?? '' })).toMatchObject({
      ok: false,
      code: 'not_found',
    })
  })
})

it('documents of a cancelled policy stay available, and say so on every page; its terms are as they were', async () => {
  const client = await logInAs(server, INSURED)
  const titleOf = async (kind: 'visa_letter' | 'terms') => {
    const file = await client.blob(policyDocumentFile, { id: policy, kind, language: 'cn' })
    if (!file.ok) throw new Error(file.code)
    return (await PDFDocument.load(await (file.data as Blob).arrayBuffer())).getTitle() ?? ''
  }
  expect(await titleOf('visa_letter')).not.toContain('已退保')
  await server.deps.write((trx) =>
    addVersion(server.deps, trx, policy, {
      change: { reason: 'surrender', lastDay: dayOf(server.deps.clock()), refund: 0 },
      kinds: [],
      by: 'test',
    }),
  )
  await server.drain()
  expect(await titleOf('visa_letter')).toContain('（已退保）')
  expect(await titleOf('terms')).not.toContain('已退保')
})
