/** A claim is sent completely or not at all, and once. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formFile, getClaim, getDraft, removeDocument, saveClaim } from '../../src/features/claims/contract.ts'
import type { Lang } from '../../src/lib/locale.ts'
import { openAccount } from '../../src/features/claims/server/answer-columns.ts'
import { formHandler } from '../../src/features/claims/server/documents/claim-form-file.ts'
import { lockFor } from '../../src/server/db/transaction-lock.ts'
import { ANSWERS, Claimant, tick } from './claims-fixtures.ts'
import { successfulCommand } from './claims-handler.ts'
import { waitsForLock } from './waits-for-lock.ts'
import { startServer, type TestServer } from './start-server.ts'
import { messages, ok, refusal, sentFile } from './orders-fixtures.ts'

let server: TestServer
let lin: Claimant
beforeAll(async () => {
  server = await startServer()
  lin = await Claimant.insured(server)
})
afterAll(() => server.close())

const times = <T>(count: number, run: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => run(i)))
const rowOf = (id: string, on = server) =>
  on.deps.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eventsOf = (id: string, on = server) =>
  on.deps.db
    .selectFrom('events')
    .selectAll()
    .where('entity', '=', 'claim')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()

test('a complete claim becomes a case, with a signed form and a message without personal details', async () => {
  await lin.start()
  const sent = await lin.send()
  expect(sent.caseNumber).toMatch(/^YF-C-260301-[0-9A-HJKMNP-TV-Z]{6}$/)
  await server.drain()
  const mails = (await messages(server)).filter((it) => it.subject.includes(sent.caseNumber))
  expect(mails.map((it) => it.to).sort()).toEqual(['claims.lin@example.com', 'lin@example.com'])
  for (const { text } of mails) expect(text).not.toMatch(/throat|622202|85\.40|林晓|\bGP\b/)
  const { data } = (await eventsOf(lin.id)).at(-1) ?? {}
  expect(JSON.parse(data ?? '{}')).toMatchObject({
    kind: 'submitted',
    accountName: 'same',
    answersSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
  })
  expect(data).not.toMatch(/throat|622202|林晓/)
  expect(openAccount(server.deps, (await rowOf(lin.id)).account ?? '')).toMatchObject({
    accountName: '林晓',
    accountNumber: '6222021234567890128',
  })
  expect(await lin.client.request(getDraft, { id: lin.id })).toMatchObject({
    ok: false,
    code: 'already_sent',
    extra: { caseNumber: sent.caseNumber },
  })
  expect(refusal(await lin.client.request(saveClaim, { id: lin.id, base: 1, patch: { description: 'x' } }))).toBe(
    'already_sent',
  )
  expect(refusal(await lin.trySign({ sha256: 'a'.repeat(64) }))).toBe('already_sent')
  expect(ok(await lin.client.request(getClaim, { id: lin.id }))).toMatchObject({
    status: 'submitted',
    caseNumber: sent.caseNumber,
  })
})

test('the form is made once in each language, and does not change when the wording changes later', async () => {
  await lin.start()
  const { id } = await lin.send()
  await server.drain()
  const forms = () =>
    server.deps.db
      .selectFrom('claim_forms')
      .select(['lang', 'sha256'])
      .where('claim_id', '=', id)
      .orderBy('lang')
      .execute()
  const made = await forms()
  expect(made.map(({ lang }) => lang)).toEqual(['cn', 'en'])
  const hashOf = async (language: Lang): Promise<string> => {
    const file = sentFile(await lin.client.blob(formFile, { id, language }))
    return createHash('sha256')
      .update(new Uint8Array(await file.arrayBuffer()))
      .digest('hex')
  }
  const { words } = server.deps
  server.deps.words = Object.assign((...of: Parameters<typeof words>) => `${words(...of)} (since amended)`, {
    has: words.has,
  })
  try {
    await formHandler.run(server.deps, { claim: id }, { id: 'again', attempt: 2 })
    for (const { lang, sha256 } of made) expect(await hashOf(lang)).toBe(sha256)
    expect(await forms()).toEqual(made)
  } finally {
    server.deps.words = words
  }
})

test('everything that is missing is named by step, and nothing is sent', async () => {
  await lin.start()
  await lin.save({ ...ANSWERS.accident, accountName: '林建国', declarations: [] })
  await lin.upload('id_copy')
  const reply = await lin.trySubmit()
  expect(reply).toMatchObject({ ok: false, code: 'incomplete' })
  const errors = reply.ok ? {} : reply.extra['errors']
  expect(errors).toEqual({
    sign: { signature: 'signature_required' },
    account: { accountName: 'account_name_match' },
    documents: Object.fromEntries(
      ['id_copy', 'invoice', 'medical_record', 'police_report', 'proof_of_account'].map((kind) => [
        kind,
        'document_required',
      ]),
    ),
    check: {
      'declarations.accident-statement': 'declaration_required',
      'declarations.truth': 'declaration_required',
    },
  })
  expect((await lin.look()).errors).toEqual(errors)
  expect(await rowOf(lin.id)).toMatchObject({ status: 'draft', case_number: null })
})

test('a claim can be sent with a reason instead of a document; the handler reads it and may ask for the document', async () => {
  await lin.start()
  await lin.sign()
  await lin.save({ ...ANSWERS.outpatient, ...tick })
  for (const kind of ['id_copy', 'id_copy', 'invoice'] as const) await lin.upload(kind)
  const why = 'The hospital or office does not issue it.\nI asked on the day and by mail.'
  await lin.save({
    unavailable: [
      { kind: 'id_copy', why: 'At home.' },
      { kind: 'medical_record', why },
      { kind: 'invoice', why: 'Came after all.' },
    ],
  })
  expect(await lin.trySubmit()).toMatchObject({
    code: 'incomplete',
    extra: { errors: { documents: { proof_of_account: 'document_required' } } },
  })
  await lin.upload('proof_of_account')
  const { caseNumber } = await lin.submit()
  // For documents that are there after all, no reason is stored.
  expect(ok(await lin.client.request(getClaim, { id: lin.id })).answers.unavailable).toEqual([
    { kind: 'medical_record', why },
  ])
  expect(JSON.parse((await eventsOf(lin.id)).at(-1)?.data ?? '{}')).toMatchObject({ without: ['medical_record'] })
  const desk = successfulCommand(server)
  expect(await desk('Zhou', 'show', caseNumber)).toContain('without medical_record  cannot get it: •••')
  expect(await desk('Zhou', 'show', caseNumber, '--reveal')).toContain(
    'without medical_record  cannot get it: The hospital or office does not issue it. / I asked on the day and by mail.',
  )
})

test('one page of a passport is enough; without any ID only a handler decides to pay, and confirms it', async () => {
  const withoutPages = async (): Promise<void> => {
    for (const { id } of (await lin.look()).documents.filter(({ kind }) => kind === 'id_copy'))
      ok(await lin.client.request(removeDocument, { id: lin.id, document: id }))
  }
  await lin.start()
  await lin.complete()
  await withoutPages()
  await lin.upload('id_copy')
  expect((await lin.look()).errors.documents).toEqual({ id_copy: 'document_required' })
  await lin.save({ idShown: 'passport' })
  expect(lin.draft.errors.documents).toBeUndefined()

  await withoutPages()
  await lin.save({ unavailable: [{ kind: 'id_copy', reason: 'other', why: 'At home.' }] })
  const { caseNumber } = await lin.submit()
  const shown = await successfulCommand(server)('Zhou', 'show', caseNumber)
  expect(shown).toContain('! insured.no_id  no usable ID of the insured person')
  expect(shown).toContain('(--confirm)')
})

test('what another device changed has to be seen before sending', async () => {
  await lin.start()
  await lin.complete()
  const seen = lin.draft.version
  const phone = await lin.elsewhere()
  await phone.save({ description: 'It got worse.' })
  expect(await lin.trySubmit(seen)).toMatchObject({ ok: false, code: 'conflict', extra: { version: seen + 1 } })
  const invoice = (await phone.look()).documents.find(({ kind }) => kind === 'invoice')
  ok(await phone.client.request(removeDocument, { id: lin.id, document: invoice?.id ?? '' }))
  expect(await lin.trySubmit(seen + 1)).toMatchObject({
    code: 'incomplete',
    extra: { errors: { documents: { invoice: 'document_required' } } },
  })
})

test('a name that the bank may write differently can be sent, and the operator sees the difference', async () => {
  await lin.start()
  await lin.send({ ...ANSWERS.outpatient, accountName: 'LIN XIAO' })
  expect(JSON.parse((await eventsOf(lin.id)).at(-1)?.data ?? '{}')).toMatchObject({ accountName: 'unsure' })
})

/** Sent from all devices at the same time, while another saves, deletes and uploads. */
async function pressed(on: TestServer, who: Claimant): Promise<void> {
  await who.start()
  await who.complete()
  const [sent, changed] = await Promise.all([
    times(5, () => who.trySubmit()),
    times(2, (i) => who.trySave({ description: `changed ${i}` })),
    times(2, () => who.tryUpload('test_report')),
  ])
  const numbers = new Set(sent.flatMap((it) => (it.ok ? [it.data.caseNumber] : [])))
  const row = await rowOf(who.id, on)
  // Either the claim was sent first, or a change was saved and the person checks again.
  expect([...numbers]).toEqual(row.case_number === null ? [] : [row.case_number])
  for (const it of sent) if (!it.ok) expect(it.code).toBe('conflict')
  for (const it of changed) if (!it.ok) expect(it.code).toBe('already_sent')
  const again = row.case_number ?? ok(await who.trySubmit((await who.look()).version)).caseNumber
  expect(ok(await who.trySubmit(1)).caseNumber).toBe(again)
  const moves = (await eventsOf(who.id, on)).filter((it) => it.from_status === 'draft' && it.to_status === 'submitted')
  expect(moves).toHaveLength(1)
  await on.drain()
  expect((await messages(on)).filter(({ subject }) => subject.includes(again))).toHaveLength(2)
  expect(await on.deps.db.selectFrom('claim_forms').selectAll().where('claim_id', '=', who.id).execute()).toHaveLength(
    2,
  )
}

/** Many devices save one answer each and one shared answer: none of it is lost silently. */
async function saved(who: Claimant): Promise<void> {
  await who.start()
  const keys = ['place', 'contactPerson', 'contactPhone', 'email', 'bankName', 'accountName'] as const
  const replies = (
    await times(6, (i) => who.trySave({ [keys[i] ?? 'place']: `own ${i}`, description: `common ${i}` }))
  ).map(ok)
  const { answers, version } = await who.look()
  keys.forEach((key, i) => expect(answers[key]).toBe(`own ${i}`))
  replies.forEach(({ conflicts }, i) => expect(conflicts.length === 0).toBe(answers.description === `common ${i}`))
  expect([version, replies.filter(({ conflicts }) => conflicts.length === 0).length]).toEqual([7, 1])
}

test('five presses at once make one case and one message', () => pressed(server, lin))
test('six devices that save at once lose nothing', () => saved(lin))

test('a claim sent during a full refund is judged by the state of the policy at that moment', async () => {
  const own = await startServer()
  const claimant = await Claimant.insured(own)
  await claimant.start()
  await claimant.sign()
  await claimant.save({ ...ANSWERS.outpatient, ...tick })
  await claimant.uploadAll()
  const { policy_id: policy } = await rowOf(claimant.id, own)
  let [begun, finish] = [(): void => undefined, (): void => undefined]
  const under = new Promise<void>((resolve) => {
    begun = resolve
  })
  const release = new Promise<void>((resolve) => {
    finish = resolve
  })
  const refunding = own.deps.write(async (trx) => {
    await lockFor(trx, `policy:${policy}`)
    await trx
      .updateTable('policies')
      .set({ status: 'cancelled', premium_minor: 0, cancelled_at: own.deps.clock() })
      .where('id', '=', policy)
      .execute()
    begun()
    await release
  })
  await under
  const sending = claimant.trySubmit()
  await expect.poll(() => waitsForLock(own.deps)).toBe(true)
  finish()
  await refunding
  expect(await sending).toMatchObject({
    ok: false,
    code: 'incomplete',
    extra: { errors: { policy: { policy: 'not_covered_then' } } },
  })
  await own.close()
})
