/** Documents that nobody asked for: a sent claim takes them until it is withdrawn, and its handler sees them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appealClaim, getClaim, removeDocument, withdrawClaim } from '../../src/features/claims/contract.ts'
import { promisedDocuments } from '../../src/features/claims/rules/case/promised-documents.ts'
import { ASSESSMENT, ClaimBench } from './claims-handler.ts'
import { ANSWERS, tick } from './claims-fixtures.ts'
import { ok, refusal } from './orders-fixtures.ts'

let bench: ClaimBench
beforeAll(async () => {
  bench = await ClaimBench.ready()
})
afterAll(() => bench.close())

/** Sends a claim without its medical record, which is promised for later. */
async function sendWithPromise(): Promise<void> {
  const { me } = bench
  me.view = undefined
  await me.start()
  await me.sign()
  await me.save({
    ...ANSWERS.outpatient,
    ...tick,
    visits: ANSWERS.outpatient.visits.map((it) => ({ ...it, amount: 7_000, invoice: 'INV-PROMISED' })),
    unavailable: [{ kind: 'medical_record', reason: 'later', why: '' }],
  })
  for (const kind of ['id_copy', 'id_copy', 'invoice', 'proof_of_account'] as const) await me.upload(kind)
  await me.look()
  bench.number = (await me.submit()).caseNumber
  bench.id = me.id
}

test('what was promised for later is missing until it arrives, and its handler sees it come', async () => {
  await sendWithPromise()
  const sent = await bench.look()
  expect(promisedDocuments(sent)).toEqual(['medical_record'])
  expect(sent.may.addDocument).toBe(true)
  expect(await bench.done('Zhou', 'show')).toContain('without medical_record  will send it later')

  bench.server.advance(60_000)
  await bench.me.upload('medical_record')
  const added = await bench.look()
  expect(promisedDocuments(added)).toEqual([])
  expect(added.version).toBeGreaterThan(sent.version)
  expect(added.activity[0]).toMatchObject({ kind: 'document_added', by: 'you' })
  expect(added.activity[0]?.values['document']).not.toBe('')
  expect(await bench.done('Zhou', 'show')).toMatch(/medical_record {2}received .* came unasked/)
  expect(await bench.done('Zhou', 'list')).toContain('came unasked: 1 to look at')

  // The second page of it is no second entry.
  await bench.me.upload('medical_record')
  expect((await bench.look()).activity.filter(({ kind }) => kind === 'document_added')).toHaveLength(1)
})

test('a paid case takes documents too, and is listed until somebody has looked at them', async () => {
  const { me } = bench
  await bench.send()
  for (const words of [
    ['register'],
    ['review'],
    ['accept-document', 'all'],
    ['decide', '--file', bench.file('a.yaml', ASSESSMENT)],
    ['pay'],
    ['pay', '--reference', 'R-1'],
  ] as const) {
    const [verb, ...rest] = words
    await bench.done('Zhou', verb, ...rest)
  }
  expect(await bench.done('Zhou', 'list')).not.toContain(bench.number)
  bench.server.advance(60_000)
  await me.upload('test_report')
  expect(await bench.look()).toMatchObject({ status: 'paid', turn: 'nobody' })
  expect(await bench.done('Zhou', 'list')).toContain(bench.number)
  await bench.done('Zhou', 'accept-document', 'all')
  expect(await bench.done('Zhou', 'list')).not.toContain(bench.number)

  // The photo of a signed form is not taken, nor is anything for an item that nobody asked for.
  expect(refusal(await me.tryUpload('claim_form'))).toBe('not_asked')
  expect(refusal(await me.tryUpload('invoice', { item: 'item-of-nobody' }))).toBe('not_asked')
  const { version, decisions } = await bench.look()
  ok(
    await me.client.request(appealClaim, {
      id: bench.id,
      version,
      decision: decisions[0]?.id ?? '',
      text: 'The vitamins were prescribed.',
    }),
  )
  await me.upload('prescription')
})

test('a withdrawn claim takes nothing', async () => {
  await bench.send()
  const { version } = await bench.look()
  ok(await bench.me.client.request(withdrawClaim, { id: bench.id, version }))
  expect(ok(await bench.me.client.request(getClaim, { id: bench.id })).may.addDocument).toBe(false)
  expect(refusal(await bench.me.tryUpload('invoice'))).toBe('not_asked')
})

const unaskedId = async (kind: string): Promise<string> =>
  (await bench.look()).documents.findLast((it) => it.kind === kind)?.id ?? ''
const takesBack = (document: string) => bench.me.client.request(removeDocument, { id: bench.id, document })

test('what came unasked is taken back by its sender, until somebody has looked at it or decided', async () => {
  const { me } = bench
  await bench.send()
  await bench.done('Zhou', 'register')
  await bench.done('Zhou', 'review')
  bench.server.advance(60_000)
  await me.upload('test_report')
  const first = await unaskedId('test_report')
  ok(await takesBack(first))
  const after = await bench.look()
  expect(after.documents.map((it) => it.id)).not.toContain(first)
  expect(after.activity[0]).toMatchObject({ kind: 'document_withdrawn', by: 'you' })
  // Twice is once, and what was sent with the claim stays.
  ok(await takesBack(first))
  expect(refusal(await takesBack(await unaskedId('invoice')))).toBe('not_editable')

  await me.upload('test_report')
  const seen = await unaskedId('test_report')
  await bench.done('Zhou', 'accept-document', seen)
  expect(refusal(await takesBack(seen))).toBe('not_editable')

  await me.upload('prescription')
  const waits = await unaskedId('prescription')
  await bench.server.drain()
  bench.server.advance(60_000)
  await bench.done('Zhou', 'decide', '--file', bench.file('b.yaml', ASSESSMENT))
  expect(refusal(await takesBack(waits))).toBe('not_editable')
  bench.server.advance(60_000)
  await me.upload('other')
  ok(await takesBack(await unaskedId('other')))
})

test('its handler sets it aside, after the decision too, and says why', async () => {
  const { me } = bench
  await bench.send()
  for (const words of [['register'], ['review'], ['accept-document', 'all']] as const) {
    const [verb, ...rest] = words
    await bench.done('Zhou', verb, ...rest)
  }
  const invoice = await unaskedId('invoice')
  expect((await bench.desk('Zhou', 'set-aside-document', invoice, '--en', 'No.', '--cn', '否')).said).toContain(
    'asked_for',
  )
  await bench.done('Zhou', 'decide', '--file', bench.file('c.yaml', ASSESSMENT))
  bench.server.advance(60_000)
  await me.upload('other')
  await bench.server.drain()
  const other = await unaskedId('other')
  expect(await bench.done('Zhou', 'list')).toContain('came unasked: 1 to look at')
  expect((await bench.desk('Zhou', 'set-aside-document', other)).said).toContain('reason')
  await bench.done('Zhou', 'set-aside-document', other, '--en', 'About another illness.', '--cn', '与本次理赔无关。')
  const listed = (await bench.done('Zhou', 'list')).split('\n').find((line) => line.includes(bench.number))
  expect(listed).not.toContain('came unasked')
  const view = await bench.look()
  expect(view.documents.find((it) => it.id === other)).toMatchObject({
    status: 'set_aside',
    reason: { en: 'About another illness.' },
  })
  expect(view.activity[0]).toMatchObject({ kind: 'document_set_aside' })
  expect(refusal(await takesBack(other))).toBe('not_editable')
})

test('what came unasked, however much, does not block what a handler asks for', async () => {
  const { me, server } = bench
  await bench.send()
  await bench.done('Zhou', 'register')
  await bench.done('Zhou', 'review')
  server.advance(60_000)
  await me.upload('other')
  const row = await server.deps.db
    .selectFrom('claim_documents')
    .selectAll()
    .where('id', '=', await unaskedId('other'))
    .executeTakeFirstOrThrow()
  await server.deps.write((trx) =>
    trx
      .insertInto('claim_documents')
      .values(Array.from({ length: 60 }, (_, i) => ({ ...row, id: `unasked-${i}` })))
      .execute(),
  )
  expect(refusal(await me.tryUpload('other'))).toBe('too_many_documents')
  await bench.done('Zhou', 'request', '--item', 'medical_record:no_doctor')
  const item = (await bench.look()).requests.at(-1)?.items[0]?.id ?? ''
  await me.upload('medical_record', { item })
  expect((await bench.look()).documents.some((it) => it.item === item)).toBe(true)
})
