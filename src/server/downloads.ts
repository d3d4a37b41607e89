/** Writes the documents of `/claims/download` before the pages are built: `public/downloads/<lang>/<name>.pdf`, and a list that the page reads. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { claimDownloads } from '../features/claims/documents/downloads.server.ts'
import { loadFonts } from '../features/policies/documents/fonts.server.ts'
import { DOWNLOADS, type DownloadEntry } from '../lib/downloads.ts'
import { dayOf, startOfCover } from '../lib/dates.ts'
import { LANGS } from '../lib/locale.ts'
import { SITE } from '../lib/site.ts'
import { loadWords } from './words.ts'

/** `now`, ms: the documents are dated by its day, so that a day's builds are alike. Returns how many there are. */
export async function writeDownloads(now: number, folder: string = DOWNLOADS.folder): Promise<number> {
  const words = loadWords()
  const fonts = loadFonts()
  const madeOn = dayOf(now)
  const entries: DownloadEntry[] = []
  await rm(folder, { recursive: true, force: true })
  for (const lang of LANGS) {
    await mkdir(join(folder, lang), { recursive: true })
    const facts = { lang, site: SITE[lang], sampleNotice: words(lang, 'reading:download.sample'), madeAt: startOfCover(madeOn) }
    for (const { name, kind, type, bytes } of await claimDownloads(facts, (key, values) => words(lang, key, values), fonts)) {
      await writeFile(join(folder, lang, `${name}.pdf`), bytes)
      entries.push({ lang, name, kind, type, size: bytes.length, madeOn })
    }
  }
  await writeFile(join(folder, DOWNLOADS.list), JSON.stringify(entries))
  return entries.length
}
