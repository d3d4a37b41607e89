/** Signing a draft, and who can open it: its claimant, and a phone that it was handed to. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { writeToken } from '../../src/app/storage/storage.ts'
import type { Call } from '../../src/lib/contract.ts'
import * as calls from '../../src/features/claims/contract.ts'
import { DECLARATIONS } from '../../src/features/claims/rules/draft/declarations.ts'
import { LANGS, type Lang } from '../../src/lib/locale.ts'
import { readPages } from '../../src/server/pdf/read-pdf.testing.ts'
import { exchange } from '../../src/features/session/contract.ts'
import { STROKES, ANSWERS, anotherVisit, Claimant, buyPolicy, tick, TODAY } from './claims-fixtures.ts'
import { successfulCommand } from './claims-handler.ts'
import { startServer, type TestServer } from './start-server.ts'
import { idOf, ok, parent, person, refusal, sentFile } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

let server: TestServer
let lin: Claimant
beforeAll(async () => {
  server = await startServer()
  lin = await Claimant.insured(server)
})
afterAll(() => server.close())

/** The text of the stored form, without white space. */
const formTextOf = async (who: Claimant, id: string, language: Lang): Promise<string> => {
  const file = sentFile(await who.client.blob(calls.formFile, { id, language }))
  return readPages(new Uint8Array(await file.arrayBuffer()))
    .join('')
    .replace(/[\s\u00a0]+/g, '')
}
const flat = (text: string): string => text.replace(/[\s\u00a0]+/g, '')
const made = {
  care: ANSWERS.accident,
  payee: { accountOwn: false, payeeName: '王芳', payeeRelation: 'parent' as const },
}

describe('documents that are made from the answers', () => {
  test('accident statement and authorisation are made from the answers, signed before sending, and stay with the form', async () => {
    await lin.start()
    await lin.sign()
    const answers = { ...anotherVisit(made.care, 'made'), ...made.payee, accountName: '王芳' }
    await lin.save({ ...answers, declarations: ['truth', 'sensitive', 'cross-border'] })
    await lin.uploadAll()
    expect(lin.draft.documents.map(({ kind }) => kind)).not.toContain('accident_statement')
    // Each is signed by itself; nothing else is missing.
    expect(lin.draft.errors).toEqual({
      check: {
        'declarations.accident-statement': 'declaration_required',
        'declarations.authorisation': 'declaration_required',
      },
    })
    expect(await lin.trySubmit()).toMatchObject({ code: 'incomplete' })
    await lin.save(tick)
    // What was read is signed: it is read again when it says something else.
    await lin.save({ payeeRelation: 'other', contactPerson: '王芳' })
    expect(lin.draft.errors).toEqual({ check: { 'declarations.authorisation': 'declaration_required' } })
    await lin.save({ ...tick, payeeRelation: 'parent' })
    const { id, caseNumber } = { id: lin.id, ...(await lin.submit()) }
    await server.drain()
    for (const language of LANGS) {
      const text = await formTextOf(lin, id, language)
      const word = (key: string, values?: Record<string, unknown>): string =>
        flat(server.deps.words(language, key, values))
      for (const part of [
        word('claimform:made.true'),
        flat(answers.description),
        flat(answers.place),
        word('claimform:made.authorise.insured', { name: '王芳' }),
        word('claims:payeeRelation.parent'),
        '****0128',
        word('claimform:made.scope'),
      ])
        expect(text, language).toContain(part)
      expect(text).not.toContain('6222021234567890128')
    }
    const shown = await successfulCommand(server)('Zhou', 'show', caseNumber)
    expect(shown).toContain('signed accident_statement  made from the answers, printed in the claim form')
    expect(shown).toContain('signed authorisation  made from the answers, printed in the claim form')
    const { declarations } = ok(await lin.client.request(calls.getClaim, { id })).answers
    expect(declarations).toEqual(expect.arrayContaining(tick.declarations ?? []))
  })

  test.each([
    { by: 'another device', again: {}, signed: ['sensitive', 'truth', 'cross-border', 'authorisation'] },
    // Its answer was lost: the device says it again, with the tick that came after it.
    { by: 'this device', again: { description: 'Another.' }, signed: tick.declarations },
  ])(
    'a tick signs what $by has changed since the device last heard, if it is known there',
    async ({ again, signed }) => {
      await lin.start()
      await lin.sign()
      const { version: heard } = await lin.save(anotherVisit(made.care, 'changed meanwhile'))
      await lin.save({ description: 'Another.' })
      const { declarations } = ok(await lin.trySave({ ...again, ...tick }, heard)).draft.answers
      expect(declarations.toSorted()).toEqual([...(signed ?? [])].toSorted())
    },
  )

  test('a statement that was signed on paper and uploaded stands in for the one that is made', async () => {
    await lin.start()
    await lin.sign()
    await lin.save({ ...anotherVisit(made.care, 'paper'), declarations: ['truth', 'sensitive', 'cross-border'] })
    await lin.uploadAll()
    await lin.upload('accident_statement')
    await lin.look()
    expect(lin.draft.errors).toEqual({})
    // Ticked before the paper was added: it is not signed twice.
    await lin.save(tick)
    const { caseNumber } = await lin.submit()
    await server.drain()
    expect(await formTextOf(lin, lin.id, 'en')).not.toContain(flat(server.deps.words('en', 'claimform:made.true')))
    const shown = await successfulCommand(server)('Zhou', 'show', caseNumber)
    expect(shown).toContain('accident_statement  received')
    expect(shown).not.toContain('signed accident_statement')
  })
})

describe('signing a draft', () => {
  test('accepts a name written by hand, but not a blank field, a dot or a line', async () => {
    await lin.start()
    const dot: typeof STROKES = [[[500, 200, 30]]]
    const line: typeof STROKES = [
      Array.from({ length: 30 }, (_, i): [number, number, number] => [100 + i * 25, 200, 30]),
    ]
    expect(await lin.trySign({ strokes: [] })).toMatchObject({
      code: 'invalid',
      fields: { strokes: 'signature_required' },
    })
    expect(await lin.trySign({ strokes: dot })).toMatchObject({ fields: { strokes: 'signature_small' } })
    expect(await lin.trySign({ strokes: line })).toMatchObject({ fields: { strokes: 'signature_line' } })
    expect(await lin.trySign({ read: false })).toMatchObject({ fields: { read: 'read_required' } })
    expect(refusal(await lin.trySign({ sha256: 'f'.repeat(64) }))).toBe('text_changed')
    const view = await lin.sign({ language: 'cn' })
    expect(view).toMatchObject({
      version: 2,
      signature: { kind: 'drawn', name: '林晓', lang: 'cn', stands: true },
      done: ['policy', 'sign'],
    })
    const kept = await server.deps.db
      .selectFrom('claim_signatures')
      .selectAll()
      .where('claim_id', '=', lin.id)
      .executeTakeFirstOrThrow()
    const png = await server.deps.files.bytes(kept.picture_file ?? '')
    expect(png?.bytes.subarray(1, 4).toString()).toBe('PNG')
  })
  test('shows the signature on the person’s other device, and on nobody else’s', async () => {
    await lin.start()
    expect(ok(await lin.client.request(calls.signatureStrokes, { id: lin.id })).strokes).toEqual([])
    await lin.sign()
    const phone = await lin.elsewhere()
    expect(ok(await phone.client.request(calls.signatureStrokes, { id: lin.id })).strokes).toEqual(STROKES)
    const stranger = await logInAs(server, 'stranger@example.com')
    expect(refusal(await stranger.request(calls.signatureStrokes, { id: lin.id }))).toBe('not_found')
  })
  test('accepts the typed name of the signer, which replaces an earlier signature', async () => {
    await lin.start()
    await lin.sign()
    const first = await server.deps.db
      .selectFrom('claim_signatures')
      .select('picture_file')
      .where('claim_id', '=', lin.id)
      .executeTakeFirstOrThrow()
    expect(await lin.trySign({ kind: 'typed', name: '林小' })).toMatchObject({ fields: { name: 'name_format' } })
    expect(await lin.trySign({ kind: 'typed' })).toMatchObject({ fields: { name: 'name_required' } })
    expect((await lin.sign({ kind: 'typed', name: ' 林 晓 ' })).signature).toMatchObject({
      kind: 'typed',
      name: '林晓',
    })
    await server.drain()
    expect(await server.deps.files.get(first.picture_file ?? '')).toBeNull()
    expect(
      await server.deps.db.selectFrom('claim_signatures').selectAll().where('claim_id', '=', lin.id).execute(),
    ).toHaveLength(1)
  })
  test('is done by a parent for a child', async () => {
    const child = person('2010-01-01', {
      idName: '林小雨',
      idNumber: idOf('2010-01-01', 'female', 91),
      email: 'child@example.com',
    })
    await buyPolicy(server, {
      email: 'parent@example.com',
      people: {
        relationship: 'child',
        policyholder: parent,
        insured: child,
        family: [],
        ownWages: false,
        pricedBirthDate: '',
        deathBenefitElsewhere: 0,
      },
    })
    const mother = new Claimant(server, await logInAs(server, 'parent@example.com'))
    expect(await mother.start()).toMatchObject({ signer: { role: 'guardian', name: '林建国' } })
    const form = ok(await mother.client.request(calls.claimForm, { id: mother.id, language: 'en' }))
    expect(form.sections.map(({ id }) => id)).toContain('claim-guardian')
    const view = await mother.sign({ kind: 'typed', name: '林建国' })
    expect(view.signature).toMatchObject({ name: '林建国', stands: true })
    expect(view.checklist.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['guardian_id', 'relationship']))
  })
})

describe('who can open a draft', () => {
  test('a stranger, or somebody without a login, finds nothing by any call', async () => {
    await buyPolicy(server, { email: 'mallory@example.com' })
    const mallory = new Claimant(server, await logInAs(server, 'mallory@example.com'))
    await lin.start()
    await lin.sign()
    const document = await lin.upload('id_copy')
    const { id } = lin
    const sha256 = 'a'.repeat(64)
    const of: readonly (readonly [Call, Record<string, unknown>])[] = [
      [calls.getDraft, { id }],
      [calls.saveClaim, { id, base: 1, patch: { place: 'x' } }],
      [calls.claimForm, { id, language: 'en' }],
      [calls.signClaim, { id, kind: 'typed', name: '林晓', read: true, language: 'en', sha256 }],
      [calls.discardClaim, { id }],
      [calls.claimDocuments, { id }],
      [calls.removeDocument, { id, document: document.id }],
      [calls.documentFile, { id, document: document.id, size: 'full' }],
      [calls.uploadDocument, { id, upload: 'upload-of-mallory', kind: 'invoice', name: 'a.jpg' }],
      [calls.submitClaim, { id, version: 1 }],
      [calls.formFile, { id, language: 'en' }],
      [calls.handOver, { id, step: 'event' }],
      [calls.watchClaim, { id }],
      [calls.getClaim, { id }],
    ]
    for (const [call, input] of of)
      expect([call.path, refusal(await mallory.client.request(call, input))]).toEqual([call.path, 'not_found'])
    const stranger = server.client()
    for (const [call, input] of of)
      expect(await stranger.request(call, input)).toMatchObject({ ok: false, code: '5000' })
    const [policy] = await mallory.policies()
    expect(
      refusal(
        await lin.client.request(calls.startClaim, {
          policy: policy?.id ?? '',
          day: TODAY,
          key: 'not-my-policy',
          sensitive: true,
        }),
      ),
    ).toBe('not_found')
    expect(
      refusal(await lin.client.request(calls.saveClaim, { id, base: 1, patch: {}, policy: policy?.id ?? '' })),
    ).toBe('not_found')
  })
})

test('a phone that was handed the draft can finish it, and can reach nothing else', async () => {
  await lin.start()
  const other = lin.id
  await lin.start()
  await lin.sign()
  await lin.save(ANSWERS.outpatient)
  const { code } = ok(await lin.client.request(calls.handOver, { id: lin.id, step: 'documents' }))
  const phone = new Claimant(server, server.client({ device: 'mobile' }))
  const { token, csrf } = ok(await phone.client.request(exchange, { code }))
  writeToken(phone.client.store, token, server.deps.clock())
  phone.client.store.setItem(KEYS.csrfName, csrf.name)
  phone.client.store.setItem(KEYS.csrfToken, csrf.token)
  phone.view = lin.draft
  const state = async () => ok(await lin.client.request(calls.handOverState, { id: lin.id, code })).status
  expect(ok(await phone.client.request(calls.getDraft, { id: lin.id, look: true })).movable).toBe(false)
  expect(await state()).toBe('opening')
  ok(await phone.client.request(calls.getDraft, { id: lin.id }))
  expect(await state()).toBe('used')
  const [policy] = await lin.policies()
  expect(await phone.client.request(calls.claimablePolicies, {})).toMatchObject({ ok: false, code: '31000' })
  expect(
    await phone.client.request(calls.startClaim, {
      policy: policy?.id ?? '',
      day: TODAY,
      key: 'from-the-phone',
      sensitive: true,
    }),
  ).toMatchObject({ ok: false, code: '31000' })
  expect(refusal(await phone.client.request(calls.getDraft, { id: other }))).toBe('not_found')
  expect(
    refusal(await phone.client.request(calls.saveClaim, { id: lin.id, base: 1, patch: {}, policy: policy?.id ?? '' })),
  ).toBe('not_found')
  await phone.uploadAll()
  await phone.save({ declarations: [...DECLARATIONS] })
  const { caseNumber } = await phone.submit()
  expect(await lin.trySubmit()).toMatchObject({ ok: true, data: { caseNumber } })
  expect(await phone.client.request(calls.getDraft, { id: lin.id, look: true })).toMatchObject({
    ok: false,
    code: 'already_sent',
    extra: { handedOver: true },
  })
})
