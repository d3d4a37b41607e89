/**
 * What can be edited in the browser, and the type of each field, derived from the collections' own schemas: new fields
 * appear automatically.
 */
import { z } from 'zod'
import { COLLECTION_NAMES, COLLECTIONS, collectionOf, type CollectionName } from '../../app/content/collections.ts'
import { ROUTES } from '../../routes.ts'

export { COLLECTION_NAMES, type CollectionName }
export type FieldName = { [N in CollectionName]: keyof z.input<(typeof COLLECTIONS)[N]['schema']> }[CollectionName]

/** Part of JSON Schema that these schemas use. */
const Described = z.object({
  type: z.enum(['string', 'boolean', 'integer', 'number', 'array']),
  pattern: z.string().optional(),
  enum: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  maxItems: z.number().optional(),
  items: z.object({ enum: z.array(z.string()).optional() }).optional(),
})
const Properties = z.object({ properties: z.record(z.string(), Described), required: z.array(z.string()).default([]) })

export interface FieldOf {
  name: string
  /**
   * `words` are written in each language; every other field is one fact shared by both twins. `code`: a string of a
   * fixed form.
   */
  kind: 'words' | 'code' | 'day' | 'whole' | 'yes' | 'choice' | 'choices' | 'neighbours'
  required: boolean
  default?: unknown
  pattern?: string | undefined
  /** The allowed choices. */
  options?: readonly string[]
  most?: number | undefined
}

/** The fields of a collection in the order of its schema. Throws on a kind of field that the screen has no input for. */
export function fieldsOf(name: CollectionName): FieldOf[] {
  const { properties, required } = Properties.parse(z.toJSONSchema(COLLECTIONS[name].schema, { io: 'input' }))
  return Object.entries(properties).map(([field, described]): FieldOf => ({
    name: field,
    required: required.includes(field),
    pattern: described.pattern,
    most: described.maxItems,
    ...('default' in described && { default: described.default }),
    ...kindOf(name, field, described),
  }))
}

function kindOf(
  collection: CollectionName,
  name: string,
  described: z.infer<typeof Described>,
): Pick<FieldOf, 'kind' | 'options'> {
  const { words, neighbours } = collectionOf(collection)
  if (words.includes(name)) return { kind: 'words' }
  if (name === neighbours) return { kind: 'neighbours' }
  if (described.items?.enum) return { kind: 'choices', options: described.items.enum }
  if (described.enum) return { kind: 'choice', options: described.enum }
  if (described.type === 'boolean') return { kind: 'yes' }
  if (described.type === 'integer') return { kind: 'whole' }
  if (described.type === 'string') return { kind: isDayField(collection, name) ? 'day' : 'code' }
  throw new Error(`${collection}: the screen has no input for ${name}`)
}

/** JSON Schema does not express rules written in code, so the rule is tried with a value. */
function isDayField(collection: CollectionName, name: string): boolean {
  const shape: Readonly<Record<string, z.ZodType>> = COLLECTIONS[collection].schema.shape
  const takes = (value: string): boolean => shape[name]?.safeParse(value).success ?? false
  return takes('2026-11-20') && !takes('2026-02-30')
}

export const isCollection = (name: string): name is CollectionName => Object.hasOwn(COLLECTIONS, name)

/** The English address of a collection's pages, before the slug. A page with its own file is at that file's name. */
export function addressOf(name: CollectionName): string {
  const { route } = collectionOf(name)
  return ROUTES.find(({ id }) => id === route)?.path.replace('[slug]', '') ?? '/'
}
