/**
 * The words of `public/locales`: readable, the same keys in both languages, with the values that the sources fill in.
 * What stops a build or reaches a reader as `{{cod}}` is found here, by file and line.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import { problem } from '../../lib/content/content-tree.ts'
import { isRecord } from '../../lib/is-record.ts'
import { LANGS, otherLang, type Lang } from '../../lib/locale.ts'
import { Lines, type Path, type SourceProblem } from '../../lib/content/source-problems.ts'
import { unreadableLine } from './unreadable-words.ts'
import { textProblems, wordsInLowerCase } from './interface-word-texts.ts'
import { misspeltValues, typedForValue } from './interface-word-values.ts'
import { interfaceWordDoubts } from './interface-word-doubts.ts'
import { searchWordProblems } from './search-words.ts'

interface Word {
  text: string
  path: Path
}
interface WordFile {
  namespace: string
  lang: Lang
  file: string
  /** By key without namespace; undefined when the file cannot be read. */
  words: Map<string, Word> | undefined
  lineOf: (path: Path) => number
}

export interface CheckedWords {
  problems: readonly SourceProblem[]
  /** What may be meant. */
  doubts: readonly SourceProblem[]
  files: number
}

export interface WordsInUse {
  /** The only values that a text is filled with (`messages:login_code.sms`); undefined where they are not known. */
  values: (key: string) => readonly string[] | undefined
  /** The values without which a text is of no use to its reader. */
  needed: (key: string) => readonly string[]
  /** What a text begins with (`【…】` of a text message); undefined for most. */
  signature: (key: string, lang: Lang) => string | undefined
  /** Names that the sources have for anything: a value of another name is handed over by none of them. */
  names?: ReadonlySet<string>
  /** Keys that the sources ask for, each with a file that does. */
  keys: ReadonlyMap<string, string>
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/
/** The key as sources write it: without its plural form. */
const baseKey = (key: string): string => key.replace(PLURAL, '')
const EXAMPLE = '"key": "Words",'

/** `root`: the folder `public/locales`. */
export function checkWords(root: string, { keys, ...inUse }: WordsInUse): CheckedWords {
  const problems: SourceProblem[] = []
  const files = LANGS.flatMap((lang) =>
    namesIn(join(root, lang)).map((name) => readWordFile(join(root, lang, name), name, lang, problems)),
  )
  const common = wordsInLowerCase(
    files.flatMap(({ lang, words }) => (lang === 'en' ? [...(words?.values() ?? [])] : [])).map(({ text }) => text),
  )
  for (const file of files) {
    const twin = files.find((it) => it.namespace === file.namespace && it.lang !== file.lang)
    problems.push(
      ...(twin ? twinProblems(file, twin, inUse.values) : [missingTwin(file, root)]),
      ...pluralProblems(file),
    )
    if (file.namespace === 'messages') problems.push(...typedForValue(file))
    const same = file.namespace === 'search' ? file.words?.get('same') : undefined
    if (same) problems.push(...searchWordProblems(file.file, file.lineOf(same.path), same.text))
    for (const [key, word] of file.words ?? [])
      problems.push(...wordProblems(file, key, word, twinText(twin, key), { ...inUse, common }))
  }
  return {
    problems: [...problems, ...missingWords(files, keys, root)],
    doubts: interfaceWordDoubts(files),
    files: files.length,
  }
}

/** What is wrong with one text. A value that is there and misspelt, or that only one language lost, is named once. */
function wordProblems(
  file: WordFile,
  key: string,
  word: Word,
  twin: string | undefined,
  { values, needed, signature, names, common }: Omit<WordsInUse, 'keys'> & { common: ReadonlySet<string> },
): SourceProblem[] {
  const misspelt = misspeltValues(file, key, word, { known: values(`${file.namespace}:${key}`), names })
  const lost = neededProblems(file, key, word, needed).filter(({ example }) => !holesOf(twin ?? '').includes(example))
  return [
    ...textProblems({
      ...file,
      key,
      text: word.text,
      line: () => file.lineOf(word.path),
      twin,
      values: values(`${file.namespace}:${key}`),
      signature: signature(`${file.namespace}:${key}`, file.lang),
      common: (it) => common.has(it),
    }),
    ...(misspelt.length > 0 ? misspelt : lost),
  ]
}

/** Chinese has one form of a number, the last of the English ones. */
const twinText = (twin: WordFile | undefined, key: string): string | undefined =>
  (twin?.words?.get(key) ?? twin?.words?.get(`${baseKey(key)}_other`))?.text

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : [])

function readWordFile(file: string, name: string, lang: Lang, problems: SourceProblem[]): WordFile {
  const text = readFileSync(file, 'utf8')
  // JSON is YAML, whose parser knows the lines; it is asked only where there is something to say.
  let lines: Lines | undefined
  const lineOf = (path: Path): number => {
    const counter = new LineCounter()
    lines ??= new Lines(parseDocument(text, { lineCounter: counter, logLevel: 'error' }), counter)
    return lines.of(path)
  }
  const read = { namespace: name.replace(/\.json$/, ''), lang, file, lineOf }
  const unreadable = name.endsWith('.json') ? unreadableLine(text) : { line: 1, why: 'is no file of words.' }
  if (unreadable) {
    problems.push(problem(file, unreadable.line, '(file)', 'syntax', unreadable.why, EXAMPLE))
    return { ...read, words: undefined }
  }
  const words = new Map<string, Word>()
  collect(JSON.parse(text), [], words, (path, why) =>
    problems.push(problem(file, lineOf(path), path.join('.') || '(file)', 'shape', why, EXAMPLE)),
  )
  return { ...read, words }
}

function collect(
  value: unknown,
  path: Path,
  words: Map<string, Word>,
  refuse: (path: Path, why: string) => void,
): void {
  if (typeof value === 'string' && value.trim() !== '') return void words.set(path.join('.'), { text: value, path })
  if (!isRecord(value) && !Array.isArray(value))
    return refuse(path, typeof value === 'string' ? 'must not be empty.' : 'must be text, in quotes.')
  if (Object.keys(value).length === 0) refuse(path, 'is empty.')
  for (const [key, inner] of Object.entries(value))
    collect(inner, [...path, Array.isArray(value) ? Number(key) : key], words, refuse)
}

const missingTwin = ({ namespace, lang, file }: WordFile, root: string): SourceProblem => {
  const missing = join(root, otherLang(lang), `${namespace}.json`)
  return problem(file, 1, '(file)', 'missing_twin', `has no other language: ${missing} is missing.`, missing)
}

/** Values and marks (`<terms>…</terms>`) of a text; `{n}` is a value that a page without islands fills in itself. */
const holesOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}|\{(\w+)\}|<(\w+)>/g)].map(([, value, own, mark]) =>
    value !== undefined ? `{{${value}}}` : own !== undefined ? `{${own}}` : `<${mark}>`,
  )

interface Filled {
  path: Path
  holes: Set<string>
}

/** By base key, over all plural forms: what is filled in, and the place of the last form, which has the number. */
function byBaseKey({ words }: WordFile): Map<string, Filled> {
  const out = new Map<string, Filled>()
  for (const [key, { text, path }] of words ?? [])
    out.set(baseKey(key), { path, holes: new Set([...(out.get(baseKey(key))?.holes ?? []), ...holesOf(text)]) })
  return out
}

/** The same keys, and in each the same values. A difference of values is reported once, in the text that has to change. */
function twinProblems(file: WordFile, twin: WordFile, values: WordsInUse['values']): SourceProblem[] {
  if (!file.words || !twin.words) return []
  const theirs = byBaseKey(twin)
  return [...byBaseKey(file)].flatMap(([key, { path, holes }]) => {
    const other = theirs.get(key)
    const say = (code: string, why: string, example: string): SourceProblem[] => [
      problem(file.file, file.lineOf(path), key, code, why, example),
    ]
    if (!other)
      return say(
        'twin_missing',
        `is not in ${twin.file}: both languages have the same keys.`,
        `"${String(path.at(-1))}": "…"`,
      )
    if (!hasToChange(file, holes, other.holes, values(`${file.namespace}:${key}`))) return []
    const [here, there] = [listed(holes), listed(other.holes)]
    const lost = [...other.holes.difference(holes)].sort()
    const where = `${twin.file}:${twin.lineOf(other.path)}`
    return holes.isSubsetOf(other.holes)
      ? say('placeholder', `has no ${lost.join(', ')}, which ${where} has.`, lost.join(', '))
      : say('placeholder', `has ${here} here and ${there} in ${where}.`, there)
  })
}

/**
 * The text that lacks a value is the one that lost it. Where each lacks one, a name is misspelt: in the text whose
 * value the message is not given; where that is not known, the Chinese text is named.
 */
function hasToChange(
  { lang }: WordFile,
  here: ReadonlySet<string>,
  there: ReadonlySet<string>,
  known: readonly string[] | undefined,
): boolean {
  if (there.isSubsetOf(here)) return false
  if (here.isSubsetOf(there)) return true
  const unknown = (holes: ReadonlySet<string>): boolean =>
    known !== undefined && [...holes].some((hole) => hole.startsWith('{{') && !known.includes(hole.slice(2, -2)))
  return unknown(here) === unknown(there) ? lang === 'cn' : unknown(here)
}

const listed = (holes: ReadonlySet<string>): string => [...holes].sort().join(', ') || 'no value'

/** English needs a form for one and a form for more; Chinese has one form. */
function pluralProblems({ words, lang, file, lineOf }: WordFile): SourceProblem[] {
  return [...(words ?? [])].flatMap(([key, { path }]) => {
    const form = key.endsWith('_one') ? '_other' : key.endsWith('_other') && lang === 'en' ? '_one' : undefined
    const needed = form && baseKey(key) + form
    return needed === undefined || words?.has(needed)
      ? []
      : [problem(file, lineOf(path), key, 'plural', `needs ${needed} beside it.`, `"${needed.split('.').at(-1)}": "…"`)]
  })
}

/** A code or an address that was deleted in both languages, so that neither has less than the other. */
const neededProblems = (
  { file, lineOf, namespace }: WordFile,
  key: string,
  { text, path }: Word,
  needed: WordsInUse['needed'],
): SourceProblem[] =>
  needed(`${namespace}:${key}`)
    .map((name) => `{{${name}}}`)
    .filter((hole) => !holesOf(text).includes(hole))
    .map((hole) =>
      problem(
        file,
        lineOf(path),
        key,
        'placeholder',
        `has no ${hole}, which this message hands over: without it nobody can use it.`,
        hole,
      ),
    )

/** Words that the sources ask for and that English has not: the build would stop at the page. */
function missingWords(files: readonly WordFile[], keys: WordsInUse['keys'], root: string): SourceProblem[] {
  const [lang] = LANGS
  const known = new Map(
    files
      .filter((file) => file.lang === lang)
      .map(({ namespace, words }) => [
        namespace,
        words && new Set([...words.keys()].flatMap((key) => [key, ...partsOf(key)])),
      ]),
  )
  return [...keys].flatMap(([key, source]) => {
    const [namespace = '', path = ''] = key.split(/:(.*)/s)
    // While a file cannot be read, nothing is known of its words.
    if (known.has(namespace) && (known.get(namespace)?.has(path) ?? true)) return []
    const file = join(root, lang, `${namespace}.json`)
    return [problem(file, 1, path, 'missing_word', `is missing, and ${source} shows it.`, EXAMPLE)]
  })
}

/** What a key is also found by: without its plural form, and each group that it is in. */
const partsOf = (key: string): string[] => {
  const parts = baseKey(key).split('.')
  return parts.map((_, i) => parts.slice(0, i + 1).join('.'))
}
