/**
 * E-invoices: requested once, issued through the channel, reversed after a refund, reissued under another title; and
 * failures.
 */
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { applyRefund } from '../../src/features/cashier/server/refunds/refund-at-provider.ts'
import { channelRef } from '../../src/features/invoices/server/channel/tax-channel-request.ts'
import { applyResult } from '../../src/features/invoices/server/issue-invoice-documents.ts'
import { money } from '../../src/lib/money/money.ts'
import { waitsForLock } from './waits-for-lock.ts'
import { openRefund } from '../../src/features/cashier/server/refunds/open-and-settle-refund.ts'
import { getInvoice, invoiceFile, requestInvoice } from '../../src/features/invoices/contract.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { ok, refusal, sentFile } from './orders-fixtures.ts'
import {
  eachWithPaidPolicy,
  COMPANY,
  PERSON,
  server,
  client,
  id,
  premium,
  payable,
  view,
  ask,
  change,
  refund,
  settle,
  rows,
  inForce,
  mails,
} from './invoices-fixtures.ts'

eachWithPaidPolicy()

describe('asking for an invoice', () => {
  it('begins with what was paid and the policyholder’s name', async () => {
    expect(await view()).toMatchObject({
      state: 'not_requested',
      may: 'request',
      kept: { amount: premium },
      email: INSURED,
      title: null,
      documents: [],
      sample: true,
    })
    expect((await view()).policyholder).not.toBe('')
  })

  it('is issued, sent with both files, and downloaded', async () => {
    expect(ok(await ask())).toMatchObject({ state: 'requested', may: 'nothing' })
    await server.drain()
    const {
      documents: [document],
      ...rest
    } = await view()
    expect(rest).toMatchObject({ state: 'issued', may: 'retitle', invoiced: { amount: premium } })
    expect(document).toMatchObject({ kind: 'blue', status: 'issued', amount: { amount: premium }, ready: true })
    // Region 00 belongs to no tax authority.
    expect(document?.number).toMatch(/^26000\d{15}$/)
    const [mail] = await mails('电子发票')
    expect([
      mail?.to,
      (JSON.parse(mail?.attachments ?? '[]') as { name: string }[]).map((it) => it.name.slice(-4)),
    ]).toEqual([INSURED, ['.pdf', '.xml']])
    expect(mail?.text).toContain('不是税务发票')
    const file = { ...payable(), document: document?.id ?? '', format: 'xml' as const }
    const xml = await sentFile(await client.blob(invoiceFile, file)).text()
    expect(xml).toContain(`<InvoiceNumber>${document?.number}</InvoiceNumber>`)
    expect(xml).toContain('非税务发票')
    // The seller's, which nobody can have.
    expect(xml).toContain('<SellerIdNum>91310000SAMPLE0001</SellerIdNum>')
  })

  it('requested twice is one invoice; a request with another title is told that there is one', async () => {
    const replies = await Promise.all([ask(COMPANY), ask(COMPANY)])
    expect(replies.map(refusal)).toEqual(['ok', 'ok'])
    expect(refusal(await ask(PERSON))).toBe('exists')
    await server.drain()
    expect(await rows()).toHaveLength(1)
  })

  it('takes a title that was copied from a PDF by its characters', async () => {
    const copied = { ...payable(), ...COMPANY, name: '\u2EE9\u2F2D\u2FA6融有限公司' }
    expect(ok(await client.request(requestInvoice, copied)).title?.name).toBe('黄山金融有限公司')
  })

  it('an unusual tax number is asked about once, and a wrong one at its field', async () => {
    const unusual = { ...payable(), ...COMPANY, taxNumber: '91350100M000100Y4Z' }
    expect(await client.request(requestInvoice, unusual)).toMatchObject({
      ok: false,
      fields: { taxNumber: 'tax_number_unusual' },
    })
    expect(
      await client.request(requestInvoice, { ...payable(), ...COMPANY, name: ' ', taxNumber: '123' }),
    ).toMatchObject({ ok: false, fields: { name: 'title_required', taxNumber: 'tax_number_format' } })
    expect(ok(await client.request(requestInvoice, { ...unusual, numberConfirmed: true })).state).toBe('requested')
  })

  it('is refused to anybody else, and for another kind of payable', async () => {
    const other = await logInAs(server, 'stranger@example.com')
    expect(refusal(await other.request(getInvoice, payable()))).toBe('not_found')
    expect(refusal(await ask(PERSON, other))).toBe('not_found')
    expect(refusal(await client.request(getInvoice, { kind: 'nothing', id }))).toBe('not_found')
  })

  it('waits until a refund is done', async () => {
    const { deps } = server
    await deps.write(async (trx) => {
      const payment = await trx
        .selectFrom('payments')
        .selectAll()
        .where('payable_id', '=', id)
        .executeTakeFirstOrThrow()
      await openRefund(trx, deps, payment, { reason: 'operator', amount: 100, by: 'operator:li' })
    })
    expect(await view()).toMatchObject({ may: 'nothing', why: 'refund_under_way' })
    expect(refusal(await ask())).toBe('not_available')
    await settle()
    expect(await view()).toMatchObject({ may: 'request', kept: { amount: premium - 100 } })
  })

  it('a refund that is booked while its invoice is issued is reversed, too', async () => {
    const { deps } = server
    ok(await ask())
    const [asked] = await rows()
    if (!asked) throw new Error('no document')
    const returned = await deps.write(async (trx) => {
      const payment = await trx.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
      return openRefund(trx, deps, payment, { reason: 'operator', amount: 100, by: 'operator:li' })
    })
    const [booked, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const issuing = deps.write(async (trx) => {
      const tax = { number: '26312000000000000001', issuedAt: deps.clock(), rate: 0, tax: 0 }
      await applyResult(trx, deps, { ref: channelRef(asked), state: 'issued', ...tax }, 'channel:sandbox')
      booked.resolve()
      await finish.promise
    })
    await booked.promise
    const given = { refundId: returned?.id ?? '', ref: 'r', state: 'succeeded' as const, amount: money(100, 'CNY') }
    let ended = false
    const refunding = deps
      .write((trx) => applyRefund(trx, deps, given, 'gateway:sandbox'))
      .finally(() => {
        ended = true
      })
    await expect.poll(async () => ended || (await waitsForLock(deps))).toBe(true)
    finish.resolve()
    await Promise.all([issuing, refunding])
    await settle()
    expect([await inForce(), (await view()).kept?.amount]).toEqual([premium - 100, premium - 100])
  })
})

describe('after an invoice was issued', () => {
  beforeEach(async () => {
    ok(await ask(COMPANY))
    await server.drain()
  })

  it('a part refund reverses a part, a full refund the whole; the invoices refer to each other', async () => {
    await refund(10_000)
    expect(await view()).toMatchObject({ state: 'part_reversed', invoiced: { amount: premium - 10_000 } })
    await refund(premium - 10_000)
    const { documents, ...rest } = await view()
    expect(rest).toMatchObject({ state: 'reversed', may: 'nothing', why: 'returned', invoiced: { amount: 0 } })
    expect(documents.map((it) => [it.kind, it.reverses])).toEqual([
      ['blue', null],
      ['red', documents[0]?.number],
      ['red', documents[0]?.number],
    ])
    expect((await rows()).reduce((sum, it) => sum + Number(it.tax_minor) * (it.kind === 'blue' ? 1 : -1), 0)).toBe(0)
    expect(await mails('红字发票')).toHaveLength(2)
  })

  it('a new title reverses the invoice and issues it again, once the buyer confirms that the old one was not used', async () => {
    expect(refusal(await change(PERSON, { unused: false }))).toBe('used')
    expect(refusal(await change(COMPANY))).toBe('same_title')
    expect(refusal(await change(PERSON, { version: 9 }))).toBe('conflict')
    ok(await change(PERSON))
    await server.drain()
    const { state, documents } = await view()
    expect([state, documents.map((it) => [it.kind, it.reason, it.amount.amount])]).toEqual([
      'reissued',
      [
        ['blue', 'request', premium],
        ['red', 'title', premium],
        ['blue', 'title', premium],
      ],
    ])
    expect(documents[2]?.title).not.toBe(COMPANY.name)
  })

  it('a title is changed three times at most', async () => {
    for (const title of [PERSON, COMPANY, PERSON]) {
      ok(await change(title))
      await server.drain()
    }
    expect(await view()).toMatchObject({ may: 'nothing', why: 'changes_used' })
    expect(refusal(await change(COMPANY))).toBe('not_available')
  })

  it('any order of refunds and new titles, with or without pending jobs, adds up to the money kept', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom('title' as const, 'wait' as const)), {
          minLength: 1,
          maxLength: 6,
        }),
        async (acts) => {
          for (const act of acts) {
            if (act === 'wait') await server.drain()
            else if (act === 'title') await change((await view()).title?.kind === 'personal' ? COMPANY : PERSON)
            else await refund(Math.min(act, (await view()).kept?.amount ?? 0) || 1).catch(() => undefined)
          }
          await settle()
          expect(await inForce()).toBe((await view()).kept?.amount)
        },
      ),
      { numRuns: 4 },
    )
  })
})
