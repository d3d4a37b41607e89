/** A claim after a death that an operator opens, and money on account for the heirs (decision 0071). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as calls from '../../src/features/claims/contract.ts'
import { Claimant, TODAY } from './claims-fixtures.ts'
import { handlerCommands } from './claims-handler.ts'
import { logInAs } from './logged-in-user.ts'
import { ok, parent } from './orders-fixtures.ts'
import { CARDS, DeathBench, MOTHER } from './death-fixtures.ts'

let bench: DeathBench
beforeEach(async () => {
  bench = await DeathBench.ready()
})
afterEach(() => bench.close())

describe('a claim that an operator opens', () => {
  const OPEN = [
    '--day',
    TODAY,
    '--cause',
    'accident',
    '--died',
    TODAY,
    '--name',
    '王美兰',
    '--relation',
    'parent',
    '--id-type',
    'resident_id',
    '--id-number',
    MOTHER.idNumber,
    '--contact',
    'mother@example.com',
  ]
  const policyNumber = async (): Promise<string> =>
    (await bench.server.deps.db.selectFrom('policies').select('number').executeTakeFirstOrThrow()).number
  async function opened(): Promise<{ mother: Claimant; number: string; id: string }> {
    const mother = new Claimant(bench.server, await logInAs(bench.server, 'mother@example.com'))
    const said = await bench.desk('open-death', await policyNumber(), ...OPEN)
    const [row] = ok(await mother.client.request(calls.listClaims, {})).claims
    return { mother, number: /YF-C-\S+/.exec(said)?.[0] ?? '', id: row?.id ?? '' }
  }

  it('is in no account before somebody signs in with the contact', async () => {
    const { code, said } = await handlerCommands(bench.server)('wu', 'open-death', await policyNumber(), ...OPEN)
    expect([code === 0, said]).toEqual([false, expect.stringContaining('contact_unproven')])
    expect(await bench.server.deps.db.selectFrom('claims').selectAll().execute()).toEqual([])
  })

  it('asks for everything at once, is sent as documents are, and is decided once the heirs are named', async () => {
    const { mother, number, id } = await opened()
    const view = ok(await mother.client.request(calls.getClaim, { id }))
    expect(view).toMatchObject({ status: 'supplement_required', type: 'death', signature: null, title: '', payees: [] })
    const [request] = view.requests
    expect(request?.items.map(({ kind }) => kind)).toEqual([
      'claim_form',
      'relationship',
      'police_report',
      'death_certificate',
      'deregistration',
      'heir_id',
      'proof_of_account',
      'heirs_agreement',
    ])
    expect(await bench.father.client.request(calls.getClaim, { id })).toMatchObject({ ok: false, code: 'not_found' })
    mother.view = { ...(await bench.begin()), id }
    for (const item of request?.items ?? []) await mother.upload(item.kind, { item: item.id })
    const now = ok(await mother.client.request(calls.getClaim, { id }))
    ok(await mother.client.request(calls.sendSupplement, { id, version: now.version, request: request?.id ?? '' }))
    await bench.desk('review', number)
    await bench.desk('accept-document', number, 'all')
    expect(
      (await handlerCommands(bench.server)('wu', 'request', number, '--item', 'death_certificate:blurred')).said,
    ).toContain('not_again')
    const heirs = (second: string) =>
      bench.file(
        'heirs.yaml',
        `
shares: agreed
heirs:
  - { name: 林建国, relation: parent, idType: resident_id, idNumber: "${parent.idNumber}", percent: "50", accountName: 林建国, accountNumber: "${CARDS[0]}", bankName: 中国工商银行, branch: 北京中关村支行 }
  - { name: 王美兰, relation: parent, idType: resident_id, idNumber: "${MOTHER.idNumber}", percent: "${second}", accountName: 王美兰, accountNumber: "${CARDS[1]}", bankName: 招商银行, branch: 上海外滩支行 }
`,
      )
    await bench.desk('approve', number)
    expect((await handlerCommands(bench.server)('wu', 'pay', number)).said).toContain('no_account')
    expect((await handlerCommands(bench.server)('wu', 'heirs', number, '--file', heirs('49'))).said).toContain(
      'shares_not_100',
    )
    await bench.desk('heirs', number, '--file', heirs('50'))
    await bench.desk('pay', number)
    expect((await handlerCommands(bench.server)('wu', 'heirs', number, '--file', heirs('50'))).said).toContain(
      'not_possible',
    )
    expect(await bench.desk('show', number)).toMatch(
      /heir \S+ +••• +parent +share 50% +CNY\u00a0150,000\.00 .*ending 0128/,
    )
  })

  it('pays on account to each heir after sixty days, which the decision deducts', async () => {
    const number = await bench.send()
    await bench.desk('review', number)
    await bench.desk('complex', number)
    bench.server.advance(60 * 86_400_000)
    bench.father = Object.assign(new Claimant(bench.server, await logInAs(bench.server, 'parent@example.com')), {
      view: bench.father.view,
    })
    expect((await bench.look()).onAccount.clock).toMatchObject({ state: 'late', of: 60 })
    await bench.desk(
      'pay-on-account',
      number,
      '--amount',
      '100,000.01',
      '--en',
      'What is not in dispute.',
      '--cn',
      '没有争议的部分。',
    )
    const { payments } = await bench.look()
    expect(payments.every((it) => it.onAccount)).toBe(true)
    expect(payments.map((it) => it.amount.amount).sort((a, b) => a - b)).toEqual([50_000_00, 50_000_01])
    for (const tail of ['0128', '6783']) await bench.desk('pay', number, '--payment', tail, '--reference', `R-${tail}`)
    await bench.desk('approve', number)
    await bench.desk('pay', number)
    const paid = (await bench.look()).payments
    expect(paid.reduce((all, it) => all + it.amount.amount, 0)).toBe(300_000_00)
    expect(
      (await bench.look()).payees.map(
        ({ id, due }) =>
          paid.filter(({ payee }) => payee === id).reduce((all, it) => all + it.amount.amount, 0) === due?.amount,
      ),
    ).toEqual([true, true])
  })
})
