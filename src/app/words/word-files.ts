/** Files of words for islands: named by their content, so that a page finds those of the page before in the cache. */
import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Resources } from './translate.ts'
import { wordTables } from './word-tables.ts'

export const WORD_FOLDER = '/assets/words/'

/** Answers the file's address. */
export function writeWordFile(name: string, table: Resources): string {
  const text = JSON.stringify(table)
  const file = `${WORD_FOLDER}${name}.${hash('sha256', text, 'base64url').slice(0, 7)}.json`
  if (wordTables().has(file)) return file
  wordTables().set(file, table)
  if (import.meta.env.PROD) {
    const dir = process.env['OUT_DIR'] ?? 'dist'
    mkdirSync(join(dir, WORD_FOLDER), { recursive: true })
    writeFileSync(join(dir, file), text)
  }
  return file
}
