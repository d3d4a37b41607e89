/** The database and the logs are reachable and writable; the built site exists and was built for this address. */
import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { plansWithoutFiles } from '../../features/plans/server/remembered-plans.ts'
import { sql } from 'kysely'
import { openStore, type Store } from '../../server/db/database.ts'
import { driverCode, NOT_ALLOWED } from '../../server/db/store-unavailable.ts'
import { freeBytes } from '../../server/health/free-disk.ts'
import { secretFault } from '../../server/keys/secret-canary.ts'
import { createSeal } from '../../server/keys/seal.ts'
import { LICENSED_SERVICES, type LicensedService } from '../../lib/licensed-services.ts'
import type { ProductionCheck } from './production-check.ts'
import { ALL_TABLES } from '../database-tables.ts'

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** What only a site built for this service has, whatever products and schools its content names. */
const OFFERED: Readonly<Record<LicensedService, (outDir: string) => Promise<boolean>>> = {
  overseas: (outDir) => exists(join(outDir, 'other', 'overseas', 'apply')),
  tuition: async (outDir) =>
    (await readFile(join(outDir, 'other', 'tuition.html'), 'utf8').catch(() => '')).includes('/other/tuition/pay'),
}

class NothingChanged extends Error {}

/** Tables, functions and triggers: an upgrade makes them, and the first start all of them. */
async function mayCreateTables(store: Store): Promise<boolean> {
  try {
    await store.write(async (trx) => {
      await sql`create table check_production (id integer primary key)`.execute(trx)
      throw new NothingChanged()
    })
  } catch (error) {
    if (error instanceof NothingChanged) return true
    if (driverCode(error) === NOT_ALLOWED) return false
    throw error
  }
  return false
}

export const storeChecks: readonly ProductionCheck[] = [
  {
    name: 'licensed services',
    run: async ({ outDir, licensedFor }) => {
      const problems = LICENSED_SERVICES.map(async (service) => {
        const offered = await OFFERED[service](outDir)
        if (offered === licensedFor.includes(service)) return []
        return [
          offered
            ? `the built site offers ${service}, which LICENSED_FOR does not name: build with the same settings`
            : `the built site does not offer ${service}, which LICENSED_FOR names: build with the same settings`,
        ]
      })
      return (await Promise.all(problems)).flat()
    },
  },
  {
    name: 'database',
    run: async (config) => {
      const store = openStore(config)
      try {
        await store.probe()
        return (await mayCreateTables(store)) ? [] : ['its role may not create tables: grant create on its schema']
      } finally {
        await store.close()
      }
    },
  },
  {
    name: 'secret',
    run: async (config) => {
      const store = openStore(config)
      try {
        const fault = await secretFault(store.db, { seal: createSeal(config.secrets), tables: ALL_TABLES })
        return fault === undefined ? [] : [fault]
      } finally {
        await store.close()
      }
    },
  },
  {
    name: 'plans',
    run: async (config) => {
      const store = openStore(config)
      try {
        const named = await plansWithoutFiles(store.db)
        return named.map(
          (it) =>
            `${it} and is not in content/plans: put it back; a plan ends by \`retired\`, a tier by a copy of the figures that begins on a day`,
        )
      } finally {
        await store.close()
      }
    },
  },
  {
    name: 'log files',
    run: async ({ dataDir, logDir, logBytes }) => {
      await mkdir(logDir, { recursive: true, mode: 0o700 })
      const file = join(logDir, `check-${randomUUID()}`)
      await writeFile(file, 'check', { mode: 0o600 })
      await rm(file)
      return [
        ...(relative(dataDir, logDir).startsWith('..')
          ? []
          : ['LOG_DIR lies in DATA_DIR: give the logs a folder outside, if possible on a disk of their own']),
        ...((await freeBytes(logDir)) >= logBytes ? [] : ['the disk of LOG_DIR has less room than LOG_MAX_MB']),
      ]
    },
  },
  {
    name: 'site',
    run: async ({ outDir, siteUrl }) => {
      if (!(await exists(join(outDir, '404.html')))) return ['OUT_DIR holds no built site: npm run build']
      // Canonical links, link pictures and the sitemap contain the address that the site was built for.
      const robots = await readFile(join(outDir, 'robots.txt'), 'utf8').catch(() => '')
      return robots.includes(`${siteUrl}/sitemap.xml`)
        ? []
        : ['the built site names another address than PUBLIC_SITE_URL: npm run build with this setting']
    },
  },
]
