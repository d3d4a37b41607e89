/**
 * Private links to an invoice: created, mailed, ended, expired and deleted; a wrong key reveals nothing, and many of
 * them are refused.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  applyPrepaid,
  endInvoiceLink,
  invoiceLink,
  PREPAID_LINK_DAYS,
  PREPAID_SHOWN_DAYS,
  prepaidFile,
  readPrepaid,
} from '../../src/features/invoices/contract.ts'
import { invoiceClosure } from '../../src/features/invoices/server/account-closure.ts'
import { deleteOldPrepaidLinks } from '../../src/features/invoices/server/prepaid/prepaid-links.ts'
import { WRONG_KEYS_PER_ADDRESS } from '../../src/features/invoices/server/prepaid/wrong-link-keys.ts'
import { INSURED } from './insured-policy.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { COMPANY, keyIn, PrepaidBench } from './prepaid-fixtures.ts'

const DAY = 86_400_000
const ACTING = ['--by', 'lin', '--why', 'the school paid']
const WRONG = 'x'.repeat(27)
let bench: PrepaidBench
beforeEach(async () => {
  bench = await PrepaidBench.ready()
})
afterEach(() => bench.server.close())

const links = () => bench.server.deps.db.selectFrom('prepaid_links').selectAll().execute()
const read = async (key: string) => refusal(await bench.payer.request(readPrepaid, { key }))
const createdBy = (said: string): string => keyIn(said.split('\n')[1] ?? '')

describe('a link that the buyer makes', () => {
  it('is the same until it ends, has 160 random bits, and lies sealed', async () => {
    const first = ok(await bench.buyer.request(invoiceLink, bench.payable))
    expect(ok(await bench.buyer.request(invoiceLink, bench.payable)).url).toBe(first.url)
    expect(new URL(first.url).pathname).toMatch(/^\/(cn\/)?prepaid\/apply\/[\w-]{27}$/)
    expect(JSON.stringify(await links())).not.toContain(keyIn(first.url))
    ok(await bench.buyer.request(endInvoiceLink, bench.payable))
    expect(await read(keyIn(first.url))).toBe('not_found')
    expect(await bench.makeLink()).not.toBe(keyIn(first.url))
    // Ending it once is enough.
    ok(await bench.buyer.request(endInvoiceLink, bench.payable))
    ok(await bench.buyer.request(endInvoiceLink, bench.payable))
  })

  it('is one, however often it is asked for at once', async () => {
    const urls = await Promise.all(
      [1, 2, 3].map(async () => ok(await bench.buyer.request(invoiceLink, bench.payable)).url),
    )
    expect(new Set(urls).size).toBe(1)
    expect(await links()).toHaveLength(1)
  })

  it('can be made only if money was paid and not returned', async () => {
    await bench.refund(bench.premium)
    expect(refusal(await bench.buyer.request(invoiceLink, bench.payable))).toBe('not_available')
  })

  it('is not written into a log, neither in the page’s address nor in a call’s', async () => {
    const key = await bench.makeLink()
    await bench.reads(key)
    await fetch(`${bench.server.url}/prepaid/apply/${key}?from=mail`)
    expect(await read(WRONG)).toBe('not_found')
    const logs = bench.server.logs()
    expect([logs.includes(key), logs.includes(WRONG)]).toEqual([false, false])
  })
})

describe('a key that opens nothing', () => {
  it('is answered alike, whether it is wrong, ended or expired, by every call', async () => {
    const ended = await bench.makeLink()
    ok(await bench.buyer.request(endInvoiceLink, bench.payable))
    const expired = await bench.makeLink()
    bench.server.advance(PREPAID_LINK_DAYS * DAY)
    for (const ask of [
      (key: string) => bench.payer.request(readPrepaid, { key }),
      (key: string) => bench.payer.request(applyPrepaid, { key, ...COMPANY }),
      (key: string) => bench.payer.blob(prepaidFile, { key, document: '0'.repeat(26), format: 'pdf' }),
    ]) {
      const answers = [await ask(WRONG), await ask(ended), await ask(expired)]
      expect(answers[0]).toMatchObject({ ok: false, code: 'not_found' })
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
    }
  })

  it('wrong keys are refused after several, for a quarter of an hour; a neighbour with a right one is not', async () => {
    const key = await bench.makeLink()
    for (let i = 0; i < WRONG_KEYS_PER_ADDRESS; i++) expect(await read(`${WRONG}${i}`)).toBe('not_found')
    for (const next of [WRONG, `${WRONG}1`])
      expect(await bench.payer.request(readPrepaid, { key: next })).toMatchObject({
        ok: false,
        code: 'too_many',
        extra: { retryAfter: 900 },
      })
    expect(await read(key)).toBe('ok')
    expect(await read(WRONG)).toBe('too_many')
    bench.server.advance(15 * 60_000)
    expect(await read(WRONG)).toBe('not_found')
  })

  it('is not counted while the right key is used', async () => {
    const key = await bench.makeLink()
    for (let i = 0; i < 3 * WRONG_KEYS_PER_ADDRESS; i++) expect(await read(key)).toBe('ok')
  })
})

describe('a link of an operator', () => {
  it('is mailed to the payer in their language, told to the buyer, listed without its key, and ended', async () => {
    const made = await bench.operator('create', bench.order, '--to', 'books@example.com', '--lang', 'en', ...ACTING)
    const key = createdBy(made.said)
    await bench.server.drain()
    const [mail] = await bench.mailsTo('books@example.com')
    expect(mail?.text).toContain(`/prepaid/apply/${key}`)
    expect(mail?.text).toContain('You can ask for the e-invoice')
    const told = (await bench.mailsTo(INSURED)).map((it) => it.text).join()
    expect(told).toContain('/personal/order')
    expect(told).not.toContain(key)
    const list = await bench.operator('list', '--payable', bench.order)
    expect(list.said).toMatch(/open {2}operator:/)
    expect(list.said).not.toContain(key)
    const [row] = await links()
    expect((await bench.operator('end', row?.id ?? '', ...ACTING)).said).toContain('is ended')
    expect(await read(key)).toBe('not_found')
    expect((await bench.operator('list')).said).toContain('ended')
    const events = await bench.server.deps.db
      .selectFrom('events')
      .select(['to_status', 'why'])
      .where('entity', '=', 'prepaid_link')
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { to_status: 'open', why: 'the school paid' },
      { to_status: 'ended', why: 'the school paid' },
    ])
  })

  it('is mailed in Chinese unless told otherwise, and ends earlier where it was said', async () => {
    const key = createdBy(
      (await bench.operator('create', `plan.${bench.order}`, '--to', 'books@example.com', '--days', '1', ...ACTING))
        .said,
    )
    await bench.server.drain()
    expect((await bench.mailsTo('books@example.com'))[0]?.text).toContain(`/cn/prepaid/apply/${key}`)
    bench.server.advance(DAY)
    expect(await read(key)).toBe('not_found')
    expect((await bench.operator('list')).said).toContain('expired')
  })

  it('is refused for an order that does not exist', async () => {
    for (const words of [
      ['create', 'YFO-260301-999999'],
      ['create', 'extension.nothing'],
      ['end', 'nobody'],
    ])
      expect((await bench.operator(...words, ...ACTING)).said).toContain('not_found')
    expect((await bench.operator('list')).said).toContain('No private link')
  })
})

describe('how long a link lasts', () => {
  it('longer once the invoice was requested, and then no more', async () => {
    const key = await bench.makeLink()
    ok(await bench.applies(key))
    await bench.settle()
    bench.server.advance((PREPAID_SHOWN_DAYS - 1) * DAY)
    expect(await read(key)).toBe('ok')
    bench.server.advance(DAY)
    expect(await read(key)).toBe('not_found')
  })

  it('its row is deleted a month after its end, and with the buyer’s account', async () => {
    const { deps } = bench.server
    await bench.makeLink()
    bench.server.advance((PREPAID_LINK_DAYS + 29) * DAY)
    await deleteOldPrepaidLinks(deps)
    expect(await links()).toHaveLength(1)
    bench.server.advance(DAY)
    await deleteOldPrepaidLinks(deps)
    expect(await links()).toEqual([])
    await bench.operator('create', bench.order, ...ACTING)
    const { user_id: userId } = await deps.db
      .selectFrom('orders')
      .select('user_id')
      .where('id', '=', bench.order)
      .executeTakeFirstOrThrow()
    await deps.write((trx) =>
      invoiceClosure.erase(deps, trx, { userId: userId ?? '' } as Parameters<typeof invoiceClosure.erase>[2]),
    )
    expect(await links()).toEqual([])
  })
})
