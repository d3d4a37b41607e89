/**
 * A store that a person, a claimant, a stranger and operators filled at the commit 4e2c153d
 * (`tests/stores/fill-store.ts`): today's program opens it and goes on, on both databases.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../../src/app/storage.ts'
import { payCreate, payStatus } from '../../src/features/cashier/contract.ts'
import { listChanges } from '../../src/features/changes/contract.ts'
import { claimDocuments, documentFile, getClaim, getDraft, listClaims } from '../../src/features/claims/contract.ts'
import { claimCommands } from '../../src/features/claims/operator/all-claim-commands.server.ts'
import { listRegistrations } from '../../src/features/credentials/contract.ts'
import { getInvoice, invoiceFile } from '../../src/features/invoices/contract.ts'
import { getOrder, listOrders } from '../../src/features/orders/contract.ts'
import { orderCommands } from '../../src/features/orders/order-commands.server.ts'
import { getPolicy, listPolicies, POLICY_TABS, policyDocumentFile } from '../../src/features/policies/contract.ts'
import { getRefunds } from '../../src/features/refunds/contract.ts'
import { login, me } from '../../src/features/session/contract.ts'
import { ALL_TABLES } from '../../src/server/database-tables.ts'
import { openRow } from '../../src/features/account/export/open-row.server.ts'
import { serverCommands } from '../../src/server/operator/server-commands.ts'
import { makeBaseline } from '../stores/baseline-store.ts'
import { ENDED_MOBILE, FRIEND, PERSON, STRANGER, type Filled } from '../stores/fill-store.ts'
import { forget, freshStore } from '../stores/open.ts'
import { loadRows, readRows } from '../stores/stored-rows.ts'
import { BankDesk, PAID, readBatchFile, resultFile } from './bank-fixtures.ts'
import { Claimant, EMAIL, ANSWERS, tick } from './claims-fixtures.ts'
import { askCode, MINUTE, signIn } from './login-by-code.ts'
import { commandOutput } from './operator-commands.ts'
import { ok, refusal, sentFile } from './orders-fixtures.ts'
import { atGateway } from './payments-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const rows = readRows<Filled>('tests/fixtures/store-4e2c153d.json.br')
const { given } = rows
let dataDir: string
let server: TestServer

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'youfang-old-'))
  const store = await freshStore({ dataDir, again: true })
  await makeBaseline(store)
  await loadRows(store, dataDir, rows)
  server = await startServer({ dataDir, store, clock: () => rows.now + 2 * MINUTE })
})
afterEach(async () => {
  await server.close()
  await forget(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

async function startOfFile(client: Client, file: ReturnType<Client['blob']>): Promise<string> {
  const blob = sentFile(await file)
  return Buffer.from(await blob.slice(0, 5).arrayBuffer()).toString('latin1')
}

describe('what was there', () => {
  it('is all there: rows of every table, and every sealed value opens', async () => {
    for (const [name, before] of Object.entries(rows.tables)) {
      if (!ALL_TABLES.some((it) => it.name === name)) continue
      const { rows: now } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(server.deps.db)
      expect(now.length, name).toBe(before.length)
      for (const row of now) await openRow(server.deps, name, row)
    }
  })
})
