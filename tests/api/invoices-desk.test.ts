/**
 * E-invoices issued by hand by the finance staff: they wait, are recorded with their files, are sent to the buyer, or
 * are refused.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { replaceChannel } from '../../src/features/invoices/server/channel/tax-channel-registry.ts'
import { getInvoice, invoiceFile, requestInvoice } from '../../src/features/invoices/contract.ts'
import { deskChannel } from '../../src/features/invoices/server/channel/desk-channel.ts'
import { deskCommands } from '../../src/features/invoices/server/channel/desk-commands.ts'
import { invoiceCommands } from '../../src/features/invoices/server/invoice-commands.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { commandOutput } from './operator-commands.ts'
import { ok, sentFile } from './orders-fixtures.ts'
import { paidPolicyServer } from './policy-servers.ts'
import type { Client, TestServer } from './start-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'youfang-desk-'))
const [pdf, data, wrong] = ['invoice.pdf', 'invoice.xml', 'invoice.txt'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
writeFileSync(pdf, '%PDF-1.7 made by hand')
writeFileSync(data, '\ufeff<?xml version="1.0"?><EInvoice/>')
writeFileSync(wrong, 'neither')
afterAll(() => rmSync(folder, { recursive: true }))

let server: TestServer
let client: Client
let document: string
let payable: { kind: string; id: string }
beforeEach(async () => {
  let policy: string
  ;({ server, given: policy } = await paidPolicyServer())
  replaceChannel(server.deps, deskChannel)
  const row = await server.deps.db
    .selectFrom('policies')
    .select('order_id')
    .where('id', '=', policy)
    .executeTakeFirstOrThrow()
  payable = { kind: 'plan', id: row.order_id }
  client = await logInAs(server, INSURED)
  ok(await client.request(requestInvoice, { ...payable, title: 'personal', email: INSURED }))
  await server.drain()
  document = (await server.deps.db.selectFrom('invoice_documents').select('id').executeTakeFirstOrThrow()).id
})
afterEach(() => server.close())

const run = (...words: string[]) =>
  commandOutput(server.deps, [...invoiceCommands, ...deskCommands], ['invoices', ...words])
const issued = (...over: string[]) =>
  run(
    'issued',
    document,
    '--number',
    '26352000000000000017',
    '--day',
    '2026-03-02',
    '--rate',
    '6',
    '--tax',
    '95.84',
    '--pdf',
    pdf,
    '--data',
    data,
    ...over,
    '--by',
    'li',
    '--why',
    'made today',
  )
const view = async () => ok(await client.request(getInvoice, payable))

it('waits for finance, and is sent to the buyer with both files', async () => {
  expect(await view()).toMatchObject({ state: 'issuing', sample: false })
  expect((await run('list')).said).toContain(document)
  expect((await issued()).said).toContain('is issued as 26352000000000000017')
  await server.drain()
  const {
    state,
    documents: [shown],
  } = await view()
  expect([state, shown?.number, shown?.ready]).toEqual(['issued', '26352000000000000017', true])
  const bytes = sentFile(await client.blob(invoiceFile, { ...payable, document, format: 'pdf' }))
  expect(await bytes.text()).toBe('%PDF-1.7 made by hand')
  expect((await run('list')).said).toBe('No invoice waits for anybody.')
  expect(await issued()).toMatchObject({ code: 1, said: expect.stringContaining('Refused: conflict') as string })
})

it('is refused with a reason that the buyer reads; files of another format are refused', async () => {
  expect(await issued('--pdf', wrong)).toEqual({ code: 1, said: 'Refused: invalid {"pdf":"file"}' })
  expect(await issued('--data', join(folder, 'nowhere'))).toMatchObject({
    code: 1,
    said: expect.stringContaining('file_not_found') as string,
  })
  expect(await view()).toMatchObject({ state: 'issuing' })
  expect((await run('refused', document, '--failure', 'tax_number', '--by', 'li', '--why', 'unknown there')).code).toBe(
    0,
  )
  expect(await view()).toMatchObject({ state: 'failed', failure: 'tax_number' })
})
