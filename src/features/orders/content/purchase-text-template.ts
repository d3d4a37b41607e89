/**
 * The texts of the purchase pages (domain §4.1) before they are filled, as data: no file access here, so screens, PDFs
 * and the server share it. What one buyer is shown: `text-shown-to-buyer.ts`.
 */
import { z } from 'zod'
import { isDay } from '../../../lib/days/dates.ts'
import { LANGS } from '../../../lib/locale.ts'
import { fillPlaceholders, ORDER_PLACEHOLDERS, type OrderValues } from '../../../lib/content/placeholders.ts'
import { plainLines, type Block, type Section as ProseSection } from '../../../lib/content/text-sections.ts'
import type { PurchaseSlug } from './purchase-slugs.ts'

export * from './purchase-slugs.ts'

/** Conditions under which a section or declaration is shown; always when it has none. */
export const CONDITIONS = ['mainland', 'overseas', 'minor', 'adult', 'cross-border', 'pregnancy', 'for-other'] as const
export type Condition = (typeof CONDITIONS)[number]

export type Section = ProseSection<Condition>

const words = z.string({ error: 'must be text, in quotes if it is a number.' }).trim().min(1, 'must not be empty.')
const id = z
  .string({ error: 'must be a short name.' })
  .regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens.')
const when = z.enum(CONDITIONS, { error: `must be one of: ${CONDITIONS.join(', ')}.` }).optional()

export const purchaseHead = z.strictObject({
  title: words,
  lead: words,
  /** The label of the button that confirms the page (domain §4.1, last column). */
  button: words.optional(),
  version: z
    .string({ error: 'must be a version in quotes.' })
    .regex(/^\d+\.\d+$/, 'must be two numbers with a point, in quotes.'),
  date: z
    .string({ error: 'must be a day, written year-month-day.' })
    .refine(isDay, 'must be a day that exists, written year-month-day.'),
  help: words.optional(),
  /**
   * Health page only: the answers to a whole list of questions, none preselected. `none` says no to each of them; after
   * `some` they are answered one by one.
   */
  none: words.optional(),
  some: words.optional(),
  /** Health page only. */
  questions: z
    .array(
      z.strictObject({
        id,
        text: words,
        detail: words,
        when,
        /** The wording when somebody other than the buyer is asked about: it contains the insured person's name. */
        other: words.optional(),
      }),
    )
    .default([]),
  /**
   * Check page only: each has a checkbox of its own. The buyer ticks all of them but those that say what is lost
   * `without`: cover does not need them (PIPL arts. 14, 16).
   */
  declarations: z
    .array(z.strictObject({ id, text: words, more: words.optional(), without: words.optional(), when }))
    .default([]),
})

export interface PurchaseText extends z.infer<typeof purchaseHead> {
  slug: PurchaseSlug
  lang: (typeof LANGS)[number]
  sections: Section[]
}

/** Fills in what depends on the order. A placeholder without a value throws and names the text. */
export function fillPurchaseText(text: PurchaseText, values: Partial<OrderValues>): PurchaseText {
  const known: Record<string, string> = {}
  for (const name of ORDER_PLACEHOLDERS) if (values[name] !== undefined) known[name] = values[name]
  const where = { file: `purchase/${text.lang}/${text.slug}` }
  const f = (s: string): string => fillPlaceholders(s, known, where)
  const block = (b: Block): Block => ('items' in b ? { ...b, items: b.items.map(f) } : { ...b, text: f(b.text) })
  return {
    ...text,
    title: f(text.title),
    lead: f(text.lead),
    sections: text.sections.map((s) => ({ ...s, title: f(s.title), blocks: s.blocks.map(block) })),
    questions: text.questions.map((q) => ({ ...q, text: f(q.text), detail: f(q.detail) })),
    declarations: text.declarations.map((d) => ({
      ...d,
      text: f(d.text),
      ...(d.more ? { more: f(d.more) } : {}),
      ...(d.without ? { without: f(d.without) } : {}),
    })),
  }
}

/** Removes the parts whose `when` does not apply to this order. Run it before filling: removed parts need no values. */
export function forOrder<T extends PurchaseText>(text: T, conditions: readonly Condition[]): T {
  const fits = (x: { when?: Condition | undefined }): boolean => !x.when || conditions.includes(x.when)
  return {
    ...text,
    sections: text.sections.filter(fits),
    questions: text.questions.filter(fits).map(({ other, ...question }) => ({
      ...question,
      ...(other && conditions.includes('for-other') ? { text: other } : {}),
    })),
    declarations: text.declarations.filter(fits),
  }
}

/** The whole text as plain words, line by line: the form that is hashed, printed and stored as evidence. */
export function plainText(text: PurchaseText): string {
  const lines = [
    text.title,
    `${text.slug} ${text.lang} ${text.version} ${text.date}`,
    text.lead,
    ...plainLines(text.sections),
  ]
  if (text.help) lines.push('', text.help)
  for (const q of text.questions) lines.push('', `${q.id} ${q.text}`, q.detail)
  if (text.none) lines.push('', text.none)
  if (text.some) lines.push(text.some)
  for (const d of text.declarations)
    lines.push('', `${d.id} ${d.text}`, ...(d.more ? [d.more] : []), ...(d.without ? [d.without] : []))
  if (text.button) lines.push('', `[${text.button}]`)
  return lines.join('\n')
}
