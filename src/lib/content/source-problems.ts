/**
 * Problems in content, reported so that an editor without knowledge of code can fix them: file, line, field, message,
 * example.
 */
import { isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, visit, type Document, type YAMLError } from 'yaml'
import { z } from 'zod'
import { oncePerText } from './remembering.ts'
import { outOfLine } from './yaml-indentation.ts'

export interface SourceProblem {
  /** Path from the repository's root, e.g. `content/plans/us-campus.yaml`. */
  readonly file: string
  readonly line: number
  /** Dotted path, e.g. `tiers.gold.benefits.mental`. */
  readonly field: string
  readonly code: string
  readonly message: string
  readonly example: string
}

/** All mistakes together, one per line. Written for editors, so always in English. */
export class ContentError<P extends SourceProblem = SourceProblem> extends Error {
  readonly problems: readonly P[]
  constructor(problems: readonly P[]) {
    super(problems.map(problemText).join('\n'))
    this.name = 'ContentError'
    this.problems = problems
  }
}

export const problemText = (p: SourceProblem): string =>
  `${p.file}:${p.line}: ${p.field}: ${p.message} Example: ${p.example}`

export type Path = readonly (string | number)[]

/** Finds the line of a field, or of its nearest existing parent where the field itself is missing. */
export class Lines {
  readonly #doc: Document
  readonly #counter: LineCounter
  readonly #first: number
  /** `first` is the file's line on which the YAML begins. */
  constructor(doc: Document, counter: LineCounter, first = 1) {
    this.#doc = doc
    this.#counter = counter
    this.#first = first
  }

  of(path: Path): number {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = this.#offset(path.slice(0, length))
      if (offset !== undefined) return this.#counter.linePos(offset).line + this.#first - 1
    }
    return this.#first
  }

  #offset(path: Path): number | undefined {
    const parent: unknown = path.length === 1 ? this.#doc.contents : this.#doc.getIn(path.slice(0, -1), true)
    const key = path.at(-1)
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key)
      return pair && isScalar(pair.key) ? pair.key.range?.[0] : undefined
    }
    const node: unknown = this.#doc.getIn(path, true)
    return hasRange(node) ? node.range[0] : undefined
  }
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
}

/** Problems reported by the schema. */
interface ShapeProblem extends SourceProblem {
  readonly code: 'syntax' | 'shape' | 'unknown_field'
}

export interface ReadYaml<T> {
  readonly value?: T
  readonly problems: ShapeProblem[]
  readonly lines: Lines
}

/** A YAML text as the parser reads it, and why it cannot be used. */
const parsed = oncePerText((text: string) => {
  const counter = new LineCounter()
  const doc = parseDocument(text, { lineCounter: counter, logLevel: 'error' })
  const unreadable = [
    ...doc.errors.map((error) => ({ at: error.pos[0], why: unreadableFor(error) })),
    ...aliases(doc),
    ...cutOff(doc),
    ...cutAtComma(doc),
  ]
  return { counter, doc, unreadable }
})

/** Every text in a YAML source, with its line; none of a source that cannot be read. */
export function textsInYaml(source: string): { path: Path; text: string; line: number }[] {
  const { counter, doc, unreadable } = parsed(source)
  const within = (node: unknown, path: Path): ReturnType<typeof textsInYaml> => {
    if (isMap(node))
      return node.items.flatMap(({ key, value }) => within(value, [...path, isScalar(key) ? String(key.value) : '?']))
    if (isSeq(node)) return node.items.flatMap((item, i) => within(item, [...path, i]))
    if (!isScalar(node) || typeof node.value !== 'string') return []
    return [{ path, text: node.value, line: counter.linePos(node.range?.[0] ?? 0).line }]
  }
  return unreadable.length > 0 ? [] : within(doc.contents, [])
}

/**
 * Parses one YAML text by a schema and turns each refusal into a problem with its line; `exampleOf` shows how a field
 * is written. `first` is the file's line on which the YAML begins (frontmatter starts on line 2).
 */
export function readYamlSource<S extends z.ZodType>(
  schema: S,
  text: string,
  file: string,
  exampleOf: (path: Path) => string,
  first = 1,
): ReadYaml<z.output<S>> {
  const { counter, doc, unreadable } = parsed(text)
  const lines = new Lines(doc, counter, first)
  if (unreadable.length > 0) {
    const problems = unreadable.map(({ at, why }): ShapeProblem => {
      const { line } = counter.linePos(at)
      const written = text.split('\n')[line - 1] ?? ''
      return {
        file,
        line: line + first - 1,
        code: 'syntax',
        ...(colonIn(written) ?? { message: why, ...likeWritten(written, exampleOf) }),
      }
    })
    const moved = doc.errors.length > 0 ? outOfLine(text) : undefined
    // What the parser says of a line that begins at another place, it says of the line above and of all below, too.
    const told = moved
      ? [
          ...problems.filter(({ line }) => line - first + 1 < moved.line - 1),
          { ...moved, file, line: moved.line + first - 1, code: 'syntax' as const },
        ]
      : problems
    // The YAML parser reports some lines twice.
    return {
      problems: told.filter((it, i) => told.findIndex((other) => problemText(other) === problemText(it)) === i),
      lines,
    }
  }
  const result = schema.safeParse(doc.toJS())
  if (result.success) return { value: result.data, problems: [], lines }
  const at = (path: Path, code: ShapeProblem['code'], message: string): ShapeProblem => ({
    file,
    line: lines.of(path),
    field: path.join('.') || '(file)',
    code,
    message,
    example: exampleOf(path),
  })
  const missing = (path: Path): boolean =>
    path.length > 0 ? (doc.getIn(path) ?? undefined) === undefined : doc.contents === null || doc.toJS() === null
  return {
    problems: result.error.issues
      .filter(counts)
      .flatMap((issue) => issueProblems(issue, at, missing, (path) => fieldsAt(schema, path))),
    lines,
  }
}

/** A string in place of a list makes zod report both a wrong type and a wrong length; only the first is kept. */
const counts = (issue: z.core.$ZodIssue, _: number, all: readonly z.core.$ZodIssue[]): boolean =>
  issue.code !== 'too_big' ||
  !all.some(({ code, path }) => code === 'invalid_type' && path.join() === issue.path.join())

type At = (path: Path, code: ShapeProblem['code'], message: string) => ShapeProblem

/** The most common mistakes, explained in words that editors use. */
const UNREADABLE: Partial<Record<YAMLError['code'], string>> = {
  DUPLICATE_KEY: 'is there twice.',
  BLOCK_AS_IMPLICIT_KEY: 'has a colon in its text: put the text in quotes.',
  TAB_AS_INDENT: 'begins with a tab: use spaces.',
}
const unreadableFor = ({ code, message }: YAMLError): string =>
  UNREADABLE[code] ??
  `cannot be read here: ${message
    .replace(/ at line [\s\S]*$/, '')
    .replace(/(closing) "quote/, '$1 quotation mark')
    .replace('Unexpected scalar at node end', 'there is text after its closing mark')
    .replace(/^Implicit (map )?keys need to be .*/, 'a field is a name, a colon, a space and its text')}.`

/** `*word` is a YAML alias; editors mean an asterisk. */
function aliases(doc: Document): { at: number; why: string }[] {
  const found: { at: number; why: string }[] = []
  visit(doc, {
    Alias: (_, node) =>
      void found.push({ at: node.range?.[0] ?? 0, why: 'begins with a star: put the text in quotes.' }),
  })
  return found
}

/** `title: Visa form #5 changes`: for YAML the rest of the line is a comment, and the title is “Visa form”. */
function cutOff(doc: Document): { at: number; why: string }[] {
  const found: { at: number; why: string }[] = []
  visit(doc, {
    Scalar: (key, node) => {
      if (key === 'key' || node.type !== 'PLAIN' || typeof node.value !== 'string' || !node.comment || !node.range)
        return
      if (!node.comment.includes('\n'))
        found.push({ at: node.range[0], why: `is cut off at #, as “${node.value}”: put the text in quotes.` })
    },
  })
  return found
}

/** `{ gold: 1,560 }` and `{ cn: 一路1号,邮编200001 }`: for YAML what follows the comma is a field without a value. */
function cutAtComma(doc: Document): { at: number; why: string }[] {
  const found: { at: number; why: string }[] = []
  visit(doc, {
    Map: (_, { flow, items }) => {
      for (const { key, value } of flow ? items : [])
        if (value === null && isScalar(key) && key.range)
          found.push({
            at: key.range[0],
            why: /^\w+：/.test(key.source ?? '')
              ? `has a full-width colon, “${key.source ?? ''}”: write a plain one and a space.`
              : `ends at the comma before “${key.source ?? ''}”: write numbers without commas, and put a text that has one in quotes.`,
          })
    },
  })
  return found
}

/** `date：2026-11-20` and `pinned:true`: not fields for YAML, which then reports something misleading. */
const COLON = /^\s*(?:- )?([\w-]+)(\s*：\s*|:)(\S.*)$/
function colonIn(line: string): { field: string; message: string; example: string } | undefined {
  const [, field, colon, words] = COLON.exec(line) ?? []
  if (field === undefined || colon === undefined || words === undefined) return undefined
  return {
    field,
    message: colon === ':' ? 'has no space after its colon.' : 'has a full-width colon: write a plain one and a space.',
    example: `${field}: ${words}`,
  }
}

/** The field of a line that cannot be parsed, and the line with its words in quotes, which makes most such lines valid. */
function likeWritten(line: string, exampleOf: (path: Path) => string): { field: string; example: string } {
  const [, field, words] = /^\s*(?:- )?([\w-]+):\s+(\S.*)$/.exec(line) ?? []
  if (field === undefined || words === undefined) return { field: '(file)', example: 'name: value' }
  if (/^[[{|>&]/.test(words)) return { field, example: exampleOf([field]) }
  const bare = words
    .trim()
    .replace(/^"(.*)"$|^'(.*)'$/, '$1$2')
    .replace(/"([^"]*)"/g, '“$1”')
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
    .replace(/"/g, '')
  return { field, example: `${field}: "${bare}"` }
}

/** What the schema reports for a missing field. */
const ABSENT = new Set<string>(['invalid_type', 'invalid_value', 'invalid_union'])

/** The fields of the object at `path`; none where the schema allows any names. */
function fieldsAt(schema: unknown, path: Path): string[] {
  let place = bare(schema)
  for (const part of path) {
    if (place instanceof z.ZodObject) place = bare(place.shape[part])
    else if (place instanceof z.ZodArray) place = bare(place.element)
    else if (place instanceof z.ZodRecord) place = bare(place.valueType)
  }
  return place instanceof z.ZodObject ? Object.keys(place.shape) : []
}
const bare = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? bare(schema.unwrap()) : schema

function issueProblems(
  issue: z.core.$ZodIssue,
  at: At,
  missing: (path: Path) => boolean,
  fields: (path: Path) => string[],
): ShapeProblem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  if (issue.code === 'unrecognized_keys') {
    const known = fields(path).join(', ')
    const message = known
      ? `is not a field of this place, which has: ${known}.`
      : 'is not a field of this place. Check its spelling.'
    return issue.keys.map((key) => at([...path, key], 'unknown_field', message))
  }
  if (ABSENT.has(issue.code) && missing(path))
    return [at(path, 'shape', path.length > 0 ? 'is missing.' : 'is empty: its fields are missing.')]
  const listed =
    issue.code === 'invalid_value' && issue.message.startsWith('Invalid')
      ? `must be one of: ${issue.values.map(String).join(', ')}.`
      : undefined
  const words =
    listed ??
    (/^(Invalid|Too|Unrecognized)/.test(issue.message)
      ? `is missing or not of the right kind (${issue.message}).`
      : issue.message)
  return [at(path, 'shape', words)]
}
