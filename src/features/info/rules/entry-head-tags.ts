/** Metadata of texts for other sites: a picture, their days, and data for search engines (decision 0030). */
import type { CollectionEntry } from 'astro:content'
import { words } from '../../../app/words/i18n.ts'
import { article, questions, type Node } from '../../../app/social/json-ld.ts'
import { picturePath, type Picture } from '../../../app/social/link-picture.ts'
import { sectionPicture } from '../../../app/social/sections.ts'
import type { Social } from '../../../app/social/head-tags.ts'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import { pathFor } from '../../../routes.ts'
import { entriesOf, questionGroups, slugOf } from '../content/entries.ts'

type Pictured = 'articles' | 'guides' | 'legal'
const PICTURED = ['articles', 'guides', 'legal'] as const satisfies readonly Pictured[]
type Text = CollectionEntry<Pictured>

const textPicture = (lang: Lang, { collection, data: { title } }: Text): Picture => ({
  lang,
  label: words(lang)(`info:${collection}.title`),
  title,
  windows: 1,
})

/** Pictures of texts, which the build draws. Notices and questions number thousands and use their list's picture. */
export async function textPictures(): Promise<Picture[]> {
  const lists = await Promise.all(
    LANGS.flatMap((lang) =>
      PICTURED.map(async (name) => (await entriesOf(name, lang)).map((entry) => textPicture(lang, entry))),
    ),
  )
  return lists.flat()
}

/** Metadata of a guide, an article or an agreement. `date` is the day of its last change. */
export function textSocial(lang: Lang, entry: Text, site: URL | undefined): Social {
  const { collection, data } = entry
  const picture = textPicture(lang, entry)
  const path = pathFor(collection === 'guides' ? 'claims.entry' : 'information.entry', { slug: slugOf(entry.id) })
  const node = (at: URL): Node =>
    article(
      { lang, path, title: data.title, summary: data.summary, changed: data.date, image: picturePath(picture) },
      at,
    )
  return { picture, changed: data.date, ...(site && { nodes: [node(site)] }) }
}

/** Metadata of a notice: it has one day, and may be over on another. */
export function noticeSocial(lang: Lang, { id, data }: CollectionEntry<'notices'>, site: URL | undefined): Social {
  const path = pathFor('notice.entry', { slug: slugOf(id) })
  const facts = {
    lang,
    path,
    title: data.title,
    summary: data.summary,
    published: data.date,
    image: picturePath(sectionPicture(lang, 'notice.list')),
    ...(data.expires && { expires: data.expires }),
  }
  return { published: data.date, ...(site && { nodes: [article(facts, site)] }) }
}

const asked = ({ data }: CollectionEntry<'faq'>) => ({ question: data.title, answer: data.answer })

export const questionSocial = (lang: Lang, entry: CollectionEntry<'faq'>): Social => ({
  changed: entry.data.date,
  nodes: [questions(lang, [asked(entry)])],
})

export async function questionsSocial(lang: Lang): Promise<Social> {
  const groups = await questionGroups(lang)
  return {
    nodes: [
      questions(
        lang,
        groups.flatMap((group) => group.questions.map(asked)),
      ),
    ],
  }
}
