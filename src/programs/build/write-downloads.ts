/**
 * Writes documents before the pages are built, as `public/downloads/<lang>/<name>.pdf`: those of `/claims/download`
 * with a list that the page reads, and the policy terms of every plan, which must be available before a purchase.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { claimDownloads } from '../../features/claims/server/documents/draw-downloads.ts'
import { loadPlans } from '../../features/plans/content/load-plans.ts'
import { loadFonts } from '../../server/pdf/load-fonts.ts'
import type { Fonts } from '../../server/pdf/font-types.ts'
import { drawTerms } from '../../features/policies/server/documents/policy-terms.ts'
import type { Translate } from '../../server/pdf/document-words.ts'
import { DOWNLOADS, termsPdfPath, type DownloadEntry } from '../../lib/content/downloads.ts'
import { dayOf, formatDay, startOfCover } from '../../lib/days/dates.ts'
import { LANGS, type Lang } from '../../lib/locale.ts'
import { SITE } from '../../lib/site.ts'
import { loadWords } from '../../server/load-words.ts'

interface TermsFacts {
  lang: Lang
  site: (typeof SITE)[Lang]
  madeAt: number
}

async function writeTerms(
  folder: string,
  { lang, site, madeAt }: TermsFacts,
  t: Translate,
  fonts: Fonts,
): Promise<void> {
  const set = loadPlans()
  for (const { id, insurer } of set.plans) {
    const clauses = set.clauses(lang, id)
    const bytes = await drawTerms(
      {
        lang,
        clauses: { ...clauses, date: formatDay(clauses.date, lang) },
        planName: set.words(lang, id).name,
        storedAt: madeAt,
        number: clauses.version,
        site,
        sampleNotice: set.insurerWords(lang, insurer).notice,
      },
      t,
      fonts,
    )
    await writeFile(join(folder, lang, basename(termsPdfPath(lang, id))), bytes)
  }
}

/** `now`, ms: the documents carry its day, so that all builds of a day are equal. Returns how many there are. */
export async function writeDownloads(now: number, folder: string = DOWNLOADS.folder): Promise<number> {
  const words = loadWords()
  const fonts = loadFonts()
  const madeOn = dayOf(now)
  const entries: DownloadEntry[] = []
  await rm(folder, { recursive: true, force: true })
  for (const lang of LANGS) {
    await mkdir(join(folder, lang), { recursive: true })
    const facts = {
      lang,
      site: SITE[lang],
      sampleNotice: words(lang, 'reading:download.sample'),
      madeAt: startOfCover(madeOn),
    }
    await writeTerms(folder, { ...facts, lang }, (key, values) => words(lang, key, values), fonts)
    for (const { draw, ...entry } of claimDownloads(facts, (key, values) => words(lang, key, values), fonts)) {
      const bytes = await draw()
      await writeFile(join(folder, lang, `${entry.name}.pdf`), bytes)
      entries.push({ lang, ...entry, size: bytes.length, madeOn })
    }
  }
  await writeFile(join(folder, DOWNLOADS.list), JSON.stringify(entries))
  return entries.length
}
