/** Invoices that fail, and how long invoices are kept. */
import { describe, expect, it } from 'vitest'
import { sign } from '../../src/features/cashier/server/providers/gateway-message-hmac.ts'
import { setFault } from '../../src/features/cashier/server/sandbox/faults.ts'
import { requestInvoice } from '../../src/features/invoices/contract.ts'
import { invoiceCommands } from '../../src/features/invoices/server/invoice-commands.ts'
import { NOTIFY_PATH } from '../../src/features/invoices/server/sandbox/sandbox-channel.ts'
import { commandOutput } from './operator-commands.ts'
import { ok } from './orders-fixtures.ts'
import {
  eachWithPaidPolicy,
  COMPANY,
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

const run = (...words: string[]) => commandOutput(server.deps, invoiceCommands, ['invoices', ...words])

describe('an invoice that fails', () => {
  it('an unknown tax number is corrected by the buyer, which does not count as a change of title', async () => {
    ok(await client.request(requestInvoice, { ...payable(), ...COMPANY, taxNumber: '000000000000000' }))
    await server.drain()
    expect(await view()).toMatchObject({ state: 'failed', failure: 'tax_number', may: 'correct', changesLeft: 3 })
    expect((await mails('请核对开票税号'))[0]?.to).toBe(COMPANY.email)
    ok(await change(COMPANY, { unused: false }))
    await server.drain()
    expect(await view()).toMatchObject({ state: 'issued', changesLeft: 3 })
    expect(await rows()).toHaveLength(1)
  })

  it('a refusal by the tax system is a task of finance, counted in health show, and can be retried', async () => {
    await setFault(server.deps, 'invoices_fail', 1)
    ok(await ask())
    await server.drain()
    expect(await view()).toMatchObject({ state: 'failed', failure: 'channel' })
    const [row] = await rows()
    expect((await run('list')).said).toContain(row?.id)
    expect(await server.deps.health.figures()).toMatchObject({ invoicesFailed: 1 })
    expect(await run('retry', row?.id ?? '', '--by', 'li', '--why', 'channel is back')).toMatchObject({ code: 0 })
    await server.drain()
    expect(await view()).toMatchObject({ state: 'issued' })
    expect((await run('list')).said).toBe('No invoice waits for anybody.')
    expect((await run('show', id, '--by', 'li', '--why', 'buyer called')).said).toContain('requested → issuing')
    expect((await run('reverse', id, '--by', 'li', '--why', 'looked again')).said).toContain('adds up')
  })

  it('an invoice whose money went back while it waited is dropped', async () => {
    await setFault(server.deps, 'invoices_fail', 1)
    ok(await ask())
    await server.drain()
    await refund(premium)
    const [row] = await rows()
    await run('retry', row?.id ?? '', '--by', 'li', '--why', 'again')
    await settle()
    expect((await rows()).map((it) => it.status)).toEqual(['dropped'])
    expect(await inForce()).toBe(0)
  })

  it('a notification that does not come from the channel changes nothing', async () => {
    await setFault(server.deps, 'invoices_fail', 1)
    ok(await ask())
    await server.drain()
    const [row] = await rows()
    const body = Buffer.from(
      JSON.stringify({
        event: 'e',
        ref: `${row?.id}.1`,
        state: 'issued',
        number: '26000000000000000009',
        issuedAt: 1,
        tax: 1,
        failure: null,
      }),
    )
    const reply = await fetch(server.url + NOTIFY_PATH, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/json', ...sign('wrong', 'gateway', body, server.deps.clock()) },
    })
    expect(reply.status).toBe(400)
    expect((await rows()).map((it) => it.status)).toEqual(['failed'])
  })
})

describe('retention of invoices', () => {
  it('ends ten years after the year of the last document, with files and events, and not a day before', async () => {
    ok(await ask())
    await settle()
    const [document] = await rows()
    const events = () =>
      server.deps.db
        .selectFrom('events')
        .select(['entity', 'to_status'])
        .where('entity_id', 'in', [document?.id ?? '', document?.invoice_id ?? ''])
        .execute()
    const until = (instant: number) => server.advance(instant - server.deps.clock())
    const year = new Date(server.deps.clock()).getUTCFullYear() + 10
    until(Date.UTC(year, 11, 31, 2))
    await settle()
    expect(await rows()).toHaveLength(1)
    until(Date.UTC(year + 1, 0, 1, 2))
    await settle()
    expect(await rows()).toEqual([])
    expect(await server.deps.db.selectFrom('invoices').select('id').execute()).toEqual([])
    expect(
      await server.deps.db
        .selectFrom('files')
        .select('id')
        .where('id', 'in', [document?.pdf_file ?? '', document?.data_file ?? ''])
        .execute(),
    ).toEqual([])
    expect((await events()).every(({ to_status: to }) => to === 'purged')).toBe(true)
  })
})
