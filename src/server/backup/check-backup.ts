/** Whether a backup is whole, without restoring it: everything in it is opened. Needs nothing but it and SECRET. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Table } from '../db/define-table.ts'
import { StoreUnavailable } from '../db/store-unavailable.ts'
import { openFile } from '../files/file-store.ts'
import { folderStorage } from '../files/folder-storage.ts'
import { isMissing, type Storage } from '../files/storage.ts'
import type { Seal } from '../keys/seal.ts'
import { columnsThatDoNotOpen, sealedTables } from '../keys/sealed-tables.ts'
import { DamagedBackup, filesFolder, isFileRow, readDatabase, rowName } from './backup-format.ts'
import { createProgress, forEach } from './work-through.ts'

export const fileRow = z.object({ id: z.string(), size: z.number(), sha256: z.string(), wrapped_key: z.string() })
export type FileRow = z.output<typeof fileRow>

export interface CheckedBackup {
  made: number
  rows: number
  files: readonly FileRow[]
  /** What is not as it was, in words; the database itself is whole if this is not the only one. */
  faults: readonly string[]
  /** Whether the rows can be restored. */
  readable: boolean
}

interface Checking {
  seal: Seal
  tables: readonly Table[]
  print: (line: string) => void
}

/** Opens every row, every sealed value and every file to its last byte. Throws `ConfigError` for another secret. */
export async function checkBackup(backup: string, { seal, tables, print }: Checking): Promise<CheckedBackup> {
  const faults: string[] = []
  const files: FileRow[] = []
  const byName = new Map(tables.map((table) => [table.name, table]))
  const sealed = new Map(sealedTables(tables).map((it) => [it.table, it]))
  let read: Awaited<ReturnType<typeof readDatabase>>
  try {
    read = await readDatabase(backup, seal, {
      statements: async () => undefined,
      row: async (name, row) => {
        const [table, of] = [byName.get(name), sealed.get(name)]
        if (isFileRow(name)) files.push(fileRow.parse(row))
        if (!table || !of) return
        for (const column of columnsThatDoNotOpen(seal, of, row))
          faults.push(`${rowName(table, row)}: ${column} does not open with this SECRET`)
      },
    })
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error
    return { made: 0, rows: 0, files, faults: [...faults, error.message], readable: false }
  }
  const storage = folderStorage(filesFolder(backup))
  const progress = createProgress(print, 'files', files.length)
  await forEach(files, async (row) => {
    const fault = await faultOfFile({ seal, storage }, row)
    if (fault !== undefined) faults.push(`file ${row.id} ${fault}`)
    progress()
  })
  const rows = Object.values(read.rows).reduce((sum, it) => sum + it, 0)
  return { made: read.made, rows, files, faults, readable: true }
}

/** What is wrong with a stored file, which is read to its last byte. */
export async function faultOfFile(place: { seal: Seal; storage: Storage }, row: FileRow): Promise<string | undefined> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const part of openFile(place, row).stream()) {
      hash.update(part)
      size += part.length
    }
  } catch (error) {
    // A folder's disk that cannot read these bytes has lost them.
    if (error instanceof StoreUnavailable && error.code !== 'EIO') throw error
    return isMissing(error) ? 'is missing' : 'is damaged'
  }
  return size === row.size && hash.digest('hex') === row.sha256 ? undefined : 'is not what was stored'
}
