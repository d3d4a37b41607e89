/**
 * Claims under unlucky or unusual use: calls that come twice, values at the limits, names written differently. Each
 * went wrong once.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formFile, getDraft, itemUnavailable, listClaims } from '../../src/features/claims/contract.ts'
import type { Strokes } from '../../src/features/claims/rules/draft/signature-strokes.ts'
import { exchange } from '../../src/features/session/contract.ts'
import { ClaimBench, openRequest } from './claims-handler.ts'
import { ANSWERS, photoBytes, TODAY } from './claims-fixtures.ts'
import { jpeg } from './hostile-files.ts'
import { ok, refusal } from './orders-fixtures.ts'

let bench: ClaimBench
beforeEach(async () => {
  bench = await ClaimBench.ready()
})
afterEach(() => bench.close())

describe('a handler', () => {
  it('is the same person however the name is written, and cannot review an own decision', async () => {
    await bench.send()
    await bench.done('wu', 'review')
    await bench.done('wu', 'reject', '--clause', '5.2', '--en', 'No.', '--cn', '不赔。')
    await bench.appeal('Please look again.')
    for (const name of ['Wu', ' wu ', 'ｗｕ', 'w\u200bu', 'operator:wu', 'w.u', 'W U']) {
      expect((await bench.desk(name, 'review')).said, name).toContain('same_handler')
      expect((await bench.desk(name, 'approve')).said, name).toContain('same_handler')
      expect((await bench.desk('li', 'review', '--handler', name)).said, name).toContain('same_handler')
    }
    for (const nobody of [' ', '\u200b', '-.-']) expect((await bench.desk(nobody, 'review')).code).toBe(2)
    await bench.done('Li', 'review')
    expect(await bench.done('li', 'list', '--handler', 'LI')).toContain(bench.number)
  })
})

describe('requests that are sent twice', () => {
  it('"I cannot get this" counts once', async () => {
    await bench.send()
    await bench.done('wu', 'review')
    await bench.done('wu', 'request', '--item', 'invoice:card_slip')
    const [item] = openRequest(await bench.look()).items
    const say = (why: string) => bench.me.client.request(itemUnavailable, { id: bench.id, item: item?.id ?? '', why })
    const first = ok(await say('The clinic has closed.'))
    expect(ok(await say('The clinic has closed. ')).version).toBe(first.version)
    expect(ok(await say('The clinic has moved.')).version).toBe(first.version + 1)
  })

  it('two uploads under one id at once make one document, with the bytes that its receipt names', async () => {
    await bench.me.start()
    const other = await jpeg(640, 500)
    const replies = await Promise.all(
      [photoBytes(), other, photoBytes(), other].map(async (bytes) =>
        bench.me.tryUpload('invoice', { upload: 'same-upload', bytes: await bytes }),
      ),
    )
    const receipts = new Set(replies.map((it) => ok(it).document.sha256))
    expect(receipts.size).toBe(1)
    expect((await bench.me.look()).documents).toHaveLength(1)
    await bench.server.check()
    expect(
      await bench.server.deps.db
        .selectFrom('files')
        .selectAll()
        .execute()
        .then((rows) => rows.filter((it) => it.owner === `claim:${bench.me.id}`).length),
    ).toBe(2)
  })
})

describe('unusual values', () => {
  it('a draft with days and hours that do not exist is shown, and cannot be sent', async () => {
    await bench.me.start()
    const [visit] = ANSWERS.outpatient.visits
    const days = [
      ['9999-99-99', 'date_format'],
      ['2026-02-30', 'no_such_day'],
      ['0001-01-01', 'date_format'],
      ['2025-02-29', 'no_such_day'],
    ] as const
    for (const [day, code] of days) {
      const draft = await bench.me.save({
        ...ANSWERS.outpatient,
        incidentDay: day,
        visits: visit ? [{ ...visit, day }] : [],
      })
      expect(draft.errors.event).toMatchObject({ incidentDay: code, 'visits.v001.day': code })
      ok(await bench.me.client.request(getDraft, { id: bench.me.id }))
      ok(await bench.me.client.request(listClaims, {}))
    }
    for (const incidentTime of ['24:00', '99:99', '12:60', '12:30\n'])
      expect(refusal(await bench.me.trySave({ incidentTime })), incidentTime).toBe('invalid')
    ok(await bench.me.trySave({ incidentTime: '23:59' }))
  })

  it('names that every JavaScript object has are ordinary field names', async () => {
    await bench.me.start()
    const bankFields = JSON.parse('{"constructor":"a","toString":"b","valueOf":"c"}') as Record<string, string>
    expect((await bench.me.save({ bankFields })).answers.bankFields).toEqual(bankFields)
    const proto = JSON.parse('{"__proto__":"x"}') as Record<string, string>
    expect(Object.getPrototypeOf((await bench.me.save({ bankFields: proto })).answers.bankFields)).toBe(
      Object.prototype,
    )
    expect(bench.me.draft.answers.bankFields).toEqual({})
  })

  it('4,000 characters of every kind and 200 strokes are sent and printed', async () => {
    const kinds = [
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} ',
      'e\u0301\u0323\u0302',
      'שלום عليكم ',
      '\u{1f1e8}\u{1f1f3}',
      'ก็็็็็',
      '\u{2053b}林',
      '\t\n',
      'W'.repeat(300),
    ]
    const description = kinds.join('').repeat(20).slice(0, 3998).toWellFormed().replaceAll('\ufffd', '')
    const strokes: Strokes = Array.from({ length: 200 }, (_stroke, i) =>
      Array.from(
        { length: 25 },
        (_point, n) => [(i * 5 + n * 7) % 1000, (i * 13 + n * n) % 400, 400] as [number, number, number],
      ),
    )
    await bench.me.start()
    await bench.me.sign({ strokes })
    await bench.me.save({ ...ANSWERS.outpatient, description, declarations: bench.me.draft.answers.declarations })
    await bench.me.complete({
      ...ANSWERS.outpatient,
      description,
      visits: Array.from({ length: 20 }, (_, i) => ({
        id: `v${100 + i}`,
        day: TODAY,
        amount: 100_000_000_000,
        currency: (['GBP', 'JPY', 'KRW', 'USD'] as const)[i % 4] ?? 'GBP',
        invoice: '\u{1f9fe}'.repeat(30),
        elsewhere: null,
      })),
    })
    await bench.me.submit()
    await bench.server.drain()
    for (const language of ['en', 'cn'] as const)
      expect(ok(await bench.me.client.blob(formFile, { id: bench.me.id, language }))).toBeTruthy()
  })
})

describe('races', () => {
  it('a hand-over code that is exchanged twice at once gives one session', async () => {
    await bench.me.start()
    const { handOver } = await import('../../src/features/claims/contract.ts')
    const { code } = ok(await bench.me.client.request(handOver, { id: bench.me.id, step: 'documents' }))
    const replies = await Promise.all(
      [0, 1, 2].map(() => bench.server.client({ device: 'mobile' }).request(exchange, { code })),
    )
    expect(replies.filter((it) => it.ok)).toHaveLength(1)
  })
})
