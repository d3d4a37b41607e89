/** The storage that the settings name. */
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Deps } from '../dependencies.ts'
import { folderStorage } from './folder-storage.ts'
import type { Storage } from './storage.ts'

export async function openStorage(
  config: Pick<Config, 's3' | 'dataDir'>,
  deps: Pick<Deps, 'metrics' | 'log'>,
): Promise<Storage> {
  if (config.s3 === undefined) return folderStorage(join(config.dataDir, 'files'))
  // Loaded only where it is used: it takes longer than the rest of the start.
  return (await import('./s3-storage.ts')).s3Storage(config.s3, deps)
}
