/**
 * `content new <collection> <slug>`: writes both twins of a text, valid except for the words that nobody has written
 * yet.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { entriesOf, readTreeWithDrafts } from '../../app/content/check/content-files.ts'
import { collectionOf, type CollectionName } from '../../app/content/collections.ts'
import type { Entry } from '../../app/content/entry.ts'
import { ARTICLE_TOPICS, FAQ_GROUPS } from '../../app/content/schemas.ts'
import { templateOf, type NewIn } from '../../app/content/new-entry-template.ts'
import type { Day } from '../../lib/days/dates.ts'
import { LANGS, localPath } from '../../lib/locale.ts'
import { pathFor } from '../../routes.ts'

export interface NewEntry {
  /** The folder that holds the collections. */
  content: string
  collection: NewIn
  slug: string
  today: Day
  /** For a question only. */
  group?: (typeof FAQ_GROUPS)[number]
  /** For an article only. */
  topic?: (typeof ARTICLE_TOPICS)[number]
  /** For a product only: what `productFacts` takes. */
  product?: readonly string[]
}

/** The name is taken already, perhaps in another collection or with different letters. */
export class AlreadyExists extends Error {}

/** Writes the two files and says what to do next. Throws `Taken`, and then has written nothing. */
export function newEntry(entry: NewEntry): string[] {
  const { content, collection, slug } = entry
  const tree = readTreeWithDrafts(content)
  const taken = [...tree.files.keys()].find((path) =>
    sharing(collection).some((name) => LANGS.some((lang) => path.toLowerCase() === `${name}/${lang}/${slug}.md`)),
  )
  if (taken !== undefined) throw new AlreadyExists(`The name is taken: ${content}/${taken}. Choose another.`)
  const facts = factsOf(entry, entriesOf(tree).entries)
  const files = LANGS.map((lang) => ({
    file: `${content}/${collection}/${lang}/${slug}.md`,
    text: templateOf(collection, lang, facts),
  }))
  const written: string[] = []
  try {
    for (const { file, text } of files) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text, { flag: 'wx' })
      written.push(file)
    }
  } catch (error) {
    for (const file of written) rmSync(file)
    if (files.some(({ file }) => !written.includes(file) && existsSync(file)))
      throw new AlreadyExists('The name was taken just now. Choose another.')
    throw error
  }
  return [...written, ...nextSteps(entry)]
}

/** Collections whose entries share their addresses, or are looked up by name alone. */
const SHARING: readonly (readonly NewIn[])[] = [
  ['articles', 'legal'],
  ['other', 'overseas'],
]
const sharing = (collection: NewIn): readonly CollectionName[] =>
  SHARING.find((names) => names.includes(collection)) ?? [collection]

function factsOf({ collection, today, group, topic, product }: NewEntry, entries: readonly Entry[]): string[] {
  const placed = (fits: (data: Record<string, unknown>) => boolean): string => {
    const orders = entries
      .filter((entry) => entry.collection === collection)
      .flatMap(({ data }) => (data && fits(data) && typeof data['order'] === 'number' ? [data['order']] : []))
    return `order: ${Math.max(0, ...orders) + 1}`
  }
  const date = `date: ${today}`
  const all = (): boolean => true
  if (collection === 'notices') return [date]
  if (collection === 'legal') return ['version: "1.0"', date, placed(all)]
  if (collection === 'guides') return [date, placed(all), 'related: []']
  if (collection === 'articles') return [date, placed(all), `topic: ${topic ?? ARTICLE_TOPICS[0]}`, 'related: []']
  if (product) return [...product, date, placed(all)]
  const into = group ?? FAQ_GROUPS[0]
  return [`group: ${into}`, placed((data) => data['group'] === into), date, 'next: []']
}

/** What an editor is reminded to check before writing. */
const CHOICES: Readonly<Record<NewIn, string | undefined>> = {
  notices: 'To keep it on top for a while, add pinned: true and expires: with the last day, in both files.',
  faq: `group: is one of ${FAQ_GROUPS.join(', ')}; order: is the place in it; next: names up to three questions beside it.`,
  guides: 'The six headings stay. related: names up to three guides beside it.',
  articles: `topic: is one of ${ARTICLE_TOPICS.join(', ')}; related: names up to three articles beside it.`,
  legal: 'Raise version: with each later change of the words.',
  other: 'Add limit:, deductible:, share:, ageFrom: and ageTo: where they apply, in both files.',
  overseas:
    'Without plan: add limit:, deductible:, share:, ageFrom: and ageTo: where they apply, in both files. Its application form is made automatically.',
}

function nextSteps({ collection, slug, content }: NewEntry): string[] {
  const { route } = collectionOf(collection)
  const path = route ? pathFor(route, { slug }) : '/'
  const choice = CHOICES[collection]
  return [
    '',
    '1. Write both texts from the facts. Each sentence with ✎ says what to write in its place.',
    ...(choice ? [`   ${choice}`] : []),
    `2. npm run dev, then ${LANGS.map((lang) => `http://localhost:4321${localPath(lang, path)}`).join(' and ')}`,
    `3. npm run content -- check${content === 'content' ? '' : ` (with CONTENT_DIR=${content})`}`,
  ]
}
