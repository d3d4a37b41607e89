/** Guides to medical care in a country (`countries` of an article), for the pages that link to them. */
import { localPath, type Lang } from '../../../lib/locale.ts'
import { pathFor } from '../../../routes.ts'
import { readings, slugOf } from './entries.ts'

export interface GuideLink {
  title: string
  href: string
  countries: readonly string[]
}

/** In the order of the list. */
export async function countryGuides(lang: Lang): Promise<GuideLink[]> {
  const articles = await readings('articles', lang)
  return articles
    .filter(({ data }) => data.countries.length > 0)
    .map(({ id, data }) => ({
      title: data.title,
      href: localPath(lang, pathFor('information.entry', { slug: slugOf(id) })),
      countries: data.countries,
    }))
}

export const countryGuide = async (lang: Lang, country: string): Promise<GuideLink | undefined> =>
  (await countryGuides(lang)).find(({ countries }) => countries.includes(country))
