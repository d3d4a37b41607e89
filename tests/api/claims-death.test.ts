/** A claim after a death: begun by the buyer, decided as a whole, paid to each heir separately (decision 0071). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as calls from '../../src/features/claims/contract.ts'
import { extensionOffer } from '../../src/features/policies/extension-calls.ts'
import { addDays, startOfCover } from '../../src/lib/days/dates.ts'
import { policyNotices } from '../../src/features/policies/server/messages/cover-begin-and-end-messages.ts'
import { Claimant, buyPolicy, STROKES, tick, TODAY } from './claims-fixtures.ts'
import { handlerCommands } from './claims-handler.ts'
import { logInAs } from './logged-in-user.ts'
import { maskIdNumber } from '../../src/lib/people/id-number-text.ts'
import { ok, parent } from './orders-fixtures.ts'
import { CARDS, DeathBench, FATHER, heir, MOTHER, told } from './death-fixtures.ts'

const BROTHER = heir('brot', '林小天', 'E12345678', CARDS[1], {
  relation: 'sibling',
  idType: 'passport',
  birthDate: '2014-05-06',
  guardian: '王美兰',
  accountName: '王美兰',
})

let bench: DeathBench
beforeEach(async () => {
  bench = await DeathBench.ready()
})
afterEach(() => bench.close())

/** Nobody writes before `count` callers have read what they decide on. */
function writeTogether(count: number): void {
  const { write } = bench.server.deps
  let waiting = 0
  let begin = (): void => undefined
  const all = new Promise<void>((resolve) => {
    begin = resolve
  })
  bench.server.deps.write = async (run) => {
    if (++waiting === count) begin()
    await all
    return write(run)
  }
}

describe('the buyer claims', () => {
  it('signs as claimant, is not asked about medical care, and names the heirs', async () => {
    const draft = await bench.begin()
    expect(draft).toMatchObject({
      signer: { role: 'claimant', name: '林建国' },
      policy: { death: true },
      answers: { type: 'death', claimant: { relation: 'parent' }, contactPerson: '林建国' },
      accountOnFile: null,
    })
    expect(
      ok(await bench.father.client.request(calls.claimForm, { id: bench.father.id, language: 'cn' })).sections[0]?.id,
    ).toBe('claim-claimant')
    await bench.father.sign({ kind: 'typed', name: '林建国' })
    const empty = await bench.father.save(tick)
    expect(Object.keys(empty.errors.event ?? {}).sort()).toEqual(['contactPhone', 'deathCause'])
    expect(empty.errors.account).toEqual({ heirs: 'heir_required' })
    expect(Object.keys(empty.errors.documents ?? {})).toEqual([
      'relationship',
      'death_certificate',
      'deregistration',
      'heir_id',
      'proof_of_account',
    ])
    const full = await bench.father.save(
      told({
        heirShares: 'agreed',
        heirs: [
          { ...FATHER, percent: '60' },
          { ...MOTHER, percent: '39.99' },
        ],
      }),
    )
    expect(full.errors.account).toEqual({ heirs: 'shares_not_100' })
    expect(full.checklist.filter(({ required }) => required).map(({ kind, least }) => [kind, least])).toEqual([
      ['relationship', 1],
      ['police_report', 1],
      ['death_certificate', 1],
      ['deregistration', 1],
      ['heir_id', 4],
      ['heirs_agreement', 1],
      ['proof_of_account', 2],
    ])
    expect(await bench.father.trySubmit()).toMatchObject({ ok: false, code: 'incomplete' })
  })

  it('nobody can claim for a death with the login of the insured person, or on their own policy', async () => {
    const child = new Claimant(bench.server, await logInAs(bench.server, 'child@example.com'))
    const [policy] = await child.policies()
    expect(policy?.death).toBe(false)
    expect(
      await child.client.request(calls.startClaim, {
        policy: policy?.id ?? '',
        day: TODAY,
        key: 'child-0000-0000',
        sensitive: true,
        death: true,
      }),
    ).toMatchObject({ ok: false, code: 'no_death_claim' })
    await child.start()
    expect(await child.trySave({ type: 'death' })).toMatchObject({ ok: false, code: 'no_death_claim' })
  })

  it('two saves at once cannot turn a claim on one’s own policy into a claim for a death', async () => {
    await buyPolicy(bench.server, { email: 'parent@example.com' })
    const policies = await bench.father.policies()
    const [childs, own] = [policies.find((it) => it.death), policies.find((it) => !it.death)]
    bench.father.view = ok(
      await bench.father.client.request(calls.startClaim, {
        policy: childs?.id ?? '',
        day: TODAY,
        key: 'both-0000-0000',
        sensitive: true,
      }),
    )
    const { id, version: base } = bench.father.draft
    writeTogether(2)
    const replies = await Promise.all([
      bench.father.client.request(calls.saveClaim, { id, base, patch: { type: 'death' } }),
      bench.father.client.request(calls.saveClaim, { id, base, patch: {}, policy: own?.id ?? '' }),
    ])
    expect(replies.filter(({ ok: done }) => !done)).toMatchObject([{ code: 'no_death_claim' }])
  })

  it('nobody can send a claim for a death on a policy that is no longer theirs', async () => {
    await bench.begin()
    await bench.father.sign({ kind: 'typed', name: '林建国' })
    await bench.father.save(told())
    await bench.father.uploadAll()
    await bench.server.deps.write((trx) =>
      trx.updateTable('policies').set({ buyer_email_mac: 'x', buyer_mobile_mac: 'x', user_id: 'another' }).execute(),
    )
    expect(await bench.father.trySubmit()).toMatchObject({ ok: false, code: 'no_death_claim' })
  })

  it('changing the claim to a death needs the claimant’s own signature', async () => {
    await bench.father.start()
    await bench.father.sign({ kind: 'typed', name: '林建国' })
    const view = await bench.father.save({ type: 'death' })
    expect(view).toMatchObject({ signer: { role: 'claimant' }, errors: { sign: { signature: 'signature_required' } } })
    expect((await bench.father.sign({ kind: 'drawn', strokes: STROKES })).signature).toMatchObject({
      name: '林建国',
      stands: true,
    })
  })

  it('the sum insured is paid in full, to each heir separately; a returned payment does not stop the others', async () => {
    const number = await bench.send()
    expect((await bench.look()).payees.map(({ name, share, due }) => [name, share, due])).toEqual([
      ['林建国', '50%', null],
      ['王美兰', '50%', null],
    ])
    expect((await bench.look()).answers).toMatchObject({
      claimant: { name: '林建国', relation: 'parent', idNumber: maskIdNumber(parent.idNumber) },
      heirs: [
        { name: '林建国', idNumber: maskIdNumber(parent.idNumber), accountNumber: '•••• 0128' },
        { idNumber: maskIdNumber(MOTHER.idNumber), accountNumber: '•••• 6783' },
      ],
    })
    await bench.desk('review', number)
    expect(await bench.desk('approve', number)).toMatch(
      /Accidental death benefit +CNY\u00a0300,000\.00[\s\S]*Payable +CNY\u00a0300,000\.00/,
    )
    const decided = await bench.look()
    expect(decided.decisions[0]?.sheet).toMatchObject({
      payable: 300_000_00,
      outcome: 'approved',
      steps: [{ kind: 'deductible', amount: 0 }, { kind: 'share', amount: 0 }, {}, { amount: 0 }],
    })
    expect(decided.payees.map(({ due }) => due?.amount)).toEqual([150_000_00, 150_000_00])
    await bench.server.drain()
    const letters = await bench.server.deps.db.selectFrom('claim_letters').selectAll().execute()
    expect(letters.map(({ lang }) => lang).sort()).toEqual(['cn', 'en'])
    await bench.desk('pay', number)
    await bench.desk('payment-failed', number, '--payment', '0128', '--reason', 'account_closed')
    await bench.desk('pay', number, '--payment', '6783', '--reference', 'R-2')
    const half = await bench.look()
    expect([half.status, half.payments.map(({ status }) => status).sort(), half.may.correctAccount]).toEqual([
      'payment_failed',
      ['failed', 'paid'],
      true,
    ])
    const failed = half.payments.find(({ returned }) => returned)
    expect(half.payees.find(({ id }) => id === failed?.payee)?.name).toBe('林建国')
    const { accountName, bankName } = FATHER
    const account = {
      accountOwn: false,
      payeeName: '林建国',
      payeeRelation: 'parent' as const,
      accountCountry: 'CN',
      accountName,
      bankName,
      accountNumber: '6222021234567890136',
      bankFields: { branch: '北京西单支行' },
    }
    const again = await bench.father.client.request(calls.correctAccount, {
      id: bench.father.id,
      version: half.version,
      account,
      payment: failed?.id,
      confirmed: true,
    })
    expect(again).toMatchObject({ ok: true })
    await bench.desk('pay', number, '--reference', 'R-1')
    expect(await bench.look()).toMatchObject({ status: 'paid', may: { correctAccount: false } })
  })

  it('the guardian of an heir under 18 is paid, shares add up to the cent, and costs follow the plan’s terms', async () => {
    const number = await bench.send(
      told({
        heirs: [
          { ...FATHER, percent: '33.33' },
          { ...MOTHER, percent: '33.33' },
          { ...BROTHER, percent: '33.34' },
        ],
        heirShares: 'agreed',
        visits: [{ id: 'fun1', day: TODAY, amount: 1_000_00, currency: 'CNY', invoice: 'F-1', elsewhere: null }],
      }),
    )
    await bench.desk('review', number)
    await bench.desk('approve', number)
    const { decisions, payees } = await bench.look()
    const sheet = decisions[0]?.sheet
    // 1,000 less 300 per visit, of which 90 per cent are paid.
    expect(sheet).toMatchObject({
      eligible: 301_000_00,
      payable: 300_630_00,
      uses: [
        { benefit: 'accident', paid: 300_000_00 },
        { benefit: 'remains', paid: 630_00 },
      ],
    })
    expect(payees.map(({ share, guardian, accountName }) => [share, guardian, accountName])).toEqual([
      ['33.33%', null, '林建国'],
      ['33.33%', null, '王美兰'],
      ['33.34%', '王美兰', '王美兰'],
    ])
    expect(payees.reduce((all, { due }) => all + (due?.amount ?? 0), 0)).toBe(300_630_00)
  })

  it('can be refused as a whole with a reason, and pays no sum insured without an accident', async () => {
    const number = await bench.send()
    await bench.desk('review', number)
    await bench.desk(
      'reject',
      number,
      '--clause',
      '7.2',
      '--en',
      'The cause is not covered.',
      '--cn',
      '原因不在保障内。',
    )
    expect(await bench.look()).toMatchObject({
      status: 'rejected',
      decisions: [{ sheet: { payable: 0, invoices: [{ id: 'sum-insured', invoiced: 300_000_00 }] } }],
    })
    bench.father.view = undefined
    const illness = await bench.send(told({ deathCause: 'illness', deathDay: '' }))
    await bench.desk('review', illness)
    expect((await handlerCommands(bench.server)('wu', 'approve', illness)).said).toContain('reason_required')
  })

  it('ends the offer of a next term once the death is reported', async () => {
    const offer = async () =>
      ok(await bench.father.client.request(extensionOffer, { id: (await bench.father.policies())[0]?.id ?? '' }))
        .blocked?.reason
    const before = await offer()
    const number = await bench.send()
    expect([before === 'death', await offer()]).toEqual([false, 'death'])
    await bench.desk('review', number)
    await bench.desk('reject', number, '--clause', '7.2', '--en', 'Not covered.', '--cn', '不在保障内。')
    expect(await offer()).toBe(before)
  })
})

it('no reminder that cover ends is sent once a death was reported', async () => {
  const { server } = bench
  const { deps } = server
  const messages = async (): Promise<number> => (await deps.db.selectFrom('messages').select('id').execute()).length
  const { id, ends } = await deps.db.selectFrom('policies').select(['id', 'ends']).executeTakeFirstOrThrow()
  const soon = startOfCover(addDays(ends, -7)) - deps.clock()
  await bench.send()
  await server.drain()
  server.advance(soon)
  await policyNotices(deps)
  await server.drain()
  // The claim's messages, months old, are deleted by now.
  expect(await messages()).toBe(0)
  // Without the claim, the same calendar sends them.
  await deps.write((trx) => trx.updateTable('claims').set({ type: 'evacuation' }).where('policy_id', '=', id).execute())
  server.advance(6 * 86_400_000)
  await policyNotices(deps)
  await server.drain()
  expect(await messages()).toBeGreaterThan(0)
})
