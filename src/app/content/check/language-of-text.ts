/** Finds English in a Chinese file and Chinese in an English one: a copy that nobody has written in its language yet. */
import { problem, type Tree } from '../../../lib/content/content-tree.ts'
import { oncePerText } from '../../../lib/content/remembering.ts'
import { textsInYaml, type SourceProblem } from '../../../lib/content/source-problems.ts'
import type { Lang } from '../../../lib/locale.ts'
import { childrenOf, lineOfNode, wordsOf, type MarkdownFile, type Node } from './markdown-blocks.ts'

const HAN = /\p{Script=Han}/gu
const WORD = /[A-Za-z][A-Za-z’'-]*/g
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Names and words of forms stay in their own language: two of them are no sentence, and a cell may hold several. */
const FEWEST = { words: 3, cell: 6, han: 4 } as const
/** An English sentence among Chinese ones. Quoted words are said to somebody abroad. */
const SENTENCE = /(?:[A-Za-z][A-Za-z’'-]*[,;:]? ){7,}[A-Za-z’'-]+/
const QUOTED = /“[^”]*”|‘[^’]*’|《[^》]*》|\([^)]*\)|（[^）]*）/g

type Kind = 'text' | 'cell'

/** The words that are in the other language; empty where there are none. */
export function foreignWords(text: string, lang: Lang, kind: Kind = 'text'): string {
  const plain = text
    .replace(/\{\{[^}]*\}\}/g, '')
    .replace(/https?:\S+|\S+@\S+|[\w.-]+\.(?:com|org|gov|edu|ac|fr|jp|de)\b\S*/g, '')
  if (lang === 'en') {
    const han = count(plain, HAN)
    return han >= FEWEST.han && han > count(plain, WORD) ? text : ''
  }
  const least = kind === 'cell' ? FEWEST.cell : FEWEST.words
  // A name has capitals; a sentence has a word without.
  if (count(plain, HAN) === 0) return count(plain, WORD) >= least && /(?:^|\s)[a-z]{2,}/.test(plain) ? text : ''
  return SENTENCE.exec(plain.replace(QUOTED, ''))?.[0] ?? ''
}

const MESSAGE = {
  cn: 'is in English, in the Chinese file. Write it in Chinese; words that must stay in English stand in quotation marks.',
  en: 'is in Chinese, in the English file. Write it in English.',
} as const
const EXAMPLE = { cn: '用中文写的一句话。', en: 'The sentence in English.' } as const

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

export const languageProblem = (file: string, line: number, field: string, lang: Lang): SourceProblem =>
  problem(file, line, field, 'language', MESSAGE[lang], EXAMPLE[lang])

/** Names of choices have no space: `claim_form`. */
const foreignLine = (text: string, lang: Lang, kind?: Kind): boolean =>
  (lang === 'en' || /\s/.test(text)) && text.split('\n').some((line) => foreignWords(line, lang, kind) !== '')

/** Whether it is worth parsing: only a few files have as much of the other language. */
const mayBeForeign = (text: string, lang: Lang): boolean =>
  lang === 'en' ? count(text, HAN) >= FEWEST.han : THREE_WORDS.test(text)
const THREE_WORDS = /(?:[A-Za-z’'-]+[^\p{L}]{1,3}){2}[A-Za-z]/u

/** Files of both languages have a text under `en` or `cn`; a letter has one file for each language. */
const LETTER = /^letters\/(en|cn)\.yaml$/

/** Those beside the folders are lists of the check itself. */
const FOR_READERS = /^[a-z-]+\/.+\.yaml$/

/** In the files that are no markdown. */
export const yamlLanguageProblems = ({ root, files }: Tree): SourceProblem[] =>
  [...files].flatMap(([path, text]) => (FOR_READERS.test(path) ? foreignInYaml(root, path, text) : []))

const foreignInYaml = oncePerText((root: string, file: string, source: string): SourceProblem[] => {
  const letter = LETTER.exec(file)?.[1]
  return textsInYaml(source).flatMap(({ path, text, line }) => {
    const lang = letter ?? path.findLast((it) => it === 'en' || it === 'cn')
    if (lang !== 'en' && lang !== 'cn') return []
    // A name may stay in its own language.
    const kind = path.includes('note') || letter !== undefined ? 'text' : 'cell'
    return foreignLine(text, lang, kind) ? [languageProblem(`${root}/${file}`, line, path.join('.'), lang)] : []
  })
})

export function languageProblems(file: MarkdownFile): SourceProblem[] {
  const say = (line: number, field: string): SourceProblem => languageProblem(file.file, line, field, file.lang)
  const fields = mayBeForeign(file.head, file.lang)
    ? textsInYaml(file.head).flatMap(({ path, text, line }) =>
        foreignLine(text, file.lang) ? [say(line + 1, path.join('.'))] : [],
      )
    : []
  const parts = file.blocks.flatMap((block) => partsOf(block))
  return [
    ...fields,
    ...parts.flatMap(({ node, kind }) => {
      const found = foreignWords(wordsOf(node), file.lang, kind)
      return found === '' ? [] : [say(lineOfNode(file, node), shortened(found.replace(/\s+/g, ' ')))]
    }),
  ]
}

/** Paragraphs, headings and cells: the smallest parts that are in one language. */
function partsOf(node: Node): { node: Node; kind: Kind }[] {
  if (node.type === 'paragraph' || node.type === 'heading') return [{ node, kind: 'text' }]
  if (node.type === 'tableCell') return [{ node, kind: 'cell' }]
  return childrenOf(node).flatMap(partsOf)
}
