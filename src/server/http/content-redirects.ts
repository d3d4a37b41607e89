/** Pages that were renamed or removed lead on: the redirects that the server and static hosts know besides the routes'. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRedirects, REDIRECTS_FILE } from '../../lib/content/content-redirects.ts'

/** Old path → its successor, without language. Read at the start of the server, and by the build. */
export function contentRedirects(content: string = process.env['CONTENT_DIR'] ?? 'content'): Map<string, string> {
  const file = join(content, REDIRECTS_FILE)
  return new Map(existsSync(file) ? Object.entries(readRedirects(readFileSync(file, 'utf8'), file).value ?? {}) : [])
}
