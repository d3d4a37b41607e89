/** A page's text as one buyer is shown it, filled: the form in which the calls of ordering return it. */
import { z } from 'zod/mini'
import { LANGS } from '../../../lib/locale.ts'
import { PURCHASE_SLUGS } from '../content/purchase-slugs.ts'
import { sha256, slug } from '../list-contract.ts'

/** Texts a page may show; `terms` are the plan's policy terms. */
export const TEXT_PAGES = [...PURCHASE_SLUGS, 'terms'] as const
export type TextPage = (typeof TEXT_PAGES)[number]

const block = z.union([
  z.object({ kind: z.enum(['text', 'strong', 'example']), text: z.string() }),
  z.object({ kind: z.enum(['list', 'steps']), items: z.array(z.string()) }),
])
const question = z.object({ id: slug, text: z.string(), detail: z.string() })
const declaration = z.object({
  id: slug,
  text: z.string(),
  more: z.optional(z.string()),
  /** What is lost by leaving it unticked; a declaration without it has to be ticked. */
  without: z.optional(z.string()),
})
/** A page's text exactly as the buyer of this order is shown it, with the checksum that the record will contain. */
export const pageText = z.object({
  page: z.enum(TEXT_PAGES),
  lang: z.enum(LANGS),
  version: z.string(),
  date: z.string(),
  sha256,
  title: z.string(),
  lead: z.string(),
  button: z.optional(z.string()),
  help: z.optional(z.string()),
  /** The answers to a whole list of questions: none applies · each is answered by itself. */
  none: z.optional(z.string()),
  some: z.optional(z.string()),
  /** Filing of the policy terms with the insurer's supervisor. */
  filing: z.optional(z.string()),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      blocks: z.array(block),
      /** Title of the chapter, where the text has chapters. */
      group: z.optional(z.string()),
      /** Details that are folded until the reader opens them. */
      fold: z.optional(z.boolean()),
    }),
  ),
  questions: z.array(question),
  declarations: z.array(declaration),
})
export type PageText = z.output<typeof pageText>
