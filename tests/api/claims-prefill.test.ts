/**
 * What is reused from an earlier claim: the account that was paid, the accepted ID, the contact; only of the same
 * person.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  claimablePolicies,
  correctAccount,
  documentFile,
  getClaim,
  getDraft,
  removeDocument,
  startClaim,
  withdrawClaim,
} from '../../src/features/claims/contract.ts'
import { me as whoAmI } from '../../src/features/session/contract.ts'
import { putContact } from '../../src/features/session/server/contacts/contact-changes.ts'
import { openAccount } from '../../src/features/claims/server/answer-columns.ts'
import { ASSESSMENT, ClaimBench } from './claims-handler.ts'
import { ANSWERS, Claimant, EMAIL, TODAY, tick } from './claims-fixtures.ts'
import { ok } from './orders-fixtures.ts'

const CARE = {
  type: 'outpatient',
  description: 'A cough.',
  hospital: ANSWERS.outpatient.hospital,
  visits: ANSWERS.outpatient.visits,
  medicine: false,
  otherInsurance: false,
} as const

let bench: ClaimBench
beforeAll(async () => {
  bench = await ClaimBench.ready()
  await bench.send()
})
afterAll(() => bench.close())

/** A new draft of the same person. */
const begin = async (): Promise<Claimant> => {
  bench.me.view = undefined
  await bench.me.start()
  return bench.me
}

test('before anything is paid or accepted, only the contact is filled in', async () => {
  const me = await begin()
  expect(me.draft.answers).toMatchObject({
    accountFrom: '',
    contactPerson: '林晓',
    contactPhone: '+44 7911 123456',
    email: 'claims.lin@example.com',
  })
  expect([me.draft.accountOnFile, me.draft.documents]).toEqual([null, []])
})

test('after one payment, account and ID are not asked for again, and the number never leaves the server', async () => {
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
  const me = await begin()
  expect(me.draft.accountOnFile).toMatchObject({ reference: bench.id, tail: '0128', bank: '中国工商银行' })
  expect(me.draft.answers).toMatchObject({ accountFrom: bench.id, accountNumber: '' })
  expect(JSON.stringify(me.draft)).not.toContain('6222021234567890128')
  expect(me.draft.documents.map(({ kind, reused }) => [kind, reused])).toEqual([
    ['id_copy', true],
    ['id_copy', true],
  ])
  await me.sign()
  await me.save({ ...CARE, ...tick })
  expect(me.draft.checklist.filter((it) => it.required).map((it) => it.kind)).toEqual([
    'id_copy',
    'invoice',
    'medical_record',
  ])
  await me.upload('invoice')
  await me.upload('medical_record')
  await me.look()
  const { caseNumber } = await me.submit()
  expect(caseNumber).toMatch(/^YF-C-/)
  const row = await bench.server.deps.db
    .selectFrom('claims')
    .selectAll()
    .where('id', '=', me.id)
    .executeTakeFirstOrThrow()
  expect(openAccount(bench.server.deps, row.account ?? '')).toMatchObject({
    accountName: '林晓',
    accountNumber: '6222021234567890128',
  })
})

test('the ID is copied into the draft: removing it there leaves the earlier case unchanged', async () => {
  const me = await begin()
  for (const { id } of me.draft.documents) ok(await me.client.request(removeDocument, { id: me.id, document: id }))
  await bench.server.drain()
  expect((await me.look()).errors.documents).toMatchObject({ id_copy: 'document_required' })
  const earlier = (await bench.look()).documents.find(({ kind }) => kind === 'id_copy')
  expect((await me.client.blob(documentFile, { id: bench.id, document: earlier?.id ?? '', size: 'full' })).ok).toBe(
    true,
  )
})

test('another account may be given instead; a reference to somebody else’s account is refused', async () => {
  const me = await begin()
  await me.save({ accountFrom: '' })
  expect(me.draft.errors.account).toBeDefined()
  expect(me.draft.checklist.some(({ kind }) => kind === 'proof_of_account')).toBe(true)
  await me.save({ accountFrom: 'claim-of-somebody' })
  expect([me.draft.errors.account, me.draft.accountOnFile]).toEqual([{ accountFrom: 'account_again' }, null])
})

test('nothing of it is filled in for another person', async () => {
  const other = await Claimant.insured(bench.server, { email: 'chen@example.com' })
  await other.start()
  expect([other.draft.accountOnFile, other.draft.documents, other.draft.answers.accountFrom]).toEqual([null, [], ''])
})

test('an ID that was received more than a year ago has to be photographed again', async () => {
  const { write, clock } = bench.server.deps
  await write((trx) =>
    trx
      .updateTable('claim_documents')
      .set({ received_at: clock() - 400 * 86_400_000 })
      .where('kind', '=', 'id_copy')
      .execute(),
  )
  expect((await begin()).draft.documents).toEqual([])
})

test('an account that returned a payment after the last one arrived is neither offered nor accepted, and other claims to it ask for another', async () => {
  const { server, me } = bench
  await bench.send()
  const due = { id: bench.id, number: bench.number }
  const chosen = await begin()
  expect(chosen.draft.answers.accountFrom).not.toBe('')
  const draft = chosen.id
  server.advance(1000)
  await bench.send()
  for (const words of [
    ['register'],
    ['review'],
    ['accept-document', 'all'],
    ['decide', '--file', bench.file('b.yaml', ASSESSMENT)],
    ['pay'],
    ['payment-failed', '--reason', 'account_closed'],
  ] as const) {
    const [verb, ...rest] = words
    await bench.done('Zhou', verb, ...rest)
  }
  const returned = bench.id
  me.view = ok(await me.client.request(getDraft, { id: draft }))
  expect([me.draft.accountOnFile, me.draft.errors.account]).toEqual([null, { accountFrom: 'account_again' }])
  const fresh = await begin()
  expect([fresh.draft.accountOnFile, fresh.draft.answers.accountFrom]).toEqual([null, ''])
  // The claim that is not paid yet: says so, and takes another account, which nobody is paid to yet.
  const view = async (id: string) => ok(await me.client.request(getClaim, { id }))
  expect((await view(returned)).accountReturned).toBeNull()
  expect((await view(due.id)).accountReturned).toMatchObject({
    tail: '0128',
    may: 'change',
    reason: { en: expect.stringContaining('closed') },
  })
  const account = {
    accountOwn: true,
    payeeName: '',
    payeeRelation: '',
    accountCountry: 'CN',
    accountName: '林晓',
    accountNumber: '6225880123456783',
    bankName: '招商银行',
    bankFields: { branch: '上海外滩支行' },
  } as const
  const changed = ok(
    await me.client.request(correctAccount, {
      id: due.id,
      version: (await view(due.id)).version,
      account,
      confirmed: true,
    }),
  )
  expect([changed.accountReturned, changed.payments, changed.status, changed.account?.tail]).toEqual([
    null,
    [],
    'submitted',
    '6783',
  ])
  expect(
    await me.client.request(correctAccount, {
      id: due.id,
      version: changed.version,
      account: { ...account, accountNumber: '6222021234567890128' },
      confirmed: true,
    }),
  ).toMatchObject({ code: 'not_possible' })
  // The person corrected the account; the insurer, not the person, told the bank to pay.
  const again = ok(
    await me.client.request(correctAccount, {
      id: returned,
      version: (await view(returned)).version,
      account,
      confirmed: true,
    }),
  )
  expect(
    again.activity
      .slice(0, 2)
      .map(({ by, kind }) => `${kind} by ${by}`)
      .sort(),
  ).toEqual(['account_corrected by you', 'paying by us'])
  expect(again.account).toMatchObject({ bank: '招商银行', tail: '6783', country: 'CN' })
})

test('a claim for a follow-up visit begins with kind and hospital of the claim that it follows', async () => {
  const me = bench.me
  const begun = async (after: string) => {
    const { policies } = ok(await me.client.request(claimablePolicies, { day: TODAY }))
    const { answers } = ok(
      await me.client.request(startClaim, {
        policy: policies[0]?.id ?? '',
        day: TODAY,
        key: `follow-up-${after}`,
        sensitive: true,
        after,
      }),
    )
    return [answers.type, answers.hospital.name, answers.visits]
  }
  const { answers } = await bench.look()
  expect(await begun(bench.id)).toEqual(['outpatient', answers.hospital.name, []])
  const unsent = await begin()
  expect(await begun(unsent.id)).toEqual(['', '', []])
})

test('an address that the account has given up since is not filled in again', async () => {
  const { server, me } = bench
  server.advance(60_000)
  await bench.send({ ...ANSWERS.outpatient, email: EMAIL })
  expect((await begin()).draft.answers.email).toBe(EMAIL)
  const { id } = ok(await me.client.request(whoAmI, {})).user
  await server.deps.write((trx) =>
    putContact(server.deps, trx, id, 'lin.new@example.com', { by: `user:${id}`, lang: 'en' }),
  )
  expect((await begin()).draft.answers.email).toBe('lin.new@example.com')
})

test('a claim that was withdrawn to correct a figure is told again as it was, but for account, files and declarations', async () => {
  const me = bench.me
  me.view = undefined
  await bench.send()
  const sent = await bench.look()
  ok(await me.client.request(withdrawClaim, { id: sent.id, version: sent.version }))
  const { answers } = ok(
    await me.client.request(startClaim, {
      policy: sent.policy.id,
      day: TODAY,
      key: 'told-again',
      sensitive: true,
      after: sent.id,
    }),
  )
  const { type, description, hospital, visits, medicine, otherInsurance } = sent.answers
  expect(answers).toMatchObject({ type, description, hospital, visits, medicine, otherInsurance })
  expect(answers.visits).not.toEqual([])
  expect([answers.accountNumber, answers.unavailable, answers.declarations]).toEqual(['', [], ['sensitive']])
})
