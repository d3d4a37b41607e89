/** What files and documents need: a storage that takes them, a scanner that finds something, fonts that can be read. */
import { readdir } from 'node:fs/promises'
import { pino } from 'pino'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import type { Config } from '../../server/config.ts'
import { openStorage } from '../../server/files/open-storage.ts'
import { infected, type Scanner } from '../../server/intake/clamav.ts'
import { createMetrics } from '../../server/metrics/metrics.ts'
import { loadFonts } from '../../server/pdf/load-fonts.ts'
import type { ProductionCheck } from './production-check.ts'

const MEBIBYTE = 1024 * 1024
/** What every scanner finds, by agreement (eicar.org); in two parts, or one on this machine would find this file. */
const EICAR = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-'))

async function* oneBuffer(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function* zeros(bytes: number): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(64 * 1024)
  for (let at = 0; at < bytes; at += chunk.length) yield chunk
}

async function scannerProblems(scanner: Scanner): Promise<string[]> {
  const finds = await infected(scanner, oneBuffer(EICAR)).catch(() => undefined)
  if (finds === undefined) return ['nothing answers at CLAMAV_HOST as ClamAV does']
  const takes = await infected(scanner, zeros(LIMITS.maxFileMebibytes * MEBIBYTE)).catch(() => undefined)
  return [
    ...(finds ? [] : ['it does not find the EICAR test file: its signatures are missing']),
    ...(takes === false ? [] : [`it does not take ${LIMITS.maxFileMebibytes} MB: raise its StreamMaxLength`]),
  ]
}

async function fontProblems(folder: string): Promise<string[]> {
  const fonts = (await readdir(folder)).filter((name) => /\.ttf$/i.test(name))
  if (fonts.length === 0) return ['DOCUMENT_FONTS holds no TTF file']
  try {
    // Reads each: one that is no font would fail every document that looks in it.
    for (const { regular } of loadFonts(folder).fallbacks) regular.has(0)
    return []
  } catch {
    return ['a TTF file in DOCUMENT_FONTS cannot be read as a font']
  }
}

const whereSet = <T>(setting: T | undefined, problems: (setting: T) => Promise<string[]>): Promise<string[]> =>
  setting === undefined ? Promise.resolve([]) : problems(setting)

export const fileChecks: readonly ProductionCheck[] = [
  {
    name: 'files',
    run: async (config: Config) => {
      const storage = await openStorage(config, { metrics: createMetrics(), log: pino({ level: 'silent' }) })
      await storage.probe()
      return []
    },
  },
  { name: 'virus scanner', run: ({ clamav }) => whereSet(clamav, scannerProblems) },
  { name: 'fonts of documents', run: ({ documentFonts }) => whereSet(documentFonts, fontProblems) },
]
