/** Entries of the collections for pages: by language, in the order in which people read them. */
import { getCollection, type CollectionEntry } from 'astro:content'
import { currentSlug, FAQ_GROUPS, type FaqGroup } from '../../../app/content/schemas.ts'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import { neighbours, type Neighbours } from '../rules/previous-and-next.ts'

export type CollectionName = 'legal' | 'notices' | 'articles' | 'guides' | 'faq' | 'pages'

/** `en/privacy` → `privacy`. */
export const slugOf = (id: string): string => id.slice(id.indexOf('/') + 1)

const made = new Map<string, Promise<unknown>>()

/** Every page of a collection needs all of it: reading and sorting it each time would take quadratic time. */
function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  // While content is being edited, the next request must see the latest version.
  if (import.meta.env.DEV) return make()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key stands for one `make`, and so for its type
  const held = made.get(key) as Promise<T> | undefined
  if (held) return held
  const fresh = make()
  made.set(key, fresh)
  return fresh
}

/** Entries of one language, by file. */
export function entriesOf<N extends CollectionName>(name: N, lang: Lang): Promise<CollectionEntry<N>[]> {
  return once(`${name} ${lang}`, () => getCollection(name, ({ id }) => id.startsWith(`${lang}/`)))
}

/** Entries of one language by their slug. */
export function bySlug<N extends CollectionName>(
  name: N,
  lang: Lang,
): Promise<ReadonlyMap<string, CollectionEntry<N>>> {
  return once(
    `${name} by slug ${lang}`,
    async () => new Map((await entriesOf(name, lang)).map((entry) => [slugOf(entry.id), entry])),
  )
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

/** The current ones; earlier versions are linked from them. */
export async function legalTexts(lang: Lang): Promise<CollectionEntry<'legal'>[]> {
  return (await entriesOf('legal', lang))
    .filter(({ data }) => data.until === undefined)
    .toSorted((a, b) => a.data.order - b.data.order)
}

/** Earlier versions of a legal text, the latest first. */
export async function earlierVersions(lang: Lang, slug: string): Promise<CollectionEntry<'legal'>[]> {
  return (await entriesOf('legal', lang))
    .filter(({ id, data }) => data.until !== undefined && currentSlug(slugOf(id)) === slug)
    .toSorted((a, b) => b.data.date.localeCompare(a.data.date))
}

export type Reading = 'articles' | 'guides'

/** In the order of the list: frequently read ones first. */
export function readings<N extends Reading>(name: N, lang: Lang): Promise<CollectionEntry<N>[]> {
  return once(`${name} in order ${lang}`, async () =>
    (await entriesOf(name, lang)).toSorted((a, b) => a.data.order - b.data.order),
  )
}

/** Newest first. */
function noticesByDay(lang: Lang): Promise<CollectionEntry<'notices'>[]> {
  return once(`notices by day ${lang}`, async () =>
    (await entriesOf('notices', lang)).toSorted((a, b) => b.data.date.localeCompare(a.data.date)),
  )
}

/** Newest first; pinned ones that are not over on `today` come before. */
export function notices(lang: Lang, today: string): Promise<CollectionEntry<'notices'>[]> {
  const high = ({ data }: CollectionEntry<'notices'>): number => (data.pinned && !isPast(data, today) ? 1 : 0)
  return once(`notices ${lang} ${today}`, async () => (await noticesByDay(lang)).toSorted((a, b) => high(b) - high(a)))
}

export const isPast = (data: { expires?: string | undefined }, today: string): boolean =>
  data.expires !== undefined && data.expires < today

export interface QuestionGroup {
  id: FaqGroup
  questions: CollectionEntry<'faq'>[]
}

/** Groups that have questions, in their fixed order. */
export function questionGroups(lang: Lang): Promise<QuestionGroup[]> {
  return once(`questions ${lang}`, async () => {
    const all = await entriesOf('faq', lang)
    return FAQ_GROUPS.map((id) => ({
      id,
      questions: all.filter(({ data }) => data.group === id).sort((a, b) => a.data.order - b.data.order),
    })).filter(({ questions }) => questions.length > 0)
  })
}

/** Collections whose entries link to one another, in reading order; notices by day, whatever is pinned today. */
const ORDER: { [N in 'faq' | 'articles' | 'guides' | 'notices']: (lang: Lang) => Promise<CollectionEntry<N>[]> } = {
  faq: async (lang) => (await questionGroups(lang)).flatMap(({ questions }) => questions),
  articles: (lang) => readings('articles', lang),
  guides: (lang) => readings('guides', lang),
  notices: noticesByDay,
}

/** The previous and next entry of each, by its id. */
export function neighboursOf<N extends keyof typeof ORDER>(
  name: N,
  lang: Lang,
): Promise<Map<string, Neighbours<CollectionEntry<N>>>> {
  return once(`beside ${name} ${lang}`, async () => neighbours(await ORDER[name](lang)))
}
