/** Opening and saving changes nothing, and a change changes only its own lines. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { frontmatter } from '../../lib/content/frontmatter.ts'
import { LANGS } from '../../lib/locale.ts'
import { COLLECTION_NAMES, fieldsOf } from './editable-collections.ts'
import { keepYamlFormat } from './keep-format.ts'
import { keepMarkdownFormat } from './keep-markdown-format.ts'

const texts = COLLECTION_NAMES.flatMap((name) =>
  LANGS.flatMap((lang) => {
    const folder = join('content', name, lang)
    return readdirSync(folder).map((file) => ({
      name,
      path: join(folder, file),
      text: readFileSync(join(folder, file), 'utf8'),
    }))
  }),
)

/**
 * A text as a tool with other habits writes it: no quotes where none are needed, other order, tables spaced, no line
 * break at the end.
 */
function rewritten(text: string, changes: Record<string, unknown> = {}): string {
  const { data, body } = frontmatter(text, 'text')
  const fields = Object.fromEntries(Object.entries({ ...data, ...changes }).reverse())
  return `---\n${stringify(fields)}---\n${body
    .trim()
    .replace(/\|:?-+:?(?=\|)/g, '| --- ')
    .replaceAll('| |', '|  |')
    .replaceAll('*', '_')}`
}

test('every text that there is stays byte for byte when it comes back unchanged', () => {
  const changed = texts.filter(({ name, text }) => keepYamlFormat(text, rewritten(text), fieldsOf(name)) !== text)
  expect(changed.map(({ path }) => path)).toEqual([])
})

test('one changed field changes one line', () => {
  for (const { name, path, text } of texts) {
    const next = keepYamlFormat(text, rewritten(text, { title: 'Something else: “quoted”' }), fieldsOf(name)).split(
      '\n',
    )
    const lines = text.split('\n')
    const differs = next.flatMap((line, i) => (line === lines[i] ? [] : [line]))
    expect([path, next.length, differs.length]).toEqual([path, lines.length, 1])
    expect(differs[0]).toMatch(/^title: "?Something else: “quoted”"?$/)
  }
})

const notice =
  '---\n# kept for the archive\ntitle: "A"\nsummary: Plain words\ndate: 2026-11-20\n---\n\n## One\n\nText.\n'
const fields = fieldsOf('notices')

describe('fields', () => {
  test('a new one comes at its place, in the form of the house', () => {
    const next = keepYamlFormat(
      notice,
      notice.replace('date: 2026-11-20', 'expires: "2026-12-01"\npinned: true\ndate: 2026-11-20'),
      fields,
    )
    expect(next).toBe(notice.replace('date: 2026-11-20\n', 'date: 2026-11-20\npinned: true\nexpires: 2026-12-01\n'))
  })
  test('one that is empty, or as it is by default, goes', () => {
    const pinned = notice.replace('date: 2026-11-20\n', 'date: 2026-11-20\npinned: true\nexpires: 2026-12-01\n')
    expect(
      keepYamlFormat(pinned, pinned.replace('pinned: true', 'pinned: false').replace('2026-12-01', "''"), fields),
    ).toBe(notice)
  })
  test('a switch that nobody touched is not written', () => {
    expect(
      keepYamlFormat(notice, notice.replace('date: 2026-11-20\n', 'date: 2026-11-20\ndraft: false\n'), fields),
    ).toBe(notice)
  })
  test('what the file says by default stays if nobody changed it', () => {
    const said = notice.replace('date: 2026-11-20\n', 'date: 2026-11-20\npinned: false\n')
    expect(keepYamlFormat(said, notice, fields)).toBe(said)
  })
  test('words keep their quotes or their lack of them, and stand in one line', () => {
    expect(
      keepYamlFormat(notice, notice.replace('Plain words', '"Two\\n lines: here"').replace('"A"', 'B'), fields),
    ).toBe(notice.replace('Plain words', '"Two lines: here"').replace('"A"', '"B"'))
  })
  test('a list stands in one line', () => {
    const guide = '---\ntitle: "A"\nsummary: "B"\ndate: 2026-11-20\norder: 1\n---\n\nText.\n'
    const next = keepYamlFormat(
      guide,
      guide.replace('order: 1\n', 'order: 1\nrelated:\n  - dental\n  - travel\n'),
      fieldsOf('guides'),
    )
    expect(next).toBe(guide.replace('order: 1\n', 'order: 1\nrelated: [dental, travel]\n'))
  })
  test('a version stays text, and a field that nobody knows stays for the checker to name', () => {
    const legal = '---\ntitle: A\nsummary: B\nversion: "1.0"\ndate: 2026-11-20\norder: 1\n---\n\nText.\n'
    const next = keepYamlFormat(
      legal,
      legal.replace('"1.0"', "'1.1'").replace('order: 1', 'order: 1\ncolour: red'),
      fieldsOf('legal'),
    )
    expect(next).toBe(legal.replace('"1.0"', '"1.1"').replace('order: 1', 'order: 1\ncolour: red'))
  })
  test('a new text has the order of the schema', () => {
    const made = keepYamlFormat(
      undefined,
      "---\ndate: '2026-11-20'\nsummary: 概要\npinned: false\ntitle: 标题\n---\nText.",
      fields,
    )
    expect(made).toBe('---\ntitle: "标题"\nsummary: "概要"\ndate: 2026-11-20\n---\n\nText.\n')
  })
  test('what is no such text is refused', () => {
    expect(() => keepYamlFormat(undefined, 'Only words', fields)).toThrow('no frontmatter')
  })
})

describe('prose', () => {
  test('a table without heads, whose first row the editor leaves out, gets it back', () => {
    expect(keepMarkdownFormat('', 'Before\n\n| Name | {{site.operator}} |\n| Place | a \\| b |')).toBe(
      'Before\n\n| | |\n|---|---|\n| Name | {{site.operator}} |\n| Place | a \\| b |',
    )
  })
  test('a changed table keeps the sides of its columns and the rows that were not changed', () => {
    const before = '| What | ¥ |\n|---|---:|\n| **One** | {{limits.a}} |\n| | *2* |\n\n| | |\n|---|---|\n| a | b |'
    const after =
      '| What | ¥ |\n| --- | --- |\n| **One** | {{limits.a}} |\n|  | _2_ |\n|  | 3 |\n\n| a | b |\n| c | d |'
    expect(keepMarkdownFormat(before, after)).toBe(
      before.replace('*2* |\n', '*2* |\n| | 3 |\n').replace('| a | b |', '| a | b |\n| c | d |'),
    )
  })
  test('signs that the editor escapes stay as they were in blocks that say the same', () => {
    const before = '保费＝**{{example.refund}}元**。\n\nAsk for an *invoice*.'
    expect(keepMarkdownFormat(before, '保费＝\\*\\*{{example.refund}}元\\*\\*。\n\nAsk for a _receipt_.')).toBe(
      '保费＝**{{example.refund}}元**。\n\nAsk for a _receipt_.',
    )
  })
  test('headings with an id, examples and lists are left alone', () => {
    const text =
      '## Heading {#id}\n\n> An example, with {{limits.decisionDays}} days\n\n1. One\n2. Two\n   - inside\n\n![A form](/pictures/form.png)'
    expect(keepMarkdownFormat('', text)).toBe(text)
  })
  test('writing twice writes the same', () => {
    const block = fc.constantFrom(
      '## A',
      '- a\n- b',
      '| a | b |\n| - | - |\n| c | d |',
      '| a | b |\n| c | d |',
      'Some _words_ and \\* signs',
      '',
    )
    fc.assert(
      fc.property(fc.array(block), fc.array(block), (before, after) => {
        const once = keepMarkdownFormat(before.join('\n\n'), after.join('\n\n'))
        expect(keepMarkdownFormat(once, once)).toBe(once)
      }),
    )
  })
})
