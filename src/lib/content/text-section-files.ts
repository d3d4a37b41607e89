/** A file of sections with fields above them: parsed with every mistake reported, and compared with its twin. */
import type { z } from 'zod'
import { namesIn, problem, type Tree } from './content-tree.ts'
import { LANGS, type Lang } from '../locale.ts'
import {
  BROKEN_PLACEHOLDER,
  brokenPlaceholders,
  fillPlaceholders,
  closestPlaceholder,
  unknownPlaceholders,
} from './placeholders.ts'
import type { Block, Section } from './text-sections.ts'
import { parseSections } from './parse-text-sections.ts'
import { ContentError, readYamlSource, type Path, type SourceProblem } from './source-problems.ts'

export interface ProseForm<S extends z.ZodType, Condition extends string> {
  schema: S
  conditions: readonly Condition[]
  values: Readonly<Record<string, string>>
  /** Placeholders that are filled in later. */
  keep?: readonly string[]
}

const EXAMPLES: Readonly<Record<string, string>> = {
  title: 'title: "Before you buy"',
  lead: 'lead: "Read this first."',
  version: 'version: "1.1"',
  date: 'date: 2026-11-20',
  button: 'button: "I have read this"',
  help: 'help: "Answer for the insured."',
  id: 'id: q1',
  text: 'text: "Is the insured in hospital?"',
  detail: 'detail: "Today, anywhere."',
  more: 'more: "In full: …"',
  when: 'when: mainland',
  questions: '- id: q1',
  declarations: '- id: truth',
  points: '- title: "What you sign"',
}
const exampleOf = (path: Path): string =>
  EXAMPLES[path.findLast((part) => typeof part === 'string') ?? 'title'] ?? 'title: "Before you buy"'

/** Throws `ContentError`. */
export function readProse<S extends z.ZodType, Condition extends string>(
  raw: string,
  file: string,
  { schema, conditions, values, keep = [] }: ProseForm<S, Condition>,
): { head: z.output<S>; sections: Section<Condition>[] } {
  const text = raw.replace(/\r\n/g, '\n')
  const known = [...Object.keys(values), ...keep]
  const unknown = unknownPlaceholders(text, values, keep)
  const problems = unknown.map(({ name, line }) =>
    problem(
      file,
      line,
      name,
      'placeholder',
      'is not a known figure. Check its spelling.',
      closestPlaceholder(name, known),
    ),
  )
  problems.push(
    ...brokenPlaceholders(text).map(({ name, line }) =>
      problem(file, line, name, 'placeholder', BROKEN_PLACEHOLDER, closestPlaceholder(name, known)),
    ),
  )
  const filled = fillPlaceholders(text, values, {
    file,
    keep: [...keep, ...unknown.map(({ name }) => name.slice(2, -2).trim())],
  })
  const match = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(filled)
  if (!match)
    throw new ContentError([
      ...problems,
      problem(file, 1, '(file)', 'syntax', 'must begin with its fields between two lines of ---.', '---'),
    ])
  const head = readYamlSource(schema, match[1] ?? '', file, exampleOf, 2)
  problems.push(...head.problems)
  const sections = collect(problems, () =>
    parseSections(filled.slice(match[0].length), file, match[0].split('\n').length, conditions),
  )
  if (head.value === undefined || !sections || problems.length > 0) throw new ContentError(problems)
  return { head: head.value, sections }
}

/** Calls a function that throws `ContentError` and collects its problems instead; undefined when there were any. */
function collect<T>(problems: SourceProblem[], read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    problems.push(...error.problems)
    return undefined
  }
}

interface ProseText {
  file: string
  raw: string
  head: Readonly<Record<string, unknown>>
  sections: readonly Section[]
}

/** Fields that hold words; they differ between twins, everything else is equal. */
const WORDS = new Set(['title', 'lead', 'button', 'help', 'text', 'other', 'detail', 'more', 'without'])

/** What must be equal in both languages: everything but the words. */
const facts = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => (WORDS.has(key) && typeof part === 'string' ? '…' : part))
const kinds = (blocks: readonly Block[]): string =>
  blocks.map((block) => ('items' in block ? `${block.kind} of ${block.items.length}` : block.kind)).join(', ') ||
  'nothing'

const lineWith = (raw: string, start: string): number =>
  Math.max(1, raw.split('\n').findIndex((line) => line.includes(start)) + 1)

/** Where the Chinese text differs from the English one: versions, questions, sections, kinds of paragraphs. */
function proseTwins(cn: ProseText, en: ProseText): SourceProblem[] {
  const fields = [...new Set([...Object.keys(en.head), ...Object.keys(cn.head)])].filter(
    (key) => facts({ [key]: cn.head[key] }) !== facts({ [key]: en.head[key] }),
  )
  const differing = fields.map((key) =>
    problem(
      cn.file,
      lineWith(cn.raw, `${key}:`),
      key,
      'twin_facts',
      `differs from ${en.file}:${lineWith(en.raw, `${key}:`)} in more than its text.`,
      EXAMPLES[key] ?? `${key}: …`,
    ),
  )
  const sections = Array.from(
    { length: Math.max(cn.sections.length, en.sections.length) },
    (_, i) => [cn.sections[i], en.sections[i]] as const,
  )
  const at = sections.find(
    ([mine, theirs]) =>
      mine?.id !== theirs?.id ||
      mine?.when !== theirs?.when ||
      mine?.fold !== theirs?.fold ||
      kinds(mine?.blocks ?? []) !== kinds(theirs?.blocks ?? []),
  )
  if (!at) return differing
  const [mine, theirs] = at
  const heading = (section: Section | undefined): string =>
    section ? `{#${section.id}${section.when ? ` when=${section.when}` : ''}${section.fold ? ' fold' : ''}}` : '(end)'
  const message =
    heading(mine) === heading(theirs)
      ? `has ${kinds(mine?.blocks ?? [])} here and ${kinds(theirs?.blocks ?? [])} in ${en.file}:${lineWith(en.raw, heading(theirs))}.`
      : `is where ${en.file} has ${heading(theirs)}. Both languages need the same sections in the same order.`
  return [
    ...differing,
    problem(
      cn.file,
      lineWith(cn.raw, heading(mine)),
      heading(mine),
      'twin_headings',
      message,
      `## ${mine?.title ?? '标题'} ${heading(theirs ?? mine)}`,
    ),
  ]
}

type Parse<Name> = (name: Name, lang: Lang, raw: string, file: string) => Pick<ProseText, 'head' | 'sections'>

/** Checks a folder of such texts: exactly those that the site needs by name must exist, each with its twin. */
export function checkProse<Name extends string>(
  tree: Tree,
  folder: string,
  names: readonly Name[],
  parse: Parse<Name>,
): SourceProblem[] {
  const problems = LANGS.flatMap((lang) =>
    namesIn(tree, `${folder}/${lang}`, '.md')
      .filter((name) => !names.some((known) => known === name))
      .map((name) =>
        problem(
          `${tree.root}/${folder}/${lang}/${name}.md`,
          1,
          '(file)',
          'needed',
          `is not shown on any page. Known: ${names.join(', ')}.`,
          `${names[0] ?? ''}.md`,
        ),
      ),
  )
  for (const name of names) {
    const texts = LANGS.map((lang): ProseText | undefined => {
      const file = `${tree.root}/${folder}/${lang}/${name}.md`
      const raw = tree.files.get(`${folder}/${lang}/${name}.md`)
      if (raw === undefined) {
        problems.push(problem(file, 1, '(file)', 'needed', 'is missing, and pages of the site show it.', file))
        return undefined
      }
      const parsed = collect(problems, () => parse(name, lang, raw, file))
      return parsed && { file, raw, ...parsed }
    })
    const [en, cn] = texts
    if (en && cn) problems.push(...proseTwins(cn, en))
  }
  return problems
}
