/** The editor's configuration: collections, fields with their words, and where the files are. */
import { dayOf } from '../../lib/days/dates.ts'
import { frontmatter } from '../../lib/content/frontmatter.ts'
import { HTML_LANG, otherLang, type Lang } from '../../lib/locale.ts'
import { keysOf } from '../../lib/object-keys.ts'
import { loadWords } from '../../server/load-words.ts'
import { fieldsOf, type CollectionName, type FieldName, type FieldOf } from './editable-collections.ts'
import type { StoredText } from './text-files.ts'
import { COLLECTION_WORDS, FIELD_WORDS, SCREEN_WORDS } from './editor-words.ts'

type Field = Record<string, unknown>

/** Where the words of a field's choices are found; readers see the same words. */
const CHOICES: Partial<Record<FieldName, (value: string) => readonly string[]>> = {
  group: (value) => [`info:faq.groups.${value}`],
  topic: (value) => [`info:articles.topics.${value}`],
  need: (value) => [`overseas:need.${value}.name`],
  per: (value) => [`overseas:per.${value}`],
  documents: (value) => [`pictures:${value}.name`, `claims:document.${value}.name`],
}

/** Collections that are written most often come first. */
const ORDER = keysOf(COLLECTION_WORDS.en)

/** The configuration in one language. `files` are the existing ones: a new entry comes last in its list. */
export function editorConfig(lang: Lang, files: readonly StoredText[], now: number): Record<string, unknown> {
  return {
    load_config_file: false,
    backend: { name: 'test-repo' },
    app_title: SCREEN_WORDS[lang].title,
    show_preview_links: false,
    media_folder: 'content/pictures',
    public_folder: '/pictures',
    media_libraries: {
      all: {
        max_file_size: 30 * 1024 * 1024,
        slugify_filename: true,
        // The build makes each picture as small as a screen needs it; the repository keeps none that is larger than that.
        transformations: { raster_image: { format: 'webp', quality: 90, width: 2048, height: 2048 } },
      },
      stock_assets: { providers: [] },
    },
    editor: { preview: false },
    output: { omit_empty_optional_fields: true },
    slug: { encoding: 'ascii', clean_accents: true },
    // The editor's own language is on the left, and names entries in lists.
    i18n: {
      structure: 'multiple_folders',
      locales: [lang, otherLang(lang)].map((it) => HTML_LANG[it]),
      default_locale: HTML_LANG[lang],
      initial_locales: 'all',
    },
    collections: ORDER.map((name) => collectionInput(name, lang, files, now)),
  }
}

function collectionInput(
  name: CollectionName,
  lang: Lang,
  files: readonly StoredText[],
  now: number,
): Record<string, unknown> {
  const { label, one, about } = COLLECTION_WORDS[lang][name]
  const fields = fieldsOf(name)
  const has = (field: FieldName): boolean => fields.some((it) => it.name === field)
  const groups = (['group', 'topic'] as const)
    .filter(has)
    .map((field) => ({ name: field, label: FIELD_WORDS[lang][field].label, field }))
  // Each page of this collection has its own file in `src/pages`: a new text alone would be shown nowhere.
  const fixed = name === 'pages'
  return {
    name,
    label,
    label_singular: one,
    description: about,
    folder: `content/${name}`,
    extension: 'md',
    format: 'yaml-frontmatter',
    create: !fixed,
    delete: !fixed,
    duplicate: !fixed,
    i18n: true,
    identifier_field: 'title',
    summary: '{{title}}',
    slug: {
      editable: ['create'],
      pattern: ['^[a-z0-9][a-z0-9-]*$', SCREEN_WORDS[lang].slugForm],
      hint: SCREEN_WORDS[lang].slug,
    },
    sortable_fields: {
      fields: [...(has('order') ? ['order'] : []), 'date', 'title'],
      default: { field: has('order') ? 'order' : 'date', direction: has('order') ? 'ascending' : 'descending' },
    },
    ...(groups.length > 0 && { view_groups: { groups, default: groups[0]?.name } }),
    fields: [...fields.map((field) => input(field, name, lang, files, now)), bodyField(lang)],
  }
}

const bodyField = (lang: Lang): Field => ({
  name: 'body',
  ...FIELD_WORDS[lang].body,
  widget: 'markdown',
  modes: ['rich_text', 'raw'],
  editor_components: ['image'],
  i18n: true,
})

const hasWords = (name: string): name is FieldName => Object.hasOwn(FIELD_WORDS.en, name)

/** The input for one field. */
function input(
  field: FieldOf,
  collection: CollectionName,
  lang: Lang,
  files: readonly StoredText[],
  now: number,
): Field {
  const { name } = field
  if (!hasWords(name)) throw new Error(`${collection}: ${name} has no words`)
  const common = {
    name,
    ...FIELD_WORDS[lang][name],
    required: field.required,
    i18n: field.kind === 'words' ? true : 'duplicate',
  }
  const many = { multiple: true, max: field.most, dropdown_threshold: 0 }
  const options = field.options?.map((value) => ({ value, label: choice(name, value, lang) }))
  const widgets: Record<FieldOf['kind'], () => Field> = {
    words: () => ({ widget: name === 'title' ? 'string' : 'text' }),
    day: () => ({
      widget: 'datetime',
      type: 'date',
      format: 'YYYY-MM-DD',
      ...(field.required && { default: dayOf(now) }),
    }),
    yes: () => ({ widget: 'boolean', default: field.default ?? false }),
    whole: () => ({
      widget: 'number',
      value_type: 'int',
      ...(name === 'order' && { default: lastOrder(collection, files) + 1 }),
    }),
    choice: () => ({ widget: 'select', options }),
    choices: () => ({ ...many, widget: 'select', options }),
    neighbours: () => ({
      ...many,
      widget: 'relation',
      collection,
      value_field: '{{slug}}',
      display_fields: ['title'],
      search_fields: ['title'],
    }),
    code: () => ({
      widget: 'string',
      ...(field.pattern && {
        pattern: [field.pattern, name === 'version' ? SCREEN_WORDS[lang].versionForm : SCREEN_WORDS[lang].slugForm],
      }),
      ...(name === 'version' && { default: '1.0' }),
    }),
  }
  return { ...common, ...widgets[field.kind]() }
}

const words = loadWords()

function choice(name: FieldName, value: string, lang: Lang): string {
  const key = CHOICES[name]?.(value).find((it) => words.has(lang, it))
  return key === undefined ? value : words(lang, key)
}

function lastOrder(collection: CollectionName, files: readonly StoredText[]): number {
  const orders = files
    .filter(({ path }) => path.startsWith(`content/${collection}/en/`))
    .map(({ path, text }) => orderOf(path, text))
  return Math.max(0, ...orders)
}

function orderOf(path: string, text: string): number {
  try {
    const { order } = frontmatter(text, path).data
    return typeof order === 'number' ? order : 0
  } catch {
    // The checker reports a broken file; the screen opens all the same.
    return 0
  }
}
