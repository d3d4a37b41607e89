/**
 * An invoice for money paid in advance, requested by a payer with a private link: one invoice for the money, with the
 * payer's title.
 */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRow } from '../../src/features/account/server/export/open-row.ts'
import {
  applyPrepaid,
  endInvoiceLink,
  invoiceFile,
  prepaidFile,
  retitleInvoice,
} from '../../src/features/invoices/contract.ts'
import { INSURED } from './insured-policy.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { COMPANY, PARENT, PrepaidBench } from './prepaid-fixtures.ts'

const ACTING = ['--by', 'lin', '--why', 'the school paid']
let bench: PrepaidBench
beforeEach(async () => {
  bench = await PrepaidBench.ready()
})
afterEach(() => bench.server.close())

const invoices = () => bench.server.deps.db.selectFrom('invoices').select('id').execute()
const get = (key: string, document: string, format: 'pdf' | 'xml' = 'pdf') =>
  bench.payer.blob(prepaidFile, { key, document, format })

describe('a payer without a login', () => {
  it('sees what was paid, and only the initials of people', async () => {
    const view = await bench.reads(await bench.makeLink())
    expect(view).toMatchObject({
      status: 'apply',
      paid: { amount: { amount: bench.premium } },
      invoice: {
        state: 'not_requested',
        may: 'request',
        askedBy: null,
        title: null,
        policyholder: '',
        email: '',
        documents: [],
      },
    })
    expect(view.paid.insured).toMatch(/•/)
    expect(view.paid.buyer).toMatch(/•/)
    expect(JSON.stringify(view)).not.toContain(INSURED)
    const { policyholder } = await bench.buyerSees()
    expect(policyholder.length).toBeGreaterThan(1)
    expect(JSON.stringify(view)).not.toContain(policyholder)
  })

  it('asks in their own name, gets it by mail with a way back, and downloads both files', async () => {
    const key = await bench.makeLink()
    expect(ok(await bench.applies(key, PARENT))).toMatchObject({
      status: 'pending',
      invoice: {
        state: 'requested',
        askedBy: 'caller',
        title: { kind: 'personal', name: '王芳' },
        email: PARENT.email,
      },
    })
    await bench.settle()
    const { status, invoice } = await bench.reads(key)
    expect([status, invoice.state, invoice.may]).toEqual(['issued', 'issued', 'nothing'])
    const [document] = invoice.documents
    expect(document).toMatchObject({ kind: 'blue', title: '王芳', amount: { amount: bench.premium }, ready: true })
    for (const format of ['pdf', 'xml'] as const)
      expect((await (ok(await get(key, document?.id ?? '', format)) as Blob).text()).slice(0, 5)).toMatch(
        format === 'pdf' ? '%PDF-' : '<',
      )
    const [mail] = await bench.mailsTo(PARENT.email)
    expect(mail?.text).toContain(`/prepaid/issued/${key}`)
    expect(mail?.text).not.toContain('/personal/order')
    expect(await bench.mailsTo(INSURED)).not.toContainEqual(
      expect.objectContaining({ text: expect.stringContaining(key) as string }),
    )
  })

  it('sees each error at its field', async () => {
    const key = await bench.makeLink()
    expect(await bench.applies(key, { ...COMPANY, name: ' ', taxNumber: '', email: 'nobody' })).toMatchObject({
      ok: false,
      code: 'invalid',
      fields: { name: 'title_required', taxNumber: 'tax_number_required', email: 'email_format' },
    })
    expect(await bench.payer.request(applyPrepaid, { key, title: 'personal', email: PARENT.email })).toMatchObject({
      fields: { name: 'payer_required' },
    })
    expect(
      await bench.payer.request(applyPrepaid, { key, title: 'personal', name: '<b>王</b>', email: PARENT.email }),
    ).toMatchObject({ fields: { name: 'title_characters' } })
    expect(await invoices()).toEqual([])
  })

  it('puts a refused tax number right, and gives a title once', async () => {
    const key = await bench.makeLink()
    ok(await bench.applies(key, { ...COMPANY, taxNumber: '0'.repeat(15) }))
    await bench.settle()
    const failed = await bench.reads(key)
    expect(failed).toMatchObject({ status: 'failed', invoice: { may: 'correct', failure: 'tax_number' } })
    const [mail] = await bench.mailsTo(COMPANY.email)
    expect(mail?.text).toContain(`/prepaid/issued/${key}`)
    const { version } = failed.invoice
    expect(ok(await bench.payer.request(applyPrepaid, { key, ...COMPANY, version }))).toMatchObject({
      status: 'pending',
    })
    await bench.settle()
    const issued = await bench.reads(key)
    expect(issued).toMatchObject({
      status: 'issued',
      invoice: { may: 'nothing', title: { taxNumber: COMPANY.taxNumber } },
    })
    expect(refusal(await bench.payer.request(applyPrepaid, { key, ...PARENT, version: issued.invoice.version }))).toBe(
      'not_available',
    )
    expect(refusal(await bench.applies(key, PARENT))).toBe('taken')
  })

  it('finds the red-letter invoice after a refund', async () => {
    const key = await bench.makeLink()
    ok(await bench.applies(key))
    await bench.settle()
    await bench.refund(10_000)
    expect((await bench.reads(key)).invoice).toMatchObject({
      state: 'part_reversed',
      invoiced: { amount: bench.premium - 10_000 },
    })
    await bench.refund(bench.premium - 10_000)
    const { status, invoice } = await bench.reads(key)
    expect([status, invoice.state, invoice.documents.map((it) => it.kind)]).toEqual([
      'issued',
      'reversed',
      ['blue', 'red', 'red'],
    ])
    for (const { id } of invoice.documents) ok(await get(key, id))
  })
})

describe('one invoice for one payment', () => {
  it('two who apply at once get one, and the other is told', async () => {
    const key = await bench.makeLink()
    const replies = await Promise.all([bench.applies(key, COMPANY), bench.applies(key, PARENT, bench.server.client())])
    expect(replies.map((it) => (it.ok ? 'ok' : it.code)).sort()).toEqual(['ok', 'taken'])
    expect(await invoices()).toHaveLength(1)
    const again = await Promise.all([COMPANY, COMPANY].map((title) => bench.applies(key, title)))
    expect(again.filter((it) => it.ok).length % 2).toBe(0)
    expect(await invoices()).toHaveLength(1)
  })

  it('buyer and payer at once get one', async () => {
    const key = await bench.makeLink()
    const replies = await Promise.all([bench.applies(key), bench.buyerAsks()])
    expect(replies.map((it) => (it.ok ? 'ok' : it.code)).sort()).toEqual(['ok', 'taken'])
    expect(await invoices()).toHaveLength(1)
  })

  it('of the buyer’s own invoice the payer sees only the state, and can download nothing', async () => {
    const key = await bench.makeLink()
    ok(await bench.buyerAsks())
    await bench.settle()
    const [document] = (await bench.buyerSees()).documents
    expect(await bench.reads(key)).toMatchObject({
      status: 'issued',
      invoice: { askedBy: 'buyer', may: 'nothing', title: null, email: '', documents: [] },
    })
    expect(refusal(await get(key, document?.id ?? ''))).toBe('not_found')
    expect(refusal(await bench.applies(key))).toBe('taken')
    ok(await bench.buyer.request(endInvoiceLink, bench.payable))
    expect((await bench.operator('create', bench.order, ...ACTING)).said).toContain('exists')
  })

  it('a second link shows nothing of an invoice requested by the first', async () => {
    const [first, second] = [
      await bench.makeLink(),
      (await bench.operator('create', bench.order, ...ACTING)).said.split('/').at(-1) ?? '',
    ]
    ok(await bench.applies(first))
    await bench.settle()
    const [document] = (await bench.reads(first)).invoice.documents
    expect(await bench.reads(second)).toMatchObject({
      status: 'issued',
      invoice: { askedBy: 'payer', may: 'nothing', title: null, email: '', documents: [] },
    })
    expect(refusal(await get(second, document?.id ?? ''))).toBe('not_found')
    expect(refusal(await bench.applies(second))).toBe('taken')
  })

  it('the buyer sees the title and not the address, waits while the link works, and changes the title afterwards', async () => {
    const key = await bench.makeLink()
    ok(await bench.applies(key))
    await bench.settle()
    const seen = await bench.buyerSees()
    expect(seen).toMatchObject({
      state: 'issued',
      askedBy: 'payer',
      may: 'nothing',
      why: 'payer',
      title: { name: COMPANY.name },
      email: 'b•••@example.com',
    })
    expect(JSON.stringify(seen)).not.toContain(COMPANY.email)
    const own = { ...bench.payable, title: 'personal', email: INSURED, version: seen.version, unused: true } as const
    expect(refusal(await bench.buyer.request(retitleInvoice, own))).toBe('not_available')
    ok(await bench.buyer.blob(invoiceFile, { ...bench.payable, document: seen.documents[0]?.id ?? '', format: 'pdf' }))
    ok(await bench.buyer.request(endInvoiceLink, bench.payable))
    expect(ok(await bench.buyer.request(retitleInvoice, own))).toMatchObject({ askedBy: 'caller', email: INSURED })
    await bench.settle()
    expect((await bench.buyerSees()).state).toBe('reissued')
    expect((await bench.mailsTo(COMPANY.email)).map((it) => it.subject)).toEqual([
      expect.stringContaining('your e-invoice'),
      expect.stringContaining('credit invoice'),
    ])
  })

  it('the copy of the buyer’s data has the title, not the payer’s address', async () => {
    ok(await bench.applies(await bench.makeLink()))
    const { deps } = bench.server
    const opened = await Promise.all(
      ['invoices', 'invoice_documents'].map(async (table) =>
        Promise.all(
          (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(deps.db)).rows.map((row) =>
            openRow(deps, table, row),
          ),
        ),
      ),
    )
    const copy = JSON.stringify(opened)
    expect(opened.flat()).toHaveLength(2)
    expect(copy).toContain(COMPANY.name)
    expect(copy).not.toContain(COMPANY.email)
  })
})
