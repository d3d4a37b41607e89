/**
 * Writes a filled store of the version that it is run in, as rows: `tests/fixtures/store-4e2c153d.json.br` is of that
 * commit. Run by hand, in a checkout of the version: put `fill-store.ts`, `stored-rows.ts` and this file (as
 * `tests/api/write-store.test.ts`) beside its own tests, and run `vitest run --project=api
 * tests/api/write-store.test.ts`.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NOON, startServer } from '../api/start-server.ts'
import { fillStore } from '../stores/fill-store.ts'
import { freshStore } from '../stores/open.ts'
import { storedRows, writeRows } from '../stores/stored-rows.ts'

/** Photos of tests and data of invoices; policies and claim forms are larger. */
const SMALL_BYTES = 2_000

it('writes store.json.br', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-filled-'))
  const store = await freshStore({ dataDir, again: true, migrated: true })
  const server = await startServer({ dataDir, store, clock: () => NOON })
  const given = await fillStore(server)
  const keeps = ({ size, owner, name }: Record<string, unknown>): boolean =>
    Number(size) < SMALL_BYTES || (owner === `policy:${given.extended}` && String(name).startsWith('Insurance card'))
  const rows = await storedRows(store, { dataDir, now: server.deps.clock(), given, keeps })
  await server.close()
  writeRows('store.json.br', rows)
  expect(Object.keys(rows.tables).length).toBeGreaterThan(60)
}, 300_000)
