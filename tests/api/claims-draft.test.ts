/** Filling in a claim: begun, saved from two devices, signed, deleted, lapsed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '../../src/features/claims/contract.ts'
import { EMPTY_ANSWERS, type AnswerPatch } from '../../src/features/claims/rules/claim-fields.ts'
import { eventErrors } from '../../src/features/claims/rules/draft/claim-errors.ts'
import { sealAnswers } from '../../src/features/claims/server/answer-columns.ts'
import { ANSWERS, Claimant, TODAY } from './claims-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'
import { messages, ok, refusal } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const DAY = 86_400_000
let server: TestServer
let lin: Claimant
beforeAll(async () => {
  server = await startServer()
  lin = await Claimant.insured(server)
})
afterAll(() => server.close())

describe('beginning a draft', () => {
  test('needs a policy in force on that day; tapping twice makes one draft', async () => {
    const [policy] = await lin.policies()
    expect(policy).toMatchObject({ insured: '林晓', start: TODAY, end: '2027-02-28', cancelledOn: null })
    const begin = (day: string) =>
      lin.client.request(calls.startClaim, { policy: policy?.id ?? '', day, key: 'the-same-tap', sensitive: true })
    expect(await begin('2026-02-27')).toMatchObject({
      code: 'not_covered_then',
      extra: { cover: 'not_started' },
      fields: { day: 'not_covered_then' },
    })
    expect(await begin('2026-03-02')).toMatchObject({ code: 'day_future' })
    expect(refusal(await begin('2026-02-30'))).toBe('invalid')
    // West of Beijing the cover may have begun in the evening before; the place is not known yet.
    const evening = await lin.client.request(calls.startClaim, {
      policy: policy?.id ?? '',
      day: '2026-02-28',
      key: 'evening-in-new-york',
      sensitive: true,
    })
    expect(evening.ok).toBe(true)
    const [one, two] = await Promise.all([begin(TODAY), begin(TODAY)])
    expect(ok(one).id).toBe(ok(two).id)
    const draft = ok(one)
    expect(draft).toMatchObject({
      version: 1,
      step: 'sign',
      done: ['policy'],
      signer: { role: 'insured', name: '林晓', reader: true },
      holderNames: ['林晓'],
      signature: null,
      documents: [],
      answers: {
        incidentDay: TODAY,
        email: 'lin@example.com',
        contactPhone: '',
        otherInsurance: null,
        declarations: ['sensitive'],
      },
      lapsesAt: server.deps.clock() + 60 * DAY,
    })
    expect(draft.errors).toMatchObject({
      sign: { signature: 'signature_required' },
      event: { contactPerson: 'contact_person_required' },
      documents: { id_copy: 'document_required' },
    })
  })
})

test('accepts a day that has begun where the claimant is, even if Shanghai is still a day behind', async () => {
  const evening = await startServer()
  // 23:00 in Shanghai: in Auckland the next day began hours ago.
  evening.advance(Date.UTC(2026, 2, 1, 15) - evening.deps.clock())
  const kiwi = await Claimant.insured(evening)
  const [policy] = await kiwi.policies()
  const begin = (day: string) =>
    kiwi.client.request(calls.startClaim, {
      policy: policy?.id ?? '',
      day,
      key: `from-auckland-${day}`,
      sensitive: true,
    })
  const draft = ok(await begin('2026-03-02'))
  expect([draft.answers.incidentDay, draft.errors.event?.['incidentDay']]).toEqual(['2026-03-02', undefined])
  expect(await begin('2026-03-03')).toMatchObject({ code: 'day_future' })
  await evening.close()
})

test('stores nothing of a claim before its consent, which is kept on record and in the draft', async () => {
  const [policy] = await lin.policies()
  const begin = (sensitive: boolean) =>
    lin.client.request(calls.startClaim, { policy: policy?.id ?? '', day: TODAY, key: 'no-consent-yet', sensitive })
  expect(await begin(false)).toMatchObject({ code: 'invalid', fields: { sensitive: 'consent_required' } })
  lin.view = ok(await begin(true))
  expect((await lin.save({ declarations: ['truth'] })).answers.declarations).toEqual(['sensitive', 'truth'])
  const { data } = await server.deps.db
    .selectFrom('events')
    .select('data')
    .where('entity_id', '=', lin.id)
    .orderBy('at')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(data ?? '{}')).toMatchObject({
    kind: 'started',
    consent: { to: 'sensitive', lang: 'en', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
  })
})

describe('saving a draft', () => {
  test('keeps the changes of two devices, or tells the second one of the conflict, in whatever language', async () => {
    await lin.start()
    const phone = await lin.elsewhere()
    await lin.save({
      description: 'Fever since the night.',
      visits: [{ id: 'aaaa', day: TODAY, amount: 100, currency: 'GBP', invoice: '', elsewhere: null }],
    })
    const reply = ok(
      await phone.trySave({
        description: 'Sore throat.',
        contactPerson: '林晓',
        visits: [{ id: 'bbbb', day: TODAY, amount: 200, currency: 'GBP', invoice: '', elsewhere: null }],
      }),
    )
    // The browser merges lists by their rows, and saves the merged one.
    const at = server.deps.clock()
    expect(reply.conflicts).toMatchObject([
      { key: 'description', theirs: 'Fever since the night.', at },
      { key: 'visits', theirs: [{ id: 'aaaa' }], at },
    ])
    expect(reply.draft).toMatchObject({
      version: 3,
      answers: {
        description: 'Fever since the night.',
        contactPerson: '林晓',
        visits: [{ id: 'aaaa' }],
      },
    })
    // The person has seen version 3 and keeps their own words; but the other device has saved again meanwhile.
    await lin.save({ description: 'Fever since the night, and a rash.' })
    expect(ok(await phone.trySave({ description: 'Sore throat.' }, 3))).toMatchObject({
      draft: { version: 4 },
      conflicts: [{ key: 'description', theirs: 'Fever since the night, and a rash.' }],
    })
    expect(ok(await phone.trySave({ description: 'Sore throat.' }, 4)).draft).toMatchObject({
      version: 5,
      answers: { description: 'Sore throat.' },
    })
    expect(ok(await phone.trySave({ description: 'Sore throat.' }, 1))).toMatchObject({
      draft: { version: 5 },
      conflicts: [],
    })
  })
  test('keeps every answer of devices that save at once, or tells of the conflict', async () => {
    await lin.start()
    const fields = ['place', 'description', 'contactPerson', 'contactPhone'] as const
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) => lin.trySave({ [fields[i % 4] ?? 'place']: `by ${i}` })),
    )
    const draft = await lin.look()
    replies.forEach((reply, i) => {
      const { conflicts } = ok(reply)
      const field = fields[i % 4] ?? 'place'
      expect(conflicts.length === 1 ? conflicts[0]?.key : draft.answers[field]).toBe(
        conflicts.length === 1 ? field : `by ${i}`,
      )
    })
    expect([draft.version, replies.filter((it) => ok(it).conflicts.length === 0).length]).toEqual([5, 4])
  })
  test('refuses values that no form could hold, and keeps the step', async () => {
    await lin.start()
    expect(
      await lin.client.request(calls.saveClaim, { id: lin.id, base: 1, patch: { email: 'x'.repeat(121) } }),
    ).toMatchObject({ code: 'invalid', fields: { 'patch.email': 'too_long' } })
    expect(
      ok(await lin.client.request(calls.saveClaim, { id: lin.id, base: 1, patch: {}, step: 'account' })).draft,
    ).toMatchObject({ version: 1, step: 'account' })
    expect((await lin.look()).step).toBe('account')
  })
  test('takes a hospital only in a country of the list, and reads what was stored before there was one', async () => {
    await lin.start()
    const at = (country: string) => ({ slug: '', name: 'Sample Clinic', city: '', country })
    const visit = { id: 'visit1', day: '', amount: null, currency: '' as const, invoice: '', elsewhere: at('UK') }
    const save = (patch: AnswerPatch) => lin.client.request(calls.saveClaim, { id: lin.id, base: 1, patch })
    for (const country of ['ZZ', 'UK', 'EU', 'XK'])
      expect(await save({ hospital: at(country) })).toMatchObject({
        code: 'invalid',
        fields: { hospital: 'hospital_country_unknown' },
      })
    expect(await save({ visits: [visit] })).toMatchObject({
      fields: { 'visits.visit1.elsewhere': 'hospital_country_unknown' },
    })
    const stored = { ...EMPTY_ANSWERS, type: 'outpatient' as const, hospital: at('UK'), visits: [visit] }
    await server.deps.write((trx) =>
      trx
        .updateTable('claims')
        .set({ answers: sealAnswers(server.deps, stored) })
        .where('id', '=', lin.id)
        .execute(),
    )
    expect((await lin.look()).answers).toMatchObject({ hospital: at('UK'), visits: [visit] })
    expect(
      eventErrors(stored, '2026-03-01', { start: '2026-01-01', end: '2026-12-31', cancelledOn: null }),
    ).toMatchObject({
      hospital: 'hospital_country_unknown',
      'visits.visit1.elsewhere': 'hospital_country_unknown',
    })
    expect(ok(await save({ hospital: at('HK') })).draft.answers.hospital.country).toBe('HK')
    const changed = { ...visit, invoice: 'A-17' }
    expect(ok(await save({ visits: [changed] })).draft.answers.visits).toEqual([changed])
    expect(await save({ visits: [changed, { ...visit, id: 'visit2' }] })).toMatchObject({
      fields: { 'visits.visit2.elsewhere': 'hospital_country_unknown' },
    })
  })
  test('leaves no answer in clear text in the database, in logs or in events', async () => {
    await lin.start()
    await lin.save({ ...ANSWERS.outpatient, description: 'UNHEARDOF-DIAGNOSIS', accountNumber: '6222029999999999993' })
    await lin.sign()
    const row = await server.deps.db.selectFrom('claims').selectAll().where('id', '=', lin.id).executeTakeFirstOrThrow()
    const rows = [
      row,
      ...(await server.deps.db.selectFrom('claim_signatures').selectAll().where('claim_id', '=', lin.id).execute()),
      ...(await server.deps.db.selectFrom('events').selectAll().where('entity_id', '=', lin.id).execute()),
    ]
    expect(JSON.stringify(rows) + server.logs()).not.toMatch(/UNHEARDOF|62220299|林晓|Sample Street/)
  })
})

describe('deleting a draft', () => {
  test('removes everything in it, and may be repeated', async () => {
    await lin.start()
    await lin.save(ANSWERS.outpatient)
    await lin.sign()
    await lin.upload('id_copy')
    const files = await server.deps.db.selectFrom('files').select('id').where('owner', '=', `claim:${lin.id}`).execute()
    expect(files.length).toBe(3)
    const [one, two] = await Promise.all([0, 1].map(() => lin.client.request(calls.discardClaim, { id: lin.id })))
    expect([one?.ok, two?.ok]).toEqual([true, true])
    await server.drain()
    expect(
      await server.deps.db.selectFrom('files').select('id').where('owner', '=', `claim:${lin.id}`).execute(),
    ).toEqual([])
    for (const table of ['claim_documents', 'claim_signatures'] as const) {
      expect(await server.deps.db.selectFrom(table).selectAll().where('claim_id', '=', lin.id).execute()).toEqual([])
    }
    expect(refusal(await lin.client.request(calls.getDraft, { id: lin.id }))).toBe('not_found')
    expect(refusal(await lin.trySave({ place: 'x' }))).toBe('not_found')
    expect(refusal(await lin.tryUpload('invoice'))).toBe('not_found')
  })
  test('happens sixty days after the last save, with a notice a week before', async () => {
    const later = await startServer()
    const wang = await Claimant.insured(later, { email: 'lin@example.com' })
    await wang.start()
    await wang.upload('id_copy')
    later.advance(53 * DAY)
    await later.drain()
    expect((await messages(later)).filter(({ text }) => text.includes(wang.id)).map(({ subject }) => subject)).toEqual([
      'We will delete your unsent claim after 29\u00a0April\u00a02026',
    ])
    // Continuing it restarts the period.
    const again = new Claimant(later, await logInAs(later, 'lin@example.com'))
    again.view = ok(await again.client.request(calls.getDraft, { id: wang.id }))
    await again.save({ place: 'Leeds' })
    later.advance(8 * DAY)
    await later.drain()
    expect(
      (await later.deps.db.selectFrom('claims').select('status').where('id', '=', wang.id).executeTakeFirstOrThrow())
        .status,
    ).toBe('draft')
    later.advance(53 * DAY)
    await later.drain()
    const row = await later.deps.db.selectFrom('claims').selectAll().where('id', '=', wang.id).executeTakeFirstOrThrow()
    expect(row.status).toBe('discarded')
    // Who comes back to it learns that it lapsed, and when; nobody else learns anything.
    const back = await logInAs(later, 'lin@example.com')
    expect(await back.request(calls.getDraft, { id: wang.id })).toMatchObject({
      code: 'lapsed',
      extra: { lapsesAt: row.lapses_at },
    })
    expect(refusal(await (await logInAs(later, 'somebody@example.com')).request(calls.getDraft, { id: wang.id }))).toBe(
      'not_found',
    )
    expect(
      await later.deps.db.selectFrom('files').select('id').where('owner', '=', `claim:${wang.id}`).execute(),
    ).toEqual([])
    await later.close()
  })
})
