import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { problemText, readYamlSource } from './source-problems.ts'

const schema = z.strictObject({
  title: z.string({ error: 'must be text.' }),
  kind: z.enum(['a', 'b']).optional(),
  list: z.array(z.string(), { error: 'must be a list.' }).max(3, 'must name three at most.').optional(),
  rows: z.array(z.strictObject({ id: z.string() })).optional(),
})
const told = (text: string): string[] =>
  readYamlSource(schema, text, 'f.yaml', (path) => `${String(path[0] ?? 'title')}: …`).problems.map(problemText)

describe('a line that is not readable is told in an editor’s words, with the line as it should be', () => {
  test.each([
    [
      'title: Notice: new',
      'f.yaml:1: title: has a colon in its text: put the text in quotes. Example: title: "Notice: new"',
    ],
    [
      'title: *Important*',
      'f.yaml:1: title: begins with a star: put the text in quotes. Example: title: "*Important*"',
    ],
    ['title: "open', 'f.yaml:1: title: cannot be read here: Missing closing quotation mark. Example: title: "open"'],
    [
      'title: "a "b" c"',
      'f.yaml:1: title: cannot be read here: there is text after its closing mark. Example: title: "a “b” c"',
    ],
    [
      'title: Visa form #5 changes',
      'f.yaml:1: title: is cut off at #, as “Visa form”: put the text in quotes. Example: title: "Visa form #5 changes"',
    ],
    [
      "title: 'It's a storm'",
      'f.yaml:1: title: cannot be read here: there is text after its closing mark. Example: title: "It’s a storm"',
    ],
    [
      'title: a\nrows: [{ id: 1,560 }]',
      'f.yaml:2: rows: ends at the comma before “560”: write numbers without commas, and put a text that has one in quotes. Example: rows: …',
    ],
    [
      'title: a\nrows: [{ id: 上海市,邮编200001 }]',
      'f.yaml:2: rows: ends at the comma before “邮编200001”: write numbers without commas, and put a text that has one in quotes. Example: rows: …',
    ],
    [
      'title: a\nrows: [{ id: 1, rate：76 }]',
      'f.yaml:2: rows: has a full-width colon, “rate：76”: write a plain one and a space. Example: rows: …',
    ],
    [
      'title: a\nrows:\n  - id: b\n    more: c\n   most: d\n    last: e',
      'f.yaml:5: most: begins with 3 spaces, and the lines beside it with 4: write as many. Example: 4 spaces, then most:',
    ],
    [
      'title: a\nkind:\n  b: c\n   d: e\n  f: g',
      'f.yaml:4: d: begins with 3 spaces, and the lines beside it with 2: write as many. Example: 2 spaces, then d:',
    ],
    [
      'title: a\n kind: b',
      'f.yaml:2: kind: begins with 1 space, and the lines beside it with none: write as many. Example: no space, then kind:',
    ],
    ['title: a\ntitle: b', 'f.yaml:2: title: is there twice. Example: title: "b"'],
    ['title: a\n\tkind: b', 'f.yaml:2: kind: begins with a tab: use spaces. Example: kind: "b"'],
    [
      'title: a\njust words',
      'f.yaml:2: (file): cannot be read here: a field is a name, a colon, a space and its text. Example: name: value',
    ],
    [
      'title: a\njust words\nkind: b',
      'f.yaml:2: (file): cannot be read here: a field is a name, a colon, a space and its text. Example: name: value',
    ],
    [
      'title: @a',
      'f.yaml:1: title: cannot be read here: Plain value cannot start with reserved character @. Example: title: "@a"',
    ],
    [
      'title: a\nlist: [a',
      'f.yaml:2: list: cannot be read here: Flow sequence in block collection must be sufficiently indented and end with a ]. Example: list: …',
    ],
  ])('%j', (text, expected) => {
    expect(told(text)[0]).toBe(expected)
  })
})

describe('what is missing is said to be missing', () => {
  test.each([
    ['', 'f.yaml:1: (file): is empty: its fields are missing. Example: title: …'],
    ['kind: a', 'f.yaml:1: title: is missing. Example: title: …'],
    ['title:', 'f.yaml:1: title: is missing. Example: title: …'],
    ['title: 5', 'f.yaml:1: title: must be text. Example: title: …'],
    ['title: a\nkind: c', 'f.yaml:2: kind: must be one of: a, b. Example: kind: …'],
    [
      'title: a\ncolour: c',
      'f.yaml:2: colour: is not a field of this place, which has: title, kind, list, rows. Example: colour: …',
    ],
    [
      'title: a\nrows:\n  - id: b\n    nmae: c',
      'f.yaml:4: rows.0.nmae: is not a field of this place, which has: id. Example: rows: …',
    ],
    ['title: a\nlist: one, two', 'f.yaml:2: list: must be a list. Example: list: …'],
    ['title: a\nlist: [a, b, c, d]', 'f.yaml:2: list: must name three at most. Example: list: …'],
    ['title: a\nkind：b', 'f.yaml:2: kind: has a full-width colon: write a plain one and a space. Example: kind: b'],
    ['kind： a\ntitle: b', 'f.yaml:1: kind: has a full-width colon: write a plain one and a space. Example: kind: a'],
    ['kind:a\ntitle: “b：c”', 'f.yaml:1: kind: has no space after its colon. Example: kind: a'],
    ['title: a\nrows:\n  - id:b\n    more: c', 'f.yaml:3: id: has no space after its colon. Example: id: b'],
  ])('%j', (text, expected) => {
    expect(told(text)).toEqual([expected])
  })
})

test('keys that are no words make no noise', () => {
  expect(told('title: a\n? [b]\n: c')).toHaveLength(1)
})
