/**
 * The collections of `content/` that have a page for each entry: their fields, their addresses, and which fields are
 * words.
 */
import type { z } from 'zod'
import type { RouteId } from '../../routes.ts'
import {
  articleSchema,
  faqSchema,
  guideSchema,
  legalSchema,
  noticeSchema,
  otherSchema,
  overseasSchema,
  pageSchema,
} from './schemas.ts'

export interface Collection {
  schema: z.ZodObject
  /** The page of an entry; none where each entry has its own page in code. */
  route?: RouteId
  /** Fields in the language of the text. All others are facts, equal in both languages. */
  words: readonly string[]
  /** The field that names related entries, by slug. */
  neighbours?: string
}

export const COLLECTIONS = {
  legal: { schema: legalSchema, route: 'information.entry', words: ['title', 'summary'] },
  notices: { schema: noticeSchema, route: 'notice.entry', words: ['title', 'summary'] },
  articles: { schema: articleSchema, route: 'information.entry', words: ['title', 'summary'], neighbours: 'related' },
  guides: { schema: guideSchema, route: 'claims.entry', words: ['title', 'summary'], neighbours: 'related' },
  pages: { schema: pageSchema, words: ['title', 'summary'] },
  faq: { schema: faqSchema, route: 'faq.entry', words: ['title', 'answer'], neighbours: 'next' },
  other: { schema: otherSchema, route: 'other.entry', words: ['title', 'summary', 'who'] },
  overseas: { schema: overseasSchema, route: 'overseas.entry', words: ['title', 'summary', 'who'] },
} as const satisfies Record<string, Collection>

export type CollectionName = keyof typeof COLLECTIONS
export const COLLECTION_NAMES: readonly CollectionName[] = [
  'legal',
  'notices',
  'articles',
  'guides',
  'pages',
  'faq',
  'other',
  'overseas',
]
export const collectionOf = (name: CollectionName): Collection => COLLECTIONS[name]

/** An example of a field above a text, for an editor to copy. */
export const FIELD_EXAMPLES: Readonly<Record<string, string>> = {
  title: 'title: "How to claim"',
  summary: 'summary: "What changes, and from when."',
  answer: 'answer: "Yes, within thirty days."',
  date: 'date: 2026-11-20',
  draft: 'draft: true',
  expires: 'expires: 2026-12-31',
  pinned: 'pinned: true',
  order: 'order: 3',
  version: 'version: "1.1"',
  until: 'until: 2026-12-02',
  group: 'group: claims',
  topic: 'topic: care',
  countries: 'countries: [jp]',
  related: 'related: [dental, accident]',
  documents: 'documents: [invoice]',
  next: 'next: [emergency, which-documents]',
  who: 'who: "Parents who visit for up to six months."',
  insurer: 'insurer: qinghe',
  plan: 'plan: au-oshc',
  need: 'need: parents',
  currency: 'currency: CNY',
  price: 'price: 260',
  per: 'per: month',
  limit: 'limit: 300000',
  deductible: 'deductible: 500',
  share: 'share: 80',
  evacuation: 'evacuation: 100000',
  remains: 'remains: 50000',
  ageFrom: 'ageFrom: 16',
  ageTo: 'ageTo: 75',
  longest: 'longest: 180',
}
