/** What the built site's search reads and offers, as the rules read it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { textsPath, type SearchedPage } from '../../src/app/search/search-data.ts'
import { LANGS, type Lang } from '../../src/lib/locale.ts'
import { DIST } from './dist.ts'
import { once } from './rule.ts'

/** What the search reads of each page, by address. */
export type Index = ReadonlyMap<string, SearchedPage>

export const readIndex = once(
  (): Index =>
    new Map(
      LANGS.flatMap((lang): SearchedPage[] => JSON.parse(readFileSync(join(DIST, textsPath(lang)), 'utf8'))).map(
        (page) => [page.url, page],
      ),
    ),
)
const Words = z.object({ examples: z.string(), same: z.string() })
export type OfferedWords = z.infer<typeof Words>
export const readOffered = (lang: Lang): OfferedWords =>
  Words.parse(JSON.parse(readFileSync(`public/locales/${lang}/search.json`, 'utf8')))
