/**
 * Products beside the main plans (`content/other`) and of overseas insurers (`content/overseas`), with their words in
 * both languages: for the build and the server, which looks up the product of an application. Throws `ContentError`
 * with every mistake at once.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readShownEntry, type Entry } from '../../../app/content/entry.ts'
import { otherSchema, overseasSchema } from '../../../app/content/schemas.ts'
import { contentFolder, contentState, filesIn, textOf } from '../../../app/content/content-folder.ts'
import { contentInEdit } from '../../../lib/content/content-may-change.ts'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import { fromMajor } from '../../../lib/money/money.ts'
import { recordOf } from '../../../lib/object-keys.ts'
import { ContentError } from '../../../lib/content/source-problems.ts'
import type { Product, ProductFigures, ProductKind } from '../rules/product-types.ts'

const KINDS = ['other', 'overseas'] as const satisfies readonly ProductKind[]

let held: { state: string; products: readonly Product[] } | undefined

/**
 * All products as they hold today, each kind in the order of its list. While content is being edited, they are read
 * again on every call.
 */
export function loadProducts(folder = contentFolder()): readonly Product[] {
  const state = contentState(folder)
  if (!contentInEdit() && held?.state === state) return held.products
  const products = KINDS.flatMap((kind) =>
    readKind(folder, kind).sort((a, b) => a.order - b.order || a.slug.localeCompare(b.slug)),
  )
  held = { state, products }
  return products
}

/** The product with this slug; slugs are unique across both kinds. */
export const findProduct = (slug: string, products = loadProducts()): Product | undefined =>
  products.find((it) => it.slug === slug)

function readKind(folder: string, kind: ProductKind): Product[] {
  const files = recordOf(LANGS, (lang) => filesIn(join(folder, kind, lang)))
  const slugs = [...files[LANGS[0]].keys()].filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -3))
  return slugs.map((slug) => {
    const read = (lang: Lang): Entry => {
      const file = files[lang].get(`${slug}.md`) ?? join(folder, kind, lang, `${slug}.md`)
      return readShownEntry(kind, lang, slug, file, textOf(file))
    }
    const entries = { en: read('en'), cn: read('cn') }
    const problems = Object.values(entries).flatMap((entry) => entry.problems)
    if (problems.length > 0) throw new ContentError(problems)
    return productOf(kind, slug, entries)
  })
}

function productOf(kind: ProductKind, slug: string, entries: Record<Lang, Entry>): Product {
  const data =
    kind === 'overseas'
      ? overseasSchema.parse(entries.en.data)
      : { ...otherSchema.parse(entries.en.data), countries: [], plan: undefined }
  const { insurer, need, countries, plan, date, order } = data
  const words = (lang: Lang) => {
    const { title, summary, who } = (kind === 'overseas' ? overseasSchema : otherSchema).parse(entries[lang].data)
    return { title, summary, who, sha256: createHash('sha256').update(entries[lang].raw, 'utf8').digest('hex') }
  }
  return {
    kind,
    slug,
    insurer,
    need,
    countries,
    ...(plan && { plan }),
    figures: figuresOf(data),
    date,
    order,
    words: { en: words('en'), cn: words('cn') },
  }
}

function figuresOf({
  currency,
  price,
  per,
  longest,
  ...data
}: ReturnType<typeof otherSchema.parse> | ReturnType<typeof overseasSchema.parse>): ProductFigures | undefined {
  if (!currency || price === undefined || !per || longest === undefined) return undefined
  const sum = (value: number | undefined) => (value === undefined ? undefined : fromMajor(value, currency))
  const { limit, deductible, share, evacuation, remains, ageFrom, ageTo } = data
  return {
    price: fromMajor(price, currency),
    per,
    longest,
    limit: sum(limit),
    deductible: sum(deductible),
    share,
    evacuation: sum(evacuation),
    remains: sum(remains),
    ages: ageFrom === undefined || ageTo === undefined ? undefined : { from: ageFrom, to: ageTo },
  }
}
