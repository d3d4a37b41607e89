/** The fields that an editor fills in above each text. The messages are what the checker prints (docs/editing.md). */
import { z } from 'zod'
import { COUNTRY_IDS } from '../../lib/hospitals/countries-with-hospital-list.ts'
import { isDay } from '../../lib/days/dates.ts'
import { DOCUMENT_PICTURES } from '../../lib/content/document-pictures.ts'
import { CURRENCIES } from '../../lib/money/currencies.ts'

const words = z.string({ error: 'must be text, in quotes if it is a number.' }).trim().min(1, 'must not be empty.')
const day = z
  .string({ error: 'must be a day, written year-month-day.' })
  .refine(isDay, 'must be a day that exists, written year-month-day.')
/** Shown in previews only; see `content-drafts.ts`. */
const draft = z.boolean({ error: 'must be true or false, without quotes.' }).optional()
const order = z.int({ error: 'must be a whole number: the place in the list.' })
const slugs = z
  .array(z.string({ error: 'must be the name of a file, without .md.' }), {
    error: 'must be a list of file names, without .md.',
  })
  .max(3, 'must name three at most.')
  .default([])

/** Agreements, policies and disclosures: pages of `/information/content/<slug>`. */
export const legalSchema = z.strictObject({
  title: words,
  summary: words,
  /** A person accepts a version: raise it with every change of the words. */
  version: z
    .string({ error: 'must be a version in quotes.' })
    .regex(/^\d+\.\d+$/, 'must be two numbers with a point, in quotes.'),
  date: day,
  /**
   * Only of an earlier version (`privacy-1-1`): its last day. It has a page of its own, linked from the current text
   * (decision 0096).
   */
  until: day.optional(),
  order,
  draft,
})

/** The text that `privacy-1-1` is an earlier version of. */
export const currentSlug = (slug: string): string => slug.replace(/-\d+-\d+$/, '')

/** The name of a version of a text that is no longer the current one. */
export const earlierSlug = (slug: string, version: string): string => `${slug}-${version.replace('.', '-')}`

export const noticeSchema = z.strictObject({
  title: words,
  summary: words,
  date: day,
  /** Listed above the others until it expires. */
  pinned: z.boolean({ error: 'must be true or false, without quotes.' }).default(false),
  /** Last day on which it still matters; later it stays readable and is marked as past. */
  expires: day.optional(),
  draft,
})

/** Texts with an address of their own, shown beside a figure that the page draws: `/insurance`, `/efficient`. */
export const pageSchema = z.strictObject({ title: words, summary: words, date: day, draft })

const readingSchema = z.strictObject({
  title: words,
  /** The cases that it is for: first on the page, and in lists and search results. */
  summary: words,
  date: day,
  order,
  /** Related entries of the same collection, by slug. */
  related: slugs,
  draft,
})

/** What to do, keep and send for one kind of case: pages of `/claims/content/<slug>` (domain §7.3). */
export const guideSchema = readingSchema.extend({
  /** Pictures of documents that the case depends on, in the order of the page. */
  documents: z
    .array(z.enum(DOCUMENT_PICTURES, { error: `must be one of: ${DOCUMENT_PICTURES.join(', ')}.` }), {
      error: 'must be a list of names of pictures.',
    })
    .max(6, 'must name six at most.')
    .default([]),
})

/** Topics of articles, in the order of the page. */
export const ARTICLE_TOPICS = ['before', 'care', 'costs', 'countries'] as const
/** Longer texts: pages of `/information/content/<slug>` (domain §7.2). */
export const articleSchema = readingSchema.extend({
  topic: z.enum(ARTICLE_TOPICS, { error: `must be one of: ${ARTICLE_TOPICS.join(', ')}.` }),
  /**
   * The countries whose care it explains: their numbers are on the page, and their lists of hospitals and their plans
   * link to it.
   */
  countries: z
    .array(z.enum(COUNTRY_IDS, { error: `must be one of: ${COUNTRY_IDS.join(', ')}.` }), {
      error: 'must be a list of countries.',
    })
    .default([]),
})

/** Groups of questions, in the order of the page. */
export const FAQ_GROUPS = ['choosing', 'buying', 'paying', 'policy', 'care', 'claims'] as const
export type FaqGroup = (typeof FAQ_GROUPS)[number]

export const faqSchema = z.strictObject({
  title: words,
  /** The short reply: first on the page, and in lists and search results. */
  answer: words,
  group: z.enum(FAQ_GROUPS, { error: `must be one of: ${FAQ_GROUPS.join(', ')}.` }),
  order,
  date: day,
  /** Related questions, by slug. */
  next: slugs,
  draft,
})

/** What a product is needed for: groups of `/other/list`, in the order of the page. */
export const OTHER_NEEDS = ['parents', 'travel', 'home', 'laptop'] as const
/** The same for overseas insurers: cover that schools there ask for first (domain §2), then other cover. */
const STUDY_NEEDS = ['oshc', 'eshc', 'j1', 'study'] as const
export const OVERSEAS_NEEDS = [...STUDY_NEEDS, ...OTHER_NEEDS] as const
/** What a price is for: each started month of cover, each started year, one trip. */
export const PRICE_UNITS = ['month', 'year', 'trip'] as const

const sum = z
  .int({ error: 'must be an amount in whole units of the currency, without comma or sign.' })
  .min(1, 'must be more than 0.')
const name = z
  .string({ error: 'must be the name of a file, without its ending.' })
  .regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens.')
const count = z.int({ error: 'must be a whole number.' }).min(0, 'must not be negative.')

const productSchema = z.strictObject({
  title: words,
  summary: words,
  /** Who may buy it, and who may not. */
  who: words,
  /** A file of `content/insurers`. */
  insurer: name,
  currency: z.enum(CURRENCIES, { error: `must be one of the currencies ${CURRENCIES.join(', ')}.` }).optional(),
  price: sum.optional(),
  per: z.enum(PRICE_UNITS, { error: `must be one of: ${PRICE_UNITS.join(', ')}.` }).optional(),
  /** The maximum that is paid in total. */
  limit: sum.optional(),
  deductible: count.optional(),
  /** Percentage that the insurer pays. */
  share: z.int({ error: 'must be a percentage.' }).min(1).max(100).optional(),
  evacuation: sum.optional(),
  remains: sum.optional(),
  ageFrom: count.optional(),
  ageTo: count.optional(),
  /** Maximum days of cover. */
  longest: count.optional(),
  date: day,
  order,
  draft,
})

/** Cover beside the main plans, of insurers in mainland China: sections of `/other/list`. */
export const otherSchema = productSchema.extend({
  need: z.enum(OTHER_NEEDS, { error: `must be one of: ${OTHER_NEEDS.join(', ')}.` }),
})

/**
 * Cover that an overseas insurer sells: pages of `/other/overseas/details/<slug>`. If it is also a plan of ours, the
 * plan has its figures.
 */
export const overseasSchema = productSchema.extend({
  need: z.enum(OVERSEAS_NEEDS, { error: `must be one of: ${OVERSEAS_NEEDS.join(', ')}.` }),
  countries: z
    .array(z.enum(COUNTRY_IDS, { error: `must be one of: ${COUNTRY_IDS.join(', ')}.` }), {
      error: 'must be a list of countries.',
    })
    .min(1, 'must name a country.'),
  /** A file of `content/plans`, which has the figures. */
  plan: name.optional(),
})
