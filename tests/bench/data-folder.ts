/** The folder of a server's data, which the bench removes when it ends. */
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `from`: begins as a copy of a folder in which the demo account is filled, which takes a minute otherwise. */
export function dataFolder(from: string | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'youfang-bench-'))
  if (from !== undefined && from !== '') cpSync(from, folder, { recursive: true })
  return folder
}
