/** Documents that nobody asked for: a sent claim takes them until it is withdrawn, and its handler sees them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appealClaim, getClaim, withdrawClaim } from '../../src/features/claims/contract.ts'
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
