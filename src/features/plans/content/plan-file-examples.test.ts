import { expect, test } from 'vitest'
import { z } from 'zod'
import { exampleOf } from './plan-file-examples.ts'
import { clauseWords, insurerFile, insurerWords, planFile, planWords } from './plan-file-schema.ts'

interface Described {
  type?: string
  anyOf?: Described[]
  oneOf?: Described[]
  properties?: Record<string, Described>
  items?: Described
}

/** Every field with a text of its own, by its path. */
function wordsIn(described: Described, path: string[] = []): string[][] {
  return [
    ...(described.type === 'string' && path.length > 0 ? [path] : []),
    ...[...(described.anyOf ?? []), ...(described.oneOf ?? [])].flatMap((it) => wordsIn(it, path)),
    ...Object.entries(described.properties ?? {}).flatMap(([name, it]) => wordsIn(it, [...path, name])),
    ...(described.items ? wordsIn(described.items, path) : []),
  ]
}

test.each(Object.entries({ clauseWords, insurerFile, insurerWords, planFile, planWords }))(
  'the example of a text in %s is a text',
  (_, schema) => {
    const paths = wordsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described)
    expect(paths.length).toBeGreaterThan(2)
    expect(paths.map((path) => exampleOf(path)).filter((example) => example.endsWith(': 100'))).toEqual([])
  },
)
