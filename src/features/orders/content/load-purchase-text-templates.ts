/** Loads the purchase texts from `content/purchase` (server, Astro pages, PDFs: wherever there is a file system). */
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { contentFolder, contentState, readOn } from '../../../app/content/content-folder.ts'
import type { Lang } from '../../../lib/locale.ts'
import { commonValues, ORDER_PLACEHOLDERS } from '../../../lib/content/placeholders.ts'
import { readProse } from '../../../lib/content/text-section-files.ts'
import { CONDITIONS, plainText, purchaseHead, type PurchaseSlug, type PurchaseText } from './purchase-text-template.ts'
import { contentInEdit } from '../../../lib/content/content-may-change.ts'

/** `sha256` (hex) is over `plainText(text)` as loaded, that is with limits filled and order placeholders still open. */
export interface LoadedText extends PurchaseText {
  sha256: string
}
export type PurchaseTexts = Record<PurchaseSlug, LoadedText>

/** SHA-256, hex, of exactly what a buyer is shown: give it the text after `forOrder` and `fillPurchaseText`. */
export const hashOfText = (text: PurchaseText): string => hashOfPlain(plainText(text))
export const hashOfPlain = (text: string): string => hash('sha256', text)

/** Parses one text; throws `ContentError` with every mistake of it. */
export function parsePurchaseText(slug: PurchaseSlug, lang: Lang, raw: string, file: string): LoadedText {
  const { head, sections } = readProse(raw, file, {
    schema: purchaseHead,
    conditions: CONDITIONS,
    values: commonValues(lang),
    keep: ORDER_PLACEHOLDERS,
  })
  const text: PurchaseText = { slug, lang, ...head, sections }
  return { ...text, sha256: hashOfText(text) }
}

const loaded = new Map<string, PurchaseTexts>()

/** All purchase texts of a language as they hold today, each state read once. */
export function loadPurchaseTexts(lang: Lang): PurchaseTexts {
  const key = `${lang} ${contentState()}`
  const known = loaded.get(key)
  // While content is being edited, the page must show the latest version.
  if (known && !contentInEdit()) return known
  const read = (slug: PurchaseSlug): LoadedText => {
    const file = `content/purchase/${lang}/${slug}.md`
    return parsePurchaseText(slug, lang, readOn(join(contentFolder(), 'purchase', lang, `${slug}.md`)), file)
  }
  const texts: PurchaseTexts = {
    enter: read('enter'),
    'before-you-buy': read('before-you-buy'),
    'not-covered': read('not-covered'),
    'sensitive-data': read('sensitive-data'),
    health: read('health'),
    'death-benefit-consent': read('death-benefit-consent'),
    declarations: read('declarations'),
    'sales-record': read('sales-record'),
  }
  loaded.set(key, texts)
  return texts
}

export interface Beginning {
  title: string
  /** Of its first section. */
  heading: string
  text: string
}

/** The first words of a text; none where they are not the same for every plan and buyer. */
export function beginningOf({ title, sections }: PurchaseText): Beginning | undefined {
  const [first] = sections
  const [block] = first?.blocks ?? []
  if (!first || first.when || !block || 'items' in block || block.text.includes('{{')) return undefined
  return { title, heading: first.title, text: block.text }
}

/** Those of the page that is read first. */
export const beginningOfReading = (lang: Lang): Beginning | undefined =>
  beginningOf(loadPurchaseTexts(lang)['before-you-buy'])
