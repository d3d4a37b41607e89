/** Files that the build has made for download, read when pages are built. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOWNLOADS, downloadsSchema, type DownloadEntry } from '../../../lib/content/downloads.ts'

/** Every document in both languages, in the order of the page. Throws when the build has not made them. */
export function loadDownloads(folder: string = DOWNLOADS.folder): DownloadEntry[] {
  const list = join(folder, DOWNLOADS.list)
  if (!existsSync(list)) throw new Error(`${list} is missing: npm run build and npm run dev make it`)
  return downloadsSchema.parse(JSON.parse(readFileSync(list, 'utf8')))
}
