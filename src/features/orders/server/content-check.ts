/** Gives the purchase texts to the checker of content. */
import type { Tree } from '../../../lib/content/content-tree.ts'
import { checkProse } from '../../../lib/content/text-section-files.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { PURCHASE_SLUGS, type PurchaseSlug } from '../content/purchase-text-template.ts'
import { parsePurchaseText } from '../content/load-purchase-text-templates.ts'

export const checkPurchase = (tree: Tree): SourceProblem[] =>
  checkProse<PurchaseSlug>(tree, 'purchase', PURCHASE_SLUGS, (slug, lang, raw, file) => {
    const { sections, version, date, button, help, questions, declarations } = parsePurchaseText(slug, lang, raw, file)
    return { sections, head: { version, date, button, help, questions, declarations } }
  })
