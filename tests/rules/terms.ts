/** The term list of `docs/editing.md`: words that must not be used, and where the locales and the content use them. */
import { readFileSync } from 'node:fs'
import { plain } from '../../src/app/content/tone.ts'
import { filesUnder } from './source.ts'
import { readWords } from './words.ts'

const HAN = /\p{Script=Han}/u

export interface Term {
  concept: string
  /** Words of the column "never", each with the pattern that finds it. */
  never: { word: string; pattern: RegExp }[]
  /** Wordings that hold such a word and are right. */
  wordings: string[]
  /** Beginnings of files and of keys that the row does not hold for. */
  places: string[]
}

export interface Line {
  /** `namespace:key` or `file:line`. */
  where: string
  lang: 'en' | 'cn'
  text: string
}

const cellsOf = (row: string): string[] => row.split('|').slice(1, -1).map((cell) => cell.trim())
const wordsOf = (cell: string): string[] => cell.split(/[;；]/).map((word) => word.trim()).filter((word) => word !== '')
const isPlace = (item: string): boolean => /^`.*`$/.test(item) || /^[a-z]+:[\w.]+$/.test(item)
const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('#', '\\d+')

/** Chinese is looked for as it stands, English as whole words in any case. */
function patternOf(word: string): RegExp {
  return HAN.test(word) ? new RegExp(escaped(word)) : new RegExp(`(?<![\\w-])${escaped(word)}(?![\\w-])`, 'i')
}

/** The rows of the table under the heading "Terms". */
export function readTerms(text = readFileSync('docs/editing.md', 'utf8')): Term[] {
  const section = /\n## Terms\n([\s\S]*?)(?=\n## |$)/.exec(text)?.[1] ?? ''
  return section.split('\n').filter((line) => line.startsWith('| ')).slice(1).map((row) => {
    const [concept = '', , , never = '', except = ''] = cellsOf(row)
    const exceptions = wordsOf(except)
    return {
      concept,
      never: wordsOf(never).map((word) => ({ word, pattern: patternOf(word) })),
      wordings: exceptions.filter((item) => !isPlace(item)),
      places: exceptions.filter(isPlace).map((item) => item.replaceAll('`', '')),
    }
  })
}

/** Everything that readers see: words of the interface and lines of the content, without links, holes and marks. */
export function readLines(): Line[] {
  const words = (['en', 'cn'] as const).flatMap((lang) => [...readWords(lang)].map(([where, text]) => ({ where, lang, text: plain(text) })))
  const content = filesUnder('content').filter((file) => /\.(md|ya?ml)$/.test(file)).flatMap((file) =>
    readFileSync(file, 'utf8').split('\n').map((line, index) => ({
      where: `${file}:${index + 1}`,
      lang: HAN.test(line) ? 'cn' as const : 'en' as const,
      // The name of a field is no word of the text.
      text: plain(line.replace(/^\s*(?:- )?[\w-]+:(?=\s|$)/, '')),
    })))
  return [...words, ...content]
}

/** Uses of words of the column "never", as `where: word (concept)`. */
export function faultsOf(lines: readonly Line[], terms: readonly Term[]): string[] {
  return lines.flatMap(({ where, lang, text }) => terms.flatMap(({ concept, never, wordings, places }) => {
    if (places.some((place) => where.startsWith(place))) return []
    const rest = wordings.reduce((left, wording) => left.replace(new RegExp(escaped(wording), 'gi'), ' '), text)
    return never.filter(({ word, pattern }) => HAN.test(word) === (lang === 'cn') && pattern.test(rest)).map(({ word }) => `${where}: ${word} (${concept})`)
  }))
}
