/** Whole cases, from sending to the payment, through the calls of the site and the commands of an operator. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { itemUnavailable, sendSupplement } from '../../src/features/claims/contract.ts'
import { addsUp } from '../../src/features/claims/rules/settlement/calculate-settlement.ts'
import { ASSESSMENT, ClaimBench, last, openRequest } from './claims-handler.ts'
import { ANSWERS, EMAIL, photoBytes } from './claims-fixtures.ts'
import { messages, ok, refusal } from './orders-fixtures.ts'

let bench: ClaimBench
beforeEach(async () => {
  bench = await ClaimBench.ready()
})
afterEach(() => bench.close())

describe('cases from submission to payment', () => {
  it('outpatient: registered, decided line by line, paid; nothing sensitive in any message', async () => {
    await bench.send()
    expect(await bench.done('wu', 'list')).toContain(`${bench.number}  submitted  outpatient  decision day 1 of 5`)
    await bench.done('wu', 'register')
    expect((await bench.look()).steps.map((it) => it.state)).toEqual(['done', 'done', 'now', 'next', 'next'])
    await bench.done('wu', 'review')
    await bench.done('wu', 'accept-document', 'all')
    const path = bench.file('a.yaml', ASSESSMENT)
    const dry = await bench.done('wu', 'decide', '--file', path, '--dry-run')
    expect(dry).toContain('Dry run')
    expect((await bench.look()).status).toBe('in_review')
    await bench.done('wu', 'decide', '--file', path)
    const decided = await bench.look()
    // 66.40 × 9.1500 = 607.56; − 300.00 − 10 % of 307.56 = 276.80.
    expect(decided).toMatchObject({
      status: 'partially_approved',
      turn: 'us',
      handler: '',
      paid: { amount: 27_680, currency: 'CNY' },
      clock: { kind: 'payment', day: 1, of: 10 },
    })
    expect(last(decided.decisions)).toMatchObject({
      outcome: 'partially_approved',
      clauses: ['6.7'],
      reason: { en: 'Vitamins are not covered.' },
    })
    expect(addsUp(last(decided.decisions).sheet)).toBe(true)
    expect(last(decided.decisions).sheet.invoices[0]?.rate).toMatchObject({ rate: '9.1500', clause: '8.7' })
    await bench.done('wu', 'pay')
    expect((await bench.look()).turn).toBe('bank')
    await bench.done('wu', 'pay', '--reference', '2612 0210 1700 83')
    const paid = await bench.look()
    expect(paid).toMatchObject({ status: 'paid', turn: 'nobody', clock: { kind: 'payment', state: 'done' } })
    expect(paid.payments).toMatchObject([
      { status: 'paid', amount: { amount: 27_680 }, accountTail: '0128', reference: '2612 0210 1700 83' },
    ])
    expect(paid.activity.map((it) => it.kind)).toEqual(
      expect.arrayContaining([
        'paid',
        'paying',
        'partially_approved',
        'document_accepted',
        'in_review',
        'registered',
        'submitted',
        'signed',
        'started',
      ]),
    )
    expect(last(paid.activity).kind).toBe('started')
    expect(await bench.done('wu', 'list')).toContain('0 cases')
    await bench.server.drain()
    const told = (await messages(bench.server)).filter((it) => it.text.includes(bench.number))
    expect(told.filter((it) => it.to === EMAIL).map((it) => it.subject)).toEqual([
      `Claim ${bench.number} is paid`,
      `Claim ${bench.number}: the payment is on its way`,
      `Claim ${bench.number}: partly payable`,
      `Claim ${bench.number} is being checked`,
      `Claim ${bench.number} is registered`,
      expect.stringContaining(bench.number),
    ])
    // Number and address are random: they may contain any of these by chance.
    const wordsOf = ({ text, subject }: { text: string; subject: string }): string =>
      `${subject}${text}`.replaceAll(bench.number, '').replaceAll(bench.id, '')
    for (const it of told) expect(wordsOf(it)).not.toMatch(/林|GP|Vitamin|276\.80|622202|Sore|Practice|¥|CNY/)
  })

  it('inpatient: two documents are requested, one is unavailable, and the clock is paused meanwhile', async () => {
    await bench.send(ANSWERS.inpatient)
    await bench.done('wu', 'review')
    await bench.later(2)
    const summary = (await bench.look()).documents.find((it) => it.kind === 'discharge_summary')
    await bench.done('wu', 'refuse-document', summary?.id ?? '', '--reason', 'incomplete')
    await bench.done('wu', 'request', '--item', 'medical_record:day_missing=2026-03-02')
    const asked = await bench.look()
    expect(asked).toMatchObject({
      status: 'supplement_required',
      turn: 'you',
      needs: 2,
      needsBy: '2026-04-02',
      clock: { state: 'stopped', day: 3, stoppedOn: '2026-03-03' },
    })
    const request = openRequest(asked)
    expect(request.items.map((it) => `${it.kind}: ${it.reason.cn}`).sort()).toEqual([
      'discharge_summary: 缺少治疗经过和出院诊断，请向病房或病案室索取完整的出院小结。',
      expect.stringMatching(/^medical_record: .*2026年3月2日/),
    ])
    await bench.later(10)
    const again = async () =>
      bench.me.client.request(sendSupplement, {
        id: bench.id,
        version: (await bench.look()).version,
        request: request.id,
      })
    expect(refusal(await again())).toBe('incomplete')
    const [record, discharge] = ['medical_record', 'discharge_summary'].map(
      (kind) => request.items.find((it) => it.kind === kind)?.id ?? '',
    )
    ok(
      await bench.me.client.request(itemUnavailable, {
        id: bench.id,
        item: record ?? '',
        why: 'The practice has closed.',
      }),
    )
    expect(await bench.look()).toMatchObject({ needs: 1 })
    await bench.me.upload('discharge_summary', { item: discharge ?? '' })
    const sent = ok(await again())
    expect(sent).toMatchObject({
      status: 'supplement_submitted',
      needs: 0,
      clock: { state: 'running', day: 4, dueOn: '2026-03-14' },
    })
    await bench.done('wu', 'review')
    await bench.done('wu', 'accept-document', 'all')
    await bench.done('wu', 'approve')
    await bench.done('wu', 'pay', '--reference', 'R-1')
    expect(await bench.look()).toMatchObject({ status: 'paid', outcome: 'approved' })
  })

  it('accident: extended as complex, a document added by the handler, approved', async () => {
    await bench.send(ANSWERS.accident)
    await bench.done('wu', 'review')
    await bench.done('wu', 'complex')
    expect(await bench.look()).toMatchObject({ clock: { of: 30, complex: true, dueOn: '2026-03-30' } })
    const photo = join(bench.folder, 'report.jpg')
    writeFileSync(photo, await photoBytes())
    await bench.done('wu', 'upload', photo, '--kind', 'test_report')
    const { documents } = await bench.look()
    expect(documents.filter((it) => it.by === 'admin')).toMatchObject([{ kind: 'test_report', name: 'report.jpg' }])
    expect(new Set(documents.map((it) => it.by))).toEqual(new Set(['user', 'admin']))
    expect((await bench.desk('wu', 'upload', join(bench.folder, 'no.jpg'), '--kind', 'other')).code).toBe(1)
    await bench.done('wu', 'approve')
    await bench.done('wu', 'pay', '--reference', 'R-2')
    expect((await bench.look()).activity.map((it) => it.kind)).toEqual(
      expect.arrayContaining(['complex', 'admin_upload']),
    )
  })
})
