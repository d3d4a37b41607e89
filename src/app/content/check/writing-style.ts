/**
 * How texts are written: words that the list of terms forbids, typography, tables, and markup that a page would show
 * wrong.
 */
import { problem, type Tree } from '../../../lib/content/content-tree.ts'
import { oncePerText } from '../../../lib/content/remembering.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import type { Entry } from '../entry.ts'
import { brokenTerms, mayBreakTerms } from '../term-list.ts'
import { chineseFaults, maybeBadChinese, plain } from '../typography.ts'
import { proseOf } from './markdown.ts'
import { isEarlierVersion, lineOf } from './content-files.ts'

interface Line {
  file: string
  line: number
  /** The field that it is in, or `text`. */
  field: string
  text: string
}

/** Tone and Chinese typography of every file, including plans, terms and hospitals. */
export const toneProblems = ({ root, files }: Tree): SourceProblem[] =>
  [...files].flatMap(([path, text]) =>
    /\.(md|ya?ml)$/.test(path) && !isEarlierVersion(path) ? toneOf(root, path, text) : [],
  )

const toneOf = oncePerText((root: string, path: string, text: string): SourceProblem[] => {
  const languages: Lang[] = path.includes('/en/') ? ['en'] : path.includes('/cn/') ? ['cn'] : ['en', 'cn']
  const whole = plain(text)
  return languages.flatMap((lang) => {
    if (!mayBreakTerms(whole, lang) && (lang === 'en' || !maybeBadChinese(whole))) return []
    return linesOf(`${root}/${path}`, text, lang).flatMap((line) => lineProblems(line, `content/${path}`, lang))
  })
})

/** Lines of one language without their syntax: list marks, YAML keys and quotes, clause numbers. */
function linesOf(file: string, text: string, lang: Lang): Line[] {
  const markdown = file.endsWith('.md')
  let fields = markdown && text.startsWith('---\n')
  return text.split('\n').flatMap((raw, i) => {
    if (markdown && fields && i > 0 && raw === '---') fields = false
    const field = (fields || !markdown ? /^\s*(?:- )?([\w-]+):(?:\s|$)/.exec(raw)?.[1] : undefined) ?? 'text'
    const line = spoken(markdown ? raw : raw.replace(/(^|\s)#.*$/, ''))
    return (lang === 'cn') === /\p{Script=Han}/u.test(line) ? [{ file, line: i + 1, field, text: line }] : []
  })
}

const spoken = (line: string): string =>
  line
    .replace(/^\s*(- )?\s*[\w-]+:(\s+|$)/, '')
    .replace(/^\s*(#+|>|[-*]|\d+\.)\s+/, '')
    .replace(/^(\*\*)?\d+(\.\d+)*\s+/, '')
    .replace(/^"(.*)"$|^'(.*)'$/, '$1$2')

const lineProblems = ({ file, line, field, text }: Line, where: string, lang: Lang): SourceProblem[] =>
  termProblems({ file, line: () => line, field, text: plain(text) }, where, lang)

interface Written {
  file: string
  /** Asked only where there is something to say: in a file of words it takes a parser. */
  line: () => number
  field: string
  /** As `plain` makes it. */
  text: string
}

/** Words of the list of terms, and Chinese typography. `where`: the file, or the key of a text of the interface. */
export function termProblems({ file, line, field, text }: Written, where: string, lang: Lang): SourceProblem[] {
  const banned = mayBreakTerms(text, lang) ? brokenTerms(text, lang, where) : []
  const typography = lang === 'en' ? [] : chineseFaults(text)
  return [
    ...banned.map(({ found, instead, why }) =>
      problem(
        file,
        line(),
        field,
        'tone',
        `says “${found}”${why ? `: ${why}` : ''}.`,
        why ? 'the fact itself, in plain words' : instead,
      ),
    ),
    ...typography.map(({ fault, found, example }) =>
      problem(file, line(), field, 'typography', `has ${fault}: “${found}”.`, example),
    ),
  ]
}

/** Checks for entries only: quotation marks, bold words, tables. */
export const markProblems = (entry: Entry): SourceProblem[] => [
  ...(entry.lang === 'en' ? straightQuotes(entry) : openBold(entry)),
  ...halfNamedTables(entry),
]

function straightQuotes(entry: Entry): SourceProblem[] {
  const say = (line: number, field: string, found: string): SourceProblem =>
    problem(entry.file, line, field, 'typography', `has a straight quotation mark: “${found}”.`, '“quoted”, it’s')
  const fields = Object.entries(entry.data ?? {}).flatMap(([field, value]) => {
    const found = typeof value === 'string' ? STRAIGHT.exec(value) : null
    return found ? [say(lineOf(entry, field), field, found[0])] : []
  })
  const prose = proseOf(entry)
  if (!/["']/.test(prose)) return fields
  // Addresses and HTML are reported elsewhere. One report per line is enough.
  const text = prose
    .replace(/\]\([^)]*\)|<[^>\n]*>/g, (part) => part.replace(/["']/g, ' '))
    .split('\n')
    .flatMap((line, i) => {
      const found = STRAIGHT.exec(line)
      return found ? [say(entry.bodyLine + i, 'text', found[0])] : []
    })
  return [...fields, ...text]
}
const STRAIGHT = /([^\n"']{0,12})["'][^\n"']{0,12}/

/** Markdown does not recognise closing asterisks between a Chinese punctuation mark and a letter. */
function openBold(entry: Entry): SourceProblem[] {
  const prose = proseOf(entry)
  if (!prose.includes('**')) return []
  return prose.split('\n').flatMap((text, i) =>
    text.split('**').flatMap((part, at, all) => {
      if (at % 2 === 0 || !/[。，：；）”]$/.test(part) || !/^[^\s|]/.test(all[at + 1] ?? '')) return []
      return [
        problem(
          entry.file,
          entry.bodyLine + i,
          'text',
          'bold',
          `closes bold after a full-width mark, so the stars are shown: “**${part}**”.`,
          `**${part.slice(0, -1)}**${part.slice(-1)}`,
        ),
      ]
    }),
  )
}

/** Screen readers need a name for each column; a table without any column names is a list of terms. */
function halfNamedTables(entry: Entry): SourceProblem[] {
  const prose = proseOf(entry)
  if (!prose.includes('|')) return []
  const lines = prose.split('\n')
  return lines.flatMap((head, i) => {
    if (!/^\|(?:\s*:?-+:?\s*\|)+\s*$/.test(lines[i + 1] ?? '')) return []
    const cells = head
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    if (cells.every((cell) => cell === '') || cells.every((cell) => cell !== '')) return []
    return [
      problem(
        entry.file,
        entry.bodyLine + i,
        'text',
        'table',
        'names some columns of a table and not others. Name each, or none.',
        `|${cells.map((cell) => ` ${cell || (entry.lang === 'cn' ? '金额' : 'Amount')} |`).join('')}`,
      ),
    ]
  })
}
