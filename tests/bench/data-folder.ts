/** The folder of a server's data, which the bench removes when it ends. */
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Begins as a copy of `DEMO_DATA`, where that names a folder in which the demo account is filled: filling takes long. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'youfang-bench-'))
  const { DEMO_DATA: filled } = process.env
  if (filled !== undefined) cpSync(filled, folder, { recursive: true })
  return folder
}
