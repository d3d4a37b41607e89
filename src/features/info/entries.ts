/** Entries of the collections for pages: by language, in the order in which people read them. */
import { getCollection, type CollectionEntry } from 'astro:content'
import { FAQ_GROUPS, type FaqGroup } from '../../app/content/schemas.ts'
import { LANGS, type Lang } from '../../lib/locale.ts'

export type CollectionName = 'legal' | 'notices' | 'faq'

/** `en/privacy` → `privacy`. */
export const slugOf = (id: string): string => id.slice(id.indexOf('/') + 1)

/** Entries of one language, by file. */
export async function entriesOf<N extends CollectionName>(name: N, lang: Lang): Promise<CollectionEntry<N>[]> {
  return getCollection(name, ({ id }) => id.startsWith(`${lang}/`))
}

/** `getStaticPaths` of a `[...lang]/…/[slug].astro` page. */
export async function entryPaths<N extends CollectionName>(name: N) {
  const lists = await Promise.all(
    LANGS.map(async (lang) =>
      (await entriesOf(name, lang)).map((entry) => ({
        params: { lang: lang === 'en' ? undefined : lang, slug: slugOf(entry.id) },
        props: { entry, lang },
      })),
    ),
  )
  return lists.flat()
}

export async function legalTexts(lang: Lang): Promise<CollectionEntry<'legal'>[]> {
  return (await entriesOf('legal', lang)).sort((a, b) => a.data.order - b.data.order)
}

/** Newest first; what is pinned and not over on `today` stands above. */
export async function notices(lang: Lang, today: string): Promise<CollectionEntry<'notices'>[]> {
  const high = ({ data }: CollectionEntry<'notices'>): number => (data.pinned && !isPast(data, today) ? 1 : 0)
  return (await entriesOf('notices', lang)).sort((a, b) => high(b) - high(a) || b.data.date.localeCompare(a.data.date))
}

export const isPast = (data: { expires?: string | undefined }, today: string): boolean => data.expires !== undefined && data.expires < today

export interface QuestionGroup {
  id: FaqGroup
  questions: CollectionEntry<'faq'>[]
}

/** Groups that have questions, in their fixed order. */
export async function questionGroups(lang: Lang): Promise<QuestionGroup[]> {
  const all = await entriesOf('faq', lang)
  return FAQ_GROUPS.map((id) => ({
    id,
    questions: all.filter(({ data }) => data.group === id).sort((a, b) => a.data.order - b.data.order),
  })).filter(({ questions }) => questions.length > 0)
}
