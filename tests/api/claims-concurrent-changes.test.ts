/**
 * Cases that change course: refused, reviewed, supplemented, withdrawn, returned by the bank; and what is stored of
 * them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  appealClaim,
  correctAccount,
  decisionFile,
  listClaims,
  sendSupplement,
  withdrawClaim,
} from '../../src/features/claims/contract.ts'
import { ASSESSMENT, ClaimBench, last, openRequest } from './claims-handler.ts'
import { messages, ok, refusal } from './orders-fixtures.ts'
import { paidBefore } from '../../src/features/claims/screens/follow/claim-selectors.ts'
import { logInAs } from './logged-in-user.ts'

const REASON = ['--en', 'Known and treated before cover began.', '--cn', '投保前已知并治疗过。'] as const

let bench: ClaimBench
beforeEach(async () => {
  bench = await ClaimBench.ready()
})
afterEach(() => bench.close())

/** The last mail about the case. */
async function lastMail(): Promise<{ subject: string; text: string }> {
  await bench.server.drain()
  const [mail] = (await messages(bench.server)).filter(({ subject }) => subject.includes(bench.number))
  return { subject: mail?.subject ?? '', text: mail?.text ?? '' }
}

describe('cases that go through several states', () => {
  it('refused, reviewed by another handler, and paid after all', async () => {
    await bench.send()
    await bench.done('wu', 'review')
    expect((await bench.desk('wu', 'reject', '--clause', '5.2', '--en', 'x')).code).toBe(2)
    await bench.done('wu', 'reject', '--clause', '5.2', ...REASON)
    const refused = await bench.look()
    expect(refused).toMatchObject({
      status: 'rejected',
      outcome: 'rejected',
      paid: { amount: 0 },
      may: { appeal: true, withdraw: false },
    })
    const decision = last(refused.decisions)
    expect(decision).toMatchObject({ appealUntil: '2026-04-30', clauses: ['5.2'] })
    const ask = (over: object = {}) =>
      bench.me.client.request(appealClaim, {
        id: bench.id,
        version: refused.version,
        decision: decision.id,
        lines: [],
        text: 'I never had it before.',
        ...over,
      })
    expect(refusal(await ask({ text: '' }))).toBe('invalid')
    expect(refusal(await ask({ lines: ['9.9'] }))).toBe('invalid')
    const open = ok(await ask({ lines: ['1.1'] }))
    expect(open).toMatchObject({
      status: 'in_review',
      handler: null,
      clock: { kind: 'review', day: 1, of: 10 },
      appeals: [{ status: 'open', lines: ['1.1'], text: 'I never had it before.' }],
    })
    expect((await bench.desk('wu', 'review')).said).toContain('same_handler')
    expect((await bench.desk('wu', 'approve')).said).toContain('same_handler')
    await bench.done('li', 'review')
    await bench.done('li', 'approve')
    // 85.40 × 9.1500 = 781.41; − 300.00 − 48.14.
    expect(await bench.look()).toMatchObject({
      status: 'approved',
      paid: { amount: 43_327 },
      appeals: [{ status: 'answered', clock: { state: 'done' } }],
    })
    await bench.done('li', 'pay', '--reference', 'R-3')
    expect(await bench.look()).toMatchObject({ status: 'paid', may: { appeal: false } })
  })

  it('paid in part, reviewed: the second decision pays the difference; one that finds nothing more pays nothing', async () => {
    await bench.send()
    await bench.done('wu', 'review')
    await bench.done('wu', 'decide', '--file', bench.file('a.yaml', ASSESSMENT))
    await bench.done('wu', 'pay', '--reference', 'R-4')
    bench.server.advance(60_000)
    await bench.appeal('The doctor told me to take them.')
    await bench.done('li', 'approve')
    const second = await bench.look()
    expect(last(second.decisions)).toMatchObject({
      outcome: 'approved',
      appealUntil: null,
      sheet: { payable: 43_327 - 27_680, paidToYou: 15_647 },
    })
    expect(second.paid).toEqual({ amount: 43_327, currency: 'CNY' })
    expect(paidBefore(second, last(second.decisions))).toBe(27_680)
    // The review has no review, so its mail offers none.
    expect(await lastMail()).toMatchObject({ subject: expect.stringContaining('the review is complete') })
    expect((await lastMail()).text).toContain('The payment will be sent by')
    await bench.done('li', 'pay', '--reference', 'R-5')
    expect((await bench.look()).payments.map((it) => it.amount.amount)).toEqual([27_680, 15_647])

    await bench.send()
    await bench.done('wu', 'review')
    await bench.done('wu', 'decide', '--file', bench.file('b.yaml', ASSESSMENT))
    await bench.done('wu', 'pay', '--reference', 'R-6')
    await bench.appeal('Again.')
    await bench.done('li', 'decide', '--file', bench.file('c.yaml', ASSESSMENT))
    expect(await bench.look()).toMatchObject({ status: 'paid', paid: { amount: 27_680 }, may: { appeal: false } })
    expect((await bench.look()).payments).toHaveLength(1)
    expect((await lastMail()).text).toContain('will make no further payment to you')
  })

  it('supplemented twice, without asking again for an accepted document', async () => {
    await bench.send()
    await bench.done('wu', 'review')
    const [invoice] = (await bench.look()).documents.filter((it) => it.kind === 'invoice')
    await bench.done('wu', 'accept-document', invoice?.id ?? '')
    for (const item of [`invoice:blurred@${invoice?.id}`, 'invoice:card_slip'])
      expect((await bench.desk('wu', 'request', '--item', item)).said).toContain('not_again')
    expect((await bench.desk('wu', 'request')).said).toContain('nothing_asked')
    await bench.done(
      'wu',
      'request',
      '--file',
      bench.file(
        'r.yaml',
        `
due: 2026-03-20
items:
  - kind: invoice
    title: { en: Second page of the invoice, cn: 发票第二页 }
    reason: page_missing
  - kind: test_report
    reason: { en: "The report of the blood test.", cn: 血液检查报告。 }
`,
      ),
    )
    const supply = async (): Promise<void> => {
      const { items, id: request } = openRequest(await bench.look())
      for (const it of items) await bench.me.upload(it.kind, { item: it.id })
      ok(
        await bench.me.client.request(sendSupplement, { id: bench.id, version: (await bench.look()).version, request }),
      )
      await bench.done('wu', 'review')
    }
    expect(openRequest(await bench.look())).toMatchObject({
      dueOn: '2026-03-20',
      items: [{ title: { en: 'Second page of the invoice' } }, { title: { en: 'Test report' } }],
    })
    await supply()
    const [page, report] = (await bench.look()).documents.slice(-2)
    await bench.done('wu', 'accept-document', page?.id ?? '')
    await bench.done('wu', 'refuse-document', report?.id ?? '', '--reason', 'film')
    await bench.done('wu', 'request')
    expect(openRequest(await bench.look()).items).toMatchObject([
      {
        kind: 'test_report',
        replaces: report?.id,
        reason: { en: 'This is the scan. Ask the hospital for the written report.' },
      },
    ])
    await supply()
    await bench.done('wu', 'accept-document', 'all')
    await bench.done('wu', 'approve')
    expect((await bench.look()).requests.map((it) => it.status)).toEqual(['closed', 'closed'])
  })

  it('can be withdrawn before a decision, but not after it', async () => {
    await bench.send()
    const withdrawn = ok(
      await bench.me.client.request(withdrawClaim, {
        id: bench.id,
        version: (await bench.look()).version,
        why: 'My school pays it.',
      }),
    )
    expect(withdrawn).toMatchObject({
      status: 'cancelled',
      turn: 'nobody',
      clock: null,
      steps: [{ id: 'sent' }, { id: 'withdrawn', state: 'done' }],
    })
    expect((await bench.desk('wu', 'review')).said).toContain('it is cancelled now')
    await bench.send()
    await bench.done('wu', 'review')
    await bench.done('wu', 'approve')
    expect(
      refusal(
        await bench.me.client.request(withdrawClaim, { id: bench.id, version: (await bench.look()).version, why: '' }),
      ),
    ).toBe('not_possible')
    expect(ok(await bench.me.client.request(listClaims, {})).claims.map((it) => it.status)).toEqual([
      'approved',
      'cancelled',
    ])
  })

  it('a returned payment is paid to a corrected account, which is checked by the rules of the draft', async () => {
    await bench.send()
    await bench.done('wu', 'review')
    await bench.done('wu', 'approve')
    await bench.done('wu', 'pay')
    expect((await bench.desk('wu', 'pay')).said).toContain('reference_required')
    await bench.done('wu', 'payment-failed', '--reason', 'account_closed')
    const failed = await bench.look()
    expect(failed).toMatchObject({
      status: 'payment_failed',
      turn: 'you',
      needs: 1,
      clock: { kind: 'payment', state: 'stopped' },
      may: { correctAccount: true },
    })
    expect(last(failed.payments)).toMatchObject({
      status: 'failed',
      reason: { en: 'The account is closed or blocked. Use another account.' },
    })
    const correct = (account: object) =>
      bench.me.client.request(correctAccount, { id: bench.id, version: failed.version, account, confirmed: true })
    expect(refusal(await correct({ accountName: '王五' }))).toBe('invalid')
    const again = ok(await correct({ accountNumber: '6222021234567890128', bankName: '中国建设银行' }))
    expect(again).toMatchObject({ status: 'paying', clock: { state: 'running' } })
    await bench.done('wu', 'pay', '--reference', 'R-7')
    expect((await bench.look()).payments.map((it) => `${it.status} ${it.bank}`)).toEqual([
      'failed 中国工商银行',
      'paid 中国建设银行',
    ])
  })
})

describe('what is stored of a case', () => {
  it('each letter once in both languages; the export writes everything, into an empty folder only', async () => {
    await bench.send()
    await bench.done('wu', 'review')
    await bench.done('wu', 'decide', '--file', bench.file('a.yaml', ASSESSMENT))
    await bench.server.drain()
    const decision = last((await bench.look()).decisions).id
    const letters = await bench.server.deps.db
      .selectFrom('claim_letters')
      .selectAll()
      .where('decision_id', '=', decision)
      .execute()
    expect(letters.map((it) => it.lang).sort()).toEqual(['cn', 'en'])
    const letter = await bench.me.client.blob(decisionFile, { id: bench.id, decision, language: 'cn' })
    expect(letter.ok && letter.data instanceof Blob && (await letter.data.slice(0, 5).text())).toBe('%PDF-')
    const stranger = await logInAs(bench.server, 'other@example.com')
    expect(await stranger.blob(decisionFile, { id: bench.id, decision, language: 'cn' })).toMatchObject({
      ok: false,
      code: 'not_found',
    })
    const to = join(bench.folder, 'case')
    await bench.done('wu', 'export', '--to', to)
    expect(readdirSync(to).sort()).toEqual(
      expect.arrayContaining([
        'case.json',
        'decision-1-cn.pdf',
        'decision-1-en.pdf',
        'documents',
        'documents.json',
        'events.json',
      ]),
    )
    expect(readFileSync(join(to, 'case.json'), 'utf8')).toContain('6222021234567890128')
    expect((await bench.desk('wu', 'export', '--to', to)).said).toContain('folder_not_empty')
  })

  it('a case is shown masked; opening it needs a name and a reason and is recorded as an event', async () => {
    await bench.send()
    const masked = await bench.done('wu', 'show')
    expect(masked).toContain('ending 0128')
    expect(masked).not.toMatch(/林晓|6222021234567890128|Sore/)
    expect(await bench.done('wu', 'show', '--reveal')).toMatch(/林晓[\s\S]*6222021234567890128/)
    const event = await bench.server.deps.db
      .selectFrom('events')
      .selectAll()
      .where('entity_id', '=', bench.id)
      .where('data', 'like', '%revealed%')
      .executeTakeFirst()
    expect(event).toMatchObject({ by: 'operator:wu', why: 'case work' })
    expect((await bench.look()).activity.map((it) => it.kind)).not.toContain('revealed')
  })
})
