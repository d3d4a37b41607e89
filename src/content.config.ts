/** Collections of `content/` that editors change. Plans and clauses have their own loader in their feature. */
import { defineCollection } from 'astro:content'
import { filledMarkdown } from './app/content/markdown-loader'
import {
  articleSchema,
  faqSchema,
  guideSchema,
  legalSchema,
  noticeSchema,
  otherSchema,
  overseasSchema,
  pageSchema,
} from './app/content/schemas'

export const collections = {
  legal: defineCollection({ loader: filledMarkdown('legal'), schema: legalSchema }),
  notices: defineCollection({ loader: filledMarkdown('notices'), schema: noticeSchema }),
  articles: defineCollection({ loader: filledMarkdown('articles'), schema: articleSchema }),
  guides: defineCollection({ loader: filledMarkdown('guides'), schema: guideSchema }),
  pages: defineCollection({ loader: filledMarkdown('pages'), schema: pageSchema }),
  other: defineCollection({ loader: filledMarkdown('other'), schema: otherSchema }),
  overseas: defineCollection({ loader: filledMarkdown('overseas'), schema: overseasSchema }),
  faq: defineCollection({ loader: filledMarkdown('faq'), schema: faqSchema }),
}
