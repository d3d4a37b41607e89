/** Compares the editor's configuration with the schemas it comes from, so that no field is forgotten. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { COLLECTIONS } from '../../app/content/collections.ts'
import { LANGS, type Lang } from '../../lib/locale.ts'
import { addressOf, COLLECTION_NAMES } from './editable-collections.ts'
import { editorConfig } from './editor-config.ts'
import { COLLECTION_WORDS, FIELD_WORDS } from './editor-words.ts'

const NOW = Date.parse('2026-11-21T02:00:00Z')
const Told = z.object({
  i18n: z.object({ locales: z.array(z.string()), default_locale: z.string() }),
  collections: z.array(
    z.object({
      name: z.string(),
      folder: z.string(),
      create: z.boolean(),
      fields: z.array(
        z.looseObject({
          name: z.string(),
          label: z.string(),
          widget: z.string(),
          required: z.boolean().optional(),
          i18n: z.union([z.boolean(), z.string()]),
        }),
      ),
    }),
  ),
})
const config = (lang: Lang, files: Parameters<typeof editorConfig>[1] = []) =>
  Told.parse(editorConfig(lang, files, NOW))
const collection = (lang: Lang, name: string, files: Parameters<typeof editorConfig>[1] = []) =>
  config(lang, files).collections.find((it) => it.name === name)
const input = (name: string, field: string, files: Parameters<typeof editorConfig>[1] = []) =>
  collection('en', name, files)?.fields.find((it) => it.name === field)

test('every collection that has a page for each entry can be edited', () => {
  const defined = [...readFileSync('src/content.config.ts', 'utf8').matchAll(/^ {2}(\w+): defineCollection/gm)].map(
    ([, name = '']) => name,
  )
  expect(
    config('en')
      .collections.map(({ name }) => name)
      .sort(),
  ).toEqual(defined.sort())
})

describe.each(COLLECTION_NAMES)('%s', (name) => {
  test.each(LANGS)('has an input for each field of its schema, in its order, and the text (%s)', (lang) => {
    expect(collection(lang, name)?.fields.map((it) => it.name)).toEqual([
      ...Object.keys(COLLECTIONS[name].schema.shape),
      'body',
    ])
  })
  test('asks for words in each language and for facts once', () => {
    const words: readonly string[] = COLLECTIONS[name].words
    for (const field of collection('en', name)?.fields ?? []) {
      expect([field.name, field.i18n]).toEqual([
        field.name,
        words.includes(field.name) || field.name === 'body' ? true : 'duplicate',
      ])
    }
  })
  test('requires what the schema requires', () => {
    for (const [field, schema] of Object.entries<z.ZodType>(COLLECTIONS[name].schema.shape)) {
      expect([field, input(name, field)?.required]).toEqual([field, !schema.safeParse(undefined).success])
    }
  })
})

test('each kind of field has its input', () => {
  expect(input('notices', 'date')).toMatchObject({
    widget: 'datetime',
    type: 'date',
    format: 'YYYY-MM-DD',
    default: '2026-11-21',
  })
  expect(input('notices', 'expires')).toMatchObject({ widget: 'datetime', required: false })
  expect(input('notices', 'expires')).not.toHaveProperty('default')
  expect(input('notices', 'pinned')).toMatchObject({ widget: 'boolean', default: false })
  expect(input('faq', 'group')).toMatchObject({
    widget: 'select',
    options: expect.arrayContaining([{ value: 'claims', label: 'Claims' }]) as unknown,
  })
  expect(input('faq', 'next')).toMatchObject({
    widget: 'relation',
    collection: 'faq',
    multiple: true,
    max: 3,
    required: false,
  })
  expect(input('guides', 'documents')).toMatchObject({
    widget: 'select',
    multiple: true,
    max: 6,
    options: expect.arrayContaining([{ value: 'invoice', label: 'Medical invoice' }]) as unknown,
  })
  expect(input('legal', 'version')).toMatchObject({
    widget: 'string',
    pattern: ['^\\d+\\.\\d+$', expect.stringContaining('1.1')],
  })
})

test('a new entry comes last in its list', () => {
  const file = (path: string, order: string) => ({ path, text: `---\norder: ${order}\n---\n`, mark: '', changed: 0 })
  const files = [
    file('content/faq/en/a.md', '4'),
    file('content/faq/cn/a.md', '4'),
    file('content/guides/en/b.md', '9'),
    { ...file('content/faq/en/c.md', '1'), text: 'broken' },
  ]
  expect(input('faq', 'order', files)).toMatchObject({ default: 5 })
})

test('the editor’s language stands first', () => {
  expect(config('cn').i18n).toEqual({ locales: ['zh-CN', 'en'], default_locale: 'zh-CN' })
})

test('pages, which code shows by name, are neither added nor removed', () => {
  expect(
    config('en')
      .collections.filter(({ create }) => !create)
      .map(({ name }) => name),
  ).toEqual(['pages'])
  expect(addressOf('pages')).toBe('/')
  expect(addressOf('faq')).toBe('/claims/FAQ/content/')
})

test('every word is there in both languages', () => {
  const shape = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, it]) => [key, shape(it)]))
      : typeof value
  expect(shape(FIELD_WORDS.cn)).toEqual(shape(FIELD_WORDS.en))
  expect(shape(COLLECTION_WORDS.cn)).toEqual(shape(COLLECTION_WORDS.en))
})
