/** What an editor fills in above each text. Codes and shapes only; the words are the editor's. */
import { z } from 'zod'
import { DOCUMENT_PICTURES } from '../../lib/document-pictures.ts'

const words = z.string().trim().min(1)
const day = z.iso.date()

/** Agreements, policies and disclosures: pages of `/information/content/<slug>`. */
export const legalSchema = z.strictObject({
  title: words,
  summary: words,
  /** What a person accepts is a version: raise it with every change of the words. */
  version: z.string().regex(/^\d+\.\d+$/),
  date: day,
  order: z.number().int(),
})
export type Legal = z.infer<typeof legalSchema>

export const noticeSchema = z.strictObject({
  title: words,
  summary: words,
  date: day,
  /** Stands above the others as long as it has not expired. */
  pinned: z.boolean().default(false),
  /** Last day on which it still matters; later it stays readable and is marked as past. */
  expires: day.optional(),
})
export type Notice = z.infer<typeof noticeSchema>

/** Texts with an address of their own, shown beside a figure that the page draws: `/insurance`, `/efficient`. */
export const pageSchema = z.strictObject({ title: words, summary: words, date: day })

const readingSchema = z.strictObject({
  title: words,
  /** Which cases it is for: first on the page, and in lists and search results. */
  summary: words,
  date: day,
  order: z.number().int(),
  /** Entries of the same collection that stand next to this one, by slug. */
  related: z.array(z.string()).max(3).default([]),
})

/** What to do, keep and send for one kind of case: pages of `/claims/content/<slug>` (domain §7.3). */
export const guideSchema = readingSchema.extend({
  /** Pictures of documents that the case turns on, in the order of the page. */
  documents: z.array(z.enum(DOCUMENT_PICTURES)).max(6).default([]),
})
export type Guide = z.infer<typeof guideSchema>

/** Topics of articles, in the order of the page. */
export const ARTICLE_TOPICS = ['before', 'care', 'costs'] as const
/** Longer texts to read in peace: pages of `/information/content/<slug>` (domain §7.2). */
export const articleSchema = readingSchema.extend({ topic: z.enum(ARTICLE_TOPICS) })
export type Article = z.infer<typeof articleSchema>

/** Groups of questions, in the order of the page. */
export const FAQ_GROUPS = ['choosing', 'buying', 'paying', 'policy', 'care', 'claims'] as const
export type FaqGroup = (typeof FAQ_GROUPS)[number]

export const faqSchema = z.strictObject({
  title: words,
  /** The short reply: first on the page, and in lists and search results. */
  answer: words,
  group: z.enum(FAQ_GROUPS),
  order: z.number().int(),
  date: day,
  /** Other questions that stand next to this one, by slug. */
  next: z.array(z.string()).max(3).default([]),
})
