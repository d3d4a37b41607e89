/** The database and the folders: reached, and writable. */
import { randomUUID } from 'node:crypto'
import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore } from '../db/database.ts'
import type { ProductionCheck } from './production-check.ts'

export const storeChecks: readonly ProductionCheck[] = [
  {
    name: 'database',
    run: async (config) => {
      const store = openStore(config)
      try {
        await store.probe()
        return []
      } finally {
        await store.close()
      }
    },
  },
  {
    name: 'files',
    run: async ({ dataDir }) => {
      const file = join(dataDir, 'files', `check-${randomUUID()}`)
      await mkdir(join(dataDir, 'files'), { recursive: true, mode: 0o700 })
      await writeFile(file, 'check')
      await rm(file)
      return []
    },
  },
  {
    name: 'site',
    run: async ({ outDir }) => access(join(outDir, '404.html')).then(() => [], () => ['OUT_DIR holds no built site: npm run build']),
  },
]
