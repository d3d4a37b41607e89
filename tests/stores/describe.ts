/** Tests of the store itself and of what is built directly on it, with the test's own tables. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { afterAll, beforeAll, describe, test as vitest } from 'vitest'
import type { Store, Trx } from '../../src/server/db/database.ts'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import type { Table } from '../../src/server/db/define-table.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { freshStore } from './open.ts'

export interface TestStore extends Store {
  /** The transaction, typed for the test's own tables. */
  of: <DB>(trx: Trx) => Transaction<DB>
}

type Test = (name: string, fn: (store: TestStore) => Promise<void>) => void

/** One store of this run's dialect for all tests of `body`, with the product's tables and `own`. */
export function describeStore(name: string, own: readonly Table[], body: (test: Test) => void): void {
  describe(name, () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'youfang-db-'))
    let store: TestStore
    beforeAll(async () => {
      const opened = await freshStore({ dataDir })
      await migrate(opened, [...ALL_TABLES, ...own])
      // A test's own tables are in the store but not in the product's types.
      store = { ...opened, of: <DB>(trx: Trx) => trx as unknown as Transaction<DB> }
    })
    afterAll(async () => {
      await store.close()
      rmSync(dataDir, { recursive: true, force: true })
    })
    body((title, fn) => vitest(title, () => fn(store)))
  })
}
